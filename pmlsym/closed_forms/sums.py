"""Sums of forms, and sums over letters at an alphabet of any size.

    sum_i w_i log(prod_j f_j^n_ij)  =  sum_j (sum_i w_i n_ij) log f_j
    sum_{x,y} weight(x,y) g(y)      =  sum_y ( sum_x weight(x,y) ) g(y)

Rational parts and equal forms are collected, logarithms split into factors f_j that are nonnegative
on the domain. So mutual information comes out as the difference of two entropies. Letters on which
the summand is polynomial are summed by the rules of the calculus; one on which it depends
otherwise, as in log p(y), stays as a sum that is written: a LetterSum.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.dominance import Prover
from pmlsym.closed_forms.form import (
    Boundless,
    ExtremeForm,
    Form,
    LetterSum,
    LogForm,
    Rational,
    StepForm,
    WeightedSum,
    functions_of,
)
from pmlsym.closed_forms.frame import Frame
from pmlsym.closed_forms.letter_cases import LetterCase
from pmlsym.closed_forms.rational_functions import places_in, turned_factors
from pmlsym.language.fold import walk
from pmlsym.language.value import Ratio, Total, Weighted, polynomials_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.forms_in_cases import RatioInCase
    from pmlsym.closed_forms.schematic import EverySize

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
    return WeightedSum(tuple(terms))


def terms_of(form: Form, frame: Frame) -> tuple[Term, ...]:
    """The weighted forms of which a form is the sum."""
    return form.terms if isinstance(form, WeightedSum) else ((frame.field.one, form),)


def scaled(factor: FracElement, form: Form | None, frame: Frame) -> Form:
    """The form times a rational function; zero where the factor is, whatever the form is there."""
    if not factor or form is None:
        return Rational(frame.field.zero)
    if isinstance(form, Rational):
        return Rational(factor * form.value)
    return WeightedSum(tuple((factor * weight, body) for weight, body in terms_of(form, frame)))


def split_logarithm(form: Form, frame: Frame, prover: Prover) -> Form:
    """The logarithm of a rational function as a sum over its factors, if their signs are known."""
    if not (isinstance(form, LogForm) and isinstance(form.body, Rational)):
        return form
    if not form.body.value:
        return form
    c, factors = turned_factors(form.body.value, prover.sign)
    if any(known is None for _, _, known in factors):
        return form
    found = [(frame.field(n), LogForm(Rational(frame.field(f)))) for f, n, _ in factors]
    if c != 1:
        found.append((frame.field.one, LogForm(Rational(frame.field(c)))))
    return WeightedSum(tuple(found)) if found else Rational(frame.field.zero)


def positive_part(form: Form | None, frame: Frame, prover: Prover) -> Form | None:
    """max(0, w f) as w max(0, f), w >= 0 on the domain and f of no constant sign."""
    if isinstance(form, WeightedSum):
        parts = [
            scaled(weight, positive_part(body, frame, prover), frame) for weight, body in form.terms
        ]
        return total(parts, frame)
    zero = Rational(frame.field.zero)
    if not (isinstance(form, ExtremeForm) and form.largest and len(form.bodies) == 2):
        return form
    others = [body for body in form.bodies if body != zero]
    if len(others) != 1 or not isinstance(others[0], Rational):
        return form
    c, factors = turned_factors(others[0].value, prover.sign)
    weight, rest = frame.field(abs(c)), frame.field.one * (1 if c > 0 else -1)
    for factor, power, known in factors:
        part = frame.field(factor) ** power
        weight, rest = (weight * part, rest) if known else (weight, rest * part)
    return WeightedSum(((weight, ExtremeForm((zero, Rational(rest)))),))


def absolute_values(form: Form, frame: Frame) -> Form:
    """w max(0, f) + w max(0, -f) as w |f|."""
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


def step(body: Form | None, level: FracElement, prover: Prover) -> Form:
    """1 where a form exceeds a level, else 0; settled where it is proved which. What never counts
    exceeds nothing.
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


