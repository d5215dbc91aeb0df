"""Printed expressions are read alike exactly and in balls."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy

from pmlsym.closed_forms.forms.expression_value import exact_value, number_of
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.number import INFINITY, Infinite, Number, exp_of, log_of, number

A, B, Y = sympy.symbols("a b y")
P = sympy.Function("p")


def _random_expression(rng: Random, depth: int) -> sympy.Expr:
    if not depth:
        return rng.choice((A, B, sympy.Rational(rng.randint(-9, 9), rng.randint(1, 5))))
    one, two = (_random_expression(rng, depth - rng.randint(1, depth)) for _ in range(2))
    ways = (
        lambda: one + two,
        lambda: one * two,
        lambda: sympy.Max(one, two, evaluate=False),
        lambda: sympy.Min(one, two, evaluate=False),
        lambda: sympy.Piecewise((one, A < B), (two, True)),
        lambda: 1 / (one**2 + 1),
        lambda: sympy.log(one**2 + 1),
        lambda: sympy.Abs(one),
    )
    return rng.choice(ways)()


def test_both_readings_agree_on_random_expressions() -> None:
    rng, met = Random(5), 0
    for _ in range(120):
        expression = _random_expression(rng, 4)
        at = {symbol: number(Fraction(rng.randint(-20, 20), 10)) for symbol in (A, B)}
        try:
            exact = exact_value(expression, at, {})
        except (OutOfDomain, Unsupported):
            continue
        low, high = (number_of(expression, at) - exact).enclose(20)
        assert low <= 0 <= high and high - low < Fraction(1, 10**15), expression
        met += 1
    assert met > 60


@pytest.mark.parametrize(
    ("expression", "a", "value"),
    [
        (A * sympy.log(A), 0, number(0)),
        (sympy.log(A) / A, 1, number(0)),
        (1 / A, 0, INFINITY),
        (sympy.log(A), 0, -INFINITY),
        (A**2 * sympy.log(A) ** 2, 2, log_of(2) * log_of(2) * 4),
        (sympy.sqrt(A), 4, number(2)),
        (sympy.exp(A), 1, exp_of(1)),
        (sympy.Sum(A * P(Y), (Y, 1, 2)), 2, number(2)),
        (sympy.Sum(Y * P(Y), (Y, 2, 1)), 2, number(0)),
    ],
)
def test_the_conventions_of_closed_forms(expression: sympy.Expr, a: int, value: Number) -> None:
    masses = {"p": [Fraction(1, 3), Fraction(2, 3)]}
    found = exact_value(expression, {A: number(a)}, masses)
    if isinstance(value, Infinite):
        assert found == value
    else:
        low, high = (found - value).enclose(20)
        assert low <= 0 <= high and high - low < Fraction(1, 10**18)


def test_the_letter_of_a_sum_is_no_symbol_around_it() -> None:
    body = sympy.Sum(P(Y), (Y, 1, 2))
    at = {Y: number(7), P(Y): number(9)}
    masses = {"p": [Fraction(1, 3), Fraction(2, 3)]}
    assert exact_value(Y * P(Y) * body, at, masses) == 63


@pytest.mark.parametrize("expression", [A / B, sympy.log(A - 1), (A - A**2) / B])
def test_what_has_no_value_has_none(expression: sympy.Expr) -> None:
    at = {A: number(0), B: number(0)}
    with pytest.raises(OutOfDomain):
        exact_value(expression, at, {})


def test_what_nothing_knows_is_said() -> None:
    with pytest.raises(Unsupported):
        exact_value(sympy.Function("f")(A), {A: number(1)}, {})
    with pytest.raises(Unsupported):
        number_of(sympy.gamma(A), {A: number(3) / 2}).enclose(5)
