"""Renyi's divergence of whole orders, of order 1/2, and its limits at 0, 1 and infinity."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior
from .f_divergence import kl
from .log_sum import LogSum
from .root_sum import LogOfRoots, RootSum


def renyi(order: Fraction | float, first: Prior, second: Prior) -> object:
    """The divergence, in nats, as logarithms.

    >>> from tests.definitions import vector
    >>> renyi(Fraction(2), vector("1/2 1/2"), vector("1/4 3/4")).terms
    ((Fraction(1, 1), Fraction(4, 3)),)
    """
    pairs = [(p, q) for p, q in zip(first, second, strict=True) if p > 0]
    if order == 1:
        return kl(first, second)
    if order == Fraction(1, 2):
        roots = RootSum(tuple((Fraction(1), p * q) for p, q in pairs if q > 0))
        return LogOfRoots(Fraction(-2), roots) if roots.terms else math.inf
    if order == 0:
        seen = sum((q for _, q in pairs), Fraction(0))
        return LogSum(((Fraction(-1), seen),)) if seen else math.inf
    if any(q == 0 for _, q in pairs):
        return math.inf
    if order == math.inf:
        return LogSum(((Fraction(1), max(p / q for p, q in pairs)),))
    whole = int(order)
    total = sum((p * (p / q) ** (whole - 1) for p, q in pairs), Fraction(0))
    return LogSum(((Fraction(1, whole - 1), total),))


def is_defined(order: Fraction | float, *_: Prior) -> bool:
    """Whether the order is one of those above."""
    return order in (math.inf, Fraction(1, 2)) or Fraction(order).denominator == 1


DEFINITIONS = {"D[alpha](P || Q)": Definition(renyi, fits=is_defined)}
STATEMENTS = (
    theorem("D[3](P >> W || Q >> W) <= D[3](P || Q)", "schematic"),
    theorem("D[kl](P || Q) <= D[2](P || Q)", "schematic"),
    theorem("alpha > 0 => D[alpha](P >> W || Q >> W) <= D[alpha](P || Q)", "schematic"),
    near_miss("D[2](P || Q) <= D[1](P || Q)", "sampling"),
    near_miss("D[2](P || Q) <= D[2](Q || P)", "sampling"),
    near_miss("D[inf](P || Q) <= D[3](P || Q)", "sampling"),
    near_miss("D[1](P || Q) <= D[1/2](P || Q)", "sampling"),
    near_miss("D[1/2](P || Q) <= D[0](P || Q)", "sampling"),
    near_miss("D[2](P || Q) <= D[chi2](P || Q)/2", "sampling"),
)
