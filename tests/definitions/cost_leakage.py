"""Leakage to an adversary with costs: cost functions, and wrong guesses.

    exp Lambda_c(X->y) = min_w E[c(X,w)] / min_w E[c(X,w) | y]
    exp Lambda_U(X->y) = (1 - max P_U) / (1 - max P_{U|Y=y}),        Lambda = sup_U Lambda_U

A cost is a matrix by letters and guesses. Outcomes of probability zero give 1. A quotient 0/0 (an
attribute already known) raises ZeroDivisionError.
Source: [QID24, (21), (22), (30), (32), Thm. 2].
"""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import (
    Prior,
    Ratio,
    Rows,
    outcomes,
    output_distribution,
    posterior,
    quotient,
    support,
)
from .gain_leakage import expectations
from .log_sum import LogSum


def exp_wrong_guess_leakage_at(prior: Prior, channel: Rows, attribute: Rows, y: int) -> Ratio:
    """The exponentiated Lambda_U: how much rarer a wrong guess of U becomes [QID24, (21)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_wrong_guess_leakage_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 0 1"), 0)
    Fraction(2, 1)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = output_distribution(posterior(prior, channel, y), attribute)
    return quotient(1 - max(output_distribution(prior, attribute)), 1 - max(after))


def wrong_guess_attribute(prior: Prior, letter: int, parts: int) -> list[list[Fraction]]:
    """The attribute of [QID24, Thm. 2]: one letter in equal parts, all others one value.

    >>> from tests.definitions import uniform
    >>> wrong_guess_attribute(uniform(2), 0, 2)[0]
    [Fraction(1, 2), Fraction(1, 2), Fraction(0, 1)]
    """
    broken = [Fraction(1, parts)] * parts + [Fraction(0)]
    others = [Fraction(0)] * parts + [Fraction(1)]
    return [broken if x == letter else others for x in range(len(prior))]


def exp_cost_leakage_at(prior: Prior, channel: Rows, y: int) -> Ratio:
    """The exponentiated Lambda at an outcome, `max_{supp P_X} P_X(x) / P_{X|Y=y}(x)`.

    Infinite where the outcome excludes a letter. [QID24, Thm. 2, (34)], under full support.

    >>> from tests.definitions import matrix, uniform
    >>> exp_cost_leakage_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), 0)
    Fraction(2, 1)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = posterior(prior, channel, y)
    return max(quotient(prior[x], after[x]) for x in support(prior))


def exp_cost_leakage(prior: Prior, channel: Rows) -> Ratio:
    """The worst case of Lambda, which is the maximal realizable cost [QID24, (33)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_cost_leakage(uniform(2), matrix("1 0; 1/2 1/2"))
    inf
    """
    return max(exp_cost_leakage_at(prior, channel, y) for y in outcomes(prior, channel))


def exp_given_cost_leakage_at(prior: Prior, channel: Rows, cost: Rows, y: int) -> Ratio:
    """The exponentiated Lambda_c at an outcome, for a cost `c(x, w) >= 0` [QID24, (30)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_given_cost_leakage_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("0 1; 1 0"), 0)
    Fraction(2, 1)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = posterior(prior, channel, y)
    return quotient(min(expectations(prior, cost)), min(expectations(after, cost)))


def exp_average_cost_leakage(prior: Prior, channel: Rows, cost: Rows) -> Ratio:
    """The quotient of (32) for one cost of X: `min_w E[c] / E[min_w E[c | Y]]` [QID24, (32)].

    >>> from tests.definitions import matrix, uniform
    >>> exp_average_cost_leakage(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("0 1; 1 0"))
    Fraction(2, 1)
    """
    masses = output_distribution(prior, channel)
    after = sum(
        (
            masses[y] * min(expectations(posterior(prior, channel, y), cost))
            for y in outcomes(prior, channel)
        ),
        Fraction(0),
    )
    return quotient(min(expectations(prior, cost)), after)


def exp_maximal_cost_leakage(prior: Prior, channel: Rows) -> Ratio:
    """The exponentiated maximal cost leakage, `1 / sum_y min_{supp P_X} W(x,y)` [QID24, (32)].

    The cost `c(x, w) = 1[x = w] / p(x)` attains it.

    >>> from tests.definitions import matrix, uniform
    >>> exp_maximal_cost_leakage(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(2, 1)
    """
    rows = [channel[x] for x in support(prior)]
    return quotient(
        Fraction(1), sum((min(column) for column in zip(*rows, strict=True)), Fraction(0))
    )


def expected_cost_leakage(prior: Prior, channel: Rows) -> LogSum | float:
    """The mean of Lambda over outcomes, infinite where one of them excludes a letter."""
    masses = output_distribution(prior, channel)
    terms = [(masses[y], exp_cost_leakage_at(prior, channel, y)) for y in outcomes(prior, channel)]
    finite = tuple((mass, cost) for mass, cost in terms if isinstance(cost, Fraction))
    return LogSum(finite) if len(finite) == len(terms) else math.inf


def doeblin(channel: Rows) -> Fraction:
    """The sum over outcomes of the smallest entry of the column."""
    return sum((min(column) for column in zip(*channel, strict=True)), Fraction(0))


def doeblin_on_support(prior: Prior, channel: Rows) -> Fraction:
    """The same over the rows in the support of the prior."""
    return doeblin([channel[x] for x in support(prior)])


def exp_maximal_cost_leakage_of_all(channel: Rows) -> Ratio:
    """The exponentiated maximal cost leakage over all rows, `1 / sum_y min_x W(x,y)`."""
    return quotient(Fraction(1), doeblin(channel))


DEFINITIONS = {
    "costleak(P, W)": Definition(exp_cost_leakage),
    "costleak(P, W, y)": Definition(exp_cost_leakage_at),
    "expected_costleak(P, W)": Definition(expected_cost_leakage),
    "doeblin(W)": Definition(doeblin, is_log=False),
    "doeblin(P, W)": Definition(doeblin_on_support, is_log=False),
    "maxcost(W)": Definition(exp_maximal_cost_leakage_of_all),
    "maxcost(P, W)": Definition(exp_maximal_cost_leakage),
}
STATEMENTS = (
    theorem(
        "costleak(P, W) == -density_min(P, W)",
        "schematic z3",
        source="QID24 Sec. V-B, maximal realizable cost",
    ),
    theorem("doeblin(W) <= doeblin(W >> V)", "schematic z3"),
    theorem("maxcost(W >> V) <= maxcost(W)", "schematic z3"),
    near_miss("costleak(P, W) <= pml(P, W)"),
    near_miss("pml(P, W) <= costleak(P, W)"),
    near_miss("costleak(P, W) <= maxcost(P, W)"),
    near_miss("maxcost(W) <= maxcost(P, W)"),
    near_miss("maxcost(P, W) <= maxleak(P, W)"),
    near_miss("1 - doeblin(P, W) <= tv(P, W)"),
    near_miss("costleak(P, W) <= expected_costleak(P, W)", "sampling"),
)
