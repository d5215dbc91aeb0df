"""Local differential privacy, and the leakage capacity, which is the same number.

The functions return the least exp(eps) >= 1 with W(x,y) <= e^eps W(x',y), or infinity.
Sources: [PML23, Def. 14], [RDP, Def. 2.7].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Ratio, Rows, outputs, quotient, support


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


def exp_capacity_on_support(prior: Prior, channel: Rows) -> Ratio:
    """The same over the rows in the support of the prior."""
    return exp_capacity([channel[x] for x in support(prior)])


DEFINITIONS = {
    "ldp(W)": Definition(exp_ldp),
    "ldp(P, W)": Definition(exp_ldp_on_support),
    "capacity(W)": Definition(exp_capacity),
    "capacity(P, W)": Definition(exp_capacity_on_support),
}
STATEMENTS = (
    theorem(
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))", "schematic z3"
    ),
    theorem("ldp(P, W) <= pml(P, W) - density_min(P, W)", "schematic z3"),
    theorem("capacity(W >> V) <= min(capacity(W), capacity(V))", "z3"),
    near_miss("ldp(W) <= eps => pml(P, W) <= eps/2", "sampling solver z3"),
    near_miss("not (ldp(W) <= 1 and ldp(V) <= 1)", "sampling solver z3"),
    near_miss("ldp(W) <= 2*lip(P, W)"),
    near_miss("capacity(P, W) <= pml(P, W)"),
    near_miss("ldp(P, W) <= ldi(P, W)"),
)
