"""The posterior polytope: every posterior that a list of guarantees allows, given the prior.

A mechanism is a split of the prior, p = sum_y P_Y(y) r_y, and a pointwise guarantee says r_y in S
for each y. S is the intersection of the guarantees' constraints with the simplex on the prior's
support: a polytope with exact rational data. Eps-PML, ALIP, LIP, LDI, LDP, perfect sample privacy,
k-tuple privacy and independence of an attribute are all of this kind. [PSP,
eqs. 11-13]

The polytopes of PML, ALIP and LIP are a box cut by the simplex, l <= r <= c and sum r = 1. There a
linear function is largest where the letters are filled up in the order of their coefficients, a
fractional knapsack; so the vertices need not be known, and there may be 10^18 of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.matrix import Integers, Vector, dot, integer_null_space, integer_rows, rank
from pmlsym.linear.prior_polytope import Between
from pmlsym.linear.vertices import extreme_points
from pmlsym.mechanisms.guarantee import Constraint, Guarantee
from pmlsym.model.distribution import Masses, Number, distribution

LARGEST_ENUMERATION = 10**7
"""Most vertices that a polytope of as many facets and dimensions may have [McMullen 1970] for
enumeration to start unless the caller insists."""

MOST_PAIRS = 30_000_000
"""Most pairs of rays that enumeration compares unless the caller insists, some ten seconds: five
binary samples pass, six do not."""

_WITHOUT_ENUMERATION = (
    "Cells of a latent's laws, column generation, types of i.i.d. samples or partial processing "
    "(all in proofs/papers/mechanisms of the project's repository) work without enumeration"
)


@dataclass(frozen=True)
class PosteriorPolytope:
    """The polytope of allowed posteriors of `prior` under all of `guarantees`.

    >>> from pmlsym.mechanisms.guarantee import Bounded
    >>> polytope = posterior_polytope(["1/4", "3/4"], [Bounded("pml", Fraction(6, 5))])
    >>> [[str(m) for m in vertex] for vertex in polytope.vertices()]
    [['1/10', '9/10'], ['3/10', '7/10']]
    """

    prior: Masses
    guarantees: tuple[Guarantee, ...]

    def __post_init__(self) -> None:
        for guarantee, constraints in zip(self.guarantees, self._constraints, strict=True):
            for c in constraints:
                slack = dot(c.coefficients, self.prior)
                if slack < 0 or (slack and c.equality):
                    raise InvalidInput(
                        f"no mechanism meets {guarantee.describe()}: the prior itself, which every "
                        "mechanism averages to, violates it"
                    )

    @cached_property
    def support(self) -> tuple[int, ...]:
        """The letters of positive prior mass, for which a mechanism is designed."""
        return tuple(x for x, mass in enumerate(self.prior) if mass > 0)

    @cached_property
    def _constraints(self) -> tuple[tuple[Constraint[Fraction], ...], ...]:
        """The constraints on posteriors that each of a mechanism's guarantees makes."""
        return tuple(guarantee.constraints(self.prior) for guarantee in self.guarantees)

    @cached_property
    def homogeneous(self) -> tuple[list[Integers], list[Integers]]:
        """The equalities and inequalities e . r = 0, g . r >= 0 as integer rows.

        Letters of mass zero have no mass in a posterior. Inequalities that are tight at the prior,
        which is inside S, and whose slacks add up to zero on all of S, are equalities.
        """
        conditions = list(chain.from_iterable(self._constraints))
        equalities = integer_rows([c.coefficients for c in conditions if c.equality])
        equalities += [_unit_row(x, len(self.prior)) for x, p in enumerate(self.prior) if p == 0]
        slack = {c.coefficients: dot(c.coefficients, self.prior) for c in conditions}
        rows = [c.coefficients for c in conditions if not c.equality]
        tight = [row for row in rows if not slack[row]]
        # Rational rows: scaled to integers one by one, their slacks need not add up to 0.
        together = tuple([sum(column, Fraction(0)) for column in zip(*tight, strict=True)])
        space, _ = integer_null_space(equalities, width=len(self.prior))
        if tight and not any(dot(together, tuple(map(Fraction, vector))) for vector in space):
            equalities += integer_rows(tight)
            rows = [row for row in rows if slack[row]]
        return equalities, integer_rows(rows)

    @cached_property
    def dimension(self) -> int:
        """The dimension of the posteriors' polytope; 0 when the prior is its only point."""
        (masses,) = integer_rows([self.prior])
        if all(_integer_dot(row, masses) for row in self.homogeneous[1]):
            return len(self._solution_space[0]) - 1
        # An inequality tight at the prior may hold with equality on all of S.
        first, *others = self.vertices()
        return rank([tuple(a - b for a, b in zip(v, first, strict=True)) for v in others])

    @property
    def is_point(self) -> bool:
        """Whether the prior is the only allowed posterior, and all mechanisms constant."""
        return self.dimension == 0

    def contains(self, point: Sequence[Fraction]) -> bool:
        """Whether a distribution is a posterior that the guarantees allow, exactly.

        >>> from pmlsym.mechanisms.guarantee import Bounded
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> posterior_polytope(half, [Bounded("pml", Fraction(1))]).contains(half)
        True
        """
        equalities, inequalities = self.homogeneous
        if sum(point) != 1 or min(point) < 0:
            return False
        (masses,) = integer_rows([point])
        return not any(_integer_dot(row, masses) for row in equalities) and all(
            _integer_dot(row, masses) >= 0 for row in inequalities
        )

    def vertices(self, *, insist: bool = False) -> tuple[Vector, ...]:
        """The vertices of the posteriors' polytope, sorted, as exact rationals.

        Raises Unsupported when there are too many to enumerate; `insist` goes ahead.
        """
        if insist:
            return extreme_points(self._solution_space, self.homogeneous[1])
        return self._cached_vertices

    @cached_property
    def _cached_vertices(self) -> tuple[Vector, ...]:
        """The posteriors' vertices, where they are few enough to enumerate."""
        moves = len(self._solution_space[0]) - 1
        facets = len(self.support) + len(set(self.homogeneous[1]))
        most = _most_vertices(facets, moves)
        shown = f"{facets} inequalities in dimension {moves} may have {most:.1e} vertices"
        if most > LARGEST_ENUMERATION:
            raise Unsupported(f"{shown}, too many to enumerate. {_WITHOUT_ENUMERATION}")
        try:
            return extreme_points(self._solution_space, self.homogeneous[1], most_pairs=MOST_PAIRS)
        except Unsupported as error:
            raise Unsupported(f"{shown}; {error}. {_WITHOUT_ENUMERATION}") from None

    @cached_property
    def _solution_space(self) -> tuple[list[Integers], list[int]]:
        """A basis of the solutions of the posteriors' equalities, and its free coordinates."""
        return integer_null_space(self.homogeneous[0], width=len(self.prior))


