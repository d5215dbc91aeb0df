"""Renyi differential privacy: the largest divergence of all pairs of rows, or of neighbours."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import PAIR, near_miss, theorem

from .approximate_privacy import Pairs, neighbours, rows_of
from .definition import Definition
from .differential_privacy import Mechanism
from .distributions import Rows
from .renyi_divergence import is_defined, renyi

Order = Fraction | float


def largest(pairs: Pairs, order: Order) -> object:
    """The largest of the divergences; by sight, which tells apart all but equal ones."""
    found = [renyi(order, first, second) for first, second in pairs]
    if math.inf in found:
        return math.inf
    return max(found, key=lambda each: each.value)  # type: ignore[attr-defined]


def rdp(channel: Rows, order: Order) -> object:
    """The largest between two rows.

    >>> from tests.definitions import matrix
    >>> rdp(matrix("1/2 1/2; 1/4 3/4"), Fraction(2)).terms
    ((Fraction(1, 1), Fraction(4, 3)),)
    """
    return largest(rows_of(channel), order)


def dprdp(mechanism: Mechanism, order: Order) -> object:
    """The largest between databases that differ in one entry."""
    return largest(neighbours(mechanism), order)


def has_order(_: object, order: Order) -> bool:
    """Whether the order is one of those that are defined by hand."""
    return is_defined(order)


DEFINITIONS = {
    "rdp(W, alpha)": Definition(rdp, fits=has_order),
    "dprdp(W, alpha)": Definition(dprdp, fits=has_order, of_databases=True),
}
_APART = ("W: X -> Y", "U: X -> Z")
STATEMENTS = (
    theorem("rdp(W >> V, 5/2) <= rdp(W, 5/2)"),
    theorem("rdp(W, 2) <= eps => rdp(W, 1) <= eps"),
    theorem("2*eta[tv](W)*eta[tv](W) <= rdp(W, 1)"),
    near_miss("rdp(W, 2) <= 99/100*ldp(W)", "sampling"),
    near_miss("rdp(W, 2) <= rdp(W, 1)", "sampling"),
    near_miss("rdp(W, 2) <= 2*ldp(W)*ldp(W)/8", "sampling"),
    near_miss("rdp(W, 3/2) <= 99/100*rdp(W, 2)", "sampling"),
    near_miss("rdp(W & U, 2) <= max(rdp(W, 2), rdp(U, 2))", "sampling", lets=_APART),
    near_miss("rdp(W, 2) <= log(2) => ldp(W) <= 2", "sampling"),
    near_miss("rdp(W, 1/2) <= 2/5*rdp(W, 1)", "sampling"),
    near_miss("rdp(W, 2) <= dprdp(W, 2)", "sampling", lets=PAIR),
    near_miss("mi(P, W) <= 1/5*rdp(W, 1)", "sampling"),
)
