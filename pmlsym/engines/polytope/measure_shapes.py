"""Measures of concrete channels as functions of the masses of one prior, by their shape.

    pml, ldi, density_min, ..   the largest, or smallest, of ratios of linear forms
    maxleak                     a sum of extreme entries, which the support decides
    tail, eml                   above a level where some set of outcomes is
    max(1, eml)                 the largest of such

Each shape says which linear conditions on the prior compare it with a level, what its largest or
smallest value over a set is where that is easy, and of which ratios it is the extreme at a support.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from pmlsym.calculus.tensor import Index
from pmlsym.claims.evaluation import RELATIONS
from pmlsym.engines.polytope.conditions import All, Atom, Linear, Some, negation
from pmlsym.engines.polytope.events import number_at, where_event_is_above, where_mass_is_above
from pmlsym.engines.polytope.linear_forms import MassForms, choices, ratios
from pmlsym.errors import Unsupported
from pmlsym.language.fold import key
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Quotient,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import Refused, ValueRules
from pmlsym.linear.prior_polytope import Masses, PriorPolytope
from pmlsym.linear.ratio_supremum import (
    BoundedRatio,
    Supremum,
    best_prior,
    mean_prior,
    supremum,
    unit_masses,
    value_at,
)
from pmlsym.numbers.number import rational

Ends: TypeAlias = tuple[Fraction, Fraction] | None
"""Rationals around a level; None for infinity."""

ZERO, ONE = Fraction(0), Fraction(1)
ALWAYS, NEVER = All(()), Some(())
ABOVE = (">", ">=")
MOST_SUPPORTS = 12
"""Letters up to which every support of a prior is tried: 4,095 of them."""


class Shape(ABC):
    """A value as a function of the prior, with what holds where a kind does not say otherwise."""

    @abstractmethod
    def condition(self, relation: str, ends: Ends) -> Linear:
        """The condition on a counterexample's prior that relates this shape to a level."""

    def worst(self, priors: PriorPolytope, *, largest: bool) -> Supremum | None:
        """Search priors for the largest or smallest value of a measure; None if it cannot."""
        return None

    def at_support(self, support: Masses) -> Sequence[BoundedRatio]:
        """The ratios whose extreme this shape is for priors of a support, in deciding a claim."""
        raise Unsupported("a worst event beside another leakage")


@dataclass(frozen=True)
class RatioExtreme(Shape):
    """The largest, or smallest, of ratios that count; `is_single` where there is only one."""

    ratios: tuple[BoundedRatio, ...]
    is_largest: bool
    is_single: bool = False

    def condition(self, relation: str, ends: Ends) -> Linear:
        """The condition on a counterexample's prior that relates some ratio, or all, to a level."""
        if self.is_single or self.is_largest == (relation in ABOVE):
            conditions = [
                All((*_counts(each), _compared_atom(each, relation, ends))) for each in self.ratios
            ]
            return Some(tuple(conditions))
        every = [
            Some((*(atom.opposite for atom in _counts(each)), _compared_atom(each, relation, ends)))
            for each in self.ratios
        ]
        return All(tuple(every))

    def has_value(self) -> Linear:
        """The condition on a counterexample's prior that some ratio counts, which gives a value."""
        return Some(tuple(All(_counts(each)) for each in self.ratios))

    def worst(self, priors: PriorPolytope, *, largest: bool) -> Supremum | None:
        """Search priors for the largest ratio; the smallest is one over the largest inverse."""
        if not self.is_single and largest != self.is_largest:
            return None
        if largest:
            return supremum(self.ratios, priors)
        turned = [replace(each, above=each.below, below=each.above) for each in self.ratios]
        top = supremum(turned, priors)
        if top is None:
            return None
        if top.level is None:
            return replace(top, level=ZERO)
        return replace(top, level=1 / top.level if top.level else None)

    def at_support(self, support: Masses) -> Sequence[BoundedRatio]:
        """All ratios of forms linear in the prior to decide by, whatever the prior's support."""
        return self.ratios


