"""Leakage to a given adversary: gain functions, one guess, cost functions, wrong guesses.

    exp l_g(X->y)      = max_w E[g(X,w) | y] / max_w E[g(X,w)]
    exp Lambda_c(X->y) = min_w E[c(X,w)] / min_w E[c(X,w) | y]
    exp Lambda_U(X->y) = (1 - max P_U) / (1 - max P_{U|Y=y}),        Lambda = sup_U Lambda_U

A gain or a cost is a matrix by letters and guesses. Outcomes of probability zero give 1. A quotient
0/0 (a gain that is zero on the support, an attribute already known) raises ZeroDivisionError.
Sources: [PML23, (10), Sec. II-D], [QID24, (21), (22), (30), (32), Thm. 2].
"""

from __future__ import annotations

from fractions import Fraction

from .distributions import (
    Prior,
    Ratio,
    Rows,
    outcomes,
    output_distribution,
    outputs,
    posterior,
    quotient,
    support,
)


def expectations(distribution: Prior, table: Rows) -> list[Fraction]:
    """The expectation `E[table(X, w)]` of each column.

    >>> from tests.definitions import matrix, uniform
    >>> expectations(uniform(2), matrix("3 0; 1 5"))
    [Fraction(2, 1), Fraction(5, 2)]
    """
    return [
        sum((mass * row[w] for mass, row in zip(distribution, table, strict=True)), Fraction(0))
        for w in outputs(table)
    ]


def exp_gain_leakage_at(prior: Prior, channel: Rows, gain: Rows, y: int) -> Fraction:
    """The exponentiated g-leakage at an outcome, for a gain `g(x, w) >= 0` [PML23, (10)].

    >>> from tests.definitions import matrix, vector
    >>> exp_gain_leakage_at(vector("3/4 1/4"), matrix("1/2 1/2; 1 0"), matrix("1 0; 0 1"), 0)
    Fraction(4, 5)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = posterior(prior, channel, y)
    return max(expectations(after, gain)) / max(expectations(prior, gain))


def exp_gain_leakage(prior: Prior, channel: Rows, gain: Rows) -> Fraction:
    """The worst case of the g-leakage over the outcomes of positive probability.

    >>> from tests.definitions import matrix, vector
    >>> exp_gain_leakage(vector("3/4 1/4"), matrix("1/2 1/2; 1 0"), matrix("1 0; 0 1"))
    Fraction(4, 3)
    """
    return max(exp_gain_leakage_at(prior, channel, gain, y) for y in outcomes(prior, channel))


def exp_dynamic_leakage_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The exponentiated dynamic min-entropy leakage `max P_{X|Y=y} / max P_X` [PML23, Sec. II-D].

    It may be smaller than 1.

    >>> from tests.definitions import matrix, vector
    >>> exp_dynamic_leakage_at(vector("3/4 1/4"), matrix("1/3 2/3; 1 0"), 0)
    Fraction(2, 3)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    return max(posterior(prior, channel, y)) / max(prior)


def exp_dynamic_leakage(prior: Prior, channel: Rows) -> Fraction:
    """The worst case of the dynamic leakage over the outcomes of positive probability.

    >>> from tests.definitions import matrix, vector
    >>> exp_dynamic_leakage(vector("3/4 1/4"), matrix("1/3 2/3; 1 0"))
    Fraction(4, 3)
    """
    return max(exp_dynamic_leakage_at(prior, channel, y) for y in outcomes(prior, channel))


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
