"""Sibson's information of the orders 1/2 and 2, and its limits at 1 and infinity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows
from .f_divergence import information
from .log_sum import LogSum
from .root_sum import LogOfRoots, RootSum


def sibson(order: Fraction | float, prior: Prior, channel: Rows) -> object:
    """The information, in nats, as logarithms.

    At order 2 it is 2 log sum_y sqrt(sum_x p W^2), at 1/2 -log sum_y (sum_x p sqrt W)^2.

    >>> from tests.definitions import matrix, uniform
    >>> sibson(math.inf, uniform(2), matrix("1 0; 0 1")).terms
    ((Fraction(1, 1), Fraction(2, 1)),)
    """
    if order == 1:
        return information("kl", prior, channel)
    rows = [(p, row) for p, row in zip(prior, channel, strict=True) if p > 0]
    columns = [[(p, row[y]) for p, row in rows] for y in range(len(channel[0]))]
    if order == math.inf:
        total = sum((max(w for _, w in column) for column in columns), Fraction(0))
        return LogSum(((Fraction(1), total),))
    if order == 2:
        squares = (sum((p * w * w for p, w in column), Fraction(0)) for column in columns)
        return LogOfRoots(Fraction(2), RootSum(tuple((Fraction(1), s) for s in squares)))
    pairs = (pair for column in columns for pair in product(column, column))
    roots = tuple((p * q, v * w) for (p, v), (q, w) in pairs)
    return LogOfRoots(Fraction(-1), RootSum(roots))


def is_defined(order: Fraction | float, *_: object) -> bool:
    """Whether the order is one of those above."""
    return order in (Fraction(1, 2), 1, 2, math.inf)


DEFINITIONS = {"I[alpha](P, W)": Definition(sibson, fits=is_defined)}
STATEMENTS = (
    theorem("I[3](P, W >> V) <= I[3](P >> W, V)", "schematic"),
    near_miss("I[2](P, W) <= mi(P, W)", "sampling"),
    near_miss("I[inf](P, W) <= I[2](P, W)", "sampling"),
    near_miss("I[1](P, W) <= I[1/2](P, W)", "sampling"),
    near_miss("I[2](P, W) <= chi2(P, W)/2", "sampling"),
)
