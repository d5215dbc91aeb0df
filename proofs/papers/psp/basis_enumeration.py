"""Algorithm 1 of [PSP] as printed: try every basis of the equality system, keep the feasible ones.

For S = {t >= 0 : A t = A p}, every set B of rank(A) columns with A_B invertible and A_B^-1 A p >= 0
gives a basic feasible solution. The printed algorithm does not ask whether A_B is invertible, and
it returns a degenerate vertex once for every basis that yields it; here a singular A_B is passed
over, and `repeated` says how often each vertex came. Any A with Null(A) = Null(P) serves [PSP,
footnote 3], so A is the exact reduced echelon form of P in place of singular vectors.

The number of sets is C(|X|, rank): the method is the reference to compare with, not the one to use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import comb

from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Vector, multiply, row_reduce, solve


@dataclass(frozen=True)
class BasisEnumeration:
    """What Algorithm 1 returned, and how much it had to try.

    >>> BasisEnumeration({(Fraction(1),): 1}, 0, 1, 1).vertices
    ((Fraction(1, 1),),)
    """

    repeated: dict[Vector, int]
    singular: int
    tried: int
    subsets: int

    @property
    def vertices(self) -> tuple[Vector, ...]:
        """Every vertex once, sorted.

        >>> BasisEnumeration({}, 0, 0, 0).vertices
        ()
        """
        return tuple(sorted(self.repeated))

    @property
    def complete(self) -> bool:
        """Whether every subset was tried.

        >>> BasisEnumeration({}, 0, 3, 10).complete
        False
        """
        return self.tried == self.subsets


def enumerate_bases(
    system: Sequence[Sequence[Fraction]],
    prior: Sequence[Fraction],
    *,
    at_most: int | None = None,
) -> BasisEnumeration:
    """Vertices of {t >= 0 : P t = P p} by Algorithm 1, over at most `at_most` subsets of columns.

    >>> half = Fraction(1, 2)
    >>> found = enumerate_bases([(Fraction(1), Fraction(1))], (half, half))
    >>> [[str(m) for m in v] for v in found.vertices], found.subsets
    ([['0', '1'], ['1', '0']], 2)
    """
    if not system:
        raise InvalidInput("Algorithm 1 needs at least one equality")
    reduced, _ = row_reduce(system)
    right = multiply(reduced, prior)
    columns = tuple(zip(*reduced, strict=True))
    size, width = len(reduced), len(columns)
    repeated: dict[Vector, int] = {}
    singular = tried = 0
    for chosen in islice(combinations(range(width), size), at_most):
        tried += 1
        block = tuple(zip(*(columns[k] for k in chosen), strict=True))
        masses = solve(block, right)
        if masses is None:
            singular += 1
            continue
        if min(masses) >= 0:
            point = [Fraction(0)] * width
            for k, mass in zip(chosen, masses, strict=True):
                point[k] = mass
            vertex = tuple(point)
            repeated[vertex] = repeated.get(vertex, 0) + 1
    return BasisEnumeration(repeated, singular, tried, comb(width, size))
