"""Sums of forms: rational parts and equal forms collected, logarithms split into factors.

    sum_i w_i log(prod_j f_j^n_ij)  =  sum_j (sum_i w_i n_ij) log f_j

for factors f_j that are nonnegative on the domain. So mutual information comes out as the
difference of two entropies.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy.polys.fields import FracElement

from pmlsym.derive.dominance import Prover
from pmlsym.derive.form import Combination, Form, Logarithm, Rational
from pmlsym.derive.frame import Frame

Term = tuple[FracElement, Form]


def total(forms: Iterable[Form | None], frame: Frame) -> Form:
    """The sum of forms; what never counts is 0."""
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
    return Combination(tuple(terms))


def terms_of(form: Form, frame: Frame) -> tuple[Term, ...]:
    """The weighted forms of which a form is the sum."""
    return form.terms if isinstance(form, Combination) else ((frame.field.one, form),)


def scaled(factor: FracElement, form: Form | None, frame: Frame) -> Form:
    """The form times a rational function; zero where the factor is, whatever the form is there."""
    if not factor or form is None:
        return Rational(frame.field.zero)
    if isinstance(form, Rational):
        return Rational(factor * form.value)
    return Combination(tuple((factor * weight, body) for weight, body in terms_of(form, frame)))


def split_logarithm(form: Form, frame: Frame, prover: Prover) -> Form:
    """The logarithm of a rational function as a sum over its factors, if their signs are known."""
    if not (isinstance(form, Logarithm) and isinstance(form.body, Rational)):
        return form
    value = form.body.value
    if not value:
        return form
    c, found = frame.field.one, []
    for polynomial, side in ((value.numer, 1), (value.denom, -1)):
        lead, factors = polynomial.factor_list()
        c = c * frame.field(lead) ** side
        for factor, power in factors:
            sign = prover.sign(factor)
            if sign in ("<", "<="):
                factor, c = -factor, c * (-1) ** power
            elif sign not in (">", ">="):
                return form
            found.append((frame.field(side * power), Logarithm(Rational(frame.field(factor)))))
    if c != 1:
        found.append((frame.field.one, Logarithm(Rational(c))))
    return Combination(tuple(found)) if found else Rational(frame.field.zero)
