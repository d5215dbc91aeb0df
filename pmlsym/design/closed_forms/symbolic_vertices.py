"""Where the constraints of a polytope meet, as functions of parameters.

For constraints with polynomials as entries, as many inequalities as the equalities leave dimensions
meet in a point with coordinates rational in the parameters: the solution of a square system. Where
its determinant is not zero the point is one, and a vertex if no constraint is negative there; so
what is a vertex can change only where a determinant or the numerator of a slack vanishes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy
from sympy import QQ
from sympy.polys.domains import FractionField
from sympy.polys.fields import FracElement
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement

from pmlsym.design.guarantee import Constraint, level_rows, one_letter_columns
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.readings.symbolic import read_symbolic

SymbolicConstraint = Constraint[sympy.Expr]
"""Entries that are polynomial in the parameters."""

Row = tuple[FracElement, ...]


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
