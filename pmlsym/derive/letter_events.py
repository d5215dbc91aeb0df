"""Event maximal leakage at an alphabet of any size.

    eml(delta) = log max_x min_r ( r + (1/delta) sum_y max(0, W(x,y) - r P_Y(y)) )

r among the ratios W(x,y)/P_Y(y) and 0. For a letter x the outcomes fall into cases; those of one
case have one ratio, so that they enter as one outcome with their joint mass. Where the ratio of a
case varies it is the only outcome of the case, or the case falls into finitely many kinds, or the
outcomes have an order (ordered_events.py). Outcomes that x cannot give do not enter. A minimum that
is monotone in a mass of x is largest, over x, at p_min or p_max.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.tensor import Index, size
from pmlsym.derive.concrete import Concrete
from pmlsym.derive.form import Form, Ordered
from pmlsym.derive.letter_cases import LetterCase
from pmlsym.derive.letter_sums import varying_letters
from pmlsym.derive.ordered_events import Varying, ordered_event
from pmlsym.derive.rational_functions import put
from pmlsym.derive.worst_letters import at_worst_letters
from pmlsym.language.fold import walk
from pmlsym.language.value import FractionalEvent, Largest, polynomials_of

if TYPE_CHECKING:
    from pmlsym.derive.schematic import EverySize

Summed = tuple[FracElement, FracElement]
"""W(x,y) and P_Y(y), summed over outcomes of one ratio."""


def resolve_largest_event(resolver: EverySize, value: Largest, case: LetterCase) -> Form:
    """The largest ratio of an event, over letters.

    Raises Unsupported where the order of the ratios, or the worst letter, is not known.
    """
    assert isinstance(value.body, FractionalEvent)
    forms = []
    for place in resolver.split(case, value.over, (*polynomials_of(value.body), value.where)):
        if place.reduce(value.where):
            resolver.require_letters(place)
            form = _event(resolver, value.over, value.body, place)
            is_ordered = any(isinstance(part, Ordered) for part in walk(form))
            worst = form if is_ordered else at_worst_letters(resolver, form, (place, case), case)
            forms.append(worst)
    found = Concrete(resolver.frame, resolver.prover(case)).extremum(forms, True)
    assert found is not None
    return found


def _event(
    resolver: EverySize, letters: tuple[Index, ...], value: FractionalEvent, case: LetterCase
) -> Form:
    """The largest ratio of an event for a letter."""
    summed: list[Summed] = []
    varying: list[Varying] = []
    for place in resolver.split(case, value.over, (value.part, value.mass)):
        if not place.reduce(value.mass):
            continue
        if not place.reduce(value.part):
            summed.append((resolver.frame.field.zero, resolver.frame.field.one))
            continue
        found = _of_one_ratio(resolver, value, place, case)
        if isinstance(found, Varying):
            varying.append(found)
        else:
            summed += found
    delta = resolver.read(value.delta)
    if varying:
        return ordered_event(resolver, letters, case, value.over, summed, varying, delta)
    parts, masses = zip(*summed, strict=True)
    form = Concrete(resolver.frame, resolver.prover(case)).event(list(parts), list(masses), delta)
    assert form is not None
    return form


def _of_one_ratio(
    resolver: EverySize, value: FractionalEvent, place: LetterCase, case: LetterCase
) -> list[Summed] | Varying:
    """The outcomes of a case, those of one ratio together where there are few ratios."""
    above, below = (resolver.read(place.reduce(p)) for p in (value.part, value.mass))
    ratio, inside = above / below, place.indicator(value.over)
    if not varying_letters(resolver, value.over, (ratio,)):
        if varying_letters(resolver, value.over, (below,)):
            mass = resolver.read(case.reduce(sum_over(inside * value.mass, *value.over)))
        else:
            mass = below * resolver.read(case.reduce(sum_over(inside, *value.over)))
        return [(ratio * mass, mass)]
    if kinds := list(_kinds(resolver, value, place, (above, below))):
        return kinds
    if _is_one(resolver, case.reduce(sum_over(inside, *value.over))):
        return [(above, below)]
    return Varying(place, above, below)


def _is_one(resolver: EverySize, many: Polynomial) -> bool:
    """Whether a number of outcomes is one, by what is known of the indicators."""
    total = Fraction(0)
    for monomial, c in many:
        if any(len(part) == 1 and resolver.frame.is_empty(part[0]) for part in monomial):
            continue
        if monomial:
            return False
        total += c
    return total == 1


def _kinds(
    resolver: EverySize, value: FractionalEvent, place: LetterCase, one: Summed
) -> Iterator[Summed]:
    """The kinds of outcomes, by how many letters go with them, where only that matters."""
    frame = resolver.frame
    counts = {
        key: frame.content.incidences[key[0][0]].kinds
        for key in resolver.used
        if isinstance(key, Factor) and len(key) == 1 and key[0][0] in frame.content.incidences
    }
    for key, kinds in counts.items():
        tensor, (_, outcome) = key[0]
        truth = [t for (b, i), t in place.truths if b == tensor and i[-1] == outcome]
        if outcome not in value.over or len(truth) != 1:
            continue
        for letters, outcomes in kinds:
            number, many = frame.ratio(letters), frame.ratio(outcomes)
            share = number / frame.scalar(size(tensor.alphabets[0]))
            many = many * (share if truth[0] else 1 - share)
            above, below = (put(part, frame.generator[key], number) for part in one)
            if many and not varying_letters(resolver, value.over, (above, below)):
                yield many * above, many * below
