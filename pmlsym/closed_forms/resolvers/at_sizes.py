"""Values at given alphabet sizes, resolved into forms; and where their outcomes occur.

Every letter is tried, and what remains is an extremum of few. The conventions are those of
language/value.py: outside `where`, and at 0/0, a ratio does not count; a/0 is infinite. A
polynomial is zero here if it is identically zero: that every other mass and denominator is positive
is an assumption, which the closed form states.

    [ 1-a   a  ]        at a = 0 the second outcome does not occur, and its ratios do not count;
    [ 1-2a  2a ]        the closed form log 2 of the capacity, 2a/a being 2, holds where a > 0

A closed form cancels what a column of the channel has in common. So where the column of an outcome
can vanish, and the form is another one without the outcome, the form is stated for points at which
the outcome occurs. Sums over outcomes are continuous, and need no condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.forms.dominance import Prover, positive_where
from pmlsym.closed_forms.forms.extremes import extremum, worst_event_form
from pmlsym.closed_forms.forms.form import (
    AtExtremeMass,
    ExtremeForm,
    Form,
    InfiniteForm,
    LogForm,
    Rational,
)
from pmlsym.closed_forms.forms.form_sums import (
    absolute_values,
    positive_part,
    power_of_form,
    scaled_form,
    split_logarithm,
    step_form,
    sum_of_forms,
    terms_of,
)
from pmlsym.closed_forms.forms.frame import Frame, Letters
from pmlsym.closed_forms.forms.pairs_of_rows import concentrated_form, worst_set_form
from pmlsym.closed_forms.resolvers.rules_at_any_size import (
    WITHOUT_FORM,
    exponent_of,
    least_of_rows,
    written_out,
)
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    Divergence,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import ValueRules
from pmlsym.mechanism_families.mechanism import letter_choices

Positive = tuple[PolyElement, ...]


class GivenSizes:
    """Resolves values whose alphabets all have sizes; outcomes that are `left_out` do not count."""

    def __init__(
        self, frame: Frame, prover: Prover, left_out: frozenset[tuple[int, ...]] = frozenset()
    ):
        self.frame = frame
        self.prover = prover
        self.left_out = left_out
        self._ratios: dict[tuple[Ratio, tuple[int, ...]], Form | None] = {}
        self.infinite_where: list[PolyElement] = []
        self.within: list[PolyElement] = []

    def without(self, left_out: set[tuple[int, ...]]) -> GivenSizes:
        """A resolver of closed forms that leaves out these outcomes and shares known ratios."""
        resolver = GivenSizes(self.frame, self.prover, frozenset(left_out))
        resolver._ratios = self._ratios
        return resolver

    def resolve(self, value: Value, letters: Letters) -> Form | None:
        """The closed form of a value at these letters; None if nothing counts."""
        return AT_SIZES.of(value)(self, value, letters)

    def _ratio_once(self, value: Ratio, letters: Letters) -> Form | None:
        """The closed form of a ratio at given letters, computed once."""
        places = tuple(letters[i] for i in (*value.numerator.free, *value.denominator.free))
        if (value, places) not in self._ratios:
            self._ratios[value, places] = self._ratio_form(value, letters)
        return self._ratios[value, places]

    def _extreme_form(self, value: Largest | Smallest, letters: Letters) -> Form | None:
        """The closed form of a largest or smallest value over letters."""
        outcome = _compared_outcome(value, value.over)
        pairs = [
            (form, least_of_rows(value.body, partial(self.frame.convert, letters=at), self.frame))
            for at in self._letter_choices(value.over, letters)
            if tuple(at[i] for i in outcome) not in self.left_out
            and self.frame.convert(value.where, at)
            and (form := self.resolve(value.body, at)) is not None
        ]
        bodies = [form for form, least in pairs if form != least] or [form for form, _ in pairs]
        return extremum(bodies, isinstance(value, Largest), self.frame, self.prover)

    def _larger_form(self, value: Larger, letters: Letters) -> Form | None:
        """The closed form of the largest of several values."""
        bodies = value.bodies
        needed = [b for b in bodies if not self._is_needless_one(b, bodies, letters)]
        forms = [form for b in needed if (form := self.resolve(b, letters)) is not None]
        return extremum(forms, True, self.frame, self.prover)

    def _total_form(self, value: Total, letters: Letters) -> Form | None:
        """The closed form of a sum over letters; infinite if a term is."""
        forms = [self.resolve(value.body, at) for at in self._letter_choices(value.over, letters)]
        for weight, form in (t for f in forms if f for t in terms_of(f, self.frame)):
            if isinstance(form, InfiniteForm):
                self.infinite_where.append(weight.numer * weight.denom)
                return form
        parts = [positive_part(form, self.frame, self.prover) for form in forms]
        return absolute_values(sum_of_forms(parts, self.frame), self.frame)

    def _added_form(self, value: Added, letters: Letters) -> Form | None:
        """The closed form of a sum of several values."""
        return sum_of_forms([self.resolve(body, letters) for body in value.bodies], self.frame)

    def _weighted_form(self, value: Weighted, letters: Letters) -> Form | None:
        """The closed form of a weight times a value."""
        factor = self.frame.convert(value.weight, letters)
        inner = self.resolve(value.body, letters) if factor else None
        if isinstance(inner, LogForm):
            inner = split_logarithm(inner, self.frame, self.prover)
        return scaled_form(factor, inner, self.frame)

    def _power_form(self, value: Power, letters: Letters) -> Form | None:
        """The closed form of a value's power."""
        inner, exponent = self.resolve(value.body, letters), exponent_of(value, self.frame)
        if inner is None:
            return None
        return power_of_form(inner, exponent, rises=value.rises, frame=self.frame)

    def _divergence_form(self, value: Divergence, letters: Letters) -> Form | None:
        """The closed form of a divergence, written out in other nodes."""
        return self.resolve(written_out(value), letters)

    def _log_form(self, value: Log, letters: Letters) -> Form | None:
        """The closed form of a value's logarithm."""
        inner = self.resolve(value.body, letters)
        return inner if inner is None or isinstance(inner, InfiniteForm) else LogForm(inner)

    def _step_form(self, value: Exceeds, letters: Letters) -> Form | None:
        """The closed form of a step: 1 where a value exceeds a level."""
        inner = self.resolve(value.body, letters)
        return step_form(inner, self.frame.convert(value.level, letters), self.prover)

    def _ratio_form(self, value: Ratio, letters: Letters) -> Form | None:
        """The closed form of a ratio: infinite at a/0, None at 0/0."""
        above = self.frame.convert(value.numerator, letters)
        below = self.frame.convert(value.denominator, letters)
        if below:
            return Rational(above / below)
        return InfiniteForm() if above else None

    def _is_needless_one(self, body: Value, bodies: Sequence[Value], letters: Letters) -> bool:
        """Whether a closed form needs no constant 1, since ratios in its maximum have mean 1."""
        one = self.frame.field.one
        if not isinstance(body, Ratio) or self.resolve(body, letters) != Rational(one):
            return False
        for other in bodies:
            if isinstance(other, Largest) and isinstance(other.body, Ratio):
                places = list(self._letter_choices(other.over, letters))
                weights = [self.frame.convert(other.where, at) for at in places]
                forms = [self.resolve(other.body, at) for at in places]
                means = [
                    scaled_form(weight, form, self.frame)
                    for weight, form in zip(weights, forms, strict=True)
                ]
                if sum_of_forms(means, self.frame) == Rational(one):
                    return True
        return False

    def _letter_choices(self, over: Sequence[Index], letters: Letters) -> Iterator[Letters]:
        """The choices of letters over which a closed form at given sizes ranges."""
        return letter_choices(over, self.frame.sizes, letters)

    def _event_form(self, value: FractionalEvent, letters: Letters) -> Form | None:
        """The closed form of the largest ratio of a fractional event."""
        delta = self.frame.convert(value.delta, letters)
        parts, masses = [], []
        for at in self._letter_choices(value.over, letters):
            mass = self.frame.convert(value.mass, at)
            if mass:
                parts.append(self.frame.convert(value.part, at))
                masses.append(mass)
        return worst_event_form(parts, masses, delta, self.frame, self.prover)

    def _entries_of_rows(
        self, over: Sequence[Index], rows: tuple[Polynomial, Polynomial], letters: Letters
    ) -> list[tuple[FracElement, FracElement]]:
        """Two rows' entries at every outcome, as functions of a closed form's parameters."""
        places = self._letter_choices(over, letters)
        pairs = (tuple(self.frame.convert(row, at) for row in rows) for at in places)
        return [(a, b) for a, b in pairs if a or b]

    def _worst_set_form(self, value: ExcessRatio, letters: Letters) -> Form | None:
        """The closed form of an excess ratio at the worst outcomes."""
        outcomes = self._entries_of_rows(value.over, (value.part, value.mass), letters)
        delta = self.frame.convert(value.delta, letters)
        return worst_set_form(outcomes, delta, self.frame, self.prover)

    def _concentrated_form(self, value: ConcentratedDivergence, letters: Letters) -> Form:
        """The closed form of a largest divergence over its orders."""
        outcomes = self._entries_of_rows(value.over, (value.a, value.b), letters)
        form, within = concentrated_form(outcomes, self.frame, self.prover)
        self.within += within
        return form


