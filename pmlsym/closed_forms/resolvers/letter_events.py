"""Event maximal leakage at an alphabet of any size.

    eml(delta) = log max_x min_r ( r + (1/delta) sum_y max(0, W(x,y) - r P_Y(y)) )

r among the ratios W(x,y)/P_Y(y) and 0. For a letter x the outcomes fall into cases; those of one
case have one ratio, so that they enter as one outcome with their joint mass. Where the ratio of a
case varies it is the only outcome of the case, or the case falls into finitely many kinds, or the
outcomes have an order. Outcomes that x cannot give do not enter. A minimum that is monotone in a
mass of x is largest, over x, at p_min or p_max.

In order, an event of probability delta takes outcomes by their ratios, largest first, the last one
in part. Where the ratio of the outcomes in a case is proved to fall in the mass of one letter, or
in how many letters go with the outcome, that is their order, and cases are ordered if one begins
where another ends. The letter x does not matter under the uniform prior; if

    W(x,y) = A where x = y, else B <= A,      P_Y(y) = f(p(y)), f increasing,

it is the letter of the least mass: exchange what an event takes of x and of that letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import TYPE_CHECKING

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.tensor import Index, size
from pmlsym.closed_forms.forms.extremes import extremum, worst_event_form
from pmlsym.closed_forms.forms.form import Form, OrderedEvent, Stage, WeightedSum
from pmlsym.closed_forms.forms.rational_functions import function_at
from pmlsym.closed_forms.resolvers.letter_cases import LetterCase
from pmlsym.errors import Unsupported
from pmlsym.language.fold import contains
from pmlsym.language.value import FractionalEvent, Largest, polynomials_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.resolvers.every_size import EverySize

Summed = tuple[FracElement, FracElement]
"""W(x,y) and P_Y(y), summed over outcomes of one ratio."""
UNORDERED = (
    "which outcomes make the worst event depends on masses whose order is not known; "
    "give the sizes, or try the uniform prior"
)


def largest_event_form(resolver: EverySize, value: Largest, case: LetterCase) -> Form:
    """The closed form, at every size, of the largest ratio of a fractional event over letters.

    Raises Unsupported where the order of the ratios, or the worst letter, is not known.
    """
    assert isinstance(value.body, FractionalEvent)
    forms = []
    for place in resolver.cases_of(case, value.over, (*polynomials_of(value.body), value.where)):
        if place.reduce(value.where):
            resolver.require_letters(place)
            form = _event_form(resolver, value.over, value.body, place)
            is_ordered = contains(form, OrderedEvent)
            worst = form if is_ordered else resolver.at_worst_letters(form, (place, case), case)
            forms.append(worst)
    largest = extremum(forms, True, resolver.frame, resolver.prover_in(case))
    assert largest is not None
    return largest


def _event_form(
    resolver: EverySize, letters: tuple[Index, ...], value: FractionalEvent, case: LetterCase
) -> Form:
    """The closed form, at every size, of the largest ratio of an event for one letter."""
    summed: list[Summed] = []
    varying: list[VaryingOutcomes] = []
    for place in resolver.cases_of(case, value.over, (value.part, value.mass)):
        if not place.reduce(value.mass):
            continue
        if not place.reduce(value.part):
            summed.append((resolver.frame.field.zero, resolver.frame.field.one))
            continue
        outcomes = _outcomes_by_ratio(resolver, value, place, case)
        if isinstance(outcomes, VaryingOutcomes):
            varying.append(outcomes)
        else:
            summed += outcomes
    delta = resolver.function_of(value.delta)
    if varying:
        return ordered_event_form(resolver, letters, case, value.over, summed, varying, delta)
    parts, masses = zip(*summed, strict=True)
    form = worst_event_form(
        list(parts), list(masses), delta, resolver.frame, resolver.prover_in(case)
    )
    assert form is not None
    return form


def _outcomes_by_ratio(
    resolver: EverySize, value: FractionalEvent, place: LetterCase, case: LetterCase
) -> list[Summed] | VaryingOutcomes:
    """A case's outcomes in a closed form of an event, those of one ratio added up."""
    above, below = (resolver.function_of(place.reduce(p)) for p in (value.part, value.mass))
    ratio, inside = above / below, place.indicator(value.over)
    if not resolver.varying_letters(value.over, (ratio,)):
        if resolver.varying_letters(value.over, (below,)):
            mass = resolver.function_of(case.reduce(sum_over(inside * value.mass, *value.over)))
        else:
            mass = below * resolver.function_of(case.reduce(sum_over(inside, *value.over)))
        return [(ratio * mass, mass)]
    if kinds := list(_outcome_kinds(resolver, value, place, (above, below))):
        return kinds
    if _is_one_outcome(resolver, case.reduce(sum_over(inside, *value.over))):
        return [(above, below)]
    return VaryingOutcomes(place, above, below)


def _is_one_outcome(resolver: EverySize, many: Polynomial) -> bool:
    """Whether a number of outcomes in a closed form, a polynomial, is known to be one."""
    total = Fraction(0)
    for monomial, c in many:
        if any(len(part) == 1 and resolver.frame.is_empty(part[0]) for part in monomial):
            continue
        if monomial:
            return False
        total += c
    return total == 1


def _outcome_kinds(
    resolver: EverySize, value: FractionalEvent, place: LetterCase, one: Summed
) -> Iterator[Summed]:
    """The kinds of outcomes in a closed form of an event, where only letter counts matter."""
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
            above, below = (function_at(part, frame.generator[key], number) for part in one)
            if many and not resolver.varying_letters(value.over, (above, below)):
                yield many * above, many * below


