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

from pmlsym.calculus.tensor import Index
from pmlsym.derive.dominance import Prover
from pmlsym.derive.extremes import extremum, worst_event
from pmlsym.derive.form import Boundless, Form, LogForm, Rational
from pmlsym.derive.frame import Frame, Letters
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
                return extremum(bodies, isinstance(value, Largest), self.frame, self.prover)
            case Larger(bodies_):
                needed = [b for b in bodies_ if not self._is_below_mean(b, bodies_, letters)]
                forms = [f for body in needed if (f := self.resolve(body, letters)) is not None]
                return extremum(forms, True, self.frame, self.prover)
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

    def _event(self, value: FractionalEvent, letters: Letters) -> Form | None:
        delta = self.frame.convert(value.delta, letters)
        parts, masses = [], []
        for at in self._letters(value.over, letters):
            mass = self.frame.convert(value.mass, at)
            if mass:
                parts.append(self.frame.convert(value.part, at))
                masses.append(mass)
        return worst_event(parts, masses, delta, self.frame, self.prover)
