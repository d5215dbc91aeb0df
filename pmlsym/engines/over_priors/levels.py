"""A comparison of a measure with a number, as a linear condition on the prior.

    max of a/b > t      some a - t b > 0, where it counts
    max of a/b <= t     every t b - a >= 0, or it does not count: its condition is zero

0/0 does not count, and a/0 is infinite, as everywhere. A level t that is no rational is taken a
little too generously, between rationals: then no prior that meets the comparison is lost, and one
that is found is evaluated exactly by whoever asked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from pmlsym.calculus.index import Index
from pmlsym.engines.over_priors.conditions import All, Atom, Linear, Some, negation
from pmlsym.engines.over_priors.events import exceeding_mass, number_at, worst_event
from pmlsym.engines.over_priors.extremes import value_at
from pmlsym.engines.over_priors.forms import BoundedRatio, MassForms, ratios
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.model.prior_polytope import Masses
from pmlsym.numbers.number import Exact, Infinite, Number, exp_of

Ends: TypeAlias = tuple[Fraction, Fraction] | None
"""Rationals around a level; None for infinity."""

ZERO, ONE = Fraction(0), Fraction(1)
ALWAYS, NEVER = All(()), Some(())
MOST_SUPPORTS = 12
"""Letters up to which every support of a prior is tried: 4,095 of them."""


@dataclass(frozen=True)
class LevelReader:
    """Linear conditions of measures: their forms, the letters of free outcomes, and how exact."""

    forms: MassForms
    at: Mapping[Index, int]
    digits: int = 25

    def condition(self, measure: Measure, relation: str, bound: Number) -> Linear:
        """Where the measure and the number compare so. Raises Unsupported where that is no such."""
        level = exp_of(bound) if measure.is_log else bound
        ends: Ends
        if isinstance(level, Infinite) and level.direction > 0:
            ends = None
        elif isinstance(level, Infinite) or level < 0:
            return ALWAYS if relation in (">", ">=") else NEVER
        elif isinstance(level, Exact) and not level.logs:
            ends = (level.rational, level.rational)
        else:
            low, high = level.enclose(self.digits)
            ends = (max(low, ZERO), high)
        return self._value(measure, measure.value, relation, ends)

    def has_value(self, measure: Measure) -> Linear:
        """Where the measure has a value: something counts."""
        if not isinstance(measure.value, Largest | Smallest):
            return ALWAYS
        found = ratios(measure.value, self.forms, self.at, measure.defined)
        return Some(tuple(All(_counts(each)) for each in found))

    def _value(self, measure: Measure, value: Value, relation: str, ends: Ends) -> Linear:
        if ends is None and relation in (">", "<="):  # than infinity
            return NEVER if relation == ">" else ALWAYS
        match value:
            case Largest(_, FractionalEvent()):
                return _by_negation(worst_event(value, self.forms, self.at), relation, ends)
            case Total(over, Weighted(weight, Exceeds(Largest() as body, bar))):
                level = number_at(bar, self.forms, self.at)

                def exceeds(place: Mapping[Index, int]) -> Linear:
                    found = ratios(body, self.forms, place, measure.defined)
                    return _some(found, ">", (level, level))

                mass = exceeding_mass(over, weight, exceeds, self.forms, self.at)
                return _by_negation(mass, relation, ends)
            case Larger(bodies):
                join = Some if relation in (">", ">=") else All
                return join(tuple(self._value(measure, b, relation, ends) for b in bodies))
            case Total(over, Largest() | Smallest() as body):
                return self._total(over, body, relation, ends)
            case Largest() | Smallest() | Ratio():
                found = ratios(value, self.forms, self.at, measure.defined)
                is_some = relation in ((">", ">=") if isinstance(value, Largest) else ("<", "<="))
                return (_some if is_some else _every)(found, relation, ends)
        raise Unsupported(f"{measure.text} is no extreme of ratios of linear forms")

    def _total(
        self, over: Sequence[Index], body: Largest | Smallest, relation: str, ends: Ends
    ) -> Linear:
        """A sum of extreme entries depends on the support alone: every support is tried."""
        letters = range(self.forms.count)
        if len(letters) > MOST_SUPPORTS:
            raise Unsupported(f"the supports of priors of {len(letters)} letters are too many")
        if ends is None:
            return ALWAYS if relation == "<" else NEVER
        bound = ends[0] if relation in (">", ">=") else ends[1]
        total = SupportSum(over, body, self.forms, self.at)
        found: list[Linear] = []
        for support in product((ZERO, ONE), repeat=len(letters)):
            if any(support) and COMPARED[relation](total.at(support), bound):
                found.append(All(_supported_by(support)))
        return Some(tuple(found))


def _by_negation(above: Callable[[Fraction, bool], Linear], relation: str, ends: Ends) -> Linear:
    """Where a finite value compares so with a level, given where it is above one."""
    if ends is None:
        return ALWAYS if relation == "<" else NEVER
    if relation in (">", ">="):
        return above(ends[0], relation == ">")
    return negation(above(ends[1], relation == "<="))


class SupportSum:
    """A sum of extreme entries, which depends on the support of the prior alone.

    Raises Unsupported where the masses are in the entries.
    """

    def __init__(
        self,
        over: Sequence[Index],
        body: Largest | Smallest,
        forms: MassForms,
        at: Mapping[Index, int],
    ) -> None:
        self.most = max if isinstance(body, Largest) else min
        places = product(*(range(forms.sizes[i.alphabet]) for i in over))
        own = [{**at, **dict(zip(over, place, strict=True))} for place in places]
        self.groups = [ratios(body, forms, place) for place in own]
        for each in (each for group in self.groups for each in group):
            if len({*each.above}) > 1 or {*each.below} != {ONE}:
                raise Unsupported("a sum of extremes in which the masses of the prior are")

    def at(self, support: Masses) -> Fraction:
        """The sum where these letters have mass."""
        total = ZERO
        for group in self.groups:
            total += self.most(
                each.above[0]
                for each in group
                if all(value_at(condition, support) > 0 for condition in each.where)
            )
        return total


def _some(found: Sequence[BoundedRatio], relation: str, ends: Ends) -> Linear:
    """Some ratio counts and compares so."""
    return Some(tuple(All((*_counts(each), _atom(each, relation, ends))) for each in found))


def _every(found: Sequence[BoundedRatio], relation: str, ends: Ends) -> Linear:
    """Each ratio compares so, or does not count."""
    return All(
        tuple(
            Some((*(atom.opposite for atom in _counts(each)), _atom(each, relation, ends)))
            for each in found
        )
    )


def _counts(each: BoundedRatio) -> tuple[Atom, ...]:
    """Its conditions are positive, and it is not 0/0."""
    total = tuple(a + b for a, b in zip(each.above, each.below, strict=True))
    return tuple(Atom(form, strict=True) for form in (*each.where, total))


def _atom(each: BoundedRatio, relation: str, ends: Ends) -> Atom:
    """That a ratio which counts compares so with the level: a - t b is not zero where b is."""
    if ends is None:  # not below infinity, or below it
        infinite = Atom(tuple(-b for b in each.below), strict=False)
        return infinite if relation == ">=" else infinite.opposite
    sign, level = (1, ends[0]) if relation in (">", ">=") else (-1, ends[1])
    form = tuple(sign * (a - level * b) for a, b in zip(each.above, each.below, strict=True))
    return Atom(form, strict=relation in (">", "<"))


def _supported_by(support: Masses) -> tuple[Atom, ...]:
    """That the letters of mass are these."""
    units = [
        tuple(ONE if k == j else ZERO for k in range(len(support))) for j in range(len(support))
    ]
    atoms = [Atom(unit, strict=True) for unit in units]
    return tuple(a if on else a.opposite for a, on in zip(atoms, support, strict=True))


COMPARED: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