@dataclass(frozen=True)
class SupportSum(Shape):
    """A sum of extreme entries, which depends on the support of the prior alone."""

    groups: tuple[RatioExtreme, ...]
    count: int

    def __post_init__(self) -> None:
        for each in (each for group in self.groups for each in group.ratios):
            if len({*each.above}) > 1 or {*each.below} != {ONE}:
                raise Unsupported("a sum of extremes in which the masses of the prior are")

    def condition(self, relation: str, ends: Ends) -> Linear:
        """The supports of counterexample priors at which the sum has this relation to a level."""
        if self.count > MOST_SUPPORTS:
            raise Unsupported(f"the supports of priors of {self.count} letters are too many")
        if ends is None:
            return ALWAYS if relation == "<" else NEVER
        bound = rational(ends[0] if relation in ABOVE else ends[1])
        conditions: list[Linear] = []
        for support in product((ZERO, ONE), repeat=self.count):
            if any(support) and RELATIONS[relation](rational(self.at(support)), bound):
                conditions.append(All(_support_atoms(support)))
        return Some(tuple(conditions))

    def worst(self, priors: PriorPolytope, *, largest: bool) -> Supremum | None:
        """The extreme of the sum over priors, at one with mass on as many letters as possible."""
        if any(group.is_largest != largest for group in self.groups):
            return None
        prior = mean_prior([best_prior(unit, priors) for unit in unit_masses(self.count)])
        return Supremum(self.at(prior), True, prior, prior, ())

    def at_support(self, support: Masses) -> Sequence[BoundedRatio]:
        """The sum for priors of this support as a ratio of constants, in deciding a claim."""
        return [BoundedRatio((self.at(support),) * self.count, (ONE,) * self.count, (), ())]

    def at(self, support: Masses) -> Fraction:
        """The sum of extreme entries at a prior with mass on these letters, to decide by."""
        total = ZERO
        for group in self.groups:
            total += (max if group.is_largest else min)(
                each.above[0]
                for each in group.ratios
                if all(value_at(condition, support) > 0 for condition in each.where)
            )
        return total


@dataclass(frozen=True)
class EventShape(Shape):
    """A finite value given by where it is above a level, strictly or not.

    Its conditions are linear in the prior, its value is not, so that neither end is easy.
    """

    above: Callable[[Fraction, bool], Linear]

    def condition(self, relation: str, ends: Ends) -> Linear:
        """The condition on a counterexample's prior that an event is above, or none is."""
        if ends is None:
            return ALWAYS if relation == "<" else NEVER
        if relation in ABOVE:
            return self.above(ends[0], relation == ">")
        return negation(self.above(ends[1], relation == "<="))


@dataclass(frozen=True)
class LargestShape(Shape):
    """The largest of several shapes that are not all ratios."""

    parts: tuple[Shape, ...]

    def condition(self, relation: str, ends: Ends) -> Linear:
        """The condition on a counterexample's prior that relates some part, or each, to a level."""
        join = Some if relation in ABOVE else All
        return join(tuple(_condition_of(part, relation, ends) for part in self.parts))


class ShapeReader:
    """The measures of a claim as shapes, at the letters of its free outcomes, each read once."""

    def __init__(self, forms: MassForms, at: Mapping[Index, int]) -> None:
        self.forms, self.at = forms, at
        self._known: dict[Hashable, Shape] = {}

    def shape(self, measure: Measure) -> Shape:
        """The shape of a measure as a function of the prior. Raises Unsupported without one."""
        name = key(measure)
        if name not in self._known:
            try:
                self._known[name] = self._read(measure.value, measure.defined, self.at)
            except _NoShape as error:
                raise Unsupported(f"{measure.text} is {error}") from None
        return self._known[name]

    def condition(self, measure: Measure, relation: str, ends: Ends) -> Linear:
        """The condition on a counterexample's prior that relates a measure to a level."""
        return _condition_of(self.shape(measure), relation, ends)

    def has_value(self, measure: Measure) -> Linear:
        """The condition on a counterexample's prior that the measure has a value."""
        if isinstance(measure.value, Largest | Smallest):
            shape = self.shape(measure)
            return shape.has_value() if isinstance(shape, RatioExtreme) else ALWAYS
        return ALWAYS

    def _read(self, value: Value, defined: Sequence[Quotient], at: Mapping[Index, int]) -> Shape:
        """The shape of a value at letters as a function of the prior, to decide a claim by."""
        return SHAPES.of(value)(self, value, defined, at)

    def _ratio(self, value: Ratio, defined: Sequence[Quotient], at: Mapping[Index, int]) -> Shape:
        """The shape of one ratio of forms linear in the prior, to decide a claim by."""
        extreme = ratios(Largest((), value), self.forms, at, defined)
        return RatioExtreme(tuple(extreme), is_largest=True, is_single=True)

    def _extreme(
        self, value: Largest | Smallest, defined: Sequence[Quotient], at: Mapping[Index, int]
    ) -> Shape:
        """The shape of an extreme over letters as a function of the prior, to decide by."""
        if isinstance(value, Largest) and isinstance(value.body, FractionalEvent):
            return EventShape(where_event_is_above(value, self.forms, at))
        if not isinstance(value.body, Ratio):
            return NO_SHAPE(value)
        return RatioExtreme(
            tuple(ratios(value, self.forms, at, defined)), isinstance(value, Largest)
        )

    def _larger(self, value: Larger, defined: Sequence[Quotient], at: Mapping[Index, int]) -> Shape:
        """The shape of the largest of several values as a function of the prior, to decide by."""
        return _largest_shape([self._read(body, defined, at) for body in value.bodies])

    def _total(self, value: Total, defined: Sequence[Quotient], at: Mapping[Index, int]) -> Shape:
        """The shape of a sum over letters as a function of the prior, to decide a claim by."""
        match value.body:
            case Largest() | Smallest() as body:
                places = choices(value.over, self.forms.sizes, at)
                groups = (self._read(body, defined, place) for place in places)
                extremes = tuple(group for group in groups if isinstance(group, RatioExtreme))
                if len(extremes) == len(places):
                    return SupportSum(extremes, self.forms.count)
            case Weighted(weight, Exceeds(Largest() as body, bar)):
                level = number_at(bar, self.forms, at)

                def exceeds(place: Mapping[Index, int]) -> Linear:
                    """The condition on a counterexample that a letter's value is above its bar."""
                    return self._read(body, defined, place).condition(">", (level, level))

                return EventShape(where_mass_is_above(value.over, weight, exceeds, self.forms, at))
        return NO_SHAPE(value)


