"""Sums over letters at an alphabet of any size.

    sum_{x,y} weight(x,y) g(y)  =  sum_y ( sum_x weight(x,y) ) g(y)

Letters on which the summand is polynomial are summed by the rules of the calculus; one on which it
depends otherwise, as in log p(y), stays as a sum that is written: a LetterSum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.derive.form import Boundless, Form, LetterSum, LogForm, Rational, functions_of
from pmlsym.derive.letter_cases import LetterCase
from pmlsym.derive.rational_functions import places_in
from pmlsym.derive.sums import scaled, split_logarithm, terms_of, total
from pmlsym.language.fold import walk
from pmlsym.language.value import Ratio, Total, Weighted, polynomials_of

if TYPE_CHECKING:
    from pmlsym.derive.schematic import EverySize, RatioInCase


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