def resolve_total(resolver: EverySize, sum_: Total, case: LetterCase) -> Form:
    """The form of a sum in a case."""
    frame, over = resolver.frame, _outcomes_first(sum_)
    sums: dict[tuple[tuple[Index, ...], LetterCase], list[Form]] = {}
    for place in resolver.split(case, over, polynomials_of(sum_.body)):
        weight, body = constant(1), sum_.body
        if isinstance(body, Weighted):
            weight, body = body.weight, body.body
        if not place.reduce(weight):
            continue
        outcome = resolver.resolve(body, place)
        if outcome is None:
            continue
        resolver.require_letters(place)
        weight = place.indicator(over) * weight
        for scale, form in terms_of(_apart(resolver, outcome.form, place), frame):
            if isinstance(form, Boundless):
                return form
            if isinstance(form, Rational):
                weight, scale, form = _into(
                    resolver, weight, scale * form.value, outcome.candidates
                )
            letters = varying_letters(resolver, over, (scale, *functions_of(form)))
            bare, kept = _summed(weight, over, letters, place, case)
            if _is_unknown(resolver, bare):
                letters = tuple(i for i in over if i in letters or _is_outcome(resolver, weight, i))
                bare, kept = _summed(weight, over, letters, place, case)
            key = (letters, kept) if letters else ((), case)
            sums.setdefault(key, []).append(scaled(resolver.read(bare) * scale, form, frame))
    return _written(resolver, sums)


def varying_letters(resolver: EverySize, over: Any, functions: Any) -> tuple[Index, ...]:
    """The letters of a sum whose masses occur in rational functions."""
    places = places_in(*functions)
    gens = resolver.frame.field.gens
    met = {
        index
        for key in resolver.used
        if isinstance(key, Factor) and gens.index(resolver.frame.generator[key]) in places
        for _, indices in key
        for index in indices
    }
    return tuple(index for index in over if index in met)


def _outcomes_first(value: Total) -> tuple[Index, ...]:
    """The letters of a sum, those of denominators first: they are what a summand depends on."""
    ratios = (part for part in walk(value.body) if isinstance(part, Ratio))
    below = {i for ratio in ratios for i in ratio.denominator.free}
    return tuple(sorted(value.over, key=lambda i: i not in below))


def _apart(resolver: EverySize, form: Form, place: LetterCase) -> Form:
    """A logarithm as a sum over its factors."""
    if isinstance(form, LogForm):
        return split_logarithm(form, resolver.frame, resolver.prover(place))
    return form


def _summed(
    weight: Polynomial,
    over: tuple[Index, ...],
    letters: tuple[Index, ...],
    place: LetterCase,
    case: LetterCase,
) -> tuple[Polynomial, LetterCase]:
    """The weight summed over all but these letters, and the case that they are in."""
    kept = _within(place, case, letters)
    rest = [i for i in over if i not in letters]
    return kept.reduce(sum_over(weight, *rest) if rest else weight), kept


def _is_unknown(resolver: EverySize, weight: Polynomial) -> bool:
    """Whether a sum over outcomes is left of which nothing is known."""
    frame = resolver.frame
    return any(
        i.is_bound and frame.count(part) is None
        for monomial, _ in weight
        for part in monomial
        for t, indices in part
        if t in frame.content.incidences or t in frame.content.weights
        for i in indices[-1:]
    )


def _is_outcome(resolver: EverySize, weight: Polynomial, index: Index) -> bool:
    """Whether a letter is the outcome of a set of letters."""
    content = resolver.frame.content
    known = {*content.incidences, *content.weights}
    return any(t in known and indices[-1] == index for t, indices in weight.atoms())


def _into(
    resolver: EverySize, weight: Polynomial, value: FracElement, candidates: tuple[RatioInCase, ...]
) -> tuple[Polynomial, FracElement, Form]:
    """A rational summand: its numerator joins the weight as a polynomial, where it is one."""
    one = Rational(resolver.frame.field.one)
    if len(candidates) == 1 and candidates[0].value == value:
        below = resolver.read(candidates[0].below)
        return weight * candidates[0].above, 1 / below, one
    return weight, value, one


def _within(place: LetterCase, case: LetterCase, letters: tuple[Index, ...]) -> LetterCase:
    """The part of a case that speaks of these letters and of those of the outer case."""
    known = {*letters, *(i for i, _ in case.standing)}
    return LetterCase(
        tuple(pair for pair in place.standing if pair[0] in known),
        tuple(pair for pair in place.truths if set(pair[0][1]) <= known),
    )


def _written(
    resolver: EverySize, sums: dict[tuple[tuple[Index, ...], LetterCase], list[Form]]
) -> Form:
    frame = resolver.frame
    found: list[Form] = []
    for (letters, kept), forms in sums.items():
        whole = total(forms, frame)
        if not letters:
            found.append(whole)
        elif not varying_letters(resolver, letters, functions_of(whole)):
            many = resolver.read(kept.reduce(sum_over(kept.indicator(letters), *letters)))
            found.append(scaled(many, whole, frame))
        elif whole != Rational(frame.field.zero):
            found.append(LetterSum(letters, kept, whole))
    return total(found, frame)
