"""Forms as functions of the mass of one letter: their slopes, and the form at another mass.

A form whose slopes all have one sign is largest at the smallest mass, or at the largest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy.polys.fields import FracElement

from pmlsym.closed_forms.forms.form import (
    ExtremeForm,
    Form,
    LogForm,
    PowerForm,
    Rational,
    WeightedSum,
)
from pmlsym.closed_forms.forms.rational_functions import function_at
from pmlsym.errors import Unsupported

NOT_MONOTONE = "what is largest is not monotone in the mass of a letter; give the sizes"


def slopes_in_mass(form: Form, mass: FracElement) -> Iterator[FracElement]:
    """The slopes of a closed form in a prior mass; it is monotone where all have one sign."""
    match form:
        case Rational(value):
            if slope := value.diff(mass):
                yield slope
        case ExtremeForm(bodies, _):
            for body in bodies:
                yield from slopes_in_mass(body, mass)
        case WeightedSum(terms):
            for weight, body in terms:
                if isinstance(body, Rational):
                    yield from slopes_in_mass(Rational(weight * body.value), mass)
                elif weight.diff(mass):
                    raise Unsupported(NOT_MONOTONE)
                else:
                    yield from (weight * slope for slope in slopes_in_mass(body, mass))
        case LogForm(body):
            yield from slopes_in_mass(body, mass)
        case PowerForm(body, exponent):
            yield from (exponent * slope for slope in slopes_in_mass(body, mass))
        case _:
            raise Unsupported(NOT_MONOTONE)


def form_at_mass(form: Form, mass: FracElement, new: FracElement) -> Form:
    """The closed form with another mass in the place of one prior mass."""
    match form:
        case Rational(value):
            return Rational(function_at(value, mass, new))
        case ExtremeForm(bodies, _):
            return replace(form, bodies=tuple(form_at_mass(body, mass, new) for body in bodies))
        case WeightedSum(terms):
            return WeightedSum(
                tuple((function_at(w, mass, new), form_at_mass(b, mass, new)) for w, b in terms)
            )
        case LogForm(body) | PowerForm(body):
            return replace(form, body=form_at_mass(body, mass, new))
    return form