def posterior_polytope(
    prior: Iterable[Number], guarantees: Iterable[Guarantee]
) -> PosteriorPolytope:
    """The polytope of a mechanism's posteriors that all of `guarantees` allow.

    >>> from pmlsym.mechanisms.independence import perfect_sample_privacy
    >>> fair = [Fraction(1, 8)] * 8
    >>> len(posterior_polytope(fair, [perfect_sample_privacy((2, 2, 2))]).vertices())
    6
    """
    return PosteriorPolytope(distribution(prior), tuple(guarantees))


def filled(box: Between, order: Sequence[int]) -> Vector:
    """The vertex of a mechanism's box of posteriors that fills letters up in this order.

    >>> box = Between((Fraction(0),) * 3, (Fraction(1, 2),) * 3)
    >>> [str(mass) for mass in filled(box, [2, 0, 1])]
    ['1/2', '0', '1/2']
    """
    ranks = {x: -place for place, x in enumerate(order)}
    return box.best([(Fraction(ranks.get(x, -box.count)),) for x in range(box.count)])


def cover(box: Between, point: Vector) -> list[Vector]:
    """Vertices of a mechanism's box of posteriors whose convex hull contains a point.

    From a vertex of the smallest face that has the point, through the point to the boundary,
    and there again: each face is smaller, so there are no more vertices than letters.

    >>> box = Between((Fraction(0),) * 2, (Fraction(3, 4),) * 2)
    >>> [[str(mass) for mass in vertex] for vertex in cover(box, (Fraction(1, 2),) * 2)]
    [['3/4', '1/4'], ['1/4', '3/4']]
    """
    points: list[Vector] = []
    while True:
        ends = list(zip(point, box.lower, box.upper, strict=True))
        full = [x for x, (mass, _, high) in enumerate(ends) if mass == high]
        between = [x for x, (mass, low, high) in enumerate(ends) if low < mass < high]
        vertex = filled(box, [*full, *between])
        points.append(vertex)
        move = [a - b for a, b in zip(point, vertex, strict=True)]
        if not any(move):
            return points
        step = min(
            ((high if m > 0 else low) - mass) / m
            for m, (mass, low, high) in zip(move, ends, strict=True)
            if m
        )
        point = tuple([mass + step * m for mass, m in zip(point, move, strict=True)])


def box_of(polytope: PosteriorPolytope) -> Between | None:
    """The box that a mechanism's posteriors fill; None if a condition ties letters together.

    >>> from pmlsym.mechanisms.guarantee import Bounded
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
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
    return Between(tuple(lower), tuple(upper))


def _most_vertices(facets: int, dimension: int) -> int:
    """The most vertices that a polytope of posteriors can have, by the upper bound theorem."""
    if dimension < 1 or facets <= dimension:
        return 1
    half = dimension // 2
    rest = dimension - half
    return comb(facets - rest, half) + comb(facets - half - 1, rest - 1)


def _integer_dot(row: Integers, vector: Integers) -> int:
    """The inner product of two integer rows that bound a mechanism's posteriors."""
    return sum([a * b for a, b in zip(row, vector, strict=True)])


def _unit_row(x: int, size: int) -> Integers:
    """The integer row that fixes one letter's posterior mass: one there, zero elsewhere."""
    return tuple([int(k == x) for k in range(size)])
