"""Max-information, approximate where delta > 0.

    log max_E (P_XY(E) - delta) / (P_X P_Y)(E)      over the events of pairs with P_XY(E) >= delta

Source: [PML23, Def. 12, 13].
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, inputs, output_distribution, outputs, support


def exp_max_divergence(
    first: Sequence[Fraction], second: Sequence[Fraction], delta: Fraction
) -> Fraction:
    """The exponentiated delta-approximate max-divergence [PML23, Def. 12].

    `max (P(E) - delta) / Q(E)` over the events with `P(E) >= delta` and `Q(E) > 0`; 0 (log = -inf)
    at delta = 1. All events are tried: 2^n of them, n the number of letters with `Q > 0`.

    >>> from tests.definitions import vector
    >>> exp_max_divergence(vector("3/4 1/4"), vector("1/4 3/4"), Fraction(1, 4))
    Fraction(2, 1)
    """
    letters = support(second)
    best = Fraction(0)
    for members in product((False, True), repeat=len(letters)):
        event = [letter for letter, member in zip(letters, members, strict=True) if member]
        mass = sum((first[letter] for letter in event), Fraction(0))
        if event and mass >= delta:
            best = max(best, (mass - delta) / sum(second[letter] for letter in event))
    return best


def exp_max_information(prior: Prior, channel: Rows, delta: Fraction = Fraction(0)) -> Fraction:
    """The exponentiated (approximate) max-information of input and output [PML23, Def. 13].

    >>> from tests.definitions import matrix, uniform
    >>> exp_max_information(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(3, 2)
    """
    masses = output_distribution(prior, channel)
    cells = [(x, y) for x in inputs(channel) for y in outputs(channel)]
    together = [prior[x] * channel[x][y] for x, y in cells]
    apart = [prior[x] * masses[y] for x, y in cells]
    return exp_max_divergence(together, apart, delta)


def few_pairs(prior: Prior, channel: Rows, delta: Fraction = Fraction(0)) -> bool:
    """Whether all sets of pairs are run through in a moment, and delta is a probability."""
    return len(prior) * len(channel[0]) <= 12 and delta <= 1


DEFINITIONS = {
    "maxinfo(P, W)": Definition(exp_max_information, fits=few_pairs),
    "maxinfo(P, W, delta)": Definition(exp_max_information, fits=few_pairs),
}
STATEMENTS = (
    theorem("maxinfo(P, W, delta) <= maxinfo(P, W)", "schematic"),
    near_miss("pml(P, W) <= maxinfo(P, W, delta)"),
    near_miss("maxinfo(P, W, delta) <= eml(P, W, delta) - 1/100"),
    near_miss("maxinfo(P, W, delta) >= 0"),
)
