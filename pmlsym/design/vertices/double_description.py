"""Extreme rays of a pointed rational cone by the double description method, over integers.

The cone is {z in L : g_1(z) >= 0, ..., g_m(z) >= 0} for a linear subspace L. A ray is kept as the
integer vector of its slacks (g_1, ..., g_m) and its coordinates, divided by their gcd; it starts
from a simplicial cone of d = dim L constraints and the others are inserted one by one: rays on the
wrong side disappear, and every adjacent pair on opposite sides contributes its crossing. Two rays
are adjacent iff no third ray is tight wherever both are (Fukuda, Prodon: Double description method
revisited, 1996). No float and no division with remainder occurs, so degenerate vertices come once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from pmlsym.design.rational_matrix import Vector, independent_rows, inverse, null_space
from pmlsym.errors import InvalidInput

Slacks = tuple[int, ...]


def extreme_points(
    equalities: Sequence[Sequence[Fraction]], inequalities: Sequence[Sequence[Fraction]], size: int
) -> tuple[Vector, ...]:
    """Vertices of {r : E r = 0, G r >= 0, sum r = 1} whose constraints are homogeneous.

    `inequalities` must contain r(x) >= 0 for every x or imply it, so that the cone is pointed.

    >>> half = Fraction(1, 2)
    >>> sorted(extreme_points([], [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))], 2))
    [(Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1))]
    """
    basis = [_whole(vector) for vector in null_space(equalities, width=size)]
    if not basis:
        return ()
    rows = list(dict.fromkeys(_projected(_whole(row), basis) for row in inequalities))
    rows = [row for row in rows if any(row)]
    start = independent_rows([tuple(map(Fraction, row)) for row in rows])
    if len(start) < len(basis):
        raise InvalidInput("the inequalities do not bound the polytope: r(x) >= 0 is missing")
    rows = [rows[k] for k in (*start, *(k for k in range(len(rows)) if k not in start))]
    rays = _simplicial_rays(rows, list(zip(*basis, strict=True)), len(basis))
    for position in range(len(basis), len(rows)):
        rays = _insert(rays, position, len(basis))
    return _sorted_points([ray[len(rows) :] for ray in rays])


def _projected(row: Slacks, basis: Sequence[Slacks]) -> Slacks:
    """The functional `row` in coordinates of the subspace, as primitive integers."""
    used = [(x, a) for x, a in enumerate(row) if a]
    return _primitive([sum(a * vector[x] for x, a in used) for vector in basis])


def _simplicial_rays(
    rows: Sequence[Slacks], coordinates: Sequence[Slacks], dimension: int
) -> list[Slacks]:
    """The rays of the cone of the first d rows, each tight at all of them but one.

    They are the columns of the inverse. A ray carries its slacks and, behind them, its coordinates
    r(x) on the same scale.
    """
    inverted = inverse([tuple(map(Fraction, row)) for row in rows[:dimension]])
    rays = []
    for column in zip(*inverted, strict=True):
        used = [(i, value) for i, value in enumerate(_whole(column)) if value]
        rays.append(_primitive([sum(row[i] * v for i, v in used) for row in (*rows, *coordinates)]))
    return rays


def _whole(vector: Sequence[Fraction]) -> Slacks:
    """The positive multiple of a rational vector with coprime integer entries."""
    scale = lcm(*(value.denominator for value in vector))
    return _primitive([value.numerator * (scale // value.denominator) for value in vector])


def _insert(rays: list[Slacks], position: int, dimension: int) -> list[Slacks]:
    """The rays of the cone cut by the inequality at `position`."""
    above = [k for k, ray in enumerate(rays) if ray[position] > 0]
    below = [k for k, ray in enumerate(rays) if ray[position] < 0]
    kept = [ray for ray in rays if ray[position] >= 0]
    if not below:
        return kept
    masks = [_tight(ray, position) for ray in rays]
    holders = _holders(masks, position)
    for high in above:
        for low in below:
            shared = masks[high] & masks[low]
            if shared.bit_count() >= dimension - 2 and _only_two_hold(shared, holders):
                kept.append(_crossing(rays[high], rays[low], position))
    return kept


def _tight(ray: Slacks, position: int) -> int:
    """Bit k is set iff inequality k, among those inserted so far, is tight at the ray."""
    mask = 0
    for k in range(position):
        if ray[k] == 0:
            mask |= 1 << k
    return mask


def _holders(masks: list[int], position: int) -> list[int]:
    """For each inserted inequality, the set of rays tight at it, as a bit set."""
    columns = [0] * position
    for k, mask in enumerate(masks):
        while mask:
            lowest = mask & -mask
            columns[lowest.bit_length() - 1] |= 1 << k
            mask ^= lowest
    return columns


def _only_two_hold(shared: int, holders: list[int]) -> bool:
    """Whether exactly two rays are tight at all of `shared`: the adjacency test."""
    common = -1
    while shared:
        lowest = shared & -shared
        common &= holders[lowest.bit_length() - 1]
        shared ^= lowest
    return common == -1 or common.bit_count() == 2


def _crossing(high: Slacks, low: Slacks, position: int) -> Slacks:
    a, b = high[position], -low[position]
    return _primitive([b * x + a * y for x, y in zip(high, low, strict=True)])


def _primitive(values: Sequence[int]) -> Slacks:
    divisor = gcd(*values) or 1
    return tuple(value // divisor for value in values)


def _sorted_points(rays: Sequence[Sequence[int]]) -> tuple[Vector, ...]:
    """The points of total mass one on the rays, in lexicographic order.

    Integers are compared on the common denominator, and each fraction is made once.
    """
    masses = [sum(ray) for ray in rays]
    common = lcm(*masses)
    order = sorted(
        (tuple(v * (common // m) for v in ray) for ray, m in zip(rays, masses, strict=True))
    )
    fractions = {value: Fraction(value, common) for value in set().union(*order)}
    return tuple(tuple(fractions[value] for value in ray) for ray in order)
