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

from pmlsym.design.integer_matrix import (
    independent_integer_rows,
    integer_inverse_columns,
    integer_null_space,
    primitive,
)
from pmlsym.design.rational_matrix import Vector
from pmlsym.errors import InvalidInput

Slacks = tuple[int, ...]


def extreme_points(
    equalities: Sequence[Slacks], inequalities: Sequence[Slacks], size: int
) -> tuple[Vector, ...]:
    """Vertices of {r : E r = 0, G r >= 0, sum r = 1} whose constraints are homogeneous integers.

    `inequalities` must contain r(x) >= 0 for every x or imply it, so that the cone is pointed.

    >>> extreme_points([], [(1, 0), (0, 1)], 2)
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1)))
    """
    basis = integer_null_space(equalities, width=size)
    if not basis:
        return ()
    rows = list(dict.fromkeys(_projected(row, basis) for row in inequalities))
    rows = [row for row in rows if any(row)]
    start = independent_integer_rows(rows)
    if len(start) < len(basis):
        raise InvalidInput("the inequalities do not bound the polytope: r(x) >= 0 is missing")
    rows = [rows[k] for k in (*start, *(k for k in range(len(rows)) if k not in start))]
    coordinates = list(zip(*basis, strict=True))
    # r(x) >= 0 is usually one of the rows: then the coordinate is a multiple of that slack.
    carried = [primitive(row) for row in coordinates]
    places = {row: k for k, row in enumerate(rows)}
    extra = [row for row in dict.fromkeys(carried) if row not in places]
    places.update((row, len(rows) + k) for k, row in enumerate(extra))
    rays, masks = _simplicial_rays(rows, extra, len(basis))
    for position in range(len(basis), len(rows)):
        rays, masks = _insert(rays, masks, position, len(basis))
    scales = [gcd(*row) for row in coordinates]
    read = [(places[row], scale) for row, scale in zip(carried, scales, strict=True) if scale]
    points = [tuple(ray[k] * scale for k, scale in read) for ray in rays]
    return _with_zeros(_sorted_points(points), scales)


def _projected(row: Slacks, basis: Sequence[Slacks]) -> Slacks:
    """The functional `row` in coordinates of the subspace, as primitive integers."""
    used = [(x, a) for x, a in enumerate(row) if a]
    return primitive([sum([a * vector[x] for x, a in used]) for vector in basis])


def _simplicial_rays(
    rows: Sequence[Slacks], extra: Sequence[Slacks], dimension: int
) -> tuple[list[Slacks], list[int]]:
    """The rays of the cone of the first d rows, each tight at all of them but one, as its mask.

    They are the columns of the inverse. A ray carries its slacks and, behind them, the values of
    the extra functionals, on the same scale.
    """
    rays = []
    for column in integer_inverse_columns(rows[:dimension]):
        used = [(i, value) for i, value in enumerate(column) if value]
        rays.append(primitive([sum([row[i] * v for i, v in used]) for row in (*rows, *extra)]))
    whole = (1 << dimension) - 1
    return rays, [whole ^ 1 << k for k in range(dimension)]


def _insert(
    rays: list[Slacks], masks: list[int], position: int, dimension: int
) -> tuple[list[Slacks], list[int]]:
    """The rays of the cone cut by the inequality at `position`, with their masks.

    Bit k of a mask is set iff inequality k, among those inserted so far, is tight at the ray. The
    crossing of two rays is tight where both are, and at the new inequality.
    """
    above, below, kept, kept_masks = [], [], [], []
    bit = 1 << position
    for k, ray in enumerate(rays):
        slack = ray[position]
        if slack < 0:
            below.append(k)
            continue
        kept.append(ray)
        kept_masks.append(masks[k] if slack else masks[k] | bit)
        if slack:
            above.append(k)
    if not below:
        return kept, kept_masks
    holders = _holders(masks, position)
    for high in above:
        mask = masks[high]
        for low in below:
            shared = mask & masks[low]
            if shared.bit_count() >= dimension - 2 and _only_two_hold(shared, holders):
                kept.append(_crossing(rays[high], rays[low], position))
                kept_masks.append(shared | bit)
    return kept, kept_masks


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
    return primitive([b * x + a * y for x, y in zip(high, low, strict=True)])


def _with_zeros(points: tuple[Vector, ...], scales: Sequence[int]) -> tuple[Vector, ...]:
    """The points with a zero at each letter where the subspace has none but zeros."""
    if all(scales):
        return points
    zero = Fraction(0)
    found = []
    for point in points:
        rest = iter(point)
        found.append(tuple(next(rest) if scale else zero for scale in scales))
    return tuple(found)


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
