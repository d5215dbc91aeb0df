"""Sums of forms, and the other ways in which forms are put together.

    sum_i w_i log(prod_j f_j^n_ij)  =  sum_j (sum_i w_i n_ij) log f_j

Rational parts and equal forms are collected, logarithms split into factors f_j that are nonnegative
on the domain. So mutual information comes out as the difference of two entropies.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import QQ
from sympy.polys.fields import FracElement

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.form import (
    ExtremeForm,
    Form,
    InfiniteForm,
    LogForm,
    PowerForm,
    Rational,
    StepForm,
    WeightedSum,
)
from pmlsym.closed_forms.forms.frame import Frame
from pmlsym.closed_forms.forms.rational_functions import turned_factors

Term = tuple[FracElement, Form]


def sum_of_forms(forms: Iterable[Form | None], frame: Frame) -> Form:
    """The closed form of a sum of forms; None, a form that never counts, adds 0."""
    plain = frame.field.zero
    weights: dict[Form, FracElement] = {}
    for form in forms:
        if form is None:
            continue
        for weight, body in terms_of(form, frame):
            if isinstance(body, Rational):
                plain = plain + weight * body.value
            else:
                weights[body] = weights.get(body, frame.field.zero) + weight
    terms = [(weight, body) for body, weight in weights.items() if weight]
    if not terms:
        return Rational(plain)
    if plain:
        terms.append((plain, Rational(frame.field.one)))
    if len(terms) == 1 and terms[0][0] == frame.field.one:
        return terms[0][1]
    return WeightedSum(tuple(terms))


def terms_of(form: Form, frame: Frame) -> tuple[Term, ...]:
    """The pairs of weight and form whose sum a closed form is."""
    return form.terms if isinstance(form, WeightedSum) else ((frame.field.one, form),)


def scaled_form(factor: FracElement, form: Form | None, frame: Frame) -> Form:
    """A closed form times a rational function; zero where that is zero, even if infinite."""
    if not factor or form is None:
        return Rational(frame.field.zero)
    if isinstance(form, Rational):
        return Rational(factor * form.value)
    return WeightedSum(tuple((factor * weight, body) for weight, body in terms_of(form, frame)))


def split_logarithm(form: Form, frame: Frame, prover: Prover) -> Form:
    """A closed form's logarithm as a sum over factors, if their signs are known."""
    if not (isinstance(form, LogForm) and isinstance(form.body, Rational)):
        return form
    if not form.body.value:
        return form
    c, factors = turned_factors(form.body.value, prover.sign)
    if any(sign is None for _, _, sign in factors):
        return form
    terms = [(frame.field(n), LogForm(Rational(frame.field(f)))) for f, n, _ in factors]
    if c != 1:
        terms.append((frame.field.one, LogForm(Rational(frame.field(c)))))
    return WeightedSum(tuple(terms)) if terms else Rational(frame.field.zero)


def positive_part(form: Form | None, frame: Frame, prover: Prover) -> Form | None:
    """The closed form of max(0, w f) as w max(0, f), if w >= 0 on its domain and f changes sign."""
    if isinstance(form, WeightedSum):
        parts = [
            scaled_form(weight, positive_part(body, frame, prover), frame)
            for weight, body in form.terms
        ]
        return sum_of_forms(parts, frame)
    zero = Rational(frame.field.zero)
    if not (isinstance(form, ExtremeForm) and form.largest and len(form.bodies) == 2):
        return form
    others = [body for body in form.bodies if body != zero]
    if len(others) != 1 or not isinstance(others[0], Rational):
        return form
    c, factors = turned_factors(others[0].value, prover.sign)
    weight, rest = frame.field(abs(c)), frame.field.one * (1 if c > 0 else -1)
    for factor, power, sign in factors:
        part = frame.field(factor) ** power
        weight, rest = (weight * part, rest) if sign else (weight, rest * part)
    return WeightedSum(((weight, ExtremeForm((zero, Rational(rest)))),))


def absolute_values(form: Form, frame: Frame) -> Form:
    """The closed form w max(0, f) + w max(0, -f) written as w |f|."""
    if not isinstance(form, WeightedSum):
        return form
    zero = Rational(frame.field.zero)
    terms = {body: weight for weight, body in terms_of(form, frame)}
    for body in list(terms):
        if not (isinstance(body, ExtremeForm) and body.bodies[0] == zero and body in terms):
            continue
        inner = body.bodies[1]
        if not isinstance(inner, Rational):
            continue
        mirror = ExtremeForm((zero, Rational(-inner.value)))
        if terms.get(mirror) == terms[body]:
            weight = terms.pop(body)
            terms.pop(mirror)
            terms[ExtremeForm((inner, Rational(-inner.value)))] = weight
    if len(terms) == 1 and frame.field.one in terms.values():
        return next(iter(terms))
    return WeightedSum(tuple((weight, body) for body, weight in terms.items()))


def power_of_form(body: Form, exponent: FracElement, *, rises: bool, frame: Frame) -> Form:
    """The power of a nonnegative closed form; `rises`: whether it grows with that form."""
    zero, one = Rational(frame.field.zero), Rational(frame.field.one)
    if isinstance(body, InfiniteForm) or body == zero:
        return InfiniteForm() if isinstance(body, InfiniteForm) == rises else zero
    if body == one:
        return one
    if isinstance(body, PowerForm):
        return PowerForm(body.body, body.exponent * exponent)
    if isinstance(body, Rational) and exponent.numer.is_ground and exponent.denom.is_ground:
        power = QQ(exponent.numer.LC) / QQ(exponent.denom.LC)
        if power.denominator == 1:
            return Rational(body.value ** int(power))
    return PowerForm(body, exponent)


def step_form(body: Form | None, level: FracElement, prover: Prover) -> Form:
    """The closed form of a step: 1 where a form exceeds a level, else 0; a number if proved so.

    A form that counts nowhere exceeds no level.
    """
    if body is None:
        return Rational(level.field.zero)
    if isinstance(body, Rational):
        if prover.at_most(body.value, level):
            return Rational(level.field.zero)
        difference = body.value - level
        if prover.sign(difference.numer * difference.denom) == ">":
            return Rational(level.field.one)
    return StepForm(body, Rational(level))
