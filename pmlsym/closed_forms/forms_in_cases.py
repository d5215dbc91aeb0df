"""What a value is in one case of letters: a ratio with its parts, a form with what it came from."""

from __future__ import annotations

from dataclasses import dataclass

from sympy.polys.fields import FracElement

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.closed_forms.form import Form
from pmlsym.closed_forms.letter_cases import LetterCase


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