class _NoShape(Unsupported):
    """A value that has none of the shapes."""


NO_SHAPE = Refused("no extreme of ratios of linear forms", _NoShape)


SHAPES = ValueRules[Shape](
    name="over sets of priors",
    ratio=ShapeReader._ratio,
    largest=ShapeReader._extreme,
    smallest=ShapeReader._extreme,
    total=ShapeReader._total,
    larger=ShapeReader._larger,
    added=NO_SHAPE,
    weighted=NO_SHAPE,
    log=NO_SHAPE,
    power=NO_SHAPE,
    exceeds=NO_SHAPE,
    fractional_event=NO_SHAPE,
    excess_ratio=NO_SHAPE,
    contraction=NO_SHAPE,
    concentrated=NO_SHAPE,
)
"""The shape of each node of a value."""


def _largest_shape(parts: Sequence[Shape]) -> Shape:
    """The shape for deciding over priors of a largest of measures; ratios alone if all are."""
    ratios: list[BoundedRatio] = []
    for part in parts:
        if not isinstance(part, RatioExtreme) or not part.is_largest:
            return LargestShape(tuple(parts))
        ratios += part.ratios
    return RatioExtreme(tuple(ratios), True)


def _condition_of(shape: Shape, relation: str, ends: Ends) -> Linear:
    """The condition on a counterexample's prior that relates a shape to a level."""
    if ends is None and relation in (">", "<="):  # than infinity
        return NEVER if relation == ">" else ALWAYS
    return shape.condition(relation, ends)


def _counts(each: BoundedRatio) -> tuple[Atom, ...]:
    """Conditions on a counterexample's prior for a ratio to count: guards positive, not 0/0."""
    total = tuple(a + b for a, b in zip(each.above, each.below, strict=True))
    return tuple(Atom(form, strict=True) for form in (*each.where, total))


def _compared_atom(each: BoundedRatio, relation: str, ends: Ends) -> Atom:
    """The linear condition on a counterexample's prior that relates a ratio to a level."""
    if ends is None:  # not below infinity, or below it
        infinite = Atom(tuple(-b for b in each.below), strict=False)
        return infinite if relation == ">=" else infinite.opposite
    sign, level = (1, ends[0]) if relation in (">", ">=") else (-1, ends[1])
    form = tuple(sign * (a - level * b) for a, b in zip(each.above, each.below, strict=True))
    return Atom(form, strict=relation in (">", "<"))


def _support_atoms(support: Masses) -> tuple[Atom, ...]:
    """Conditions on a counterexample's prior that exactly these letters have mass."""
    atoms = [Atom(unit, strict=True) for unit in unit_masses(len(support))]
    return tuple(a if on else a.opposite for a, on in zip(atoms, support, strict=True))
