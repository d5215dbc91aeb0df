"""Sizes and masses of priors: letters, support, smallest mass, min-entropy.

Sources: [PML23, Prop. 6], [RDP, Def. 2.1].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, support


def size(distribution: Prior) -> int:
    """The number of letters, those of probability zero included.

    >>> from tests.definitions import vector
    >>> size(vector("1 0"))
    2
    """
    return len(distribution)


def suppsize(distribution: Prior) -> int:
    """The number of letters of positive probability.

    >>> from tests.definitions import vector
    >>> suppsize(vector("1 0"))
    1
    """
    return len(support(distribution))


def pmin(distribution: Prior) -> Fraction:
    """The smallest mass on the support, `min {p(x) : p(x) > 0}` [PML23, Prop. 6].

    >>> from tests.definitions import vector
    >>> pmin(vector("3/4 0 1/4"))
    Fraction(1, 4)
    """
    return min(mass for mass in distribution if mass > 0)


def exp_hmin(distribution: Prior) -> Fraction:
    """The exponentiated min-entropy, `1 / max_x p(x)` [RDP, Def. 2.1].

    >>> from tests.definitions import vector
    >>> exp_hmin(vector("3/4 1/4"))
    Fraction(4, 3)
    """
    return 1 / max(distribution)


DEFINITIONS = {
    "pmin(P)": Definition(pmin, is_log=False),
    "hmin(P)": Definition(exp_hmin),
    "size(X)": Definition(Fraction, is_log=False),
    "suppsize(P)": Definition(suppsize, is_log=False),
}
STATEMENTS = (
    theorem("hmin(P) <= log(size(X))", "schematic z3"),
    near_miss("hmin(P >> W) <= hmin(P)", source="noise makes outcomes less predictable"),
    near_miss("pmin(P) <= pmin(P >> W)"),
    near_miss("suppsize(P >> W) <= suppsize(P)"),
    near_miss("size(X) <= suppsize(P)"),
)
