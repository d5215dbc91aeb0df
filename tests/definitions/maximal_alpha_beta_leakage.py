"""Maximal (alpha, beta)-leakage, at whole second orders, the supremum over priors taken by hand.

    alpha/((alpha - 1) beta)
        log max_x' sum_y W(x',y)^(1 - beta) ( sum_x Q(x) W(x,y)^alpha )^(beta/alpha)

At alpha = inf the inner power mean is the largest entry of a column, whatever the weights of a Q
with full support. For beta >= alpha the sum is convex in Q, and largest at a point mass.
"""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Rows
from .log_sum import LogSum


def ableak(channel: Rows, alpha: Fraction | float, beta: Fraction | float) -> object:
    """The leakage, in nats, as a logarithm.

    >>> from tests.definitions import matrix
    >>> ableak(matrix("1/2 1/2; 1/4 3/4"), math.inf, Fraction(2)).terms
    ((Fraction(1, 2), Fraction(7, 4)),)
    """
    share = Fraction(1) if alpha == math.inf else Fraction(alpha) / (Fraction(alpha) - 1)
    largest = tuple(max(row[y] for row in channel) for y in range(len(channel[0])))
    above = (largest,) if alpha == math.inf else channel  # what the mean is, at the best Q
    if beta == math.inf:
        return _times(share, [_largest_ratio(top, row) for row in channel for top in above])
    sums = [_sum(top, row, int(beta)) for row in channel for top in above]
    return _times(share / Fraction(beta), sums)


def _largest_ratio(top: tuple[Fraction, ...], row: tuple[Fraction, ...]) -> Fraction | float:
    """The largest quotient of two entries, 0/0 left out."""
    return max(math.inf if q == 0 else p / q for p, q in zip(top, row, strict=True) if p > 0)


def _sum(top: tuple[Fraction, ...], row: tuple[Fraction, ...], beta: int) -> Fraction | float:
    """The sum of  top^beta row^(1 - beta)  over outcomes."""
    pairs = [(p, q) for p, q in zip(top, row, strict=True) if p > 0]
    if beta > 1 and any(q == 0 for _, q in pairs):
        return math.inf
    return sum((p * (p / q) ** (beta - 1) if beta > 1 else p for p, q in pairs), Fraction(0))


def _times(factor: Fraction, numbers: list[Fraction | float]) -> object:
    """The factor times the logarithm of the largest number."""
    largest = max(numbers)
    return math.inf if largest == math.inf else LogSum(((factor, Fraction(largest)),))


def has_orders(_: object, alpha: Fraction | float, beta: Fraction | float) -> bool:
    """Whether the orders are ones of those above."""
    whole = beta == math.inf or Fraction(beta).denominator == 1
    return alpha > 1 and beta >= 1 and whole and (alpha == math.inf or beta >= alpha)


DEFINITIONS = {"ableak(W, alpha, beta)": Definition(ableak, fits=has_orders)}
_APART = ("W: X -> Y", "U: X -> Z")
STATEMENTS = (
    theorem("ableak(W, 2, inf) == 2*ldp(W)"),
    theorem("rdp(W, 2) <= 2*ableak(W, inf, 2)"),
    near_miss("ableak(W, inf, 2) <= maxleak(W)", "sampling"),
    near_miss("beta > 1 => ableak(W, inf, beta) <= maxleak(W)", "sampling"),
    near_miss("ableak(W, inf, 3) <= ableak(W, inf, 2)", "sampling"),
    near_miss("ableak(W, inf, 2) <= 2/5*ldp(W)", "sampling"),
    near_miss(
        "ableak(W & U, inf, 2) <= max(ableak(W, inf, 2), ableak(U, inf, 2))",
        "sampling",
        lets=_APART,
    ),
    near_miss("ableak(W, 2, 2) <= ableak(W, inf, 2)", "sampling"),
)
