"""The agreement of a closed form with the exact evaluator, at random points of its domain.

The measure is read by evaluators/exact.py on the instance that the mechanism is at a point; the
form has to give the same number, exactly, and the expression that is shown the same to nine digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import isclose, log
from random import Random
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.rings import PolyElement

from pmlsym.calculus.algebra import Array, read
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.exact_check import ExactPoint, exact_points
from pmlsym.closed_forms.expression_value import AtLetters, Given, exactly, in_floats, near
from pmlsym.closed_forms.form import Form, LetterSum, LogForm, Point, evaluate
from pmlsym.closed_forms.frame import Extremal, Frame
from pmlsym.closed_forms.letter_cases import LetterCase
from pmlsym.closed_forms.presentation import Presentation
from pmlsym.errors import Disagreement, OutOfDomain
from pmlsym.evaluators.exact import RULES, ExactAlgebra, as_number
from pmlsym.evaluators.read_value import read_value
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Total, Value
from pmlsym.mechanism_families.mechanism import places_of
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import Exact, Number, log_of, number

MOST_OUTCOMES, TRIES = 6, 60
NEARLY = {"rel_tol": 1e-9, "abs_tol": 1e-9}

NAMED = (sympy.Symbol, AppliedUndef, sympy.Sum, sympy.binomial)
"""What stands for a generator where it is printed; a power such as a^k is written out."""


@dataclass(frozen=True)
class Found:
    """One part before it is shown: its label, outcome, form, and where the outcome lies.

    The form is meant where the polynomials in `occurs` are positive: where its outcomes occur.
    """

    label: str
    outcome: str
    form: Form
    measure: Measure
    case: LetterCase | None = None
    letters: tuple[int, ...] = ()
    occurs: tuple[PolyElement, ...] = ()


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
        """At how many points each part was compared, at most `checks`.

        A point counts for a part if there the part and the evaluator both have a value, which may
        be infinite, at one of its outcomes or more. On the boundary the form may have none.
        Raises Disagreement where the closed form and the evaluator differ, and where the form has
        no value at an inner point.
        """
        done = [0] * len(found)
        if not (checks and found):
            return 0
        zeros = not any(_is_on_support(part.measure.value) for part in found)
        points = exact_points(
            self.frame.content, self.frame.priors, self.alphabet, rng, zeros=zeros
        )
        for point in islice(points, TRIES * checks):
            if any(point.instance.sizes.get(a, n) < n for a, n in self.needs.items()):
                continue
            here = _AtPoint(self, point)
            for k, part in enumerate(found):
                done[k] += here.agrees(part, shown[k])
            if min(done) >= checks:
                break
        return min(*done, checks)

    @cached_property
    def generators(self) -> tuple[tuple[int, Any], ...]:
        """The place of each generator, and what it stands for."""
        places = {generator: k for k, generator in enumerate(self.frame.field.gens)}
        return tuple((places[g], key) for key, g in self.frame.generator.items())

    @cached_property
    def base(self) -> dict[Index, int]:
        """The letters that have names of their own."""
        return places_of(self.fixed)


@dataclass(frozen=True)
class _AtPoint:
    """The comparison at one point; what is read of the instance is read once."""

    agreement: Agreement
    point: ExactPoint
    _exact: dict[str, Array[Any]] = field(default_factory=dict)

    def agrees(self, part: Found, shown: sympy.Expr) -> bool:
        """Whether the part was compared; raises Disagreement where it differs."""
        compared = False
        for letters in self._places(part)[:MOST_OUTCOMES]:
            exact = self._read(part, letters)
            if exact is None:
                continue
            values = self._at(letters)
            if self._is_null(part, letters, values):
                continue
            try:
                formula = evaluate(_plain(part), values)
            except OutOfDomain:
                formula = None
            if formula is None and self.point.is_inner:
                raise self._differs(part, exact, "has no value")
            if formula not in (None, exact):
                raise self._differs(part, exact, f"gives {formula}")
            at = values, self._letters(letters)
            own = self.agreement.presentation
            same = require_same(own, shown, exact, *at, is_log=part.measure.is_log)
            if self.point.is_inner and not same:
                raise self._differs(part, exact, f"has no value as {shown}")
            compared = compared or same or formula is not None
        return compared

    def _is_null(self, part: Found, letters: Mapping[Index, int], values: Point) -> bool:
        """Whether the outcome does not occur, or one that the form needs: it is not meant there."""
        if not part.occurs:
            return False
        if not part.measure.free:
            own = self.agreement.frame.field
            return any(values(own(polynomial)) <= 0 for polynomial in part.occurs)
        from pmlsym.closed_forms.concrete import extremes_at

        for extreme in extremes_at(part.measure):
            array = read_value(extreme, self._algebra, RULES)
            if array[tuple(letters[i] for i in array.indices)] is None:
                return True
        return False

    def _differs(self, part: Found, exact: Number, what: str) -> Disagreement:
        name = f"exp({part.measure})" if part.measure.is_log else str(part.measure)
        scalars = {str(t): str(v) for t, v in self.point.scalars.items()}
        masses = ", ".join(map(str, self.point.prior))
        where = f"at {scalars}, prior {masses}"
        return Disagreement(f"{name} is {exact}, but the closed form {what} {where}")

    def _read(self, part: Found, letters: Mapping[Index, int]) -> Number | None:
        """The value at an outcome, before the logarithm; None where nothing counts."""
        if part.label not in self._exact:
            self._exact[part.label] = read_value(part.measure.value, self._algebra, RULES)
        array = self._exact[part.label]
        entry = array[tuple(letters[i] for i in array.indices)]
        return None if entry is None else as_number(entry)

    @cached_property
    def _algebra(self) -> ExactAlgebra:
        return ExactAlgebra(self.point.instance)

    @cached_property
    def _lists(self) -> dict[str, tuple[Fraction, ...]]:
        own, tensors = self.agreement, self.point.instance.tensors
        if own.sized:
            return {}
        tables: dict[Tensor, Any] = {t: tensors[t.name] for t in own.frame.content.incidences}
        return own.frame.letter_lists(self.point.prior, tables)

    def _letters(self, letters: Mapping[Index, int]) -> AtLetters:
        """Letters as they are printed: from 1, outcomes without those that have a name."""
        secrets = {prior.alphabets[0] for prior in self.agreement.frame.priors}
        named = [i.alphabet for i in self.agreement.base if i.alphabet not in secrets]
        places = {i.name: k + 1 - named.count(i.alphabet) for i, k in letters.items()}
        return AtLetters(self._lists, places)

    def _places(self, part: Found) -> list[dict[Index, int]]:
        """The letters at which the part is to be compared."""
        base, free = self.agreement.base, part.measure.free
        if not free:
            return [base]
        if part.letters:
            return [{**base, **dict(zip(free, part.letters, strict=True))}]
        assert part.case is not None
        return self._choices(base, free, part.case)

    def _choices(
        self, base: Mapping[Index, int], free: Sequence[Index], case: LetterCase
    ) -> list[dict[Index, int]]:
        """The letters that lie as in a case, together with those that are known."""
        array = read(case.indicator(free), self._algebra)
        counts = [range(self.point.instance.sizes[i.alphabet]) for i in free]
        found = ({**base, **dict(zip(free, place, strict=True))} for place in product(*counts))
        return [at for at in found if array[tuple(at[i] for i in array.indices)] == 1]

    def _at(self, letters: Mapping[Index, int]) -> Point:
        """The point of the frame at letters; what is summed over letters is read at each."""

        def places(form: LetterSum) -> list[Point]:
            return [self._at(at) for at in self._choices(letters, form.letters, form.case)]

        values, arrays = self._generators
        own = list(values)
        for place, array in arrays:
            if all(i in letters for i in array.indices):
                own[place] = number(fraction_of(array[tuple(letters[i] for i in array.indices)]))
        return Point(tuple(own), places)

    @cached_property
    def _generators(self) -> tuple[list[Number], list[tuple[int, Array[Any]]]]:
        """The values of the generators at the point, and those that depend on letters."""
        values = [number(0)] * len(self.agreement.frame.field.gens)
        arrays = []
        for place, key in self.agreement.generators:
            if isinstance(key, Tensor):
                values[place] = number(self.point.instance.tensors[key.name])
            elif isinstance(key, Extremal):
                values[place] = number(self._extreme_mass(key))
            elif isinstance(key, Factor):
                arrays.append((place, read(Polynomial({(key,): 1}), self._algebra)))
            elif isinstance(key, tuple):
                values[place] = number(self.point.prior[key[1]])
        return values, arrays

    def _extreme_mass(self, key: Extremal) -> Fraction:
        array = read(Polynomial({(key.factor,): 1}), self._algebra)
        apart = {k for i, k in self.agreement.base.items() if i.alphabet == key.alphabet}
        masses = [fraction_of(m) for k, m in enumerate(array.entries) if k not in apart]
        if key.proper:
            masses = [m for m in masses if m < 1]
        return max(masses) if key.largest else min(masses)


def require_same(
    presentation: Presentation,
    shown: sympy.Expr,
    exact: Number,
    point: Point,
    letters: AtLetters,
    *,
    is_log: bool = False,
) -> bool:
    """Whether an expression has a value at a point, which then is that of its form.

    That is `exact`, or where `is_log` its logarithm. The form is checked exactly; this guards
    the way from the form to what is printed, to nine digits. Where floats do not settle it, as
    at a tie, exact values are put in. On the boundary the expression may have no value where
    the form has one, as 0 log 0.
    Raises Disagreement where the values differ.
    """
    given = _given(presentation, point, letters)
    found, wanted = in_floats(shown, given, letters.lists), _in_floats(exact, is_log)
    if None not in (found, wanted) and isclose(found or 0, wanted or 0, **NEARLY):
        return True
    exact = log_of(exact) if is_log else exact
    try:
        value = exactly(shown, given, letters.lists)
    except OutOfDomain:
        return False
    if value != exact:
        raise Disagreement(f"{shown} is {value}, its form {exact}, at {point.values}")
    return True


def _given(presentation: Presentation, point: Point, letters: AtLetters) -> Given:
    """What the symbols of an expression are at a point: eps is log(E)."""
    frame = presentation.frame
    given = {sympy.Symbol(name): number(place) for name, place in letters.places.items()}
    for symbol, value in zip(presentation.symbols, point.values, strict=True):
        if isinstance(symbol, sympy.exp):
            c, name = symbol.args[0].as_coeff_Mul()
            given[name] = log_of(value) if c == 1 else log_of(value) / fraction_of(c)
        elif isinstance(symbol, NAMED):
            given[symbol] = value
    for prior, count in frame.priors.items():
        if count:
            masses = (point.values[frame.keys.index((prior, k))] for k in range(count - 1))
            given[presentation.last_mass(prior)] = number(1) - sum(masses, number(0))
    return given


def _in_floats(exact: Number, is_log: bool) -> float | None:
    """The number in floats, or its logarithm where it is a positive rational."""
    if not is_log:
        return near(exact)
    if not isinstance(exact, Exact) or exact.logs or exact <= 0:
        return None
    above, below = exact.rational.as_integer_ratio()
    return log(above) - log(below)


def _plain(part: Found) -> Form:
    """The form of which the logarithm is taken at the end, where there is one."""
    if part.measure.is_log:
        assert isinstance(part.form, LogForm)
        return part.form.body
    return part.form


def _is_on_support(value: Value) -> bool:
    """Whether a value leaves letters without mass out, as all do that range over them but sums."""
    return any(hasattr(part, "over") and not isinstance(part, Total) for part in walk(value))
