"""Scalars, levels and deltas that share a name stay apart; probabilities are no logarithms.

Each false claim here would be proved if a name stood for two things, or if the level of a
probability were taken for the exponential of it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide, prove, refute
from pmlsym.lowering.exponential_numbers import exponential_bounds, simplest_between
from pmlsym.lowering.sequents import lower
from pmlsym.numbers.number import exp_of, rational
from tests.examples import some_of

FALSE = (
    "pmin(P) + pml(P, W) <= 0",
    "pmin(P) <= pml(P, W)",
    "pmin(P) <= m1",
    "mi(P, W) <= m1 or m1 < 0",
    "pml(P, W) <= t1",
    "tv(P, W) <= m1 or m1 < 0 or m1 > 1",
    "delta <= 1/2",
    "eml(P, W, delta) <= delta",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_false_claims_about_homonyms_are_not_proved(text: str) -> None:
    assert prove(text, effort=1).name != "proved"
    assert refute(text, effort=20).name == "refuted"


@pytest.mark.parametrize("text", ["exp(delta) >= delta", "eml(P, W, delta) <= pml(P, W)"])
def test_a_scalar_may_be_called_delta(text: str) -> None:
    assert decide(text).name == "proved"


def test_the_tensor_of_a_scalar_called_delta_is_no_kronecker_delta() -> None:
    (sequent,) = lower(parse("delta <= 1"))
    (tensor,) = sequent.goal.tensors
    assert not tensor.is_delta and tensor.name == "delta'"


@pytest.mark.parametrize("value", ["1", "-1", "1/3", "-7/2", "40", "-40", "1/1000000"])
def test_bounds_of_exponentials_are_strict_near_and_short(value: str) -> None:
    exact = Fraction(value)
    low, high = exponential_bounds(exact)
    inner = exp_of(rational(exact)).enclose(60)
    assert low < inner[0] <= inner[1] < high
    assert 0 < high - low < low * Fraction(1, 10**14)
    assert all(min(bound.numerator, bound.denominator) < 10**10 for bound in (low, high))


@pytest.mark.parametrize(
    ("low", "high"), [("2/7", "1/3"), ("5", "5"), ("7/3", "12/5"), ("1/100", "1/99"), ("3/2", "4")]
)
def test_the_simplest_rational_between_two(low: str, high: str) -> None:
    a, b = Fraction(low), Fraction(high)
    found = simplest_between(a, b)
    least = next(n for n in count(1) if -(-a * n // 1) <= b * n)
    assert a <= found <= b and found.denominator == least
