"""One number in the types of the libraries, and balls around it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from time import sleep

import pytest
import z3
from flint import arb, ctx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.numbers.balls import (
    ball,
    ball_between,
    enclosed_number,
    ends_of,
    precision,
    whole_power,
)
from pmlsym.numbers.conversion import fmpq_of, fraction_of, sympy_of, z3_of
from pmlsym.numbers.number import Ball, exp_of, log_of, number
from tests.examples import examples

RATIONALS = st.fractions(max_denominator=10**30)
CONTEXT = z3.Context()


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(RATIONALS)
def test_a_rational_comes_back_from_every_library(value: Fraction) -> None:
    assert fraction_of(fmpq_of(value)) == value
    assert fraction_of(sympy_of(value)) == value
    assert z3_of(value, CONTEXT).as_fraction() == value


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(RATIONALS, RATIONALS, st.integers(-4, 6), st.integers(10, 200))
def test_balls_contain_what_they_are_of(
    one: Fraction, two: Fraction, power: int, bits: int
) -> None:
    low, high = sorted((one, two))
    with precision(bits):
        inside = ball_between(low, high)
        assert ends_of(inside)[0] <= low and high <= ends_of(inside)[1]
        if power > 0 or not inside.contains(0):
            ends = ends_of(whole_power(inside, power))
            assert all(ends[0] <= end**power <= ends[1] for end in (low, high))


def test_a_number_that_intervals_tell_is_no_expression() -> None:
    with pytest.raises(Unsupported):
        sympy_of(exp_of(1))
    with precision(200):
        assert ball(exp_of(1)).overlaps(arb(1).exp()) and ball(log_of(3)).overlaps(arb(3).log())


def test_what_is_no_finite_number_has_no_ball() -> None:
    for value in (float("nan"), float("inf"), "1/2x", None):
        with pytest.raises(InvalidInput):
            ball(value)  # type: ignore[arg-type]


def test_the_precision_is_put_back_where_a_computation_fails() -> None:
    def fails() -> arb:
        raise ZeroDivisionError

    with precision(64):
        with pytest.raises(ZeroDivisionError):
            enclosed_number(fails, "nothing").enclose(10)
        assert arb(2).sqrt().rad() > arb(2) ** -70
    found = Ball.between(Fraction(1), Fraction(1))
    assert ball(found).contains(1) and number(found) is found


def test_each_thread_has_the_precision_that_it_set() -> None:
    """FLINT has one for all threads: what another sets must wait."""
    before = ctx.prec

    def seen(bits: int) -> set[int]:
        with precision(bits):
            found = {ctx.prec}
            sleep(0.001)  # others go on
            return found | {ctx.prec}

    asked = [64, 100, 200, 400] * 10
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(seen, asked)) == [{bits} for bits in asked]
    assert ctx.prec == before