AT_SIZES = ValueRules[Form | None](
    name="closed forms at given sizes",
    ratio=GivenSizes._ratio_once,
    largest=GivenSizes._extreme_form,
    smallest=GivenSizes._extreme_form,
    total=GivenSizes._total_form,
    larger=GivenSizes._larger_form,
    added=GivenSizes._added_form,
    weighted=GivenSizes._weighted_form,
    log=GivenSizes._log_form,
    exceeds=GivenSizes._step_form,
    fractional_event=GivenSizes._event_form,
    power=GivenSizes._power_form,
    excess_ratio=GivenSizes._worst_set_form,
    concentrated=GivenSizes._concentrated_form,
    divergence=GivenSizes._divergence_form,
    **WITHOUT_FORM,
)
"""The form of each node of a value."""


def occurrence_conditions(
    resolver: GivenSizes, measure: Measure, letters: Letters, form: Form
) -> tuple[Positive, bool]:
    """Polynomials positive where a closed form's outcomes occur; whether it needs them all.

    A measure at an outcome speaks of that one, others of all that are compared.
    """
    if not measure.free:
        positive, every = _conditions_of_worst(resolver, measure.value, letters, form)
        infinite = [p for p in resolver.infinite_where if isinstance(form, InfiniteForm)]
        signs = ((p, resolver.prover.sign(p)) for p in dict.fromkeys(infinite))
        return (*positive, *(p for p, sign in signs if sign != ">")), every
    extremes = extremes_of_outcome(measure)
    conditions = (
        p for extreme in extremes for p in _conditions_of_outcome(resolver, extreme, letters)
    )
    return tuple(dict.fromkeys(conditions)), True


