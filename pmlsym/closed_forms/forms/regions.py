"""Regions of a domain: where each of several rational functions is the largest, or the smallest.

Their conditions compare the functions; factors of constant sign are removed from them. That the
regions are disjoint and cover the domain is proved, not assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.form import (
    ExtremeForm,
    Form,
    LogForm,
    Rational,
)
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.forms.rational_functions import turned_factors
from pmlsym.errors import Unsupported


@dataclass(frozen=True)
class FormRegion:
    """Where on the domain one expression is the value: all conditions hold."""

    condition: sympy.Basic
    expr: sympy.Expr


def regions_of(form: Form, prover: Prover, presentation: Presentation) -> tuple[FormRegion, ...]:
    """The regions on each of which a closed form, a maximum or its log, has one expression.

    Raises Unsupported where the form is of another kind, or the regions are not proved to be
    disjoint and exhaustive.
    """
    inner = form.body if isinstance(form, LogForm) else form
    if not isinstance(inner, ExtremeForm):
        return (FormRegion(sympy.true, presentation.show(form)),)
    values = [body.value for body in inner.bodies if isinstance(body, Rational)]
    if len(values) < len(inner.bodies):
        raise Unsupported("regions are of maxima of rational functions")
    regions, pieces = [], []
    for place, value in enumerate(values):
        terms = [
            (_sign_part(value, other, inner.largest, prover), ">" if k < place else ">=")
            for k, other in enumerate(values)
            if k != place
        ]
        pieces.append(terms)
        conditions = [_solved_condition(term, relation, presentation) for term, relation in terms]
        shown = Rational(value)
        expr = presentation.show(LogForm(shown) if isinstance(form, LogForm) else shown)
        regions.append(FormRegion(sympy.And(*conditions), expr))
    if not _are_partition(pieces, prover):
        raise Unsupported("the regions are not proved to be disjoint and exhaustive")
    return tuple(regions)


def _sign_part(
    value: FracElement, other: FracElement, largest: bool, prover: Prover
) -> PolyElement:
    """The factors that decide which of two candidates of a closed form is larger.

    A factor >= 0 is dropped even where it can vanish: there the two values are equal.
    """
    difference = value - other if largest else other - value
    c, factors = turned_factors(difference, prover.sign)
    total = difference.numer.ring.one * (1 if c > 0 else -1)
    for factor, power, sign in factors:
        if sign is None and power % 2:
            total = total * factor
    return total


def _solved_condition(term: PolyElement, relation: str, presentation: Presentation) -> sympy.Basic:
    """The condition of a closed form's region, solved for a symbol where it is linear in one."""
    shown = presentation.polynomial(term)
    condition = shown > 0 if relation == ">" else shown >= 0
    applied = shown.atoms(sympy.core.function.AppliedUndef)
    symbols = [] if applied else sorted(shown.free_symbols, key=str)
    for symbol in symbols:
        if sympy.degree(shown, symbol) == 1 and not shown.diff(symbol).free_symbols:
            slope = shown.diff(symbol)
            border = sympy.simplify(-shown.subs(symbol, 0) / slope)
            if slope > 0:
                return symbol > border if relation == ">" else symbol >= border
            return symbol < border if relation == ">" else symbol <= border
    return condition


def _are_partition(pieces: list[list[tuple[PolyElement, str]]], prover: Prover) -> bool:
    """Whether a closed form's regions are proved to be disjoint and to cover its domain."""
    for k, one in enumerate(pieces):
        for other in pieces[:k]:
            if not prover.impossible(*one, *other):
                return False
    return prover.covers(pieces)
