"""The posterior polytope: every posterior that a list of guarantees allows, given the prior.

A mechanism is a split of the prior, p = sum_y P_Y(y) r_y, and a pointwise guarantee says r_y in S
for each y. S is the intersection of the guarantees' constraints with the simplex on the prior's
support: a polytope with exact rational data. Eps-PML, ALIP, LIP, LDI, LDP, perfect sample privacy,
k-tuple privacy and independence of an attribute are all of this kind. [DESIGN, section 6; PSP,
eqs. 11-13]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses, Number, distribution
from pmlsym.design.guarantees.guarantee import Guarantee
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.matrix import Integers, Vector, dot, integer_null_space, integer_rows, rank
from pmlsym.linear.vertices import TooManyPairs, extreme_points

LARGEST_ENUMERATION = 10**7
"""Most vertices that a polytope of as many facets and dimensions may have [McMullen 1970] for
enumeration to start unless the caller insists."""

MOST_PAIRS = 30_000_000
"""Most pairs of rays that enumeration compares unless the caller insists, some ten seconds: five
binary samples pass, six do not."""

_WITHOUT_ENUMERATION = (
    "Cells of a latent's laws (pmlsym.design.cell_generation), column generation "
    "(pmlsym.design.column_generation), types of i.i.d. samples "
    "(pmlsym.design.synergistic.exchangeable) or partial processing "
    "(pmlsym.design.large_datasets) work without enumeration"
)


@dataclass(frozen=True)
class PosteriorPolytope:
    """The polytope of allowed posteriors of `prior` under all of `guarantees`.

    >>> from pmlsym.design.guarantees import PointwiseMaximalLeakage
    >>> polytope = posterior_polytope(["1/4", "3/4"], [PointwiseMaximalLeakage(Fraction(6, 5))])
    >>> [[str(m) for m in vertex] for vertex in polytope.vertices()]
    [['1/10', '9/10'], ['3/10', '7/10']]
    """

    prior: Masses
    guarantees: tuple[Guarantee, ...]

    def __post_init__(self) -> None:
        (masses,) = integer_rows([self.prior])
        for constraint, row in zip(self.conditions, self._rows, strict=True):
            slack = sum([a * mass for a, mass in zip(row, masses, strict=True)])
            if slack < 0 or (slack and constraint.equality):
                raise InvalidInput(
                    f"no mechanism meets {constraint.reason}: the prior itself, which every "
                    "mechanism averages to, violates it"
                )

    @cached_property
    def support(self) -> tuple[int, ...]:
        """The letters of positive prior mass."""
        return tuple(x for x, mass in enumerate(self.prior) if mass > 0)

    @cached_property
    def conditions(self) -> tuple[Constraint, ...]:
        """The guarantees' own constraints."""
        found = [guarantee.constraints(self.prior) for guarantee in self.guarantees]
        return tuple(chain.from_iterable(found))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints: total mass one, nonnegativity, the support, and the guarantees'."""
        size = len(self.prior)
        zero, one = Fraction(0), Fraction(1)
        found = [Constraint((one,) * size, one, equality=True, reason="mass")]
        for x, mass in enumerate(self.prior):
            before, after = (zero,) * x, (zero,) * (size - x - 1)
            if mass > 0:
                found.append(Constraint((*before, -one, *after), zero, reason="nonnegative"))
            else:
                found.append(Constraint((*before, one, *after), zero, True, "support"))
        return (*found, *self.conditions)

    @cached_property
    def dimension(self) -> int:
        """The dimension of the polytope; 0 when the prior is its only point."""
        equal = [c.coefficients for c in self.constraints if c.equality]
        known = rank(equal)
        # An inequality tight at the prior may hold with equality on all of S.
        tight = [c for c in self.conditions if not c.equality and c.slack(self.prior) == 0]
        if not tight:
            return len(self.prior) - known
        columns = zip(*(c.coefficients for c in tight), strict=True)
        together = [sum(column, Fraction(0)) for column in columns]
        if rank([*equal, together]) == known:
            # Their slacks are nonnegative with a constant sum, 0 at the prior: each of them is 0.
            return len(self.prior) - rank([*equal, *(c.coefficients for c in tight)])
        first, *others = self.vertices()
        return rank([tuple(a - b for a, b in zip(v, first, strict=True)) for v in others])

    @property
    def is_point(self) -> bool:
        """Whether the prior is the only allowed posterior, so that only constants are private."""
        return self.dimension == 0

    def contains(self, point: Sequence[Fraction]) -> bool:
        """Whether a distribution is an allowed posterior, exactly.

        >>> from pmlsym.design.guarantees import PointwiseMaximalLeakage
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> posterior_polytope(half, [PointwiseMaximalLeakage(Fraction(1))]).contains(half)
        True
        """
        return all(constraint.holds(point) for constraint in self.constraints)

    def vertices(self, *, insist: bool = False) -> tuple[Vector, ...]:
        """The vertices, each once, sorted, as exact rationals.

        Raises Unsupported when there are too many to enumerate; `insist` goes ahead.
        """
        return self._double_description() if insist else self._cached_vertices

    @cached_property
    def _cached_vertices(self) -> tuple[Vector, ...]:
        moves = len(self._space[0]) - 1
        facets = len(self.support) + len(set(self.homogeneous[1]))
        most = _most_vertices(facets, moves)
        shown = f"{facets} inequalities in dimension {moves} may have {most:.1e} vertices"
        if most > LARGEST_ENUMERATION:
            raise Unsupported(f"{shown}, too many to enumerate. {_WITHOUT_ENUMERATION}")
        try:
            return extreme_points(self._space, self.homogeneous[1], most_pairs=MOST_PAIRS)
        except TooManyPairs as error:
            raise Unsupported(
                f"{shown}; enumeration would compare {error.pairs:.1e} pairs of rays, more than "
                f"{MOST_PAIRS:.0e}. {_WITHOUT_ENUMERATION}"
            ) from None

    def _double_description(self) -> tuple[Vector, ...]:
        return extreme_points(self._space, self.homogeneous[1])

    @cached_property
    def _space(self) -> tuple[list[Integers], list[int]]:
        """A basis of the solutions of the homogeneous equalities, and its free coordinates."""
        return integer_null_space(self.homogeneous[0], width=len(self.prior))

    @cached_property
    def homogeneous(self) -> tuple[list[Integers], list[Integers]]:
        """Equalities and inequalities (besides r >= 0) as integer rows e . r = 0, g . r >= 0."""
        size = len(self.prior)
        equalities = [
            tuple([int(k == x) for k in range(size)]) for x, p in enumerate(self.prior) if p == 0
        ]
        both = list(zip(self.conditions, self._rows, strict=True))
        equalities += [row for condition, row in both if condition.equality]
        return equalities, [row for condition, row in both if not condition.equality]

    @cached_property
    def _rows(self) -> list[Integers]:
        """For each condition a.r <= b a multiple of b 1 - a: (b 1 - a).r >= 0 at total mass one."""
        whole = integer_rows([(c.bound, *c.coefficients) for c in self.conditions])
        return [tuple([bound - value for value in row]) for bound, *row in whole]


def posterior_polytope(
    prior: Iterable[Number], guarantees: Iterable[Guarantee]
) -> PosteriorPolytope:
    """The polytope of posteriors allowed by all of `guarantees`.

    >>> from pmlsym.design.guarantees import perfect_sample_privacy
    >>> fair = [Fraction(1, 8)] * 8
    >>> len(posterior_polytope(fair, [perfect_sample_privacy((2, 2, 2))]).vertices())
    6
    """
    return PosteriorPolytope(distribution(prior), tuple(guarantees))


def _most_vertices(facets: int, dimension: int) -> int:
    """The upper bound theorem: no polytope of that dimension and number of facets has more."""
    if dimension < 1 or facets <= dimension:
        return 1
    half = dimension // 2
    rest = dimension - half
    return comb(facets - rest, half) + comb(facets - half - 1, rest - 1)


def barycentre(weights: Sequence[Fraction], points: Sequence[Vector]) -> Vector:
    """sum_k weights[k] points[k].

    >>> barycentre((Fraction(1, 2),) * 2, ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(dot(weights, column) for column in zip(*points, strict=True))
