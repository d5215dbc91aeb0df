"""Frequencies are exact, intervals hold the truth as often as promised, and sets take them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log, sqrt
from random import Random

import pytest

from pmlsym.closed_forms.over_priors.worst_case import worst_case
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.model.channel import Channel
from pmlsym.model.counts import channel_intervals, intervals
from pmlsym.model.prior import Prior
from pmlsym.prior_sets.prior_set import counted


def test_frequencies() -> None:
    assert Prior.from_counts([0, 2, 6]).masses() == (0, Fraction(1, 4), Fraction(3, 4))
    assert Channel.from_counts([[3, 1], [0, 5]]).matrix()[1] == (0, 1)


def _tail(trials: int, least: int, p: Fraction) -> Fraction:
    """P[Bin(trials, p) >= least], summed exactly."""
    terms = (comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(least, trials + 1))
    return sum(terms, Fraction(0))


@pytest.mark.parametrize(
    "counts", [[40, 60], [0, 3], [1, 0], [3, 0, 97], [1, 1, 1, 1], [119, 1], [7, 30]]
)
def test_ends_are_clopper_and_pearsons_rounded_outward(counts: list[int]) -> None:
    """Binomial tails at the ends are at most alpha/(2m), and hardly less."""
    total, share = sum(counts), Fraction(1, 20) / (2 * len(counts))
    for count, (low, high) in zip(counts, intervals(counts), strict=True):
        assert low <= Fraction(count, total) <= high
        for end, own in ((low, count), (1 - high, total - count)):
            if own:
                assert _tail(total, own, end) <= share
                assert _tail(total, own, end * Fraction(1001, 1000)) > share * Fraction(99, 100)
            else:
                assert end == 0


def test_large_counts_and_intervals_within_hoeffdings() -> None:
    for counts in ([10**6, 3 * 10**6], [5, 10**6], [10**30, 10**30], [1, 10**12]):
        total = sum(counts)
        radius = Fraction(sqrt(log(2 * 2 / 0.05) / (2 * total))) + Fraction(4, 10**12)
        for count, (low, high) in zip(counts, intervals(counts), strict=True):
            mass = Fraction(count, total)
            assert mass - radius <= low <= mass <= high <= mass + radius


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


def test_rows_of_a_channel_hold_together() -> None:
    rows = channel_intervals([[9, 1], [5, 5]], confidence="0.9")
    assert rows[0] == intervals([9, 1], confidence="0.9", among=4)
    with pytest.raises(InvalidInput, match="row 1 has 1 counts"):
        channel_intervals([[1, 2], [3]])
    for wrong in ("0", "1", "2", "x", "1/0"):
        with pytest.raises(InvalidInput, match="the confidence is"):
            channel_intervals([[1, 2]], confidence=wrong)


@pytest.mark.parametrize("counts", [[1, -1], [0, 0], [0.5, 1], [True, 2]])
def test_what_is_no_count(counts: list[int]) -> None:
    with pytest.raises(InvalidInput, match="count"):
        Prior.from_counts(counts)
