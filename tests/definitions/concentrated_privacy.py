"""Zero-concentrated privacy where it has a form to write down.

Of two distributions a, b it is infinite where a is not dominated by b. Where a/b is one number c on
the support of a, D[alpha](a || b) is log c at every order: it is log c, the limit at order 1.
Elsewhere tests/soundness/test_every_order.py tries orders.
"""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import PAIR, near_miss, theorem

from .approximate_privacy import Pairs, neighbours, rows_of
from .definition import Definition
from .differential_privacy import Mechanism
from .distributions import Rows
from .log_sum import LogSum


def of_pairs(pairs: Pairs) -> object:
    """The largest of pairs that are infinite, or have one ratio.

    >>> from tests.definitions import matrix
    >>> of_pairs(rows_of(matrix("1 0; 1 0"))).terms
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    every = [ratios(first, second) for first, second in pairs]
    if any(None in each for each in every):
        return math.inf
    return LogSum(((Fraction(1), max(c for (c,) in every)),))  # type: ignore[type-var]


def ratios(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> set[Fraction | None]:
    """All ratios on the support of the first; None where the second has nothing there."""
    return {(a / b if b else None) for a, b in zip(first, second, strict=True) if a}


def is_written(pairs: Pairs) -> bool:
    """Whether a pair is infinite, or all have one ratio."""
    every = [ratios(first, second) for first, second in pairs]
    return any(None in each for each in every) or all(len(each) == 1 for each in every)


def zcdp(channel: Rows) -> object:
    """The largest of any two rows."""
    return of_pairs(rows_of(channel))


def dpzcdp(mechanism: Mechanism) -> object:
    """The largest of databases that differ in one entry."""
    return of_pairs(neighbours(mechanism))


DEFINITIONS = {
    "zcdp(W)": Definition(zcdp, is_log=False, fits=lambda rows: is_written(rows_of(rows))),
    "dpzcdp(W)": Definition(
        dpzcdp, is_log=False, of_databases=True, fits=lambda own: is_written(neighbours(own))
    ),
}
_APART = ("W: X -> Y", "U: X -> Z")
STATEMENTS = (
    theorem("zcdp(W) <= eps => zcdp(W >> V) <= eps"),
    theorem("ldp(W) <= eps => zcdp(W) <= eps"),
    theorem("zcdp(W) <= rho => rdp(W, 3) <= 3*rho"),
    near_miss("ldp(W) <= zcdp(W)", "sampling"),
    near_miss("zcdp(W) <= rdp(W, 1)", "sampling"),
    near_miss("zcdp(W) <= rdp(W, 2)/2", "sampling"),
    near_miss("zcdp(W) <= ldp(W)^2/4", "sampling"),
    near_miss("zcdp(W) <= 1 => ldp(W) <= 3", "sampling"),
    near_miss("zcdp(W & U) <= max(zcdp(W), zcdp(U))", "sampling", lets=_APART),
    near_miss("zcdp(W) <= dpzcdp(W)", "sampling", lets=PAIR),
)
