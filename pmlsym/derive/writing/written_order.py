"""Ordered outcomes as SymPy writes them.

    sum_j  ratio(j) min(mass(j), max(0, delta - sum_{i < j} mass(i)))

j counts letters by their masses s(1) <= s(2) <= .., or is the number of letters of an outcome; then
binomial(k - 1, j - 1) outcomes with a given letter have j of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.fields import FracElement

from pmlsym.calculus.tensor import size
from pmlsym.derive.form import Ordered, Stage
from pmlsym.derive.frame import COUNT, SORTED

if TYPE_CHECKING:
    from pmlsym.derive.writing.presentation import Presentation


def written_order(presentation: Presentation, form: Ordered) -> sympy.Expr:
    """The part of the event as SymPy writes it."""
    j, i = sympy.symbols("j i")
    room, before, terms = presentation.rational(form.room), sympy.Integer(0), []
    for stage in form.stages:
        ratio, mass = (
            _in_order(presentation, form, stage, value)
            for value in (stage.part / stage.mass, stage.mass)
        )
        if not stage.letters:
            terms.append(ratio * _taken(mass, room - before))
            before = before + mass
            continue
        many, low, high = _range(presentation, form, stage)
        mass = many * mass
        earlier = before + sympy.Sum(mass.subs(j, i), (i, low, j - 1))
        terms.append(sympy.Sum(ratio * _taken(mass, room - earlier), (j, low, high)))
        before = before + sympy.Sum(mass.subs(j, i), (i, low, high))
    return sympy.Add(*terms)


def _taken(mass: sympy.Expr, left: sympy.Expr) -> sympy.Expr:
    """How much of an outcome an event takes, if this much is left for it."""
    if left.is_Symbol:
        return sympy.Min(mass, left, evaluate=False)
    return sympy.Min(mass, sympy.Max(0, left, evaluate=False), evaluate=False)


def _range(
    presentation: Presentation, form: Ordered, stage: Stage
) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """How many outcomes have the number j, and its least and largest value."""
    frame, j = presentation.frame, sympy.Symbol("j")
    (letter,) = form.letters
    letters = presentation.rational(frame.scalar(size(letter.alphabet)))
    if form.least is not None:
        return sympy.Integer(1), sympy.Integer(2), letters
    inside = any(t for (b, _), t in stage.case.truths if b in frame.content.incidences)
    if inside:
        return sympy.binomial(letters - 1, j - 1), sympy.Integer(1), letters
    return sympy.binomial(letters - 1, j), sympy.Integer(1), letters - 1


def _in_order(
    presentation: Presentation, form: Ordered, stage: Stage, value: FracElement
) -> sympy.Expr:
    """A function of an outcome as one of j."""
    shown, j = presentation.rational(value), sympy.Symbol("j")
    outcomes = {letter.name for letter in stage.letters}

    def numbered(applied: AppliedUndef) -> sympy.Expr:
        place = j if str(applied.args[0]) in outcomes else sympy.Integer(1)
        return place if applied.func.__name__ == COUNT else sympy.Function(SORTED)(place)

    return shown.replace(lambda e: isinstance(e, AppliedUndef), numbered)
