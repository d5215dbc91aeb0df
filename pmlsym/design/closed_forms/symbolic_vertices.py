"""Vertices as functions of one parameter, over regions of the parameter where they are proven.

For a polytope of dimension at most 2 whose constraints are polynomial in a parameter t, every pair
of constraints meets in a point with coordinates rational in t. Which of these points are vertices
can change only where a slack, a determinant or a denominator vanishes. The real roots of these
finitely many polynomials cut the domain into open intervals; on each, one exact rational sample
decides. Several parameters are in parameter_regions.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import sympy

from pmlsym.errors import InvalidInput, Unsupported


@dataclass(frozen=True)
class SymbolicConstraint:
    """sum_x coefficients(x) r(x) <= bound, or with equality; entries polynomial in a parameter."""

    coefficients: tuple[sympy.Expr, ...]
    bound: sympy.Expr
    equality: bool = False


@dataclass(frozen=True)
class Region:
    """An open interval of the parameter, and the vertices everywhere in it."""

    low: sympy.Expr
    high: sympy.Expr
    vertices: tuple[tuple[sympy.Expr, ...], ...]


def pml_constraints(
    prior: Sequence[sympy.Expr], level: sympy.Symbol
) -> tuple[SymbolicConstraint, ...]:
    """r(x) <= t p(x), r >= 0 and total mass one, for a rational prior and a symbolic level.

    >>> t = sympy.Symbol("t", positive=True)
    >>> len(pml_constraints([sympy.Rational(1, 2)] * 2, t))
    5
    """
    caps = [
        SymbolicConstraint(row, level * mass)
        for row, mass in zip(_units(len(prior)), prior, strict=True)
    ]
    return (*_simplex(len(prior)), *caps)


def density_constraints(
    prior: Sequence[sympy.Expr], lower: sympy.Expr, upper: sympy.Expr
) -> tuple[SymbolicConstraint, ...]:
    """p(x) <= lower r(x) and r(x) <= upper p(x): ALIP, and LIP where the levels are equal.

    >>> t = sympy.Symbol("t", positive=True)
    >>> len(density_constraints([sympy.Rational(1, 2)] * 2, t, t))
    7
    """
    floors = [
        SymbolicConstraint(tuple(-lower * c for c in row), -mass)
        for row, mass in zip(_units(len(prior)), prior, strict=True)
    ]
    caps = [
        SymbolicConstraint(row, upper * mass)
        for row, mass in zip(_units(len(prior)), prior, strict=True)
    ]
    return (*_simplex(len(prior)), *floors, *caps)


def ldp_constraints(
    prior: Sequence[sympy.Expr], level: sympy.Expr
) -> tuple[SymbolicConstraint, ...]:
    """r(x) p(x') <= t r(x') p(x) for every ordered pair.

    >>> t = sympy.Symbol("t", positive=True)
    >>> len(ldp_constraints([sympy.Rational(1, 2)] * 2, t))
    5
    """
    size = len(prior)
    pairs = [
        SymbolicConstraint(
            tuple(
                prior[other] * int(k == x) - level * prior[x] * int(k == other) for k in range(size)
            ),
            sympy.Integer(0),
        )
        for x in range(size)
        for other in range(size)
        if x != other
    ]
    return (*_simplex(size), *pairs)


def ldi_constraints(
    prior: Sequence[sympy.Expr], level: sympy.Expr
) -> tuple[SymbolicConstraint, ...]:
    """r(x) <= t r(x') for every ordered pair.

    >>> t = sympy.Symbol("t", positive=True)
    >>> len(ldi_constraints([sympy.Rational(1, 2)] * 2, t))
    5
    """
    size = len(prior)
    pairs = [
        SymbolicConstraint(
            tuple(sympy.Integer(int(k == x)) - level * int(k == other) for k in range(size)),
            sympy.Integer(0),
        )
        for x in range(size)
        for other in range(size)
        if x != other
    ]
    return (*_simplex(size), *pairs)


def independence_constraints(
    prior: Sequence[sympy.Expr], attribute: Sequence[Sequence[sympy.Expr]]
) -> tuple[SymbolicConstraint, ...]:
    """sum_x U(x, u) r(x) = P_U(u): independence of an attribute, or of a sample as one-hot rows.

    >>> half = sympy.Rational(1, 2)
    >>> len(independence_constraints([half, half], [[1, 0], [0, 1]]))
    5
    """
    rules = [
        SymbolicConstraint(
            tuple(sympy.Integer(1) * entry for entry in column),
            sympy.expand(sum(u * p for u, p in zip(column, prior, strict=True))),
            equality=True,
        )
        for column in zip(*attribute, strict=True)
    ]
    return (*_simplex(len(prior)), *rules)


def vertices_by_region(
    constraints: Iterable[SymbolicConstraint],
    parameter: sympy.Symbol,
    low: sympy.Expr,
    high: sympy.Expr,
) -> tuple[Region, ...]:
    """The vertices of the polytope on every open interval of the parameter inside (low, high).

    Raises Unsupported when the equalities leave more than two dimensions.

    >>> t = sympy.Symbol("t", positive=True)
    >>> prior = [sympy.Rational(1, 4), sympy.Rational(3, 4)]
    >>> for region in vertices_by_region(pml_constraints(prior, t), t, sympy.Integer(1), sympy.oo):
    ...     print(region.low, region.high, region.vertices)
    1 4/3 ((1 - 3*t/4, 3*t/4), (t/4, 1 - t/4))
    4/3 4 ((0, 1), (t/4, 1 - t/4))
    4 oo ((0, 1), (1, 0))
    """
    crossings = crossings_of(constraints)
    critical = _critical_points(crossings.polynomials(), parameter, low, high)
    return tuple(
        Region(a, b, _vertices_at(_between(a, b), crossings, parameter))
        for a, b in pairwise(critical)
    )


Values = dict[sympy.Symbol, sympy.Expr]


@dataclass(frozen=True)
class Crossings:
    """Where constraints meet: `point` is r in the `free` coordinates, `found` their values there.

    `slacks` are the inequalities as functions of the free coordinates.
    """

    point: tuple[sympy.Expr, ...]
    free: tuple[sympy.Symbol, ...]
    slacks: tuple[sympy.Expr, ...]
    found: tuple[Values, ...]

    def at(self, values: Values) -> tuple[sympy.Expr, ...]:
        """The posterior at a crossing."""
        return tuple(sympy.expand(sympy.cancel(e.subs(values))) for e in self.point)

    def polynomials(self) -> set[sympy.Expr]:
        """Every numerator and denominator whose sign can matter, and every determinant."""
        found: set[sympy.Expr] = set()
        for values in self.found:
            for expression in (*(s.subs(values) for s in self.slacks), *values.values()):
                found.update(sympy.fraction(sympy.cancel(expression)))
        for expression in (*self.slacks, *self.point):
            found.add(sympy.fraction(sympy.together(expression))[1])
        for rows in combinations(self.slacks, len(self.free)):
            determinant = sympy.Matrix([[r.coeff(f) for f in self.free] for r in rows]).det()
            found.update(sympy.fraction(sympy.cancel(determinant)))
        return found


def crossings_of(constraints: Iterable[SymbolicConstraint]) -> Crossings:
    """Every point where as many inequalities meet as the equalities leave dimensions, one or two.

    Raises Unsupported when the equalities leave more than two dimensions.

    >>> t = sympy.Symbol("t", positive=True)
    >>> len(crossings_of(pml_constraints([sympy.Rational(1, 2)] * 2, t)).found)
    4
    """
    given = tuple(dict.fromkeys(constraints))
    point, free = _parametrise([c for c in given if c.equality])
    slacks = tuple(
        sympy.expand(c.bound - sum(a * r for a, r in zip(c.coefficients, point, strict=True)))
        for c in given
        if not c.equality
    )
    candidates = [_meeting(pair, free) for pair in combinations(slacks, len(free))]
    return Crossings(point, free, slacks, tuple(v for v in candidates if v is not None))


def _units(size: int) -> list[tuple[sympy.Expr, ...]]:
    return [tuple(sympy.Integer(int(k == x)) for k in range(size)) for x in range(size)]


def _simplex(size: int) -> list[SymbolicConstraint]:
    one = SymbolicConstraint((sympy.Integer(1),) * size, sympy.Integer(1), equality=True)
    signs = [SymbolicConstraint(tuple(-c for c in row), sympy.Integer(0)) for row in _units(size)]
    return [one, *signs]


def _parametrise(
    equalities: Sequence[SymbolicConstraint],
) -> tuple[tuple[sympy.Expr, ...], tuple[sympy.Symbol, ...]]:
    """r as an affine function of at most two free coordinates."""
    if not equalities:
        raise InvalidInput("the total mass is missing among the equalities")
    size = len(equalities[0].coefficients)
    masses = sympy.symbols(f"r0:{size}", real=True)
    system = [
        sum(a * m for a, m in zip(c.coefficients, masses, strict=True)) - c.bound
        for c in equalities
    ]
    (solution,) = sympy.linsolve(system, *masses)
    free = tuple(m for m in masses if any(e.has(m) for e in solution))
    if not 1 <= len(free) <= 2:
        raise Unsupported(
            f"symbolic vertices need dimension 1 or 2, the equalities leave {len(free)}; "
            "use exact vertices at rational parameters"
        )
    return tuple(solution), free


def _meeting(pair: Sequence[sympy.Expr], free: Sequence[sympy.Symbol]) -> Values | None:
    answers = sympy.solve(list(pair), list(free), dict=True)
    if len(answers) != 1 or len(answers[0]) != len(free):
        return None
    return {symbol: sympy.cancel(value) for symbol, value in answers[0].items()}


def _critical_points(
    polynomials: Iterable[sympy.Expr],
    parameter: sympy.Symbol,
    low: sympy.Expr,
    high: sympy.Expr,
) -> list[sympy.Expr]:
    points = set()
    for polynomial in polynomials:
        if polynomial.has(parameter):
            points.update(sympy.real_roots(sympy.Poly(polynomial, parameter)))
    inside = [p for p in points if bool(p > low) and bool(p < high)]
    return [low, *sorted(inside), high]


def _between(low: sympy.Expr, high: sympy.Expr) -> sympy.Rational:
    """A rational strictly between two reals, high possibly infinite."""
    if high == sympy.oo:
        return sympy.Rational(sympy.floor(low) + 2)
    digits = 1
    while True:
        grid = 10**digits
        middle = sympy.Rational(sympy.floor((low + high) / 2 * grid), grid)
        if bool(middle > low) and bool(middle < high):
            return middle
        digits += 1


def _vertices_at(
    sample: sympy.Rational, crossings: Crossings, parameter: sympy.Symbol
) -> tuple[tuple[sympy.Expr, ...], ...]:
    kept: dict[tuple[sympy.Expr, ...], tuple[sympy.Expr, ...]] = {}
    for values in crossings.found:
        here = {symbol: value.subs(parameter, sample) for symbol, value in values.items()}
        if all(s.subs(parameter, sample).subs(here) >= 0 for s in crossings.slacks):
            key = tuple(e.subs(parameter, sample).subs(here) for e in crossings.point)
            kept.setdefault(key, crossings.at(values))
    return tuple(kept[key] for key in sorted(kept))
