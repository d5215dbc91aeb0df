"""Local information privacy: e^-eps p(x) <= P_{X|y}(x) <= e^eps p(x).

Source: [PML23, Def. 15].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Ratio, Rows, outcomes, posterior, quotient, support


def exp_lip(prior: Prior, channel: Rows) -> Ratio:
    """The least exp(eps) of local information privacy, on both supports [PML23, Def. 15].

    >>> from tests.definitions import matrix, uniform
    >>> exp_lip(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(2, 1)
    """
    levels: list[Ratio] = [Fraction(1)]
    for y in outcomes(prior, channel):
        after = posterior(prior, channel, y)
        for x in support(prior):
            levels += [after[x] / prior[x], quotient(prior[x], after[x])]
    return max(levels)


DEFINITIONS = {
    "lip(P, W)": Definition(exp_lip),
}
STATEMENTS = (
    near_miss("lip(P, W) <= ldi(P, W)", "sampling", letters=3),
    near_miss("lip(P, W) <= pml(P, W)", source="LIP is two-sided"),
)
