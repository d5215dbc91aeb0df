"""Frequencies are exact, intervals hold the truth as often as promised, and sets take them."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt
from random import Random

import pytest

from pmlsym.derive.prior_sets import counted
from pmlsym.derive.worst_case import worst_case
from pmlsym.errors import InvalidInput
from pmlsym.families import binary_symmetric
from pmlsym.model.channel import Channel
from pmlsym.model.counts import intervals
from pmlsym.model.prior import Prior


def test_frequencies() -> None:
    assert Prior.from_counts([0, 2, 6]).masses() == (0, Fraction(1, 4), Fraction(3, 4))
    assert Channel.from_counts([[3, 1], [0, 5]]).matrix()[1] == (0, 1)


def test_intervals_are_hoeffdings_rounded_outward() -> None:
    radius = sqrt(log(2 * 2 / 0.05) / (2 * 1000))
    (low, high), _ = intervals([400, 600])
    assert low == pytest.approx(0.4 - radius, abs=1e-9)
    assert high == pytest.approx(0.4 + radius, abs=1e-9)
    assert (high - low) / 2 >= radius
    assert intervals([0, 3])[0][0] == 0


def test_the_truth_is_inside_as_often_as_promised() -> None:
    random, inside = Random(1), 0
    for _ in range(400):
        drawn = random.choices(range(3), [1, 2, 7], k=60)
        counts = [drawn.count(x) for x in range(3)]
        found = intervals(counts, confidence="0.9")
        truth = (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10))
        inside += all(low <= p <= high for p, (low, high) in zip(truth, found, strict=True))
    assert inside >= 0.9 * 400


def test_worst_case_over_what_was_counted() -> None:
    """PML of the flip is log(W/P_Y) at the prior of the set with the least mass on one side."""
    (low, _), _ = intervals([400, 600])
    worst = worst_case(binary_symmetric(), counted([400, 600])).closed.put({"a": "1/10"})
    least = low * Fraction(9, 10) + (1 - low) * Fraction(1, 10)
    assert float(worst.expr) == pytest.approx(log(Fraction(9, 10) / least), rel=1e-12)


@pytest.mark.parametrize("counts", [[1, -1], [0, 0], [0.5, 1], [True, 2]])
def test_what_is_no_count(counts: list[int]) -> None:
    with pytest.raises(InvalidInput, match="count"):
        Prior.from_counts(counts)
