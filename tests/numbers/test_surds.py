"""Sums of roots of rationals: what is equal is decided to be equal, near misses are told apart."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.errors import OutOfDomain
from pmlsym.numbers.number import INFINITY, Number, exp_of, log_of, number, power_of
from tests.examples import examples

EXACT = settings(derandomize=True, deadline=None, max_examples=examples(60))
RATIOS = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=20)
EXPONENTS = st.fractions(min_value=-2, max_value=2, max_denominator=4).filter(bool)
ROOTS = st.lists(st.tuples(RATIOS, EXPONENTS), min_size=1, max_size=4)
HALF = Fraction(1, 2)


def root(a: int | Fraction, n: int = 2) -> Number:
    return power_of(a, Fraction(1, n))


def total(terms: list[tuple[Fraction, Fraction]]) -> Number:
    return sum((power_of(a, e) for a, e in terms), number(0))


@pytest.mark.seconds
@EXACT
@given(ROOTS)
def test_a_sum_less_itself_is_zero_and_more_than_a_sum_that_is_less(terms) -> None:
    one, other = total(terms), total(terms[::-1])
    assert one == other and not one < other
    assert one < other + Fraction(1, 10**40) and one - other == 0


@pytest.mark.seconds
@EXACT
@given(ROOTS, ROOTS)
def test_products_are_distributive_and_powers_are_products(left, right) -> None:
    one, other = total(left), total(right)
    assert one * other == sum((power_of(a, e) * other for a, e in left), number(0))
    assert power_of(one, Fraction(3)) == one * one * one
    assert power_of(power_of(one, Fraction(2, 3)), Fraction(3, 2)) == one


@pytest.mark.seconds
@EXACT
@given(ROOTS)
def test_enclosures_are_those_of_floats(terms) -> None:
    assert float(total(terms)) == pytest.approx(sum(float(a) ** float(e) for a, e in terms))


@pytest.mark.seconds
@EXACT
@given(ROOTS, EXPONENTS)
def test_powers_and_logarithms_keep_the_order(terms, exponent) -> None:
    one = total(terms)
    more = one + Fraction(1, 10**30)
    up, down = sorted((power_of(one, exponent), power_of(more, exponent)), key=float)
    assert (power_of(one, exponent) < power_of(more, exponent)) == (exponent > 0) or up == down
    assert log_of(one) == log_of(total(terms)) and log_of(one) < log_of(more)
    assert exp_of(log_of(one)) == one


def test_identities_between_roots_of_other_spelling() -> None:
    assert root(2) + root(8) == root(18)
    assert root(Fraction(9, 2)) * root(2) == 3
    assert root(2) * root(3) * root(6) == 6
    assert power_of(root(2) + root(3), Fraction(2)) == 5 + 2 * root(6)
    assert log_of(root(2) * 3) == log_of(18) / 2
    assert power_of(root(2) + root(3), HALF) < power_of(root(2) + root(3) + root(5, 7), HALF)
    assert power_of(5 + 2 * root(6), HALF) == root(2) + root(3)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_near_misses(k: int) -> None:
    """Sums of roots that agree to many digits (Graham): of 10^6 k + 1, 25, 31, 84, .."""
    left = [10**6 * k + n for n in (1, 25, 31, 84, 87, 134, 158, 182, 198)]
    right = [10**6 * k + n for n in (2, 18, 42, 66, 113, 116, 169, 175, 199)]
    one, other = (sum(map(root, side), number(0)) for side in (left, right))
    assert (one < other) != (other < one) and abs(float(one - other)) < 1e-30


def test_zero_infinity_and_what_is_negative() -> None:
    assert power_of(0, HALF) == 0 and power_of(0, -HALF) == INFINITY
    assert power_of(INFINITY, HALF) == INFINITY and power_of(INFINITY, -HALF) == 0
    assert root(2) * 0 == 0 and root(2) - root(2) == 0
    with pytest.raises(OutOfDomain):
        power_of(1 - root(2), HALF)


def test_they_are_kept_with_what_is_known_of_them() -> None:
    sums = [root(2) + root(3), power_of(1 + root(2), Fraction(1, 3)), log_of(1 + root(2))]
    assert all(pickle.loads(pickle.dumps(each)) == each for each in sums)


def test_large_exponents_are_not_written_out() -> None:
    huge = power_of(2, Fraction(10**10, 3))
    assert huge == huge * 1 and power_of(3, Fraction(1, 10**10)) > 1
    assert prod([root(2)] * 41, start=number(1)) == 2**20 * root(2)


BROKEN = EXPONENTS.filter(lambda exponent: exponent.denominator > 1)


@pytest.mark.seconds
@settings(EXACT, max_examples=examples(60))
@given(ROOTS, ROOTS, BROKEN, BROKEN)
def test_sums_under_roots_multiply_as_powers_do(left, right, e, f) -> None:
    """x^e x^f = x^(e + f), and what is multiplied out where that is whole is the same number."""
    x, y = total(left), total(right)
    product = power_of(x, e) * power_of(y, f)
    assert product * power_of(x, f) == power_of(y, f) * power_of(x, e) * power_of(x, f)
    assert float(product) == pytest.approx(float(x) ** float(e) * float(y) ** float(f))
    together = power_of(x, e) * power_of(x, f)
    assert float(together) == pytest.approx(float(x) ** float(e + f))
    assert together == (power_of(x, e + f) if e + f else 1)
    again = (power_of(x, e) + 1) * (power_of(x, e) + y)
    assert again == power_of(x, 2 * e) + power_of(x, e) * (1 + y) + y


def test_numbers_far_apart_are_told_apart_without_large_exponentials() -> None:
    """log(1 + sqrt 2) against 10^7/3 log 2, the exponential of which nobody evaluates."""
    small, large = log_of(1 + root(2)), log_of(2) * Fraction(10**7, 3)
    assert small < large and not large < small