def extremes_of_outcome(measure: Measure) -> list[Largest | Smallest]:
    """The maxima and minima that a closed form compares at the measure's own outcome."""
    return [e for e in _extremes_of(measure.value) if _compared_outcome(e, measure.free)]


def _conditions_of_worst(
    resolver: GivenSizes, value: Value, letters: Letters, form: Form
) -> tuple[Positive, bool]:
    """Assumptions p > 0 under which a closed form's outcomes occur; whether it needs them all.

    An outcome is not needed if the form is the same without it and those found unneeded before: on
    all of the domain, or where the outcome is null.
    """
    can_vanish: dict[tuple[int, ...], list[PolyElement]] = {}
    for extreme in _extremes_of(value):
        letters_here = _compared_outcome(extreme, extreme.over)
        for at in (
            letter_choices(letters_here, resolver.frame.sizes, letters) if letters_here else ()
        ):
            place = tuple(at[i] for i in letters_here)
            can_vanish.setdefault(place, []).extend(_conditions_of_outcome(resolver, extreme, at))
    # Two searches for outcomes that the form does not need: one at a time where it is the same form
    # without the outcome, then all outcomes that vanish together, on the wall where they do.
    nullable = {place: conditions for place, conditions in can_vanish.items() if conditions}
    needless: set[tuple[int, ...]] = set()
    for place in nullable:
        without = _form_without(resolver, {*needless, place}, value, letters)
        if without is not None and _are_equal_forms(without, form):
            needless.add(place)
    needed = {place: conditions for place, conditions in nullable.items() if place not in needless}
    kept, is_extreme = [], isinstance(value, Larger) or "where" in value.plain
    for polynomial in dict.fromkeys(p for conditions in needed.values() for p in conditions):
        null = {place for place, conditions in needed.items() if polynomial in conditions}
        without = _form_without(resolver, needless | null, value, letters)
        wall = Prover(
            [*resolver.prover.constraints, (polynomial, "==")],
            len(resolver.prover.variables),
            context=resolver.prover.context,
        )
        if (
            without is not None
            and is_extreme
            and _is_limit_covered(form, without, polynomial, wall, not isinstance(value, Smallest))
        ):
            needless |= null
        else:
            kept.append(polynomial)
    return _without_repetition(kept, resolver.prover), not needless


