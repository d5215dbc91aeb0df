"""Values at given alphabet sizes, resolved into forms.

Every letter is tried; ratios that are equal or proved dominated are dropped, and what remains is an
extremum of few. The conventions are those of language/value.py: outside `where`, and at 0/0, a
ratio does not count; a/0 is infinite. A polynomial is zero here if it is so identically: that every
other mass and denominator is positive is an assumption, which the closed form states.

Candidates g(p_1), .., g(p_n) that are one function of different prior masses are one expression: it
is largest at the least mass if g is proved to fall, at the largest if it rises.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.tensor import Index
from pmlsym.derive.dominance import Prover
from pmlsym.derive.form import AtExtreme, Boundless, ExtremeForm, Form, LogForm, Rational
from pmlsym.derive.frame import Frame, Letters
from pmlsym.derive.rational_functions import places_in, put
from pmlsym.derive.sums import absolute_values, positive_part, scaled, split_logarithm, step, total
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)


def outcome_of(extreme: Largest | Smallest, among: Sequence[Index]) -> tuple[Index, ...]:
    """Which letters are of the outcome whose ratios are compared: those both parts speak of."""
    if not isinstance(extreme.body, Ratio):
        return ()
    above, below = extreme.body.numerator.free, extreme.body.denominator.free
    return tuple(i for i in among if i in above and i in below)


class Concrete:
    """Resolves values whose alphabets all have sizes; outcomes that are `left_out` do not count."""

    def __init__(
        self, frame: Frame, prover: Prover, left_out: frozenset[tuple[int, ...]] = frozenset()
    ):
        self.frame = frame
        self.prover = prover
        self.left_out = left_out
        self._ratios: dict[tuple[Ratio, tuple[int, ...]], Form | None] = {}

    def without(self, left_out: set[tuple[int, ...]]) -> Concrete:
        """One that leaves out these outcomes, and knows the ratios that are known already."""
        found = Concrete(self.frame, self.prover, frozenset(left_out))
        found._ratios = self._ratios
        return found

    def resolve(self, value: Value, letters: Letters) -> Form | None:
        """The form of a value at these letters; None if nothing counts."""
        match value:
            case Ratio(numerator, denominator):
                places = tuple(letters[i] for i in (*numerator.free, *denominator.free))
                if (value, places) not in self._ratios:
                    self._ratios[value, places] = self._ratio(value, letters)
                return self._ratios[value, places]
            case Largest(over, body, where) | Smallest(over, body, where):
                outcome = outcome_of(value, over)
                bodies = [
                    form
                    for at in self._letters(over, letters)
                    if tuple(at[i] for i in outcome) not in self.left_out
                    and self.frame.convert(where, at)
                    and (form := self.resolve(body, at)) is not None
                ]
                return self.extremum(bodies, isinstance(value, Largest))
            case Larger(bodies_):
                needed = [b for b in bodies_ if not self._is_below_mean(b, bodies_, letters)]
                forms = [f for body in needed if (f := self.resolve(body, letters)) is not None]
                return self.extremum(forms, True)
            case Total(over, body):
                found = [self.resolve(body, at) for at in self._letters(over, letters)]
                parts = [positive_part(form, self.frame, self.prover) for form in found]
                return absolute_values(total(parts, self.frame), self.frame)
            case Weighted(weight, body):
                factor = self.frame.convert(weight, letters)
                inner = self.resolve(body, letters) if factor else None
                if isinstance(inner, LogForm):
                    inner = split_logarithm(inner, self.frame, self.prover)
                return scaled(factor, inner, self.frame)
            case Log(body):
                inner = self.resolve(body, letters)
                return None if inner is None else LogForm(inner)
            case Exceeds(body, level):
                inner = self.resolve(body, letters)
                return step(inner, self.frame.convert(level, letters), self.prover)
            case FractionalEvent():
                return self._event(value, letters)
        raise Unsupported(f"{type(value).__name__} has no closed form")

    def _ratio(self, value: Ratio, letters: Letters) -> Form | None:
        above = self.frame.convert(value.numerator, letters)
        below = self.frame.convert(value.denominator, letters)
        if below:
            return Rational(above / below)
        return Boundless() if above else None

    def _is_below_mean(self, body: Value, bodies: Sequence[Value], letters: Letters) -> bool:
        """Whether a constant 1 is not needed: the ratios of a maximum have the mean 1."""
        one = self.frame.field.one
        if not isinstance(body, Ratio) or self.resolve(body, letters) != Rational(one):
            return False
        for other in bodies:
            if isinstance(other, Largest) and isinstance(other.body, Ratio):
                places = list(self._letters(other.over, letters))
                weights = [self.frame.convert(other.where, at) for at in places]
                forms = [self.resolve(other.body, at) for at in places]
                means = [
                    scaled(weight, form, self.frame)
                    for weight, form in zip(weights, forms, strict=True)
                ]
                if total(means, self.frame) == Rational(one):
                    return True
        return False

    def _letters(self, over: tuple[Index, ...], letters: Letters) -> Iterator[dict[Index, int]]:
        for choice in product(*(range(self.frame.sizes[i.alphabet]) for i in over)):
            yield {**letters, **dict(zip(over, choice, strict=True))}

    def extremum(self, forms: list[Form], largest: bool) -> Form | None:
        """The largest (or smallest) of the forms, the dominated ones dropped."""
        flat: list[Form] = []
        for form in forms:
            nested = isinstance(form, ExtremeForm) and form.largest == largest
            inner = form.bodies if nested and isinstance(form, ExtremeForm) else (form,)
            flat += [f for f in inner if f not in flat]
        if largest and Boundless() in flat:
            return Boundless()
        if not largest and len(flat) > 1:
            flat = [f for f in flat if not isinstance(f, Boundless)]
        rational = [f.value for f in flat if isinstance(f, Rational)]
        by_outcome: dict[PolyElement, list[FracElement]] = {}
        for value in dict.fromkeys(rational):
            by_outcome.setdefault(value.denom, []).append(value)
        best = [v for group in by_outcome.values() for v in self.undominated(group, largest)]
        if largest and self.frame.field.one in best:
            others = [v for v in best if v and v != 1]
            if any(1 / v in others for v in others):
                best.remove(self.frame.field.one)
        alone, merged = merge_symmetric(best, largest, self.frame, self.prover)
        groups = self._needed(merged, alone, largest)
        members = [v for group in groups for v in self._members(group).values()]
        kept: list[Form] = [*groups]
        kept += [Rational(v) for v in self.undominated(alone, largest, members)]
        kept += [f for f in flat if not isinstance(f, Rational)]
        if not kept:
            return None
        return kept[0] if len(kept) == 1 else ExtremeForm(tuple(kept), largest)

    def _needed(
        self, groups: list[AtExtreme], alone: list[FracElement], largest: bool
    ) -> list[AtExtreme]:
        """The groups without those of which every member is dominated.

        It is so by single values, or by the same member of a like group. That a value dominates
        the function of a group at one mass says nothing of its other masses.
        """
        kept = list(groups)
        for group in groups:
            turned = [
                turned_of_two(other, self.frame)
                for other in kept
                if other is not group and is_of_two(other, self.frame)
            ]
            like = [
                self._members(other)
                for other in (*kept, *turned)
                if other is not group
                and (other.place, set(other.masses), other.least)
                == (group.place, set(group.masses), group.least)
            ]
            own = self._members(group)
            is_below = any(
                all(self._beats(members[mass], value, largest) for mass, value in own.items())
                for members in like
            )
            if is_below or all(
                any(self._beats(other, value, largest) for other in alone) for value in own.values()
            ):
                kept.remove(group)
        return kept

    def _members(self, group: AtExtreme) -> dict[FracElement, FracElement]:
        """The function of a group at each of its masses."""
        mass = self.frame.field.gens[group.place]
        return {each: put(group.value, mass, each) for each in group.masses}

    def undominated(
        self, values: list[FracElement], largest: bool, beside: Sequence[FracElement] = ()
    ) -> list[FracElement]:
        """The values without those proved never to be needed, beside others that are kept."""
        kept = list(values)
        for value in list(kept):
            others = [*(other for other in kept if other is not value), *beside]
            if any(self._beats(other, value, largest) for other in others):
                kept.remove(value)
        return kept

    def _beats(self, one: FracElement, other: FracElement, largest: bool) -> bool:
        return self.prover.at_most(other, one) if largest else self.prover.at_most(one, other)

    def _event(self, value: FractionalEvent, letters: Letters) -> Form | None:
        delta = self.frame.convert(value.delta, letters)
        parts, masses = [], []
        for at in self._letters(value.over, letters):
            mass = self.frame.convert(value.mass, at)
            if mass:
                parts.append(self.frame.convert(value.part, at))
                masses.append(mass)
        return self.event(parts, masses, delta)

    def event(
        self, parts: list[FracElement], masses: list[FracElement], delta: FracElement
    ) -> Form | None:
        """max sum a*part / sum a*mass over 0 <= a <= 1 with sum a*mass >= delta > 0.

        By duality it is min over r of  r + (1/delta) sum_y max(0, part(y) - r mass(y)),  r among
        the ratios part/mass: no order of the ratios is needed to state it.
        """
        ratios = list(dict.fromkeys(p / m for p, m in zip(parts, masses, strict=True)))
        if not delta:
            return self.extremum([Rational(r) for r in ratios], True)
        zero = Rational(self.frame.field.zero)
        bounds = []
        for ratio in ratios:
            excess = [
                self.extremum([zero, Rational((p - ratio * m) / delta)], True)
                for p, m in zip(parts, masses, strict=True)
            ]
            bounds.append(total([Rational(ratio), *excess], self.frame))
        return self.extremum(bounds, False)


def merge_symmetric(
    values: list[FracElement], largest: bool, frame: Frame, prover: Prover
) -> tuple[list[FracElement], list[AtExtreme]]:
    """The candidates that stand alone, and the groups that are one monotone function of a mass."""
    groups: dict[tuple[int, FracElement], list[tuple[FracElement, FracElement]]] = {}
    for value in values:
        found = frame.once(_function_of_one_mass, value)
        if found is not None:
            place, function, mass = found
            groups.setdefault((place, function), []).append((value, mass))
    alone, merged = list(values), []
    for (place, function), members in groups.items():
        if len(members) < 2:
            continue
        slope = function.diff(frame.field.gens[place])
        sign = prover.sign(slope.numer * slope.denom)
        if sign is None:
            continue
        least = (sign in ("<", "<=")) == largest
        group = AtExtreme(function, place, tuple(m for _, m in members), least)
        merged.append(group)
        for value, _ in members:
            alone.remove(value)
    return alone, merged


def turned_of_two(group: AtExtreme, frame: Frame) -> AtExtreme:
    """The group of two masses p and 1 - p as a function of the other one: max p = 1 - min p."""
    mass = frame.field.gens[group.place]
    other = put(group.value, mass, frame.field.one - mass)
    return AtExtreme(other, group.place, group.masses, not group.least)


def is_of_two(group: AtExtreme, frame: Frame) -> bool:
    """Whether the masses of a group are p and 1 - p."""
    return len(group.masses) == 2 and sum(group.masses, frame.field.zero) == 1


def _function_of_one_mass(
    value: FracElement, frame: Frame
) -> tuple[int, FracElement, FracElement] | None:
    """The place of p_1, the function with p_1 as its mass, and the mass that stands for it here."""
    for prior, count in frame.priors.items():
        if count is None or count < 2:
            continue
        places = [frame.keys.index((prior, k)) for k in range(count - 1)]
        gens, first = frame.field.gens, places[0]
        used = sorted(places_in(value) & set(places))
        if not used:
            return None
        if count == 2:
            return _shorter_of_two(value, first, frame)
        if len(used) == 1:
            mass = gens[used[0]]
            return first, put(value, mass, gens[first]), mass
        whole = frame.field.one - sum((gens[k] for k in places), frame.field.zero)
        turned = put(value, gens[first], whole)
        if not places_in(turned) & set(places[1:]):
            return first, turned, whole
    return None


def _shorter_of_two(
    value: FracElement, place: int, frame: Frame
) -> tuple[int, FracElement, FracElement]:
    """A function of p_1 or of p_2 = 1 - p_1, whichever is shorter."""
    mass = frame.field.gens[place]
    other = frame.field.one - mass
    turned = put(value, mass, other)
    lengths = [_length(v) for v in (value, turned)]
    return (place, value, mass) if lengths[0] <= lengths[1] else (place, turned, other)


def _length(value: FracElement) -> tuple[int, int, str]:
    powers = [p for part in (value.numer, value.denom) for p in part.itermonoms()]
    return len(powers), sum(map(sum, powers)), str(value)
