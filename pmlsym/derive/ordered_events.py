"""Worst events where outcomes of many ratios come in an order that is proved.

For a letter x an event of probability delta takes outcomes by their ratios W(x,y)/P_Y(y), largest
first, the last one in part. Where the ratio of the outcomes in a case falls in the mass of one
letter, or in how many letters go with the outcome, that is their order, and cases are ordered if
one begins where another ends. The letter x does not matter under the uniform prior; if

    W(x,y) = A where x = y, else B <= A,      P_Y(y) = f(p(y)), f increasing,

it is the letter of the least mass: exchange what an event takes of x and of that letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.tensor import Index
from pmlsym.derive.form import Form, Ordered, Stage, WeightedSum
from pmlsym.derive.letter_cases import LetterCase
from pmlsym.derive.letter_sums import varying_letters
from pmlsym.derive.rational_functions import put
from pmlsym.errors import Unsupported

if TYPE_CHECKING:
    from pmlsym.derive.schematic import EverySize

UNORDERED = (
    "which outcomes make the worst event depends on masses whose order is not known; "
    "give the sizes, or try the uniform prior"
)


@dataclass(frozen=True)
class Varying:
    """The outcomes of a case, each with W(x,y) and P_Y(y) as functions of it."""

    case: LetterCase
    part: FracElement
    mass: FracElement


def ordered_event(
    resolver: EverySize,
    letters: tuple[Index, ...],
    case: LetterCase,
    outcomes: tuple[Index, ...],
    summed: Sequence[tuple[FracElement, FracElement]],
    varying: Sequence[Varying],
    delta: FracElement,
) -> Form:
    """The largest ratio of an event of probability delta.

    `summed` are outcomes of one ratio together, `varying` those of many.
    Raises Unsupported where the order is not proved.
    """
    key, *others = {_key(resolver, outcomes, one) for one in varying}
    if others or len(letters) > 1 or len(outcomes) > 1:
        raise Unsupported(UNORDERED)
    order = resolver.frame.field.gens.index(resolver.frame.generator[key])
    stages = [Stage((), case, None, part, mass) for part, mass in summed if part]
    stages += [Stage(outcomes, one.case, order, one.part, one.mass) for one in varying]
    least = _best_letter(resolver, letters, case, stages)
    if (least is None) == (key[0][0] in resolver.frame.priors):
        raise Unsupported(UNORDERED)

    def compared(one: Stage, other: Stage) -> int:
        return _compare(resolver, one, other, stages)

    kept = sorted(stages, key=cmp_to_key(compared))
    form = Ordered(letters, case, least, tuple(kept), delta)
    return WeightedSum(((1 / delta, form),))


def _key(resolver: EverySize, outcomes: tuple[Index, ...], one: Varying) -> Factor:
    """What the ratio of the outcomes falls in: the mass of a letter, or a number of letters."""
    frame, ratio = resolver.frame, one.part / one.mass
    found = [
        key
        for key in resolver.used
        if isinstance(key, Factor)
        and any(i in outcomes for _, indices in key for i in indices)
        and ratio.diff(frame.generator[key])
    ]
    if len(found) != 1 or len(found[0]) != 1:
        raise Unsupported(UNORDERED)
    tensor = found[0][0][0]
    incidence = frame.content.incidences.get(tensor)
    counted = incidence is not None and incidence.singletons and bool(incidence.empty)
    alone = tensor in frame.priors and not one.case.truths
    slope = ratio.diff(frame.generator[found[0]])
    falls = resolver.prover(one.case).sign(slope.numer * slope.denom) in ("<", "<=")
    if not falls or not (counted or alone):
        raise Unsupported(UNORDERED)
    return found[0]


def _best_letter(
    resolver: EverySize, letters: tuple[Index, ...], case: LetterCase, stages: Sequence[Stage]
) -> int | None:
    """The place of the mass that is least at the best letter; None if any letter is best."""
    functions = [f for stage in stages for f in (stage.part, stage.mass)]
    if not varying_letters(resolver, letters, functions):
        return None
    own = [stage for stage in stages if not stage.letters]
    others = [stage for stage in stages if stage.letters]
    gens, frame = resolver.frame.field.gens, resolver.frame
    key = next(
        (k for k in resolver.used if isinstance(k, Factor) and _is_mass_of(k, letters)), None
    )
    if key is None or len(own) != 1 or len(others) != 1 or len(case.distinct) != 1:
        raise Unsupported(UNORDERED)
    place: int = gens.index(frame.generator[key])
    order = others[0].order
    assert order is not None
    same = put(own[0].mass, gens[place], gens[order]) == others[0].mass
    fixed = not varying_letters(
        resolver, (*letters, *others[0].letters), (own[0].part, others[0].part)
    )
    prover, slope = resolver.prover(case), own[0].mass.diff(gens[place])
    grows = prover.sign(slope.numer * slope.denom) in (">", ">=")
    if not (same and fixed and grows and prover.at_most(others[0].part, own[0].part)):
        raise Unsupported(UNORDERED)
    return place


def _is_mass_of(key: Factor, letters: tuple[Index, ...]) -> bool:
    return len(key) == 1 and key[0][1] == letters


def _compare(resolver: EverySize, one: Stage, other: Stage, stages: Sequence[Stage]) -> int:
    """Which stage comes first; raises Unsupported where that is not proved."""
    if one == other:
        return 0
    if _is_first(resolver, one, other, stages):
        return -1
    if _is_first(resolver, other, one, stages):
        return 1
    raise Unsupported(UNORDERED)


def _is_first(resolver: EverySize, one: Stage, other: Stage, stages: Sequence[Stage]) -> bool:
    """Whether every ratio of one is at least every ratio of the other.

    Two stages of one generator each are at different values of it: a third stands between them.
    """
    if one.letters and other.letters:
        return any(
            _is_first(resolver, one, middle, stages) and _is_first(resolver, middle, other, stages)
            for middle in stages
            if not middle.letters
        )
    prover = resolver.prover(one.case, other.case)
    return prover.at_most(other.part / other.mass, one.part / one.mass)
