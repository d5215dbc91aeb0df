"""Extreme rays of a pointed rational cone by the double description method, over integers.

The cone is {r in L : r >= 0, g_1(r) >= 0, ..., g_m(r) >= 0} for a rational subspace L. A ray is
kept as the integer vector of its coordinates and its slacks g_k, divided by their gcd. A basis of L
in echelon form has one vector for each free coordinate, and these vectors are the rays of the cone
where the free coordinates are nonnegative: nothing has to be inverted to begin. The other
conditions are inserted one by one: rays on the wrong side disappear, and every adjacent pair on
opposite sides contributes its crossing. Two rays are adjacent iff no third ray is tight wherever
both are (Fukuda, Prodon: Double description method revisited, 1996). No float and no division with
remainder occurs, so a degenerate vertex is found only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from pmlsym.errors import Unsupported
from pmlsym.linear.matrix import Integers, Vector, primitive


def extreme_points(
    space: tuple[Sequence[Integers], Sequence[int]],
    inequalities: Sequence[Integers],
    *,
    most_pairs: int | None = None,
) -> tuple[Vector, ...]:
    """The vertices of the polytope {r in L : r >= 0, G r >= 0, sum r = 1}, G of integers.

    `space` is a basis of L with its free coordinates, as `integer_null_space` gives it. Raises
    Unsupported before more than `most_pairs` pairs of rays have been compared.

    >>> extreme_points(([(1, 0), (0, 1)], [0, 1]), [(-1, 2), (1, 1)])
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(2, 3), Fraction(1, 3)))
    """
    basis, free = space
    if not basis:
        return ()
    size = len(basis[0])
    binding = [row for row in dict.fromkeys(inequalities) if min(_slacks(row, basis)) < 0]
    columns = [_slacks(row, basis) for row in binding]
    rays = [
        (*vector, *slacks)
        for vector, slacks in zip(
            basis, zip(*columns, strict=True) if columns else [()] * len(basis), strict=True
        )
    ]
    masks = [1 << k for k in free]
    already = set(free)
    inserted, compared = len(basis), 0
    for position in range(size + len(binding)):
        if position not in already:
            compared += _count_pairs(rays, position)
            if most_pairs is not None and compared > most_pairs:
                raise Unsupported(
                    f"enumeration would compare {compared:.1e} pairs of rays, "
                    f"more than {most_pairs:.0e}"
                )
            rays, masks = _cut_by_condition(rays, masks, position, inserted - len(basis) + 2)
            inserted += 1
    return _sorted_points(rays, size)


def _count_pairs(rays: list[Integers], position: int) -> int:
    """The number of pairs of a cone's rays on opposite sides of a condition."""
    slacks = [ray[position] for ray in rays]
    below = len([slack for slack in slacks if slack < 0])
    return below * len([slack for slack in slacks if slack > 0])


def _slacks(row: Integers, basis: Sequence[Integers]) -> list[int]:
    """The values of a condition of a cone at each vector of a basis."""
    used = [(x, a) for x, a in enumerate(row) if a]
    return [sum([a * vector[x] for x, a in used]) for vector in basis]


def _cut_by_condition(
    rays: list[Integers], masks: list[int], position: int, most: int
) -> tuple[list[Integers], list[int]]:
    """The rays of the cone cut by the condition at `position`, with masks of slack conditions.

    Bit k of a mask is set iff condition k, among those inserted so far, is slack at the ray. The
    crossing of two rays is slack where either is, and tight at the new condition. A face with more
    than `most` slack conditions is not an edge: its dimension is above two.
    """
    above, below, kept, kept_masks = [], [], [], []
    bit = 1 << position
    for ray, mask in zip(rays, masks, strict=True):
        slack = ray[position]
        if slack < 0:
            below.append((mask, -slack, ray))
            continue
        kept.append(ray)
        kept_masks.append(mask | bit if slack else mask)
        if slack:
            above.append((mask, slack, ray))
    if not below:
        return kept, kept_masks
    users = list(_rays_by_slack_condition(masks).items())
    everyone = (1 << len(rays)) - 1
    for high_mask, high_slack, high in above:
        for low_mask, low_slack, low in below:
            face = high_mask | low_mask
            if face.bit_count() > most:
                continue
            outside = 0
            for condition, slack_at in users:
                if not condition & face:
                    outside |= slack_at
            if (everyone ^ outside).bit_count() == 2:
                pairs = zip(high, low, strict=True)
                kept.append(primitive([low_slack * a + high_slack * b for a, b in pairs]))
                kept_masks.append(face)
    return kept, kept_masks


def _rays_by_slack_condition(masks: list[int]) -> dict[int, int]:
    """The rays of a cone at which each condition is slack, as bits, by the condition's bit."""
    users: dict[int, int] = {}
    ray = 1
    for mask in masks:
        while mask:
            condition = mask & -mask
            users[condition] = users.get(condition, 0) | ray
            mask ^= condition
        ray <<= 1
    return users


def _sorted_points(rays: Sequence[Integers], size: int) -> tuple[Vector, ...]:
    """The vertices of total mass one on a cone's rays, in lexicographic order.

    Integers are compared on the common denominator, and each fraction is made once.
    """
    masses = [sum(ray[:size]) for ray in rays]
    common = lcm(*masses)
    order = sorted(
        [
            [value * (common // mass) for value in ray[:size]]
            for ray, mass in zip(rays, masses, strict=True)
        ]
    )
    fractions = {value: Fraction(value, common) for value in set().union(*order)}
    return tuple([tuple([fractions[value] for value in ray]) for ray in order])
