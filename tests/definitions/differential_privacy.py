"""Differential privacy of a channel from databases, and free-lunch privacy.

    dp    W(d,y) <= e^eps W(d',y)  where d and d' differ in one entry;   flp  for all d, d'

A database mechanism maps tuples of entries to rows, a joint prior maps tuples to masses; both list
every tuple of D^n. Source: [RDP, Def. 4.1, 4.4].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.statements.statement import PAIR, near_miss

from .definition import Definition
from .distributions import Ratio
from .leakage_capacity import exp_ldp, largest_ratio

Database = tuple[int, ...]
Mechanism = Mapping[Database, Sequence[Fraction]]
JointPrior = Mapping[Database, Fraction]


def exp_dp(mechanism: Mechanism) -> Ratio:
    """The least exp(eps) of differential privacy, one entry replaced [RDP, Def. 4.1].

    >>> from tests.definitions import vector
    >>> exp_dp({(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")})
    Fraction(3, 1)
    """
    neighbours = [
        (row, mechanism[other])
        for database, row in mechanism.items()
        for other in mechanism
        if sum(a != b for a, b in zip(database, other, strict=True)) == 1
    ]
    ratios = [largest_ratio(pair) for rows in neighbours for pair in zip(*rows, strict=True)]
    return max([Fraction(1), *ratios])


def exp_dp_entry(mechanism: Mechanism, entry: int) -> Ratio:
    """The same for databases that differ in that entry alone.

    >>> from tests.definitions import vector
    >>> exp_dp_entry({(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")}, 0)
    Fraction(3, 1)
    """
    own = ((d, e) for d in mechanism for e in mechanism if d[entry] != e[entry])
    pairs = [(d, e) for d, e in own if d[:entry] + d[entry + 1 :] == e[:entry] + e[entry + 1 :]]
    rows = (zip(mechanism[d], mechanism[e], strict=True) for d, e in pairs)
    return max([Fraction(1), *(largest_ratio(pair) for row in rows for pair in row)])


def exp_flp(mechanism: Mechanism) -> Ratio:
    """The least exp(eps) of free-lunch privacy, any two databases compared [RDP, Def. 4.4].

    >>> from tests.definitions import vector
    >>> exp_flp({(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")})
    Fraction(3, 1)
    """
    return exp_ldp(list(mechanism.values()))


DEFINITIONS = {
    "dp(W)": Definition(exp_dp, of_databases=True),
    "dp_entry(W, 1)": Definition(exp_dp_entry, of_databases=True),
    "flp(W)": Definition(exp_flp, of_databases=True),
}
STATEMENTS = (
    near_miss("flp(W) <= dp(W)", "sampling solver z3", lets=PAIR),
    near_miss("dp(W) <= dp_entry(W, 1)", "sampling", lets=PAIR),
    near_miss("dp_entry(W, 1) <= pml_entry_given(P, W, 1)", lets=PAIR),
    near_miss("dp(W) <= pml_entry_given(P, W, 1)", lets=PAIR),
)
