"""Forms at an alphabet of any size, with the cases of letters that they were found in."""

from __future__ import annotations

from dataclasses import dataclass

from sympy.polys.fields import FracElement

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.closed_forms.forms.form import Form
from pmlsym.closed_forms.resolvers.letter_cases import LetterCase
from pmlsym.language.value import Value


@dataclass(frozen=True)
class RatioInCase:
    """A ratio in a case; `above` and `below` are its parts as polynomials."""

    case: LetterCase
    above: Polynomial
    below: Polynomial
    value: FracElement


@dataclass(frozen=True)
class FormInCase:
    """A form with the case it was found in; where it is infinite, a ratio that is if not 0/0."""

    form: Form
    candidates: tuple[RatioInCase, ...] = ()
    infinite: tuple[LetterCase, FracElement] | None = None


def at_given_sizes(node: Value | type[Value]) -> str:
    """The words that refuse a node here."""
    return f"{node.words} has a closed form at given sizes only"
