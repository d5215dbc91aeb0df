"""The agreement of a closed form with the exact evaluator, at random points of its domain.

The measure is read by readings/exact.py on the instance that the mechanism is at a point; the form
has to give the same number, exactly, and the expression that is shown the same to twelve digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import sympy

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.derive.exact_check import ExactPoint, exact_points, letter_lists
from pmlsym.derive.form import Form, LetterSum, Point, evaluate
from pmlsym.derive.frame import Frame
from pmlsym.derive.letter_cases import Case, places_of
from pmlsym.derive.presentation import Disagreement, Presentation
from pmlsym.derive.schematic import Extremal
from pmlsym.errors import OutOfDomain
from pmlsym.evidence.number import Number, log_of, number
from pmlsym.measures.quantity import Measure
from pmlsym.readings.exact import ExactAlgebra, read_exact, value_over

SHOWN_CHECKS, MOST_OUTCOMES = 2, 6


@dataclass(frozen=True)
class Found:
    """One part before it is shown: its label, outcome, form, and where the outcome lies."""

    label: str
    outcome: str
    form: Form
    measure: Measure
    case: Case | None = None
    letters: tuple[int, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """What a check has to know: the frame, the letters with names, and how many letters it takes.

    `alphabet` is that of the prior, `needs` the least sizes that the closed form assumes.
    """

    frame: Frame
    presentation: Presentation
    fixed: frozenset[Index]
    alphabet: str
    needs: Mapping[str, int]
    sized: bool

    def check(
        self, found: Sequence[Found], shown: Sequence[sympy.Expr], checks: int, rng: Random
    ) -> int:
        """How many points were compared, at most `checks`.

        Raises Disagreement where the closed form and the evaluator differ.
        """
        done = 0
        if not checks:
            return done
        points = exact_points(self.frame.content, self.frame.priors, self.alphabet, rng)
        for point, _ in zip(points, range(60 * checks), strict=False):
            if any(point.instance.sizes.get(a, n) < n for a, n in self.needs.items()):
                continue
            try:
                for part, expression in zip(found, shown, strict=True):
                    self._compare(part, point, expression if done < SHOWN_CHECKS else None)
            except OutOfDomain:
                continue
            done += 1
            if done == checks:
                break
        return done

    def _compare(self, part: Found, point: ExactPoint, shown: sympy.Expr | None) -> None:
        algebra = ExactAlgebra(point.instance)
        for letters in self._places(part, point)[:MOST_OUTCOMES]:
            exact = value_over(part.measure.value, algebra, letters)
            if part.measure.is_log:
                exact = log_of(exact)
            values = self._point(point, letters)
            formula = evaluate(part.form, values)
            if shown is not None:
                lists = None if self.sized else letter_lists(self.frame, point)
                self.presentation.require_same(shown, formula, values, lists)
            if formula != exact:
                raise Disagreement(
                    f"{part.measure} is {exact}, but the closed form gives {formula}"
                    f" at {dict(point.scalars)}, prior {point.prior}"
                )

    def _places(self, part: Found, point: ExactPoint) -> list[dict[Index, int]]:
        """The letters at which the part is to be compared."""
        base = places_of(self.fixed)
        free = part.measure.free
        if not free:
            return [base]
        if part.letters:
            return [{**base, **dict(zip(free, part.letters, strict=True))}]
        assert part.case is not None
        return _choices(point, base, free, part.case)

    def _point(self, point: ExactPoint, letters: Mapping[Index, int]) -> Point:
        """The point of the frame at letters; what is summed over letters is read at each."""

        def places(form: LetterSum) -> list[Point]:
            found = _choices(point, letters, form.letters, form.case)
            return [self._point(point, choice) for choice in found]

        return Point(self._values(point, letters), places)

    def _values(self, point: ExactPoint, letters: Mapping[Index, int]) -> tuple[Number, ...]:
        """The value of each generator of the frame at a point."""
        values: dict[int, Number] = {}
        for key, generator in self.frame.generator.items():
            place = self.frame.field.gens.index(generator)
            if isinstance(key, Tensor):
                values[place] = number(Fraction(str(point.instance.tensors[key.name])))
            elif isinstance(key, Extremal):
                values[place] = number(_extreme_mass(key, point, places_of(self.fixed)))
            elif isinstance(key, tuple) and not isinstance(key, Factor):
                values[place] = number(point.prior[key[1]])
            elif isinstance(key, Factor):
                array = read_exact(Polynomial({(key,): 1}), point.instance)
                if all(i in letters for i in array.indices):
                    values[place] = number(array[tuple(letters[i] for i in array.indices)])
        return tuple(values.get(k, number(0)) for k in range(len(self.frame.field.gens)))


def _choices(
    point: ExactPoint, base: Mapping[Index, int], free: Sequence[Index], case: Case
) -> list[dict[Index, int]]:
    """The letters that lie as in a case, together with those that are known."""
    array = read_exact(case.indicator(free), point.instance)
    counts = [range(point.instance.sizes[i.alphabet]) for i in free]
    found = ({**base, **dict(zip(free, place, strict=True))} for place in product(*counts))
    return [at for at in found if array[tuple(at[i] for i in array.indices)] == 1]


def _extreme_mass(key: Extremal, point: ExactPoint, fixed: Mapping[Index, int]) -> Fraction:
    array = read_exact(Polynomial({(key.factor,): 1}), point.instance)
    apart = {k for i, k in fixed.items() if i.alphabet == key.alphabet}
    masses = [m for k, m in enumerate(array.entries) if k not in apart]
    if key.proper:
        masses = [m for m in masses if m < 1]
    return max(masses) if key.largest else min(masses)
