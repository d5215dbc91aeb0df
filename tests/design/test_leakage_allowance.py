"""C_1(alpha): proven bounds against random mechanisms, its ends, and its shape."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from pmlsym.design.synergistic import (
    leakage_allowance,
    output_perturbation_capacity,
    priced_split,
    private_information,
)
from pmlsym.errors import InvalidInput, Unsupported
from tests.design.naive import as_ball, information, random_masses

PRIOR = (Fraction(1, 3), Fraction(2, 3))
CHANNEL = (
    (Fraction(7, 10), Fraction(2, 10), Fraction(1, 10)),
    (Fraction(1, 10), Fraction(3, 10), Fraction(6, 10)),
)
LOG2 = as_ball(Fraction(2)).log()


def _measured(channel):
    """I(W; Y) and I(X; Y) in nats of a channel from W to Y."""
    joint = {
        (w, x, y): PRIOR[w] * CHANNEL[w][x] * channel[w][y]
        for w in range(2)
        for x in range(3)
        for y in range(len(channel[0]))
    }
    return information(joint, [0], [2]) * LOG2, information(joint, [1], [2]) * LOG2


def test_no_random_mechanism_beats_the_price_bound():
    merged = private_information(PRIOR, CHANNEL)
    splits = [priced_split(merged, Fraction(price)) for price in ("0", "1", "3/2", "2", "4")]
    assert all(0 <= split.gap < Fraction(1, 10**6) for split in splits)
    random = Random(4)
    for _ in range(200):
        channel = (random_masses(random, 3, largest=20), random_masses(random, 3, largest=20))
        value, leakage = _measured(channel)
        for split in splits:
            assert value - as_ball(split.price) * leakage < as_ball(split.bound)


def test_the_split_is_a_mechanism_with_the_stated_value_and_leakage():
    merged = private_information(PRIOR, CHANNEL)
    used = 0
    for price in ("0", "3/2", "7/4", "2"):
        split = priced_split(merged, Fraction(price))
        assert sum(w * q for w, q in zip(split.weights, split.posteriors, strict=True)) == PRIOR[1]
        posterior = [(1 - q, q) for q in split.posteriors]
        channel = [
            tuple(w * r[v] / PRIOR[v] for w, r in zip(split.weights, posterior, strict=True))
            for v in range(2)
        ]
        value, leakage = _measured(channel)
        used += len(split.weights) == 2
        for bracket, ball in ((split.value, value), (split.leakage, leakage)):
            assert as_ball(bracket.lower).union(as_ball(bracket.upper)).overlaps(ball)
    assert used >= 2


def test_ends_and_shape():
    whole, most = _measured(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    grid = [Fraction(k, 50) for k in range(4)]
    assert as_ball(grid[-1]) < most
    values = [leakage_allowance(PRIOR, CHANNEL, alpha, steps=7) for alpha in grid]
    assert values[0].lower <= output_perturbation_capacity(PRIOR, CHANNEL).upper
    assert output_perturbation_capacity(PRIOR, CHANNEL).lower <= values[0].upper
    assert all(a.upper < b.lower for a, b in pairwise(values))
    assert all(value.width < Fraction(1, 500) for value in values)
    for left, middle, right in zip(values, values[1:], values[2:], strict=False):
        assert (left.lower + right.lower) / 2 <= middle.upper
    assert all(as_ball(value.lower) < whole for value in values)


def test_what_is_outside_is_said():
    with pytest.raises(InvalidInput, match=r"between 0 and I\(X; W~\)"):
        leakage_allowance(PRIOR, CHANNEL, Fraction(1))
    with pytest.raises(Unsupported, match="W tilde has 3 values"):
        leakage_allowance(
            ["1/3"] * 3, [["1/2", "1/2"], ["1/3", "2/3"], ["1/4", "3/4"]], Fraction(0)
        )
