"""Privacy up to a probability delta: rows of a channel, or databases, compared event by event.

    (eps, delta):  W(x, E) <= e^eps W(x', E) + delta     for all E, and all x, x' or neighbours

All events are tried: 2^n of them, n the number of outcomes. Source: [Dwork and Roth, Def. 2.4].
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from tests.statements.statement import PAIR, near_miss, theorem

from .definition import Definition
from .differential_privacy import Mechanism
from .distributions import Ratio, Rows

Row = Sequence[Fraction]
Pairs = list[tuple[Row, Row]]
OUTCOMES = 7


def masses(first: Row, second: Row) -> Iterator[tuple[Fraction, Fraction]]:
    """The probabilities of each event under two rows."""
    for members in product((0, 1), repeat=len(first)):
        yield (
            sum((p for p, member in zip(first, members, strict=True) if member), Fraction(0)),
            sum((q for q, member in zip(second, members, strict=True) if member), Fraction(0)),
        )


def exp_least_eps(pairs: Pairs, delta: Fraction) -> Ratio:
    """The least exp(eps) >= 1 for that delta; infinite where there is none."""
    worst: Ratio = Fraction(1)
    for first, second in pairs:
        for p, q in masses(first, second):
            if p > delta:
                worst = max(worst, (p - delta) / q if q else math.inf)
    return worst


def least_delta(pairs: Pairs, exp_eps: Fraction) -> Fraction:
    """The least delta for that exp(eps)."""
    return max(p - exp_eps * q for pair in pairs for p, q in masses(*pair))


def rows_of(channel: Rows) -> Pairs:
    """All pairs of rows, a row beside itself among them."""
    return list(product(channel, repeat=2))


def neighbours(mechanism: Mechanism) -> Pairs:
    """The rows of databases that differ in at most one entry."""
    return [
        (row, other)
        for d, row in mechanism.items()
        for e, other in mechanism.items()
        if sum(a != b for a, b in zip(d, e, strict=True)) <= 1
    ]


def exp_ldp_up_to(channel: Rows, delta: Fraction) -> Ratio:
    """The least exp(eps) of (eps, delta)-LDP.

    >>> from tests.definitions import matrix
    >>> exp_ldp_up_to(matrix("3/4 1/4; 1/4 3/4"), Fraction(1, 4))
    Fraction(2, 1)
    """
    return exp_least_eps(rows_of(channel), delta)


def exp_flp_up_to(mechanism: Mechanism, delta: Fraction) -> Ratio:
    """The same of any two databases."""
    return exp_least_eps(rows_of(list(mechanism.values())), delta)


def exp_dp_up_to(mechanism: Mechanism, delta: Fraction) -> Ratio:
    """The same of databases that differ in one entry."""
    return exp_least_eps(neighbours(mechanism), delta)


def ldpdelta(channel: Rows, exp_eps: Fraction) -> Fraction:
    """The least delta of (eps, delta)-LDP.

    >>> from tests.definitions import matrix
    >>> ldpdelta(matrix("3/4 1/4; 1/4 3/4"), Fraction(2))
    Fraction(1, 4)
    """
    return least_delta(rows_of(channel), exp_eps)


def dpdelta(mechanism: Mechanism, exp_eps: Fraction) -> Fraction:
    """The same of databases that differ in one entry."""
    return least_delta(neighbours(mechanism), exp_eps)


def few_outcomes(channel: Rows | Mechanism, number: Fraction) -> bool:
    """Whether all events are run through in a moment."""
    rows = list(channel.values()) if isinstance(channel, dict) else channel
    return len(rows[0]) <= OUTCOMES and len(rows) <= 9


DEFINITIONS = {
    "ldp(W, delta)": Definition(exp_ldp_up_to, fits=few_outcomes),
    "flp(W, delta)": Definition(exp_flp_up_to, of_databases=True, fits=few_outcomes),
    "dp(W, delta)": Definition(exp_dp_up_to, of_databases=True, fits=few_outcomes),
    "ldpdelta(W, eps)": Definition(ldpdelta, is_log=False, fits=few_outcomes),
    "dpdelta(W, eps)": Definition(dpdelta, is_log=False, of_databases=True, fits=few_outcomes),
}
_APART = ("W: X -> Y", "U: X -> Z")
_IN_TURN = ("W: D, E -> Y", "U: D, E, Y -> Z")
STATEMENTS = (
    near_miss("ldp(W, delta) <= eps => W[y|x] <= exp(eps)*W[y|z] + delta/2", "sampling"),
    theorem("ldp(W, delta) <= eps => eta[tv](W) <= (exp(eps) - 1 + 2*delta)/(exp(eps) + 1)"),
    theorem("ldpdelta(W & U, e1 + e2) <= ldpdelta(W, e1) + ldpdelta(U, e2)", lets=_APART),
    theorem("ldp(W, d1) <= e1 and ldp(U, d2) <= e2 => ldp(W & U, d1 + d2) <= e1 + e2", lets=_APART),
    theorem("ldp(W & V, d1 + d2) <= ldp(W, d1) + ldp(V, d2)"),
    theorem("dp(W & U, d1 + d2) <= dp(W, d1) + dp(U, d2)", lets=_IN_TURN),
    theorem("dp(W, delta) <= eps => flp(W, delta*(1 + exp(eps))) <= 2*eps", lets=PAIR),
    near_miss("ldp(W, delta) <= eps => ldp(W) <= eps"),
    near_miss("ldp(W, 1/10) <= log(2) => ldpdelta(W, log(2)) <= 99/1000"),
    near_miss("ldp(W, delta) <= eps => eta[tv](W) <= (exp(eps) - 1 + 3/2*delta)/(exp(eps) + 1)"),
    near_miss("ldp(W & U, delta) <= ldp(W, delta) + ldp(U, delta)", lets=_APART),
    near_miss("ldpdelta(W & V, e1 + e2) <= ldpdelta(W, e1) + 99/100*ldpdelta(V, e2)"),
    near_miss("dp(W & U, delta) <= dp(W, delta) + dp(U, delta)", lets=_IN_TURN),
    near_miss("eml(P, W, delta) <= ldp(W, delta)"),
    near_miss("ldp(W, delta) <= 99/100*ldp(W)"),
    near_miss("ldpdelta(W, eps) <= 99/100", "sampling"),
    near_miss("ldpdelta(W, eps) <= delta => ldp(W) <= eps"),
    near_miss("ldpdelta(W & W, e1 + e2) <= ldpdelta(W, e1)"),
    near_miss("eta[tv](W) <= ldpdelta(W, eps)"),
    near_miss("dp(W, delta) <= eps => flp(W, delta*(1 + exp(eps))*99/100) <= 2*eps", lets=PAIR),
    near_miss("flp(W, delta) <= dp(W, delta)", lets=PAIR),
    near_miss("ldpdelta(W, eps) <= dpdelta(W, eps)", "sampling", lets=PAIR),
)
