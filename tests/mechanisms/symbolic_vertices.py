"""Vertices as functions of parameters, over regions where they are proven.

For constraints with polynomials as entries, as many inequalities as the equalities leave dimensions
meet in a point with coordinates rational in the parameters: the solution of a square system. Where
its determinant is not zero the point is one, and a vertex if no constraint is negative there; so
what is a vertex can change only where a determinant or the numerator of a slack vanishes.

These polynomials are factored; every choice of signs of the factors is a region, on which each
slack has the sign of a product of known signs, so that the vertices are read off without a sample.
A choice that Z3 refutes on the domain is left out. Together the regions cover the domain but for
zeros of the factors, where they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import sympy
from sympy import QQ
from sympy.polys.domains import FractionField
from sympy.polys.fields import FracElement
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.frame import Constraint as Condition
from pmlsym.closed_forms.forms.rational_functions import factors_of
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.symbolic import read_symbolic
from pmlsym.mechanisms.guarantee import Constraint, level_rows, one_letter_columns

SymbolicConstraint = Constraint[sympy.Expr]
"""Entries that are polynomial in the parameters."""

Row = tuple[FracElement, ...]

Vertices = tuple[tuple[sympy.Expr, ...], ...]

Signs = Mapping[PolyElement, int]


@dataclass(frozen=True)
class ParameterRegion:
    """The vertices wherever the domain and all `conditions` hold strictly.

    `witness` is a rational point of the region, in the order of the parameters, or None where Z3
    found none and did not refute the region: it may then be empty.
    """

    conditions: tuple[sympy.Expr, ...]
    vertices: Vertices
    witness: tuple[Fraction, ...] | None


def vertices_by_parameters(
    constraints: Iterable[SymbolicConstraint],
    parameters: Sequence[sympy.Symbol],
    domain: Sequence[sympy.Expr],
) -> tuple[ParameterRegion, ...]:
    """The vertices of a polytope of dimension one or two on every region of the parameters.

    `domain` lists polynomials in the parameters that are positive. Raises InvalidInput for other
    symbols, Unsupported when the equalities leave more than two dimensions.

    >>> from tests.mechanisms.symbolic_vertices import level_constraints
    >>> p, t = sympy.symbols("p t", positive=True)
    >>> found = vertices_by_parameters(
    ...     level_constraints("pml", [p, 1 - p], t), [p, t], [p, sympy.Rational(1, 2) - p, t - 1])
    >>> for region in found:
    ...     print(region.conditions, region.vertices)
    (p*t - 1,) ((0, 1), (1, 0))
    (p*t - t + 1,) ((p*t, -p*t + 1), (p*t - t + 1, -p*t + t))
    (-p*t + 1, -p*t + t - 1) ((0, 1), (p*t, -p*t + 1))
    """
    given = tuple(constraints)
    stray = {s for c in given for e in c.coefficients for s in e.free_symbols}
    stray |= {s for e in domain for s in e.free_symbols}
    if stray - set(parameters):
        shown = ", ".join(sorted(map(str, stray - set(parameters))))
        raise InvalidInput(f"{shown} occurs in the constraints or the domain, but is no parameter")
    ring = QQ.frac_field(*parameters).field.ring
    inside = [(ring.from_expr(e), ">") for e in domain]
    prover = Prover(inside, ring.ngens)
    crossings = crossings_of(given, parameters)
    known, undecided = _signs(crossings, prover)
    return tuple(
        ParameterRegion(
            tuple(e.as_expr() for e, _ in _essential(chosen, prover)),
            _vertices(crossings, {**known, **dict(zip(undecided, choice, strict=True))}),
            _witness(chosen, prover),
        )
        for choice in _choices(undecided, prover)
        for chosen in [_positive(undecided, choice)]
    )


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


@dataclass(frozen=True)
class Crossing:
    """A point where constraints meet, and the slacks of all inequalities there."""

    point: Row
    slacks: Row


@dataclass(frozen=True)
class Crossings:
    """Every point where constraints meet, and the polynomials at whose zeros that changes."""

    found: tuple[Crossing, ...]
    critical: frozenset[PolyElement]


def crossings_of(
    constraints: Iterable[SymbolicConstraint], parameters: Sequence[sympy.Symbol]
) -> Crossings:
    """Every point where as many inequalities meet as the equalities leave dimensions, one or two.

    Total mass one and r >= 0 are constraints of every polytope and need not be given.
    Raises Unsupported when the equalities leave more than two dimensions.

    >>> t = sympy.Symbol("t", positive=True)
    >>> constraints = level_constraints("pml", [sympy.Rational(1, 2)] * 2, t)
    >>> [crossing.point for crossing in crossings_of(constraints, [t]).found]
    [(0, 1), (1, 0), (t/2, (-t + 2)/2), ((-t + 2)/2, t/2)]
    """
    given = tuple(dict.fromkeys(constraints))
    if not given:
        raise InvalidInput("there are no constraints, so that nothing depends on a parameter")
    field = QQ.frac_field(*parameters)
    size = len(given[0].coefficients)
    rows = [(tuple(map(field.from_sympy, c.coefficients)), c.equality) for c in given]
    units = [tuple(field(int(x == k)) for x in range(size)) for k in range(size)]
    bounds = list(dict.fromkeys([*units, *(row for row, equality in rows if not equality)]))
    equal = _apart([(field.one,) * size, *(row for row, equality in rows if equality)], field)
    moves = size - len(equal)
    if not 1 <= moves <= 2:
        raise Unsupported(
            f"symbolic vertices need dimension 1 or 2, the equalities leave {moves}; "
            "use exact vertices at rational parameters"
        )
    mass_one = _matrix([(field(int(k == 0)),) for k in range(size)], field)
    found: dict[Crossing, None] = {}
    critical: set[PolyElement] = set()
    for met in combinations(bounds, moves):
        system = _matrix([*equal, *met], field)
        determinant = system.det()
        if determinant:
            point = tuple(entry for (entry,) in system.lu_solve(mass_one).to_list())
            slacks = tuple(sum(map(field.mul, row, point), field.zero) for row in bounds)
            found[Crossing(point, slacks)] = None
            values = (determinant, *slacks)
            critical |= {part for value in values for part in (value.numer, value.denom)}
    return Crossings(tuple(found), frozenset(critical))


def _signs(crossings: Crossings, prover: Prover) -> tuple[Signs, tuple[PolyElement, ...]]:
    """The factors that have one sign on the whole domain, proved, and the others."""
    known: dict[PolyElement, int] = {}
    factors = {f for p in crossings.critical if p for f, _ in factors_of(p)[1]}
    for factor in factors:
        if (sign := prover.sign(factor)) in (">", "<"):
            known[factor] = 1 if sign == ">" else -1
    undecided = sorted(factors - known.keys(), key=lambda f: sympy.default_sort_key(f.as_expr()))
    return known, tuple(undecided)


def _choices(undecided: Sequence[PolyElement], prover: Prover) -> list[tuple[int, ...]]:
    """Every choice of signs that Z3 does not refute."""
    found: list[tuple[int, ...]] = [()]
    for _ in undecided:
        longer = ((*choice, sign) for choice in found for sign in (1, -1))
        found = [c for c in longer if not prover.impossible(*_positive(undecided, c))]
    return found


def _positive(undecided: Sequence[PolyElement], choice: Sequence[int]) -> list[Condition]:
    return [(factor * sign, ">") for factor, sign in zip(undecided, choice, strict=False)]


def _essential(chosen: Sequence[Condition], prover: Prover) -> list[Condition]:
    """The chosen signs without those that follow from the others."""
    kept = list(chosen)
    for condition in chosen:
        others = [other for other in kept if other is not condition]
        if prover.impossible(*others, (-condition[0], ">=")):
            kept = others
    return kept


def _witness(chosen: Sequence[Condition], prover: Prover) -> tuple[Fraction, ...] | None:
    try:
        return tuple(map(Fraction, prover.point(*chosen) or ())) or None
    except ValueError:  # an irrational point
        return None


def _vertices(crossings: Crossings, signs: Signs) -> Vertices:
    """The crossings whose slacks all have a nonnegative sign, each once."""
    found = {
        tuple(sympy.expand(entry.as_expr()) for entry in crossing.point)
        for crossing in crossings.found
        if all(_sign(slack, signs) >= 0 for slack in crossing.slacks)
    }
    return tuple(sorted(found, key=sympy.default_sort_key))


def _sign(value: FracElement, signs: Signs) -> int:
    if not value:
        return 0
    result = 1
    for part in (value.numer, value.denom):
        lead, factors = factors_of(part)
        result *= 1 if lead > 0 else -1
        for factor, power in factors:
            result *= signs[factor] ** power
    return result


def _apart(rows: Sequence[Row], field: FractionField) -> list[Row]:
    """The rows that are no combinations of those before them."""
    _, pivots = _matrix(rows, field).transpose().rref()
    return [rows[k] for k in pivots]


def _matrix(rows: Sequence[Row], field: FractionField) -> DomainMatrix:
    return DomainMatrix(list(map(list, rows)), (len(rows), len(rows[0])), field)


def _cleared(row: Sequence[sympy.Expr], prior: Sequence[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    """The row without denominators: the entry of a letter has at most its mass as one.

    It is multiplied by masses and not by the least common denominator, whose sign is anything.
    """
    entries = [sympy.cancel(entry) for entry in row]
    below = [p for p, entry in zip(prior, entries, strict=True) if sympy.fraction(entry)[1] != 1]
    common = sympy.prod(dict.fromkeys(below))
    return tuple(sympy.expand(sympy.cancel(entry * common)) for entry in entries)
