"""Signs and dominance: proved ones hold at sampled points, indefinite ones are never proved."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.fields import field

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.rational_functions import Cone
from tests.examples import examples

FIELD, U, V = field("u,v", QQ)
NONNEGATIVE = [(U.numer, ">="), (V.numer, ">=")]
CONE = Cone((Fraction(0), Fraction(0)))


def _prover() -> Prover:
    return Prover(NONNEGATIVE, 2, [(0.0, 3.0), (0.0, 3.0)], CONE)


@pytest.mark.seconds
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
@settings(max_examples=examples(60), deadline=None)
def test_a_proved_sign_holds_at_points(coefficients: list[int]) -> None:
    monomials = (FIELD.one, U, V, U * V, U**2, V**2)
    value = sum((c * m for c, m in zip(coefficients, monomials, strict=True)), FIELD.zero)
    sign = _prover().sign(value.numer)
    rng = Random(1)
    points = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))]
    points += [
        (Fraction(rng.randint(0, 40), 8), Fraction(rng.randint(0, 40), 8)) for _ in range(99)
    ]
    found = set()
    for u, v in points:
        at = (1, u, v, u * v, u**2, v**2)
        total = sum(c * m for c, m in zip(coefficients, at, strict=True))
        found.add(0 if total == 0 else 1 if total > 0 else -1)
    allowed = {">": {1}, ">=": {0, 1}, "==": {0}, "<=": {0, -1}, "<": {-1}, None: {-1, 0, 1}}
    assert found <= allowed[sign]


def test_an_indefinite_polynomial_has_no_sign() -> None:
    assert _prover().sign((U - V).numer) is None
    assert not _prover().at_most(U, V)


def test_the_square_of_a_difference_is_nonnegative_though_its_coefficients_are_not() -> None:
    value = ((U - V) ** 2).numer
    assert not CONE.shows_nonnegative(value)
    assert _prover().sign(value) == ">="


def test_coefficients_decide_on_a_simplex() -> None:
    """(p1 + p2) - p1^2 >= 0 where p1 + p2 <= 1."""
    cone = Cone((Fraction(0), Fraction(0)), ((0, 1),))
    assert cone.shows_nonnegative((U + V - U**2).numer)
    assert not cone.shows_nonnegative((U**2 - U).numer)


def test_coefficients_show_that_a_polynomial_is_positive_where_some_mass_is() -> None:
    simplex = Cone((Fraction(0), Fraction(0)), ((0, 1),))
    one = (U / U).numer
    assert simplex.shows_positive((one - U * V).numer, ())
    assert simplex.shows_positive((3 - U - 2 * V).numer, ())
    assert not simplex.shows_positive((one - U).numer, ())  # zero at p1 = 1
    assert simplex.shows_positive((one - U).numer, {one - U.numer - V.numer})  # not if p3 > 0
    assert not simplex.shows_positive((U + V).numer, ())
    assert simplex.shows_positive((U + V).numer, {V.numer})
    assert not CONE.shows_positive((U + V).numer, ())
    assert CONE.shows_positive((1 + U).numer, ())
    assert not CONE.shows_positive((U - U).numer, {U.numer})


def test_what_coefficients_show_to_be_positive_is_so_at_random_points() -> None:
    simplex, rng, shown = Cone((Fraction(0), Fraction(0)), ((0, 1),)), Random(5), 0
    for _ in range(examples(400)):
        terms = [
            rng.randint(-1, 3) * U ** rng.randint(0, 2) * V ** rng.randint(0, 2) for _ in "abcd"
        ]
        value = sum(terms, 0 * U).numer
        strict = rng.choice(((), (U.numer,), (V.numer,), (1 - U.numer - V.numer,)))
        if not simplex.shows_positive(value, strict):
            continue
        shown += 1
        for whole in (1, 2, 3, 7):
            for a in range(whole + 1):
                for b in range(whole + 1 - a):
                    at = [(U.numer, Fraction(a, whole)), (V.numer, Fraction(b, whole))]
                    if all(each.evaluate(at) > 0 for each in strict):
                        assert value.evaluate(at) > 0
    assert shown > 30


def test_an_empty_domain_is_seen() -> None:
    assert Prover([(U.numer - 1, ">="), (-U.numer, ">=")], 2).impossible()
