"""Mutual information and f-information.

    I(X;Y)    = sum p(x) W(x,y) log( W(x,y) / P_Y(y) )
    I_f(X;Y)  = sum p(x) P_Y(y) f( W(x,y) / P_Y(y) )          chi2: f(u) = (u - 1)^2

Sources: [PML23, Prop. 7, Def. 17, 18].
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import (
    Prior,
    Ratio,
    Rows,
    joint,
    outcomes,
    output_distribution,
    posterior,
    support,
)
from .log_sum import LogSum


def mi(prior: Prior, channel: Rows) -> LogSum:
    """The mutual information of input and output.

    >>> from tests.definitions import matrix, uniform
    >>> mi(uniform(2), matrix("1 0; 0 1")).terms[0]
    (Fraction(1, 2), Fraction(2, 1))
    """
    masses = output_distribution(prior, channel)
    return LogSum(
        tuple(
            (mass, channel[x][y] / masses[y])
            for x, row in enumerate(joint(prior, channel))
            for y, mass in enumerate(row)
            if mass > 0
        )
    )


def f_information_terms(prior: Prior, channel: Rows) -> list[tuple[Fraction, Fraction]]:
    """The pairs `(p(x) P_Y(y), W(x,y) / P_Y(y))` on both supports; I_f sums weight * f(ratio).

    >>> from tests.definitions import matrix, uniform
    >>> f_information_terms(uniform(2), matrix("1 0; 0 1"))[1]
    (Fraction(1, 4), Fraction(0, 1))
    """
    masses = output_distribution(prior, channel)
    return [
        (prior[x] * masses[y], channel[x][y] / masses[y])
        for x in support(prior)
        for y in outcomes(prior, channel)
    ]


def f_information(prior: Prior, channel: Rows, f: Callable[[Fraction], Ratio]) -> Ratio:
    """The f-information, for a function given also at 0 by continuity [PML23, Def. 18].

    >>> from tests.definitions import matrix, uniform
    >>> f_information(uniform(2), matrix("1 0; 0 1"), lambda ratio: (ratio - 1) ** 2)
    Fraction(1, 1)
    """
    return sum((q * f(ratio) for q, ratio in f_information_terms(prior, channel)), Fraction(0))


def chi2(prior: Prior, channel: Rows) -> Ratio:
    """The chi-squared information."""
    return f_information(prior, channel, lambda ratio: (ratio - 1) ** 2)


def mi_at(prior: Prior, channel: Rows, y: int) -> LogSum:
    """The relative entropy of the posterior from the prior.

    >>> from tests.definitions import matrix, uniform
    >>> mi_at(uniform(2), matrix("1 0; 0 1"), 0).terms
    ((Fraction(1, 1), Fraction(2, 1)),)
    """
    pairs = zip(posterior(prior, channel, y), prior, strict=True)
    return LogSum(tuple((after, after / before) for after, before in pairs if after > 0))


def chi2_at(prior: Prior, channel: Rows, y: int) -> Ratio:
    """Pearson's divergence of the posterior from the prior."""
    pairs = zip(posterior(prior, channel, y), prior, strict=True)
    return sum(((a - p) ** 2 / p for a, p in pairs if p > 0), Fraction(0))


DEFINITIONS = {
    "mi(P, W)": Definition(mi),
    "mi(P, W, y)": Definition(mi_at),
    "chi2(P, W)": Definition(chi2, is_log=False),
    "chi2(P, W, y)": Definition(chi2_at, is_log=False),
}
STATEMENTS = (
    theorem("mi(P, W) <= expected_pml(P, W)", "schematic", source="PML23 Prop. 7, I <= E l"),
    near_miss("chi2(P, W) <= tv(P, W)", "sampling"),
    near_miss("tv(P, W) <= mi(P, W)"),
    near_miss("mi(P, W) <= 2*tv(P, W)"),
    near_miss("chi2(P, W) <= mi(P, W)"),
    near_miss("mi(P, W, y) <= mi(P, W)", "sampling"),
    near_miss("chi2(P, W, y) <= pml(P, W, y)", "sampling"),
)
