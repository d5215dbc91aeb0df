"""Upper bounds of leakage from counts: the largest value over all channels that they leave open.

With rows W(x, .) in boxes l(x,y) <= W(x,y) <= u(x,y) and the prior in a box or known,

    pml        max_{x, y} u(x,y) / min_P ( p(x) u(x,y) + sum_{x' /= x} p(x') l(x',y) )
    maxleak    sum_y max_x u(x,y)
    capacity   max_{x /= x', y} u(x,y) / l(x',y)

Here l and u are narrowed to what rows that sum to one attain. Each entry of a column is in another
row, so the bounds of PML and capacity are suprema; that of maximal leakage need not be one, as it
takes several entries of a row. The ratio of PML grows with W(x,y) under every prior, and the least
mixture is a linear problem over a box of priors: mass goes to the smallest coefficients first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.linear.ratio_supremum import BoundedRatio, supremum, unit_masses
from pmlsym.model.counts import (
    CONFIDENCE,
    Intervals,
    channel_intervals,
    confidence_level,
    intervals,
)
from pmlsym.model.distribution import plain_counts
from pmlsym.numbers.number import INFINITY, Number, log_of, rational

Row = Sequence[Fraction]


@dataclass(frozen=True)
class LeakageBounds:
    """Numbers in nats that the leakages do not exceed, with this confidence, all together.

    `outcomes` are bounds of the leakage at each outcome.
    """

    confidence: Fraction
    outcomes: tuple[Number, ...]
    pml: Number
    maxleak: Number
    capacity: Number


def bounds_from_counts(
    table: Sequence[Sequence[int]],
    *,
    prior: Row | None = None,
    confidence: Fraction | str = CONFIDENCE,
) -> LeakageBounds:
    """Leakage bounds for a user's channel whose outcome y was seen `table[x][y]` times after x.

    `prior` is known; without it the row totals are counts of the prior too. Raises InvalidInput for
    entries that are not counts or a confidence outside (0, 1), AlphabetMismatch where the prior has
    another number of letters.

    >>> found = bounds_from_counts([[900, 100], [100, 900]], prior=[Fraction(1, 2)] * 2)
    >>> float(found.pml) > 0.5878, round(float(found.pml), 3)       # log(9/5) at the frequencies
    (True, 0.612)
    """
    rows = [plain_counts(row, f"row {k}") for k, row in enumerate(table)]
    if not rows:
        raise InvalidInput("the table of counts has no rows")
    if prior is not None:
        among = sum(map(len, rows))
        masses: Intervals = tuple((Fraction(mass), Fraction(mass)) for mass in prior)
    else:
        among = sum(map(len, rows)) + len(rows)
        totals = [sum(row) for row in rows]
        masses = intervals(totals, confidence=confidence, among=among)
    boxes = channel_intervals(rows, confidence=confidence, among=among)
    return bounds_over(boxes, masses, confidence_level(confidence))


def bounds_over_set(
    table: Sequence[Sequence[int]],
    priors: PriorPolytope,
    *,
    confidence: Fraction | str = CONFIDENCE,
) -> LeakageBounds:
    """Leakage bounds for all priors of a known set, where only the user's channel was counted.

        max_{x, y} u(x,y) / min_{P in the set} ( p(x) u(x,y) + sum_{x' /= x} p(x') l(x',y) )

    over the letters that some prior of the set has.

    >>> from pmlsym.linear.prior_polytope import Between
    >>> half = Between((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2)
    >>> table = [[900, 100], [100, 900]]
    >>> bounds_over_set(table, half) == bounds_from_counts(table, prior=half.vertices()[0])
    True
    """
    rows = [plain_counts(row, f"row {k}") for k, row in enumerate(table)]
    boxes = channel_intervals(rows, confidence=confidence, among=sum(map(len, rows)))
    columns = list(
        zip(*(_attained_ends(row, f"row {k}") for k, row in enumerate(boxes)), strict=True)
    )
    outcomes = [_pml_over_set(column, priors) for column in columns]
    return _bounds_from_levels(confidence_level(confidence), outcomes, columns)


def bounds_over(
    rows: Sequence[Intervals], prior: Intervals, confidence: Fraction = Fraction(1)
) -> LeakageBounds:
    """Leakage bounds over channels and priors within the intervals of a user's counts.

    Raises AlphabetMismatch where the prior has another number of letters, InvalidInput where no
    row or no prior is within its intervals.

    >>> sure = tuple((Fraction(1, 2), Fraction(1, 2)) for _ in range(2))
    >>> bounds_over([sure, ((Fraction(0), Fraction(1)),) * 2], sure).pml
    log(2)
    """
    if len(prior) != len(rows):
        raise AlphabetMismatch(f"{len(prior)} masses of a prior, but {len(rows)} rows")
    boxes = [_attained_ends(row, f"row {k}") for k, row in enumerate(rows)]
    masses = _attained_ends(prior, "the prior")
    columns = list(zip(*boxes, strict=True))
    outcomes = [_pml_of(column, masses) for column in columns]
    return _bounds_from_levels(confidence, outcomes, columns)


def _bounds_from_levels(
    confidence: Fraction, outcomes: Sequence[Number], columns: Sequence[Intervals]
) -> LeakageBounds:
    """The leakage bounds from a user's counts, by the largest ratios and the columns."""
    return LeakageBounds(
        confidence,
        tuple(log_of(level) for level in outcomes),
        log_of(max(outcomes)),
        log_of(rational(sum((max(u for _, u in c) for c in columns), Fraction(0)))),
        log_of(max(_capacity_of(column) for column in columns)),
    )


def _attained_ends(box: Intervals, name: str) -> Intervals:
    """The ends that a distribution within the intervals of a user's counts attains."""
    low, high = sum(least for least, _ in box), sum(most for _, most in box)
    if any(least > most for least, most in box) or not low <= 1 <= high:
        raise InvalidInput(f"no distribution is within the intervals of {name}")
    return tuple((max(a, 1 - (high - b)), min(b, 1 - (low - a))) for a, b in box)


def _largest_ratio(pairs: Iterable[tuple[Fraction, Fraction]]) -> Number:
    """The largest quotient of bounds from a user's counts, infinite over zero; 1 if all are 0."""
    largest = rational(1)
    for most, least in pairs:
        if most:
            largest = max(largest, rational(most / least) if least else INFINITY)
    return largest


def _pml_of(column: Intervals, masses: Intervals) -> Number:
    """The largest ratio of an entry to the mixture at an outcome that a user's counts allow."""
    triples = zip(column, masses, _least_mixtures(column, masses), strict=True)
    return _largest_ratio((most, mixture) for (_, most), (_, mass), mixture in triples if mass)


def _pml_over_set(column: Intervals, priors: PriorPolytope) -> Number:
    """The largest ratio of an entry to the mixture that a user's counts and set of priors allow."""
    ratios = []
    for x, mass in enumerate(unit_masses(len(column))):
        weights = tuple(most if k == x else least for k, (least, most) in enumerate(column))
        if weights[x]:
            ratios.append(BoundedRatio((weights[x],) * len(column), weights, (mass,), ()))
    largest = supremum(ratios, priors)
    if largest is None:
        return rational(1)
    return INFINITY if largest.level is None else rational(largest.level)


def _least_mixtures(column: Intervals, masses: Intervals) -> Iterator[Fraction]:
    """For each letter the least mixture that a user's counts allow if its own entry is largest.

    Movable mass goes to small entries first. One order serves all letters: the share of a letter is
    taken out of that order, and comes in again at the place of its largest entry.
    """
    least = [low for low, _ in column]
    order = sorted(range(len(least)), key=least.__getitem__)
    rising = [least[k] for k in order]
    room = [high - low for low, high in masses]
    filled = list(accumulate((room[k] for k in order), initial=Fraction(0)))
    cost = list(accumulate((room[k] * least[k] for k in order), initial=Fraction(0)))
    left = 1 - sum((low for low, _ in masses), Fraction(0))
    fixed = sum((m * low for (m, _), low in zip(masses, least, strict=True)), Fraction(0))
    rank = {k: i for i, k in enumerate(order)}

    def cheapest(amount: Fraction) -> Fraction:
        """The least cost of this much prior mass on the smallest entries a user's counts allow."""
        full = max(bisect_left(filled, amount) - 1, 0)
        return cost[full] + (amount - filled[full]) * rising[full]

    for x, (low, most) in enumerate(column):
        before = filled[bisect_left(rising, most)] - (room[x] if low < most else 0)
        moved = min(room[x], max(Fraction(0), left - before))
        apart = left - moved
        others = (
            cheapest(apart)
            if apart <= filled[rank[x]]
            else cheapest(apart + room[x]) - room[x] * low
        )
        yield fixed + masses[x][0] * (most - low) + moved * most + others


def _capacity_of(column: Intervals) -> Number:
    """The largest ratio of an entry to another letter's that a user's counts allow, or 1."""
    rising = sorted(range(len(column)), key=lambda k: column[k][0])
    return _largest_ratio(
        (most, column[k][0]) for x, (_, most) in enumerate(column) for k in rising[:2] if k != x
    )
