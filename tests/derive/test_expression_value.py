"""Printed expressions are read alike exactly, in balls and in floats."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.derive.expression_value import exactly, in_floats, number_of
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.number import INFINITY, Number, exp_of, log_of, number

A, B, Y = sympy.symbols("a b y")
P = sympy.Function("p")
LEAVES = st.one_of(st.sampled_from((A, B)), st.fractions(-3, 3, max_denominator=5).map(sympy.S))


def _grown(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda two: sympy.Add(*two)),
        pairs.map(lambda two: sympy.Mul(*two)),
        pairs.map(lambda two: sympy.Max(*two, evaluate=False)),
        pairs.map(lambda two: sympy.Min(*two, evaluate=False)),
        pairs.map(lambda two: sympy.Piecewise((two[0], A < B), (two[1], True))),
        inner.map(lambda one: one**2),
        inner.map(lambda one: 1 / (one**2 + 1)),
        inner.map(lambda one: sympy.log(one**2 + 1)),
        inner.map(sympy.Abs),
    )


MET: list[bool] = []


@given(st.recursive(LEAVES, _grown, max_leaves=6), st.fractions(-2, 2), st.fractions(-2, 2))
def _agree(expression: sympy.Expr, a: Fraction, b: Fraction) -> None:
    at = {A: number(a), B: number(b)}
    try:
        exact = exactly(expression, at, {})
    except (OutOfDomain, Unsupported):
        return
    low, high = number_of(expression, at).enclose(20)
    wide = Fraction(1, 10**15)
    assert low - wide <= exact <= high + wide
    near = in_floats(expression, at, {})
    assert near is not None and near == pytest.approx(float(exact), rel=1e-9, abs=1e-9)
    MET.append(True)


def test_the_three_readings_agree_on_random_expressions() -> None:
    _agree()
    assert len(MET) > 50


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
    found = exactly(expression, {A: number(a)}, masses)
    assert found == value if not value.to_json().get("ball") else found.enclose(20)


def test_the_letter_of_a_sum_is_no_symbol_around_it() -> None:
    body = sympy.Sum(P(Y), (Y, 1, 2))
    at = {Y: number(7), P(Y): number(9)}
    masses = {"p": [Fraction(1, 3), Fraction(2, 3)]}
    assert exactly(Y * P(Y) * body, at, masses) == 63
    assert in_floats(Y * P(Y) * body, at, masses) == pytest.approx(63)


@pytest.mark.parametrize("expression", [A / B, sympy.log(A - 1), (A - A**2) / B])
def test_what_has_no_value_has_none(expression: sympy.Expr) -> None:
    at = {A: number(0), B: number(0)}
    with pytest.raises(OutOfDomain):
        exactly(expression, at, {})
    assert in_floats(expression, at, {}) is None


def test_what_nothing_knows_is_said() -> None:
    with pytest.raises(Unsupported):
        exactly(sympy.Function("f")(A), {A: number(1)}, {})
    with pytest.raises(Unsupported):
        number_of(sympy.gamma(A), {A: number(3) / 2}).enclose(5)