def _conditions_of_outcome(
    resolver: GivenSizes, extreme: Largest | Smallest, letters: Letters
) -> Positive:
    """Polynomials positive exactly where the outcome that a closed form compares occurs."""
    assert isinstance(extreme.body, Ratio)
    below, frame = extreme.body.denominator, resolver.frame
    rest = [i for i in extreme.over if i in below.free and i not in letters]
    entries = (frame.convert(below, at) for at in letter_choices(rest, frame.sizes, letters))
    return positive_where(sum(entries, frame.field.zero), frame, resolver.prover)


def _extremes_of(value: Value) -> Iterator[Largest | Smallest]:
    """The maxima and minima of ratios that a closed form resolves, nested ones as one."""
    for part in walk(value):
        if "where" in part.plain and isinstance((flat := _with_inner_letters(part)).body, Ratio):
            yield flat


def _with_inner_letters(extreme: Any) -> Any:
    """An extreme over all letters that a closed form compares, also those of inner extremes."""
    while "where" in (inner := extreme.body).plain:
        extreme = replace(extreme, over=(*extreme.over, *inner.over), body=inner.body)
    return extreme


def _compared_outcome(extreme: Largest | Smallest, among: Sequence[Index]) -> tuple[Index, ...]:
    """The outcome's letters in a closed form's ratio: those above and below the bar."""
    body = _with_inner_letters(extreme).body
    if not isinstance(body, Ratio):
        return ()
    above, below = body.numerator.free, body.denominator.free
    return tuple(i for i in among if i in above and i in below)


def _without_repetition(conditions: list[PolyElement], prover: Prover) -> Positive:
    """A closed form's conditions without any that follow from others; short ones are kept."""
    kept = sorted(conditions, key=len, reverse=True)
    for one in list(kept):
        others = [other for other in kept if other is not one]
        if any(prover.impossible((one, "=="), (other, ">")) for other in others):
            kept.remove(one)
    return tuple(polynomial for polynomial in conditions if polynomial in kept)


def _form_without(
    resolver: GivenSizes, left_out: set[tuple[int, ...]], value: Value, letters: Letters
) -> Form | None:
    """The closed form of a value at given sizes, without some outcomes."""
    return resolver.without(left_out).resolve(value, letters)


def _is_limit_covered(
    form: Form, without: Form, mass: PolyElement, wall: Prover, largest: bool
) -> bool:
    """Whether a closed form is bounded by one without the outcomes whose mass is zero there.

    At eps = 0 most outcomes of the geometric mechanism are null, but their limits are no more than
    what the others leak.
    """
    kept, rest = _candidates_of(without, largest), _candidates_of(form, largest)
    others = [v for body in kept for v in _functions_of_extreme(body) if _has_no_pole(v, wall)]

    def is_below(body: Form) -> bool:
        """Whether a closed form's candidate is one that others bound where the mass is zero."""
        if body in kept:
            return True
        if not isinstance(body, Rational | AtExtremeMass) or not _has_no_pole(body.value, wall):
            return False
        for value in others:
            small, large = (body.value, value) if largest else (value, body.value)
            if not (large - small).numer.rem(mass) or wall.at_most(small, large):
                return True
        return False

    return all(map(is_below, rest))


def _candidates_of(form: Form, largest: bool) -> tuple[Form, ...]:
    """The candidates whose maximum (or minimum) a closed form is."""
    return form.bodies if isinstance(form, ExtremeForm) and form.largest == largest else (form,)


def _functions_of_extreme(body: Form) -> list[FracElement]:
    """The rational functions in a candidate of a closed form's extreme; [] if it has others."""
    if isinstance(body, AtExtremeMass):
        return list(body.members.values())
    return [body.value] if isinstance(body, Rational) else []


def _has_no_pole(value: FracElement, prover: Prover) -> bool:
    """Whether a candidate's denominator is proved to vanish nowhere on a closed form's domain."""
    return prover.sign(value.denom) in (">", "<")


def _are_equal_forms(one: Form, other: Form) -> bool:
    """Whether two closed forms are equal, extremes up to the order of their bodies."""
    if isinstance(one, ExtremeForm) and isinstance(other, ExtremeForm):
        return one.largest == other.largest and set(one.bodies) == set(other.bodies)
    return one == other
