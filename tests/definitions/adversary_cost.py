"""Leakage to an adversary who pays a cost [QID24, (21), (30)].

    exp Lambda_c(X->y) = min_w E[c(X,w)] / min_w E[c(X,w) | y]
    exp Lambda_U(X->y) = P[the best guess of U is wrong] / P[.. after y]

A cost is a matrix by letters and guesses. A quotient 0/0, of a cost that is zero on the support,
raises ZeroDivisionError; a posterior cost of zero alone gives infinity.
"""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior
from .gain_leakage import expectations


def exp_cost(prior: Prior, cost: Rows) -> Fraction:
    """The smallest expected cost.

    >>> from tests.definitions import matrix, uniform
    >>> exp_cost(uniform(2), matrix("3 0; 1 5"))
    Fraction(2, 1)
    """
    return min(expectations(prior, cost))


def exp_cost_after_at(prior: Prior, channel: Rows, cost: Rows, y: int) -> Fraction:
    """The same after an outcome; raises ZeroDivisionError when `P_Y(y) = 0`."""
    return exp_cost(posterior(prior, channel, y), cost)


def exp_cost_after(prior: Prior, channel: Rows, cost: Rows) -> Fraction:
    """The smallest of these over the outcomes of positive probability."""
    return min(exp_cost_after_at(prior, channel, cost, y) for y in outcomes(prior, channel))


def _fall(before: Fraction, after: Fraction) -> Fraction | float:
    """The quotient of two risks; infinite where only the latter is zero."""
    return math.inf if before > 0 == after else before / after


def exp_cost_leakage_at(prior: Prior, channel: Rows, cost: Rows, y: int) -> Fraction | float:
    """The exponentiated cost leakage at an outcome, for one cost [QID24, (30)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_cost_leakage_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("0 1; 1 0"), 0)
    Fraction(2, 1)
    """
    return _fall(exp_cost(prior, cost), exp_cost_after_at(prior, channel, cost, y))


def exp_cost_leakage(prior: Prior, channel: Rows, cost: Rows) -> Fraction | float:
    """The worst case of the cost leakage over the outcomes of positive probability."""
    return _fall(exp_cost(prior, cost), exp_cost_after(prior, channel, cost))


def risk(distribution: Prior, attribute: Rows) -> Fraction:
    """The probability that the best guess of an attribute is wrong.

    >>> from tests.definitions import matrix, uniform
    >>> risk(uniform(2), matrix("1 0; 1/2 1/2"))
    Fraction(1, 4)
    """
    return 1 - max(output_distribution(distribution, attribute))


def exp_attribute_cost_leakage_at(
    prior: Prior, channel: Rows, attribute: Rows, y: int
) -> Fraction | float:
    """The exponentiated cost leakage about an attribute at an outcome [QID24, (21)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_attribute_cost_leakage_at(uniform(2), matrix("1 0; 0 1"), matrix("1 0; 0 1"), 0)
    inf
    """
    return _fall(risk(prior, attribute), risk(posterior(prior, channel, y), attribute))


def exp_attribute_cost_leakage(prior: Prior, channel: Rows, attribute: Rows) -> Fraction | float:
    """The worst case of it over the outcomes of positive probability."""
    falls = [
        exp_attribute_cost_leakage_at(prior, channel, attribute, y)
        for y in outcomes(prior, channel)
    ]
    return max(falls)


DEFINITIONS = {
    "worst_cost(P, G)": Definition(exp_cost),
    "worst_cost(P, W, G)": Definition(exp_cost_after),
    "worst_cost(P, W, G, y)": Definition(exp_cost_after_at),
    "worst_costleak(P, W, G)": Definition(exp_cost_leakage),
    "worst_costleak(P, W, G, y)": Definition(exp_cost_leakage_at, at_null=False),
    "ucostleak(P, W, A)": Definition(exp_attribute_cost_leakage),
    "ucostleak(P, W, A, y)": Definition(exp_attribute_cost_leakage_at, at_null=False),
}
STATEMENTS = (
    theorem("worst_cost(P, W, C) <= worst_cost(P, C)", "schematic z3"),
    theorem("worst_costleak(P, W, C) <= costleak(P, W)", "z3"),
    theorem("ucostleak(P, W, A, y) <= costleak(P, W, y)", "z3"),
    near_miss("worst_costleak(P, W, C, y) >= 0", "sampling solver z3"),
    near_miss("ucostleak(P, W, A, y) >= 0"),
    near_miss("worst_costleak(P, W, C) <= pml(P, W)"),
    near_miss("costleak(P, W) <= ucostleak(P, W, A)"),
    near_miss("ucostleak(P, W, A) <= uleak(P, W, A)"),
    near_miss("worst_cost(P, C) <= worst_cost(P, W, C)"),
)
