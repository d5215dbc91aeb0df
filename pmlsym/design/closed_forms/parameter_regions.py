"""Vertices as functions of parameters, over regions where they are proven.

Constraints meet in points that are rational in the parameters, and whether one is a vertex depends
on the signs of finitely many polynomials. These are factored; every choice of signs of the factors
is a region, on which each slack has the sign of a product of known signs, so that the vertices are
read off without a sample. A choice that Z3 refutes on the domain is left out. Together the regions
cover the domain but for zeros of the factors, where they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy
from sympy import QQ
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.derive.dominance import Prover
from pmlsym.derive.frame import Constraint
from pmlsym.derive.rational_functions import factors_of
from pmlsym.design.closed_forms.symbolic_vertices import (
    Crossings,
    SymbolicConstraint,
    crossings_of,
)
from pmlsym.errors import InvalidInput

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

    >>> from pmlsym.design.closed_forms.symbolic_vertices import level_constraints
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


def _positive(undecided: Sequence[PolyElement], choice: Sequence[int]) -> list[Constraint]:
    return [(factor * sign, ">") for factor, sign in zip(undecided, choice, strict=False)]


def _essential(chosen: Sequence[Constraint], prover: Prover) -> list[Constraint]:
    """The chosen signs without those that follow from the others."""
    kept = list(chosen)
    for condition in chosen:
        others = [other for other in kept if other is not condition]
        if prover.impossible(*others, (-condition[0], ">=")):
            kept = others
    return kept


def _witness(chosen: Sequence[Constraint], prover: Prover) -> tuple[Fraction, ...] | None:
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
