"""Event maximal leakage, and closedness under post-processing.

    exp l(X->E) = max_{supp P_X} W(x,E) / P_Y(E),
    eml(delta)  = largest l(X->E) over the events E of all split channels with P_Y(E) >= delta.

An event of a split channel is a fractional event a, 0 <= a(y) <= 1, of the channel itself. The
ratio is linear-fractional, hence largest at a vertex of { 0 <= a <= 1, sum a P_Y >= delta }, where
at most one coordinate is fractional (and then the mass is exactly delta). The empty event has none.
Sources: [PML23, Def. 7, 10, 11, Thm. 3].
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, support
from .pointwise_maximal_leakage import exp_pml_at


def exp_fractional_event_leakage(
    prior: Prior, channel: Rows, event: Sequence[Fraction]
) -> Fraction:
    """The exponentiated leakage of a fractional event of positive probability.

    >>> from tests.definitions import matrix, uniform, vector
    >>> exp_fractional_event_leakage(uniform(2), matrix("3/4 1/4; 1/4 3/4"), vector("1 1/2"))
    Fraction(7, 6)
    """
    mass = sum(
        (a * p for a, p in zip(event, output_distribution(prior, channel), strict=True)),
        Fraction(0),
    )
    return max(
        sum((a * w for a, w in zip(event, channel[x], strict=True)), Fraction(0)) / mass
        for x in support(prior)
    )


def exp_event_leakage(prior: Prior, channel: Rows, event: Collection[int]) -> Fraction:
    """The exponentiated maximal leakage of an event, a set of outcomes [PML23, Def. 10].

    >>> from tests.definitions import matrix, uniform
    >>> exp_event_leakage(uniform(2), matrix("3/4 1/4; 1/4 3/4"), {0, 1})
    Fraction(1, 1)
    """
    indicator = [Fraction(int(y in event)) for y in range(len(channel[0]))]
    return exp_fractional_event_leakage(prior, channel, indicator)


def extreme_events(masses: Sequence[Fraction], delta: Fraction) -> Iterator[tuple[Fraction, ...]]:
    """The vertices of { 0 <= a <= 1, sum_y a(y) masses(y) >= delta }, some of them more than once.

    >>> from tests.definitions import vector
    >>> sorted(set(extreme_events(vector("3/4 1/4"), Fraction(1, 2))))[0]
    (Fraction(1, 3), Fraction(1, 1))
    """
    for corner in product((Fraction(0), Fraction(1)), repeat=len(masses)):
        mass = sum((a * p for a, p in zip(corner, masses, strict=True)), Fraction(0))
        if mass >= delta:
            yield corner
        for y, (a, p) in enumerate(zip(corner, masses, strict=True)):
            if a == 0 and p > 0 and 0 < (delta - mass) / p < 1:
                yield (*corner[:y], (delta - mass) / p, *corner[y + 1 :])


def exp_eml(prior: Prior, channel: Rows, delta: Fraction) -> Fraction:
    """The least exp(eps) >= 1 with (eps, delta)-EML, for delta >= 0 [PML23, Def. 11].

    No event has a mass above one, so that nothing leaks at delta > 1.

    >>> from tests.definitions import matrix, uniform
    >>> exp_eml(uniform(2), matrix("3/5 2/5; 2/5 3/5"), Fraction(3, 5))
    Fraction(17, 15)
    """
    masses = output_distribution(prior, channel)
    leakages = [
        exp_fractional_event_leakage(prior, channel, event)
        for event in extreme_events(masses, delta)
        if sum(a * p for a, p in zip(event, masses, strict=True)) > 0
    ]
    return max(leakages, default=Fraction(1))


def exp_eml_at_letter(prior: Prior, channel: Rows, x: int, delta: Fraction) -> Fraction:
    """The part of one letter, `h_x = max_a sum a W(x,.) / sum a P_Y` [PML23, (17)].

    The largest over supp(P_X) is `exp_eml`.

    >>> from tests.definitions import matrix, uniform
    >>> exp_eml_at_letter(uniform(2), matrix("3/5 2/5; 2/5 3/5"), 0, Fraction(3, 5))
    Fraction(17, 15)
    """
    masses = output_distribution(prior, channel)
    ratios = []
    for event in extreme_events(masses, delta):
        mass = sum((a * p for a, p in zip(event, masses, strict=True)), Fraction(0))
        if mass > 0:
            kept = sum((a * w for a, w in zip(event, channel[x], strict=True)), Fraction(0))
            ratios.append(kept / mass)
    return max(ratios)


def exp_plain_eml(prior: Prior, channel: Rows, delta: Fraction) -> Fraction:
    """The largest leakage of a plain event, no outcome split; at most `exp_eml`.

    >>> from tests.definitions import matrix, uniform
    >>> exp_plain_eml(uniform(2), matrix("3/5 2/5; 2/5 3/5"), Fraction(3, 5))
    Fraction(1, 1)
    """
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    events = [
        {y for y, member in zip(reached, members, strict=True) if member}
        for members in product((False, True), repeat=len(reached))
        if any(members)
    ]
    heavy = [event for event in events if sum(masses[y] for y in event) >= delta]
    return max(exp_event_leakage(prior, channel, event) for event in heavy)


def exp_closedness(prior: Prior, channel: Rows, delta: Fraction, grid: int) -> Fraction:
    """The largest leakage of an outcome of mass >= delta under post-processing [PML23, Def. 7].

    Every post-processing with entries in {0, 1/grid, ..., 1} is tried; two outcomes are enough, as
    the leakage of an outcome depends on its own column only. A lower bound of the supremum.

    >>> from tests.definitions import matrix, uniform
    >>> exp_closedness(uniform(2), matrix("3/5 2/5; 2/5 3/5"), Fraction(3, 5), 5)
    Fraction(17, 15)
    """
    best = Fraction(1)
    steps = [Fraction(k, grid) for k in range(grid + 1)]
    for column in product(steps, repeat=len(channel[0])):
        after = [
            [kept := sum((w * v for w, v in zip(row, column, strict=True)), Fraction(0)), 1 - kept]
            for row in channel
        ]
        mass = output_distribution(prior, after)[0]
        if mass > 0 and mass >= delta:
            best = max(best, exp_pml_at(prior, after, 0))
    return best


def few_outcomes(prior: Prior, channel: Rows, delta: Fraction) -> bool:
    """Whether all sets of outcomes are run through in a moment."""
    return len(channel[0]) <= 12


DEFINITIONS = {
    "eml(P, W, delta)": Definition(exp_eml, fits=few_outcomes),
}
STATEMENTS = (
    theorem("eml(P, W, 0) == pml(P, W)", "schematic"),
    near_miss("eml(P, W, delta) <= -log(pmin(P)) - delta", "sampling"),
    near_miss("pml(P, W) <= eml(P, W, delta)"),
    near_miss("eml(P, W, delta1) <= eml(P, W, delta1 + delta2)"),
    near_miss("eml(P, W, 1/3) <= maxleak(P, W)"),
    near_miss("eml(P, W, delta) <= eps => tail(P, W, eps) <= delta/2"),
)
