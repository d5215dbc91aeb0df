"""Alpha-lift of an outcome: the mean of a power of posterior over prior."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, posterior
from .log_sum import LogSum
from .root_sum import LogOfRoots, RootSum


def alphalift(prior: Prior, channel: Rows, order: Fraction | float, y: int) -> object:
    """The logarithm of the mean, over the order; raises ZeroDivisionError without a posterior.

    >>> from tests.definitions import matrix, uniform
    >>> alphalift(uniform(2), matrix("1 0; 0 1"), Fraction(2), 0).terms
    ((Fraction(1, 2), Fraction(2, 1)),)
    """
    after = posterior(prior, channel, y)
    pairs = [(p, q) for p, q in zip(prior, after, strict=True) if p > 0]
    if order == math.inf:
        return LogSum(((Fraction(1), max(q / p for p, q in pairs)),))
    if order == Fraction(1, 2):
        roots = RootSum(tuple((Fraction(1), p * q) for p, q in pairs if q > 0))
        return LogOfRoots(Fraction(2), roots)
    whole = int(order)
    total = sum((p * (q / p) ** whole for p, q in pairs), Fraction(0))
    return LogSum(((Fraction(1, whole), total),))


def is_defined(_: Prior, __: Rows, order: Fraction | float, *___: int) -> bool:
    """Whether the order is one of those above."""
    return order > 0 and (order in (math.inf, Fraction(1, 2)) or Fraction(order).denominator == 1)


DEFINITIONS = {"alphalift(P, W, y, alpha)": Definition(alphalift, fits=is_defined)}
STATEMENTS = (
    theorem("alphalift(P, W, y, 3) <= pml(P, W, y)"),
    near_miss("pml(P, W, y) <= alphalift(P, W, y, 3)", "sampling"),
    near_miss("alphalift(P, W, y, 3) <= alphalift(P, W, y, 2)", "sampling"),
    near_miss("alphalift(P, W, y, 2) <= 0", "sampling"),
)
