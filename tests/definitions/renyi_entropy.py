"""Entropies of orders 0, 1/2, 1, 2, 3 and infinity, of a letter and of it given an outcome.

of a letter          1/(1 - a) log sum_x p^a
given an outcome     a/(1 - a) log sum_y (sum_x (p W)^a)^(1/a), at 1 the mean of log 1/P(x|y)
"""

from __future__ import annotations

import math
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, joint, output_distribution
from .log_sum import LogSum
from .root_sum import LogOfRoots, RootSum

Order = Fraction | float
HALF = Fraction(1, 2)


def entropy(order: Order, prior: Prior) -> object:
    """The entropy of a letter, in nats.

    >>> from tests.definitions import uniform
    >>> entropy(Fraction(2), uniform(2)).terms
    ((Fraction(-1, 1), Fraction(1, 2)),)
    """
    masses = [p for p in prior if p]
    if order == 0:
        return LogSum(((Fraction(1), Fraction(len(masses))),))
    if order == 1:
        return LogSum(tuple((-p, p) for p in masses))
    if order == math.inf:
        return LogSum(((Fraction(-1), max(masses)),))
    if order == HALF:
        return LogOfRoots(Fraction(2), RootSum(tuple((Fraction(1), p) for p in masses)))
    whole = int(order)
    total = sum((p**whole for p in masses), Fraction(0))
    return LogSum(((Fraction(1, 1 - whole), total),))


def given_outcome(order: Order, prior: Prior, channel: Rows) -> object:
    """The entropy of the letter given the outcome; of order 3 it is not written by hand.

    >>> from tests.definitions import matrix, uniform
    >>> given_outcome(math.inf, uniform(2), matrix("1 0; 1/2 1/2")).terms
    ((Fraction(-1, 1), Fraction(3, 4)),)
    """
    columns = [[m for m in column if m] for column in zip(*joint(prior, channel), strict=True)]
    if order == 0:
        return LogSum(((Fraction(1), Fraction(max(map(len, columns)))),))
    if order == 1:
        masses = output_distribution(prior, channel)
        pairs = [(m, total) for c, total in zip(columns, masses, strict=True) for m in c]
        return LogSum(tuple((m, total / m) for m, total in pairs))
    if order == math.inf:
        best = sum((max(column) for column in columns if column), Fraction(0))
        return LogSum(((Fraction(-1), best),))
    if order == HALF:
        roots = ((Fraction(1), m * n) for column in columns for m in column for n in column)
        return LogOfRoots(Fraction(1), RootSum(tuple(roots)))
    squares = (sum((m * m for m in column), Fraction(0)) for column in columns)
    return LogOfRoots(Fraction(-2), RootSum(tuple((Fraction(1), s) for s in squares)))


def leakage(prior: Prior, channel: Rows, order: Order) -> object:
    """What the outcome takes from the entropy, of orders at which both are logarithms."""
    before, after = entropy(order, prior), given_outcome(order, prior, channel)
    assert isinstance(before, LogSum)
    assert isinstance(after, LogSum)
    return before - after


def is_written(order: Order, *_: object) -> bool:
    """Whether the order is one of those above."""
    return order in (0, HALF, 1, 2, 3, math.inf)


def is_given(order: Order, *_: object) -> bool:
    """Whether the order is one of those above, with an outcome."""
    return order in (0, HALF, 1, 2, math.inf)


def is_of_logarithms(prior: Prior, channel: Rows, order: Order) -> bool:
    """Whether both entropies are logarithms of rationals."""
    return order in (0, 1, math.inf)


DEFINITIONS = {
    "H[alpha](P)": Definition(entropy, fits=is_written),
    "H[alpha](P | W)": Definition(given_outcome, fits=is_given),
    "aleak(P, W, alpha)": Definition(leakage, fits=is_of_logarithms),
}
STATEMENTS = (
    theorem("H[inf](P) <= H[3](P)", "schematic"),
    theorem("H[5/2](P | W) <= H[5/2](P | W >> V)", "schematic"),
    near_miss("H[2](P) <= H[inf](P)", "sampling"),
    near_miss("H[1](P) <= H[2](P)", "sampling"),
    near_miss("H[0](P) <= H[1/2](P)", "sampling"),
    near_miss("H[1/2](P) <= H[1](P)", "sampling"),
    near_miss("H[2](P) <= 199/100*H[inf](P)", "sampling"),
    near_miss("H[3](P) <= 149/100*H[inf](P)", "sampling"),
    near_miss("H[2](P) <= H[2](P | W)", "sampling"),
    near_miss("H[1](P | W) <= H[2](P | W)", "sampling"),
    near_miss("H[2](P | W >> V) <= H[2](P | W) + 1/100", "sampling"),
    near_miss("H[2](P >> (id & W)) <= H[2](P) + H[2](P >> W)", "sampling"),
    near_miss("H[1](P >> W) <= H[1](P)", "sampling"),
    near_miss("aleak(P, W, 2) <= aleak(P, W, 1)", "sampling"),
    near_miss("aleak(P, W, 2) <= 99/100*aleak(P, W, inf)", "sampling"),
    near_miss("maxleak(P, W) <= aleak(P, W, inf)", "sampling"),
    near_miss("aleak(P, W, 3) <= I[2](P, W)", "sampling"),
)
