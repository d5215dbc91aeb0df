"""Polytopes that are a box cut by the simplex, l <= r <= c and sum r = 1: PML, ALIP, LIP.

A linear function is largest where the letters are filled up in the order of their coefficients, a
fractional knapsack; so there is no need to know the vertices, of which there may be 10^18.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.linear.matrix import Vector, dot


@dataclass(frozen=True)
class PosteriorBox:
    """lower(x) <= r(x) <= upper(x) for every letter, and sum r = 1.

    >>> box = PosteriorBox((Fraction(0),) * 3, (Fraction(1, 2),) * 3)
    >>> [str(mass) for mass in box.filled([2, 0, 1])]
    ['1/2', '0', '1/2']
    """

    lower: Vector
    upper: Vector

    @cached_property
    def room(self) -> Fraction:
        """The mass that is left when every letter has its least."""
        return 1 - sum(self.lower, Fraction(0))

    def filled(self, order: Sequence[int]) -> Vector:
        """The vertex at which the letters are filled up in this order."""
        point, room = list(self.lower), self.room
        for x in order:
            if not room:
                break
            more = min(self.upper[x] - self.lower[x], room)
            point[x] += more
            room -= more
        return tuple(point)

    def cover(self, point: Vector) -> list[Vector]:
        """Vertices of the box with a point of it in their hull.

        From a vertex of the smallest face that has the point, through the point to the boundary,
        and there again: each face is smaller, so there are no more vertices than letters.

        >>> box = PosteriorBox((Fraction(0),) * 2, (Fraction(3, 4),) * 2)
        >>> [[str(mass) for mass in vertex] for vertex in box.cover((Fraction(1, 2),) * 2)]
        [['3/4', '1/4'], ['1/4', '3/4']]
        """
        found: list[Vector] = []
        while True:
            ends = list(zip(point, self.lower, self.upper, strict=True))
            full = [x for x, (mass, _, high) in enumerate(ends) if mass == high]
            between = [x for x, (mass, low, high) in enumerate(ends) if low < mass < high]
            vertex = self.filled([*full, *between])
            found.append(vertex)
            move = [a - b for a, b in zip(point, vertex, strict=True)]
            if not any(move):
                return found
            step = min(
                ((high if m > 0 else low) - mass) / m
                for m, (mass, low, high) in zip(move, ends, strict=True)
                if m
            )
            point = tuple([mass + step * m for mass, m in zip(point, move, strict=True)])

    def largest(self, coefficients: Vector) -> Fraction:
        """The largest value of a linear function, exactly.

        >>> box = PosteriorBox((Fraction(0),) * 2, (Fraction(3, 4),) * 2)
        >>> box.largest((Fraction(4), Fraction(0)))
        Fraction(3, 1)
        """
        order = sorted(range(len(coefficients)), key=lambda x: -coefficients[x])
        return dot(coefficients, self.filled(order))


def box_of(polytope: PosteriorPolytope) -> PosteriorBox | None:
    """The box that the polytope is, or nothing where some condition ties letters together.

    >>> from pmlsym.design.guarantee import Bounded
    >>> from pmlsym.design.posterior_polytope import posterior_polytope
    >>> fair = posterior_polytope(["1/4"] * 4, [Bounded("pml", Fraction(2))])
    >>> [str(mass) for mass in box_of(fair).upper]
    ['1/2', '1/2', '1/2', '1/2']
    """
    equalities, inequalities = polytope.homogeneous
    support = polytope.support
    if len(equalities) > len(polytope.prior) - len(support):
        return None
    lower = [Fraction(0)] * len(polytope.prior)
    upper = [Fraction(int(mass > 0)) for mass in polytope.prior]
    for row in inequalities:
        entries = [row[x] for x in support]
        single = [x for x in support if entries.count(row[x]) == 1]
        if len(set(entries)) != 2 or not single:
            return None
        x = single[0]
        other = next(entry for entry in entries if entry != row[x])
        bound = Fraction(other, other - row[x])  # other (1 - r) + row r >= 0
        if row[x] < other:
            upper[x] = min(upper[x], bound)
        else:
            lower[x] = max(lower[x], bound)
    return PosteriorBox(tuple(lower), tuple(upper))
