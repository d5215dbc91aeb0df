"""Curves: rigorous values of a quantity, from which figures are drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.claim_text.question import parse_quantity
from pmlsym.numbers.number import log_of
from proofs.papers.mechanisms.curves import curve
from proofs.papers.mechanisms.figures import COUNTING_BOUND, IMPLIED_ABOVE, IMPLIED_BELOW

TENTHS = [Fraction(k, 10) for k in range(1, 5)]


@pytest.mark.parametrize(
    ("text", "along", "grid", "fixed"),
    [
        (COUNTING_BOUND, "r", TENTHS, {"n": Fraction(200), "p": Fraction(1, 2)}),
        (COUNTING_BOUND, "r", TENTHS, {"n": Fraction(2000), "p": Fraction(1, 2)}),
        (IMPLIED_BELOW, "t", [1 + t / 2 for t in TENTHS], {"p": Fraction(1, 4)}),
        (IMPLIED_ABOVE, "s", [1 + t for t in TENTHS], {"p": Fraction(1, 4)}),
    ],
)
def test_every_value_is_known_to_nine_digits(text, along, grid, fixed):
    points = curve(parse_quantity(text), along, grid, fixed)
    assert points and {point.at for point in points} <= set(grid)
    for point in points:
        assert point.low <= point.high and (point.high - point.low) * 10**9 <= abs(point.high)


def test_the_interval_contains_the_value_and_undefined_points_are_left_out():
    points = curve(parse_quantity("log(x)"), "x", [Fraction(-1), Fraction(0), Fraction(2)])
    (point,) = points
    assert point.at == 2 and point.low <= log_of(2) <= point.high