@dataclass(frozen=True)
class VaryingOutcomes:
    """The outcomes of a case, each with W(x,y) and P_Y(y) as functions of it."""

    case: LetterCase
    part: FracElement
    mass: FracElement


def ordered_event_form(
    resolver: EverySize,
    letters: tuple[Index, ...],
    case: LetterCase,
    outcomes: tuple[Index, ...],
    summed: Sequence[tuple[FracElement, FracElement]],
    varying: Sequence[VaryingOutcomes],
    delta: FracElement,
) -> Form:
    """The closed form of an event of probability delta, which fills outcomes in order.

    `summed` are outcomes of one ratio together, `varying` those of many.
    Raises Unsupported where the order is not proved.
    """
    key, *others = {_order_key(resolver, outcomes, one) for one in varying}
    if others or len(letters) > 1 or len(outcomes) > 1:
        raise Unsupported(UNORDERED)
    order = resolver.frame.field.gens.index(resolver.frame.generator[key])
    stages = [Stage((), case, None, part, mass) for part, mass in summed if part]
    stages += [Stage(outcomes, one.case, order, one.part, one.mass) for one in varying]
    least = _best_letter_mass(resolver, letters, case, stages)
    if (least is None) == (key[0][0] in resolver.frame.priors):
        raise Unsupported(UNORDERED)

    def compared(one: Stage, other: Stage) -> int:
        """-1 or 1 as a closed form's event takes one stage or the other first, 0 if equal."""
        return _stage_order(resolver, one, other, stages)

    kept = sorted(stages, key=cmp_to_key(compared))
    form = OrderedEvent(letters, case, least, tuple(kept), delta)
    return WeightedSum(((1 / delta, form),))


def _order_key(resolver: EverySize, outcomes: tuple[Index, ...], one: VaryingOutcomes) -> Factor:
    """The mass, or number of letters, that orders a closed form's event: ratios fall with it."""
    frame, ratio = resolver.frame, one.part / one.mass
    keys = [
        key
        for key in resolver.used
        if isinstance(key, Factor)
        and any(i in outcomes for _, indices in key for i in indices)
        and ratio.diff(frame.generator[key])
    ]
    if len(keys) != 1 or len(keys[0]) != 1:
        raise Unsupported(UNORDERED)
    tensor = keys[0][0][0]
    incidence = frame.content.incidences.get(tensor)
    counted = incidence is not None and incidence.singletons and bool(incidence.empty)
    alone = tensor in frame.priors and not one.case.truths
    slope = ratio.diff(frame.generator[keys[0]])
    falls = resolver.prover_in(one.case).sign(slope.numer * slope.denom) in ("<", "<=")
    if not falls or not (counted or alone):
        raise Unsupported(UNORDERED)
    return keys[0]


def _best_letter_mass(
    resolver: EverySize, letters: tuple[Index, ...], case: LetterCase, stages: Sequence[Stage]
) -> int | None:
    """The place of the mass that is least at a closed form's best letter; None if any letter is."""
    functions = [f for stage in stages for f in (stage.part, stage.mass)]
    if not resolver.varying_letters(letters, functions):
        return None
    single = [stage for stage in stages if not stage.letters]
    others = [stage for stage in stages if stage.letters]
    gens, frame = resolver.frame.field.gens, resolver.frame
    key = next(
        (k for k in resolver.used if isinstance(k, Factor) and _is_mass_of(k, letters)), None
    )
    if key is None or len(single) != 1 or len(others) != 1 or len(case.distinct) != 1:
        raise Unsupported(UNORDERED)
    place: int = gens.index(frame.generator[key])
    order = others[0].order
    assert order is not None
    same = function_at(single[0].mass, gens[place], gens[order]) == others[0].mass
    both = (*letters, *others[0].letters)
    fixed = not resolver.varying_letters(both, (single[0].part, others[0].part))
    prover, slope = resolver.prover_in(case), single[0].mass.diff(gens[place])
    grows = prover.sign(slope.numer * slope.denom) in (">", ">=")
    if not (same and fixed and grows and prover.at_most(others[0].part, single[0].part)):
        raise Unsupported(UNORDERED)
    return place


def _is_mass_of(key: Factor, letters: tuple[Index, ...]) -> bool:
    """Whether a factor in a closed form is the mass of these letters."""
    return len(key) == 1 and key[0][1] == letters


def _stage_order(resolver: EverySize, one: Stage, other: Stage, stages: Sequence[Stage]) -> int:
    """-1 or 1 as a closed form's event takes this or the other stage first; raises if unknown."""
    if one == other:
        return 0
    if _stage_precedes(resolver, one, other, stages):
        return -1
    if _stage_precedes(resolver, other, one, stages):
        return 1
    raise Unsupported(UNORDERED)


def _stage_precedes(resolver: EverySize, one: Stage, other: Stage, stages: Sequence[Stage]) -> bool:
    """Whether a closed form's event takes one stage first: its ratios are proved no smaller.

    Two stages of one generator each are at different values of it: a third stands between them.
    """
    if one.letters and other.letters:
        return any(
            _stage_precedes(resolver, one, middle, stages)
            and _stage_precedes(resolver, middle, other, stages)
            for middle in stages
            if not middle.letters
        )
    prover = resolver.prover_in(one.case, other.case)
    return prover.at_most(other.part / other.mass, one.part / one.mass)
