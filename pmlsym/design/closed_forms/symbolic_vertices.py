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

from pmlsym.design.guarantee import Constraint, level_rows, one_letter_columns
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.readings.symbolic import read_symbolic

SymbolicConstraint = Constraint[sympy.Expr]
"""Entries that are polynomial in the parameters."""


@dataclass(frozen=True)
class Region:
    """An open interval of the parameter, and the vertices everywhere in it."""

    low: sympy.Expr
    high: sympy.Expr
    vertices: tuple[tuple[sympy.Expr, ...], ...]


def level_constraints(
    measure: str, prior: Sequence[sympy.Expr], level: sympy.Expr
) -> tuple[SymbolicConstraint, ...]:
    """What measure <= log(level) asks of a posterior, besides r >= 0, for a prior of full support.

    The measure is named as in the claim language; ALIP is pml and costleak, each with its level.
    Raises as `guarantee.column_forms` does.

    >>> t = sympy.Symbol("t", positive=True)
    >>> [c.coefficients for c in level_constraints("pml", [sympy.Rational(1, 2)] * 2, t)]
    [(t/4 - 1/2, t/4), (t/4, t/4 - 1/2)]
    """
    size = len(prior)
    tables = one_letter_columns(list(prior), level)
    rows = level_rows(measure, lambda g: read_symbolic(g, {"X": size, "Y": size}, tables))
    cleared = [_cleared(row, prior) for row in rows]
    # What speaks of one letter alone holds everywhere, since it does at the prior.
    return tuple(SymbolicConstraint(row) for row in cleared if sum(map(bool, row)) > 1)


def independence_constraints(
    prior: Sequence[sympy.Expr], attribute: Sequence[Sequence[sympy.Expr]]
) -> tuple[SymbolicConstraint, ...]:
    """sum_x U(x, u) r(x) = P_U(u): independence of an attribute, or of a sample as one-hot rows.

    >>> half = sympy.Rational(1, 2)
    >>> independence_constraints([half, half], [[1, 0], [0, 1]])[0].coefficients
    (1/2, -1/2)
    """
    found = []
    for column in zip(*attribute, strict=True):
        mass = sum(u * p for u, p in zip(column, prior, strict=True))
        found.append(SymbolicConstraint(tuple(sympy.expand(u - mass) for u in column), True))
    return tuple(found)


def vertices_by_region(
    constraints: Iterable[SymbolicConstraint],
    parameter: sympy.Symbol,
    low: sympy.Expr,
    high: sympy.Expr,
) -> tuple[Region, ...]:
    """The vertices of the polytope on every open interval of the parameter inside (low, high).

    Total mass one and r >= 0 are constraints of every polytope and need not be given.
    Raises Unsupported when the equalities leave more than two dimensions.

    >>> t = sympy.Symbol("t", positive=True)
    >>> prior, one = [sympy.Rational(1, 4), sympy.Rational(3, 4)], sympy.Integer(1)
    >>> for region in vertices_by_region(level_constraints("pml", prior, t), t, one, sympy.oo):
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
    >>> len(crossings_of(level_constraints("pml", [sympy.Rational(1, 2)] * 2, t)).found)
    4
    """
    given = tuple(dict.fromkeys(constraints))
    if not given:
        raise InvalidInput("there are no constraints, so that nothing depends on a parameter")
    point, free = _parametrise([c for c in given if c.equality], len(given[0].coefficients))
    bounds = [_slack(c, point) for c in given if not c.equality]
    slacks = tuple(dict.fromkeys([*map(sympy.expand, point), *bounds]))
    candidates = [_meeting(pair, free) for pair in combinations(slacks, len(free))]
    return Crossings(point, free, slacks, tuple(v for v in candidates if v is not None))


def _cleared(row: Sequence[sympy.Expr], prior: Sequence[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    """The row without denominators: the entry of a letter has at most its mass as one.

    It is multiplied by masses and not by the least common denominator, whose sign is anything.
    """
    entries = [sympy.cancel(entry) for entry in row]
    below = [p for p, entry in zip(prior, entries, strict=True) if sympy.fraction(entry)[1] != 1]
    common = sympy.prod(dict.fromkeys(below))
    return tuple(sympy.expand(sympy.cancel(entry * common)) for entry in entries)


def _slack(constraint: SymbolicConstraint, point: Sequence[sympy.Expr]) -> sympy.Expr:
    return sympy.expand(sum(g * r for g, r in zip(constraint.coefficients, point, strict=True)))


def _parametrise(
    equalities: Sequence[SymbolicConstraint], size: int
) -> tuple[tuple[sympy.Expr, ...], tuple[sympy.Symbol, ...]]:
    """r as an affine function of at most two free coordinates."""
    masses = sympy.symbols(f"r0:{size}", real=True)
    (solution,) = sympy.linsolve(
        [sum(masses) - 1, *(_slack(c, masses) for c in equalities)], *masses
    )
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
