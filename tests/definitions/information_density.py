"""Information density: the logarithm of P_{X|Y=y}(x) / P_X(x), and the smallest of them.

Source: [QID24, (1), Def. 2].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Rows, outcomes, posterior, support


def exp_density(prior: Prior, channel: Rows, x: int, y: int) -> Fraction:
    """The exponentiated information density `P_{X|Y=y}(x) / P_X(x)` [QID24, (1)].

    Defined where both letters have positive probability, else ZeroDivisionError.

    >>> from tests.definitions import matrix, uniform
    >>> exp_density(uniform(2), matrix("3/4 1/4; 1/4 3/4"), 1, 0)
    Fraction(1, 2)
    """
    return posterior(prior, channel, y)[x] / prior[x]


def exp_density_min_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The smallest exponentiated density at an outcome, 0 when the outcome excludes a letter.

    >>> from tests.definitions import matrix, uniform
    >>> exp_density_min_at(uniform(2), matrix("1 0; 1/2 1/2"), 1)
    Fraction(0, 1)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    return min(exp_density(prior, channel, x, y) for x in support(prior))


def exp_density_min(prior: Prior, channel: Rows) -> Fraction:
    """The smallest exponentiated density over both supports, at most 1 [QID24, Def. 2].

    >>> from tests.definitions import matrix, uniform
    >>> exp_density_min(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(1, 2)
    """
    return min(exp_density_min_at(prior, channel, y) for y in outcomes(prior, channel))


DEFINITIONS = {
    "density_min(P, W)": Definition(exp_density_min),
}
STATEMENTS = (
    near_miss("-density_min(P, W) <= pml(P, W)", source="the two ends of the density differ"),
    near_miss("pml(P, W) <= -density_min(P, W)", source="and differ the other way as well"),
)
