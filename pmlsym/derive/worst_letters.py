"""The letters at which a form is largest: where it is monotone in a mass, that of all or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.derive.dominance import Proof
from pmlsym.derive.form import ExtremeForm, Form, Rational, WeightedSum, functions_of
from pmlsym.derive.letter_cases import LetterCase
from pmlsym.derive.rational_functions import places_in, put
from pmlsym.errors import Unsupported

if TYPE_CHECKING:
    from pmlsym.derive.schematic import EverySize

NOT_MONOTONE = "what is largest is not monotone in the mass of a letter; give the sizes"


def at_worst_letters(
    resolver: EverySize,
    form: Form,
    cases: Sequence[LetterCase],
    context: LetterCase,
    *,
    largest: bool = True,
) -> Form:
    """The form at the letters where it is largest (or smallest), by monotonicity in their masses.

    The letters lie as in the first of the cases; signs are proved where all of them hold. Those of
    the context are known, and stay.
    Raises Unsupported where a form is not proved monotone.
    """
    known = {letter for letter, _ in context.standing}
    for key in [key for key in list(resolver.used) if isinstance(key, Factor)]:
        letters = [i for _, indices in key for i in indices if not i.is_bound]
        mass = resolver.frame.generator[key]
        if not letters or any(i in known for i in letters):
            continue
        if resolver.frame.field.gens.index(mass) not in places_in(*functions_of(form)):
            continue
        alone = len(key) == 1 and key[0][0] in resolver.frame.priors
        if alone and any(o.alphabet == letters[0].alphabet for o in context.distinct):
            raise Unsupported("a letter apart from a distinguished one has no smallest mass")
        slopes = set(_slopes(form, mass))
        signs = {resolver.prover(*cases).sign(s.numer * s.denom) for s in slopes}
        rises = signs <= {">", ">="}
        if not rises and not signs <= {"<", "<="}:
            raise Unsupported(NOT_MONOTONE)
        extreme = resolver.extreme_of(key, letters[0], rises == largest, cases[0])
        resolver.proofs.append(Proof(f"monotone in the mass of {letters[0].name}", "Z3"))
        form = _replaced(form, lambda f, m=mass, e=extreme: put(f, m, e))  # type: ignore[misc]
    return form


def _slopes(form: Form, mass: FracElement) -> Iterator[FracElement]:
    """What the form grows by in a mass: all of one sign, it is monotone."""
    match form:
        case Rational(value):
            if slope := value.diff(mass):
                yield slope
        case ExtremeForm(bodies, _):
            for body in bodies:
                yield from _slopes(body, mass)
        case WeightedSum(terms):
            for weight, body in terms:
                if isinstance(body, Rational):
                    yield from _slopes(Rational(weight * body.value), mass)
                elif weight.diff(mass):
                    raise Unsupported(NOT_MONOTONE)
                else:
                    yield from (weight * slope for slope in _slopes(body, mass))
        case _:
            raise Unsupported(NOT_MONOTONE)


def _replaced(form: Form, change: Callable[[FracElement], FracElement]) -> Form:
    match form:
        case Rational(value):
            return Rational(change(value))
        case ExtremeForm(bodies, _):
            return replace(form, bodies=tuple(_replaced(body, change) for body in bodies))
        case WeightedSum(terms):
            return WeightedSum(tuple((change(w), _replaced(body, change)) for w, body in terms))
    return form
