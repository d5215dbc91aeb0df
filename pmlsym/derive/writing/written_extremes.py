"""Maxima and minima as a paper prints them.

    max(a/d, b/d)  =  max(a, b)/d          max(a/c, a/d)  =  a/min(c, d)          max(f, -f)  =  |f|

for a and d that are not negative on the domain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.derive.form import AtExtreme, ExtremeForm, Rational

if TYPE_CHECKING:
    from pmlsym.derive.writing.presentation import Presentation

POSITIVE = (">", ">=")
FEW, SHORT = 4, 40  # SymPy compares the arguments of a maximum in pairs, and at length


def written_extreme(presentation: Presentation, form: ExtremeForm) -> sympy.Expr:
    """The extremum, what its terms have in common in front."""
    front, inner = _common(presentation, form)
    return inner if front is None else presentation.rational(front) * inner


def log_of_extreme(presentation: Presentation, form: ExtremeForm) -> sympy.Expr:
    """The logarithm of an extremum, a common exponential in front of it."""
    front, inner = _common(presentation, form)
    if front is None:
        return sympy.log(inner)
    if isinstance(inner, sympy.Pow):
        outer = presentation.logarithm(front)
        if not outer.has(sympy.log):
            return outer - sympy.log(1 / inner)
    return sympy.log(presentation.rational(front) * inner)


def at_extreme(presentation: Presentation, form: AtExtreme, shown: sympy.Expr) -> sympy.Expr:
    """An expression in one mass, written at the least or the largest of several."""
    masses = [presentation.polynomial(mass.numer) for mass in form.masses]
    kinds = (sympy.Min, sympy.Max) if form.least else (sympy.Max, sympy.Min)
    extreme, other = (kind(*masses) for kind in kinds)
    symbol = presentation.symbols[form.place]
    assert symbol is not None
    if len(masses) == 2 and sum(form.masses, presentation.frame.field.zero) == 1:
        rest, own = sympy.Dummy(), sympy.Dummy()
        shown = shown.subs({1 - symbol: rest, symbol - 1: -rest}).subs(symbol, own)
        return shown.subs({rest: other, own: extreme}, simultaneous=True)
    return shown.subs(symbol, extreme)


def _common(presentation: Presentation, form: ExtremeForm) -> tuple[FracElement | None, sympy.Expr]:
    """A common numerator or denominator, and what is left of the extremum."""
    kind = sympy.Max if form.largest else sympy.Min
    values = [body.value for body in form.bodies if isinstance(body, Rational)]
    if len(values) == 2 and values[0] == -values[1] and form.largest:
        return None, sympy.Abs(presentation.rational(values[0]))
    sign, field = presentation.sign, presentation.frame.field
    if len(values) == len(form.bodies) and all(values):
        parts = [_turned(presentation, value) for value in values]
        above, below = parts[0]
        same = all(b == below for _, b in parts) and not below.is_ground
        if same and sign(below) in POSITIVE:
            shown = [presentation.rational(field(a)) for a, _ in parts]
            return 1 / field(below), _made(kind, shown)
        same = all(a == above and sign(b) in POSITIVE for a, b in parts)
        if same and sign(above) in POSITIVE:
            shown = [presentation.rational(field(b)) for _, b in parts]
            other = sympy.Min if form.largest else sympy.Max
            return field(above), 1 / _made(other, shown)
    return None, _made(kind, [presentation.show(body) for body in form.bodies])


def _made(kind: Any, shown: list[sympy.Expr]) -> sympy.Expr:
    """The extremum, simplified by SymPy where that is quick."""
    quick = len(shown) < FEW and sum(sympy.count_ops(one) for one in shown) < SHORT
    return kind(*shown, evaluate=quick)


def _turned(presentation: Presentation, value: FracElement) -> tuple[PolyElement, PolyElement]:
    """Numerator and denominator, the second not negative if its sign is known."""
    if presentation.sign(value.denom) in ("<", "<="):
        return -value.numer, -value.denom
    return value.numer, value.denom
