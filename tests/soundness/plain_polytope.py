"""Vertices of small polytopes and best splits of a point, by trying every choice of a basis.

    {p : equations hold, inequalities a . p <= b}       vertices: n of them tight and independent
    max sum_v w_v u(v),  sum_v w_v v = p,  w >= 0       attained at a basis of at most n vertices

Fractions and itertools only: what the library finds by cleverness is compared with this.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Row = tuple[tuple[Fraction, ...], Fraction]
"""The coefficients of a linear form, and what it equals or is at most."""
Point = tuple[Fraction, ...]


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def solve(rows: Sequence[Row]) -> Point | None:
    """The only solution of the equations, or nothing if there is none or more than one."""
    size = len(rows[0][0])
    left = [[*coefficients, value] for coefficients, value in rows]
    for k in range(size):
        pivot = next((i for i in range(k, len(left)) if left[i][k]), None)
        if pivot is None:
            return None
        left[k], left[pivot] = left[pivot], left[k]
        left[k] = [entry / left[k][k] for entry in left[k]]
        for i, row in enumerate(left):
            if i != k and row[k]:
                left[i] = [a - row[k] * b for a, b in zip(row, left[k], strict=True)]
    if any(row[size] for row in left[size:]):
        return None
    return tuple(row[size] for row in left[:size])


def vertices(equations: Sequence[Row], inequalities: Sequence[Row]) -> list[Point]:
    """Every vertex, once."""
    size, found = len(equations[0][0]), dict[Point, None]()
    for count in range(size):  # the equations alone may leave one point
        for some in combinations(inequalities, count):
            point = solve([*equations, *some])
            if point is not None and all(dot(a, point) <= b for a, b in inequalities):
                found[point] = None
    return list(found)


def masses(size: int) -> tuple[list[Row], list[Row]]:
    """That a point is a distribution: one equation, and that no entry is negative."""
    one = [((Fraction(1),) * size, Fraction(1))]
    units = [tuple(Fraction(-int(i == k)) for i in range(size)) for k in range(size)]
    return one, [(unit, Fraction(0)) for unit in units]


def best_split(points: Sequence[Point], values: Sequence[Any], centre: Point) -> Any:
    """The largest mean of the values over the ways to write the centre as a mean of the points."""
    best = None
    for count in range(1, len(centre) + 1):
        for some in combinations(range(len(points)), count):
            rows = [(tuple(points[k][x] for k in some), c) for x, c in enumerate(centre)]
            weights = solve([*rows, ((Fraction(1),) * count, Fraction(1))])
            if weights is not None and min(weights) >= 0:
                mean = sum(
                    w.numerator * values[k] / w.denominator
                    for w, k in zip(weights, some, strict=True)
                )
                best = mean if best is None or mean > best else best
    return best
