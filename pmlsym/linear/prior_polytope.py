"""Polytopes of priors, given by rational numbers.

    Between(lower, upper)     l(x) <= p(x) <= u(x)
    Hull(corners)             the mixtures of some priors
    Near(centre, radius)      total variation distance at most `radius`
    Cut(conditions)           bounds on masses of events, and on other linear forms

Each set finds the prior at which a linear function is largest. It does so without a list of
vertices, as forty letters between bounds have billions of them; only a Cut lists its vertices. Each
set prints as users type it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.matrix import integer_rows
from pmlsym.linear.simplex import solve_exactly
from pmlsym.linear.vertices import extreme_points

Masses: TypeAlias = tuple[Fraction, ...]
Weights: TypeAlias = Sequence[tuple[Fraction, ...]]
"""The coefficients of each letter in several linear functions, which are compared in order."""

MOST_VERTICES = 20_000
MOST_PAIRS = 5_000_000
"""The most pairs of rays that are compared to find the vertices of a set: some seconds of work."""

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Between:
    """The priors with lower(x) <= p(x) <= upper(x).

    Raises InvalidInput where no prior lies between the bounds.

    >>> half = Between((ZERO, ZERO), (Fraction(1, 2), ONE))
    >>> half, half.best([(ONE,), (ZERO,)])
    (p1 in [0, 1/2], (Fraction(1, 2), Fraction(1, 2)))
    """

    lower: Masses
    upper: Masses

    def __post_init__(self) -> None:
        if len(self.lower) != len(self.upper):
            counts = f"{len(self.lower)} lower bounds, but {len(self.upper)} upper bounds"
            raise InvalidInput(counts)
        low = tuple(max(Fraction(bound), ZERO) for bound in self.lower)
        high = tuple(min(Fraction(bound), ONE) for bound in self.upper)
        crossed = any(a > b for a, b in zip(low, high, strict=True))
        if crossed or not sum(low) <= 1 <= sum(high):
            raise InvalidInput("no prior lies between the bounds")
        object.__setattr__(self, "lower", low)
        object.__setattr__(self, "upper", high)

    @property
    def count(self) -> int:
        """The number of variables, the letters, of a linear program over priors between bounds."""
        return len(self.lower)

    def best(self, weights: Weights) -> Masses:
        """The solution of a linear program over priors between bounds: mass on the best letters."""
        masses, left = list(self.lower), 1 - sum(self.lower)
        for k in sorted(range(self.count), key=lambda k: weights[k], reverse=True):
            taken = min(left, self.upper[k] - masses[k])
            masses[k], left = masses[k] + taken, left - taken
        return tuple(masses)

    def vertices(self) -> tuple[Masses, ...]:
        """The vertices of this polytope of priors between bounds, for linear programs.

        All masses but one are at a bound.
        Raises Unsupported at over 20,000 vertices.
        """
        vertices: dict[Masses, bool] = {}
        _collect_vertices((), self.lower, self.upper, vertices)
        return tuple(vertices)

    def __contains__(self, masses: Masses) -> bool:
        return _is_prior(masses, self.count) and all(
            low <= mass <= high
            for low, mass, high in zip(self.lower, masses, self.upper, strict=True)
        )

    def text(self, words: Sequence[str] = ()) -> str:
        """The polytope of a linear program over priors as users type it: p1 in [0, 1/2]."""
        if len(set(self.lower)) == 1 and set(self.upper) == {ONE}:
            return f"p(x) >= {self.lower[0]}" if self.lower[0] else "simplex"
        ends = enumerate(zip(self.lower, self.upper, strict=True))
        return ", ".join(
            f"{_mass_text(k, words)} in [{low}, {up}]"
            for k, (low, up) in ends
            if (low, up) != (ZERO, ONE)
        )

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Hull:
    """The mixtures of some priors; of a single one, that prior alone.

    Raises InvalidInput if there are none, one is not a prior, or their numbers of letters differ.

    >>> Hull(((ONE, ZERO), (Fraction(1, 2), Fraction(1, 2)))).best([(ZERO,), (ONE,)])
    (Fraction(1, 2), Fraction(1, 2))
    """

    corners: tuple[Masses, ...]

    def __post_init__(self) -> None:
        if not self.corners:
            raise InvalidInput("a polytope has at least one vertex")
        corners = tuple(tuple(map(Fraction, corner)) for corner in self.corners)
        for corner in corners:
            if not _is_prior(corner, len(corner)):
                raise InvalidInput(f"the vertex {[str(m) for m in corner]} is no prior")
            if len(corner) != len(corners[0]):
                counts = f"{len(corners[0])} and of {len(corner)}"
                raise InvalidInput(f"vertices of {counts} letters in one set")
        object.__setattr__(self, "corners", corners)

    @property
    def count(self) -> int:
        """The number of variables, the letters, of a linear program over a hull of priors."""
        return len(self.corners[0])

    def best(self, weights: Weights) -> Masses:
        """The solution of a linear program over a hull of priors: one of the corners."""

        def value(corner: Masses) -> tuple[Fraction, ...]:
            """The values of linear forms at one vertex of this polytope of priors."""
            columns = zip(*weights, strict=True)
            return tuple(
                sum((w * m for w, m in zip(c, corner, strict=True) if m), ZERO) for c in columns
            )

        return max(self.corners, key=value)

    def vertices(self) -> tuple[Masses, ...]:
        """The vertices of this polytope of priors: the corners as given, whose hull it is."""
        return self.corners

    def __contains__(self, masses: Masses) -> bool:
        """Whether it is a mixture of the corners, by an exact linear program."""
        if not _is_prior(masses, self.count):
            return False
        columns = [dict(enumerate((*corner, ONE))) for corner in self.corners]
        right, count = dict(enumerate((*masses, ONE))), len(columns)
        return solve_exactly(columns, [False] * count, right, [0] * count) is not None

    def text(self, words: Sequence[str] = ()) -> str:
        """This polytope of priors as text: a hull of vertices, hull (1/2, 1/2), .."""
        return f"hull {', '.join(map(_masses_text, self.corners))}"

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Near:
    """The priors within a total variation distance of an estimate.

    Raises InvalidInput where the estimate is not a prior or the radius is negative.

    >>> Near((Fraction(1, 2), Fraction(1, 2)), Fraction(1, 4)).best([(ONE,), (ZERO,)])
    (Fraction(3, 4), Fraction(1, 4))
    """

    centre: Masses
    radius: Fraction

    def __post_init__(self) -> None:
        centre, radius = tuple(map(Fraction, self.centre)), Fraction(self.radius)
        if not _is_prior(centre, len(centre)) or radius < 0:
            raise InvalidInput("the estimate is no prior, or the radius is negative")
        object.__setattr__(self, "centre", centre)
        object.__setattr__(self, "radius", radius)

    @property
    def count(self) -> int:
        """The number of letters of each prior, a rational vector, near an estimate."""
        return len(self.centre)

    def best(self, weights: Weights) -> Masses:
        """The solution of a linear program over priors near an estimate: mass moved to the best."""
        order = sorted(range(self.count), key=lambda k: weights[k])
        masses, left, receiver = list(self.centre), self.radius, order[-1]
        for giver in order[:-1]:
            taken = min(left, masses[giver])
            masses[giver], left = masses[giver] - taken, left - taken
            masses[receiver] += taken
        return tuple(masses)

    def vertices(self) -> tuple[Masses, ...]:
        """The vertices of the polytope of priors near an estimate: mass moved in all orders.

        Raises Unsupported at over 20,000.
        """
        vertices: dict[Masses, bool] = {}
        for receiver in range(self.count):
            _collect_moved_masses(
                self.centre, receiver, self.radius, frozenset((receiver,)), vertices
            )
        return tuple(vertices)

    def __contains__(self, masses: Masses) -> bool:
        return _is_prior(masses, self.count) and total_variation(masses, self.centre) <= self.radius

    def text(self, words: Sequence[str] = ()) -> str:
        """The polytope of a linear program over priors as users type it: tv(1/2, 1/2) <= 1/10."""
        return f"tv{_masses_text(self.centre)} <= {self.radius}"

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Cut:
    """The priors with lower <= c(p) <= upper for some linear forms c, such as masses of events.

    Raises InvalidInput where no prior meets the conditions, Unsupported with too many vertices.

    >>> Cut((((ONE, ONE, ZERO), Fraction(1, 2), Fraction(1, 2)),))
    p1 + p2 in [1/2, 1/2]
    >>> Cut((((ONE, ONE, ZERO), ONE, ONE),)).corners
    ((Fraction(0, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(0, 1), \
Fraction(0, 1)))
    """

    conditions: tuple[tuple[Masses, Fraction, Fraction], ...]
    corners: tuple[Masses, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rows = []
        for form, low, high in self.conditions:
            rows += [tuple(c - low for c in form), tuple(high - c for c in form)]
        count = len(self.conditions[0][0])
        letters = range(count)
        basis = [tuple(int(k == letter) for k in letters) for letter in letters]
        vertices = extreme_points((basis, list(letters)), integer_rows(rows), most_pairs=MOST_PAIRS)
        if not vertices:
            raise InvalidInput(f"no prior meets {self}")
        object.__setattr__(self, "corners", vertices)

    @property
    def count(self) -> int:
        """The number of letters of each prior, a rational vector, in this polytope."""
        return len(self.conditions[0][0])

    def best(self, weights: Weights) -> Masses:
        """The vertex of this polytope of priors that is the solution of a linear program."""
        return Hull(self.corners).best(weights)

    def vertices(self) -> tuple[Masses, ...]:
        """The vertices of this polytope of priors, which its linear conditions give."""
        return self.corners

    def __contains__(self, masses: Masses) -> bool:
        return _is_prior(masses, self.count) and all(
            low <= sum((c * m for c, m in zip(form, masses, strict=True)), ZERO) <= high
            for form, low, high in self.conditions
        )

    def text(self, words: Sequence[str] = ()) -> str:
        """The polytope of a linear program over priors as users type it: p1 + p2 in [0, 1/2]."""
        return ", ".join(
            f"{_form_text(form, words)} in [{low}, {high}]" for form, low, high in self.conditions
        )

    def __repr__(self) -> str:
        return self.text()


PriorPolytope = Between | Hull | Near | Cut


def every_prior(count: int) -> Between:
    """The polytope of all distributions of that many letters, for linear programs over it.

    >>> every_prior(2)
    simplex
    """
    return Between((ZERO,) * count, (ONE,) * count)


def total_variation(one: Masses, other: Masses) -> Fraction:
    """The total variation of two rational vectors, such as vertices of a polytope of priors.

    >>> total_variation((ONE, ZERO), (Fraction(1, 4), Fraction(3, 4)))
    Fraction(3, 4)
    """
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), ZERO) / 2


def mixture_of_priors(priors: Sequence[Masses], weights: Sequence[Fraction]) -> Masses:
    """The convex combination of rational vectors of masses, with these weights.

    >>> mixture_of_priors([(ONE, ZERO), (ZERO, ONE)], [Fraction(1, 4), Fraction(3, 4)])
    (Fraction(1, 4), Fraction(3, 4))
    """
    columns = zip(*priors, strict=True)
    return tuple(sum((w * m for w, m in zip(weights, c, strict=True)), ZERO) for c in columns)


def _is_prior(masses: Masses, count: int) -> bool:
    """Whether a rational vector is a point of the simplex, the polytope of all priors."""
    return len(masses) == count > 0 and min(masses) >= 0 and sum(masses) == 1


def _mass_text(letter: int, words: Sequence[str]) -> str:
    """The variable of a linear form over a polytope of priors as text: p1, or p(yes)."""
    return f"p({words[letter]})" if words else f"p{letter + 1}"


def _form_text(form: Masses, words: Sequence[str]) -> str:
    """A linear form that bounds a polytope of priors as text; the form zero is 0*p1."""
    terms = [(k, c) for k, c in enumerate(form) if c] or [(0, ZERO)]
    text = "".join(
        f" {'-' if c < 0 else '+'} {'' if abs(c) == 1 else f'{abs(c)}*'}{_mass_text(k, words)}"
        for k, c in terms
    )
    return text[3:] if text[:3] == " + " else f"-{text[3:]}"


def _masses_text(masses: Masses) -> str:
    """A rational vector of masses as text, in parentheses."""
    return f"({', '.join(map(str, masses))})"


def _collect_vertices(
    masses: Masses, low: Masses, high: Masses, vertices: dict[Masses, bool]
) -> None:
    """Add to `vertices` the polytope's rational vertices that begin with these masses at bounds."""
    k, left = len(masses), 1 - sum(masses)
    if not sum(low[k:]) <= left <= sum(high[k:]):
        return
    if k == len(low):
        vertices[masses] = True
        return
    for end in sorted({low[k], high[k]}):
        _collect_vertices((*masses, end), low, high, vertices)
    for vertex in _masses_at_ends(low[k + 1 :], high[k + 1 :], left - low[k], left - high[k]):
        free = left - sum(vertex, ZERO)
        if low[k] < free < high[k]:
            vertices[(*masses, free, *vertex)] = True
        if len(vertices) > MOST_VERTICES:
            raise Unsupported(f"the set of priors has more than {MOST_VERTICES} vertices")


def _masses_at_ends(low: Masses, high: Masses, most: Fraction, least: Fraction) -> Iterator[Masses]:
    """Rational vectors at a box's bounds, with a sum in a range, for vertices of a polytope."""
    if not low:
        if least <= 0 <= most:
            yield ()
        return
    if sum(low) > most or sum(high) < least:
        return
    for end in sorted({low[0], high[0]}):
        for rest in _masses_at_ends(low[1:], high[1:], most - end, least - end):
            yield (end, *rest)


def _collect_moved_masses(
    masses: Masses,
    receiver: int,
    left: Fraction,
    done: frozenset[int],
    vertices: dict[Masses, bool],
) -> None:
    """Add to `vertices` a polytope's rational vertices: mass is moved from letters one by one."""
    givers = [k for k, mass in enumerate(masses) if mass and k not in done]
    if not left or not givers:
        vertices[masses] = True
        if len(vertices) > MOST_VERTICES:
            raise Unsupported(f"the set of priors has more than {MOST_VERTICES} vertices")
        return
    for giver in givers:
        taken = min(left, masses[giver])
        moved = list(masses)
        moved[giver] -= taken
        moved[receiver] += taken
        _collect_moved_masses(tuple(moved), receiver, left - taken, done | {giver}, vertices)
