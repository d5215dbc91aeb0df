"""LDP, leakage capacity, local information privacy, local differential identifiability.

Each function returns the least exp(eps) >= 1 for which the guarantee holds, or infinity.

    ldp   W(x,y) <= e^eps W(x',y)                     lip   e^-eps p(x) <= P_{X|y}(x) <= e^eps p(x)
    ldi   P_{X|y}(x) <= e^eps P_{X|y}(x')

Sources: [PML23, Def. 14, 15, 16], [RDP, Def. 2.7].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .distributions import Prior, Ratio, Rows, outcomes, outputs, posterior, quotient, support


def largest_ratio(values: Iterable[Fraction]) -> Ratio:
    """The largest `a/b` over ordered pairs: infinite for `a > 0 = b`, while 0/0 is left out.

    At least 1; exactly 1 when every value is zero.

    >>> from tests.definitions import vector
    >>> largest_ratio(vector("1/2 1/3")), largest_ratio(vector("1 0")), largest_ratio(vector("0 0"))
    (Fraction(3, 2), inf, Fraction(1, 1))
    """
    numbers = list(values)
    ratios = [quotient(a, b) for a in numbers for b in numbers if a > 0]
    return max([Fraction(1), *ratios])


def exp_ldp(channel: Rows) -> Ratio:
    """The exponentiated parameter of local differential privacy over all rows.

    Outcomes that no row gives are left out.

    >>> from tests.definitions import matrix
    >>> exp_ldp(matrix("3/4 1/4 0; 1/4 3/4 0")), exp_ldp(matrix("1 0; 1/2 1/2"))
    (Fraction(3, 1), inf)
    """
    return max(largest_ratio(row[y] for row in channel) for y in outputs(channel))


def exp_capacity(channel: Rows) -> Ratio:
    """The exponentiated leakage capacity [RDP, Def. 2.7]: largest `W(x,y) / W(x',y)`, all rows.

    >>> from tests.definitions import matrix
    >>> exp_capacity(matrix("2/3 1/3; 1/3 2/3"))
    Fraction(2, 1)
    """
    reached = [y for y in outputs(channel) if any(row[y] > 0 for row in channel)]
    return max(
        quotient(max(row[y] for row in channel), min(row[y] for row in channel)) for y in reached
    )


def exp_ldp_on_support(prior: Prior, channel: Rows) -> Ratio:
    """The same over the rows in the support of the prior [PML23, Def. 14].

    >>> from tests.definitions import matrix, vector
    >>> exp_ldp_on_support(vector("1/2 1/2 0"), matrix("2/3 1/3; 1/3 2/3; 1 0"))
    Fraction(2, 1)
    """
    return exp_ldp([channel[x] for x in support(prior)])


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
