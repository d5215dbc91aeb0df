"""Local differential identifiability: P_{X|y}(x) <= e^eps P_{X|y}(x').

Source: [PML23, Def. 16].
"""

from __future__ import annotations

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Ratio, Rows, outcomes, posterior, support
from .leakage_capacity import largest_ratio


def exp_ldi(prior: Prior, channel: Rows) -> Ratio:
    """The least exp(eps) of local differential identifiability, on both supports [PML23, Def. 16].

    >>> from tests.definitions import matrix, uniform
    >>> exp_ldi(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(3, 1)
    """
    levels = []
    for y in outcomes(prior, channel):
        after = posterior(prior, channel, y)
        levels.append(largest_ratio(after[x] for x in support(prior)))
    return max(levels)


DEFINITIONS = {
    "ldi(P, W)": Definition(exp_ldi),
}
STATEMENTS = (
    near_miss("ldi(P, W) <= lip(P, W)", "sampling solver z3"),
    near_miss("ldi(P, W) <= 2*lip(P, W)"),
)
