"""Maximal leakage of a channel, over all its rows or over those in the support of a prior.

    exp L(W) = sum_y max_x W(x,y),        exp L(P, W) = sum_y max_{x : p(x) > 0} W(x,y)

Sources: [PML23, (1), Def. 6].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, output_distribution, outputs, support
from .pointwise_maximal_leakage import exp_pml_at


def exp_maxleak(channel: Rows) -> Fraction:
    """The exponentiated maximal leakage over all rows.

    >>> from tests.definitions import matrix
    >>> exp_maxleak(matrix("1 0; 1/2 1/2"))
    Fraction(3, 2)
    """
    return sum((max(row[y] for row in channel) for y in outputs(channel)), Fraction(0))


def exp_maxleak_on_support(prior: Prior, channel: Rows) -> Fraction:
    """The exponentiated maximal leakage over the rows in the support of the prior [PML23, (1)].

    >>> from tests.definitions import matrix, vector
    >>> exp_maxleak_on_support(vector("1 0"), matrix("1 0; 0 1"))
    Fraction(1, 1)
    """
    return exp_maxleak([channel[x] for x in support(prior)])


def expected_exp_pml(prior: Prior, channel: Rows) -> Fraction:
    """The average guarantee `E[exp l(X->Y)]`, equal to the former [PML23, Def. 6].

    >>> from tests.definitions import matrix, uniform
    >>> expected_exp_pml(uniform(2), matrix("1 0; 1/2 1/2"))
    Fraction(3, 2)
    """
    masses = output_distribution(prior, channel)
    return sum((mass * exp_pml_at(prior, channel, y) for y, mass in enumerate(masses)), Fraction(0))


DEFINITIONS = {
    "maxleak(W)": Definition(exp_maxleak),
    "maxleak(P, W)": Definition(exp_maxleak_on_support),
}
STATEMENTS = (
    theorem("maxleak(W) <= pml(P, W)", "schematic z3", assume=("fullsupport(P)",)),
    theorem("maxleak(W >> V) <= maxleak(V)", "schematic z3"),
    theorem("maxleak(P, W) <= log(suppsize(P))", "schematic z3"),
    near_miss(
        "maxleak(W) <= pml(P, W)",
        "sampling solver z3",
        source="letters outside the support count in maxleak(W)",
    ),
    near_miss("maxleak(P, W) <= expected_pml(P, W)"),
)
