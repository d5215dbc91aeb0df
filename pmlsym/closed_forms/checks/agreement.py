"""The agreement of a closed form with the exact evaluator, at random points of its domain.

The measure is read by evaluators/exact.py on the instance that the mechanism is at a point, and the
expression that is shown, once its symbols have their values there, has to be the same number,
exactly. So whatever SymPy simplifies on the way from a form to what is printed is checked as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.rings import PolyElement

from pmlsym.calculus.algebra import Array, read
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.checks.domain_points import ExactPoint, exact_points, value_at_orders
from pmlsym.closed_forms.forms.expression_value import Lists, exact_value
from pmlsym.closed_forms.forms.form import Form
from pmlsym.closed_forms.forms.frame import Extremal, Frame
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.forms.rational_functions import value_at
from pmlsym.closed_forms.resolvers.letter_cases import LetterCase
from pmlsym.errors import Disagreement, OutOfDomain, Unsupported
from pmlsym.evaluators.exact import RULES, ExactAlgebra, as_number
from pmlsym.evaluators.read_value import read_value
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Total, Value
from pmlsym.mechanism_families.mechanism import letter_choices, places_of
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import Ball, Infinite, Number, exp_of, log_of, number

MOST_OUTCOMES, TRIES = 6, 60
NEAR = 12  # digits to which a number that is known by its ends alone is compared

NAMED = (sympy.Symbol, AppliedUndef, sympy.Sum, sympy.binomial)
"""Kinds of expressions that a generator is printed as; a power such as a^k is written out."""


@dataclass(frozen=True)
class UncheckedPart:
    """One part before it is shown: its label, outcome, form, and where the outcome lies.

    The form is meant where the polynomials in `occurs` are positive, so that its outcomes occur,
    and those in `within`, so that the form is known.
    """

    label: str
    outcome: str
    form: Form
    measure: Measure
    case: LetterCase | None = None
    letters: tuple[int, ...] = ()
    occurs: tuple[PolyElement, ...] = ()
    within: tuple[PolyElement, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """The comparison of a closed form with the evaluator, and all that it rests on.

    `fixed` are the letters with names, `alphabet` is that of the prior, and `needs` are the least
    sizes that the closed form assumes.
    """

    frame: Frame
    presentation: Presentation
    fixed: frozenset[Index]
    alphabet: str
    needs: Mapping[str, int]
    sized: bool

    def check(
        self, parts: Sequence[UncheckedPart], shown: Sequence[sympy.Expr], checks: int, rng: Random
    ) -> int:
        """The number of points, at most `checks`, at which a closed form was compared.

        A point counts for a part if there the part and the evaluator both have a value, which may
        be infinite, at one of its outcomes or more. On the boundary the form may have none.
        Raises Disagreement where the closed form and the evaluator differ, and where the form has
        no value at an inner point.
        """
        done = [0] * len(parts)
        if not (checks and parts):
            return 0
        zeros = not any(_ranges_over_support(part.measure.value) for part in parts)
        points = exact_points(
            self.frame.content, self.frame.priors, self.alphabet, rng, zeros=zeros
        )
        for point in islice(points, TRIES * checks):
            if any(point.instance.sizes.get(a, n) < n for a, n in self.needs.items()):
                continue
            here = _ComparisonAtPoint(self, point)
            for k, part in enumerate(parts):
                done[k] += here.is_compared(part, shown[k])
            if min(done) >= checks:
                break
        return min(*done, checks)

    @cached_property
    def generator_places(self) -> tuple[tuple[int, Any], ...]:
        """The place of each generator of the compared closed form, with its key."""
        places = {generator: k for k, generator in enumerate(self.frame.field.gens)}
        return tuple((places[g], key) for key, g in self.frame.generator.items())

    @cached_property
    def named_letters(self) -> dict[Index, int]:
        """The letters with names of their own in the compared closed form, numbered."""
        return places_of(self.fixed)


@dataclass(frozen=True)
class _ComparisonAtPoint:
    """The comparison at one point; each value of the instance is computed once."""

    agreement: Agreement
    point: ExactPoint
    _exact: dict[str, Array[Any]] = field(default_factory=dict)

    def is_compared(self, part: UncheckedPart, shown: sympy.Expr) -> bool:
        """Whether a closed form's part was compared at this point; Disagreement if it differs."""
        compared = False
        for letters in self._outcomes_to_compare(part)[:MOST_OUTCOMES]:
            values = self._generator_values_at(letters)
            if any(value_at(polynomial, values) <= 0 for polynomial in part.within):
                continue
            exact = self._exact_value(part, letters)
            if exact is None:
                continue
            if self._cannot_occur(part, letters, values):
                continue
            try:
                value = exact_value(shown, self._symbols_at(letters, values), self._letter_lists)
            except OutOfDomain:
                if self.point.is_inner:
                    raise self._disagreement(part, exact, f"has no value as {shown}") from None
                continue
            if not _are_equal_numbers(value, log_of(exact) if part.measure.is_log else exact):
                shown_value = exp_of(value) if part.measure.is_log else value
                raise self._disagreement(part, exact, f"gives {shown_value}")
            compared = True
        return compared

    def _cannot_occur(
        self, part: UncheckedPart, letters: Mapping[Index, int], values: Sequence[Number]
    ) -> bool:
        """Whether an outcome that a closed form needs cannot occur at this point."""
        if not part.occurs:
            return False
        if not part.measure.free:
            return any(value_at(polynomial, values) <= 0 for polynomial in part.occurs)
        from pmlsym.closed_forms.resolvers.at_sizes import extremes_of_outcome

        for extreme in extremes_of_outcome(part.measure):
            array = read_value(extreme, self._exact_algebra, RULES)
            if array[tuple(letters[i] for i in array.indices)] is None:
                return True
        return False

    def _disagreement(self, part: UncheckedPart, exact: Number, what: str) -> Disagreement:
        """The error that a closed form and the evaluator differ at this point."""
        name = f"exp({part.measure})" if part.measure.is_log else str(part.measure)
        scalars = {str(t): str(v) for t, v in self.point.scalars.items()}
        where = f"at {scalars}, prior {', '.join(map(str, self.point.prior))}"
        return Disagreement(f"{name} is {exact}, but the closed form {what} {where}")

    def _exact_value(self, part: UncheckedPart, letters: Mapping[Index, int]) -> Number | None:
        """The measure's exact value at this point, before a log, to compare with a closed form."""
        if part.label not in self._exact:
            value = value_at_orders(part.measure.value, self.point.scalars)
            self._exact[part.label] = read_value(value, self._exact_algebra, RULES)
        array = self._exact[part.label]
        entry = array[tuple(letters[i] for i in array.indices)]
        return None if entry is None else as_number(entry)

    @cached_property
    def _exact_algebra(self) -> ExactAlgebra:
        """The exact numbers of the instance on which a closed form is compared."""
        return ExactAlgebra(self.point.instance)

    @cached_property
    def _letter_lists(self) -> Lists:
        """The masses of letters and outcomes over which a closed form's sums run."""
        agreement, tensors = self.agreement, self.point.instance.tensors
        if agreement.sized:
            return {}
        tables: dict[Tensor, Any] = {t: tensors[t.name] for t in agreement.frame.content.incidences}
        return agreement.frame.letter_lists(self.point.prior, tables)

    def _symbols_at(
        self, letters: Mapping[Index, int], values: Sequence[Number]
    ) -> dict[sympy.Basic, Number]:
        """The values of a closed form's symbols at this point, of generators and of letters.

        Letters are numbered as they are printed: from 1, with outcomes that have a name left out.
        """
        secrets = {prior.alphabets[0] for prior in self.agreement.frame.priors}
        named = [i.alphabet for i in self.agreement.named_letters if i.alphabet not in secrets]
        places = {
            sympy.Symbol(i.name): number(k + 1 - named.count(i.alphabet))
            for i, k in letters.items()
        }
        return places | symbols_of_generators(self.agreement.presentation, values)

    def _outcomes_to_compare(self, part: UncheckedPart) -> list[dict[Index, int]]:
        """The letters at which a closed form's part is to be compared."""
        base, free = self.agreement.named_letters, part.measure.free
        if not free:
            return [base]
        if part.letters:
            return [{**base, **dict(zip(free, part.letters, strict=True))}]
        assert part.case is not None
        array = read(part.case.indicator(free), self._exact_algebra)
        places = letter_choices(free, self.point.instance.sizes, base)
        return [at for at in places if array[tuple(at[i] for i in array.indices)] == 1]

    def _generator_values_at(self, letters: Mapping[Index, int]) -> list[Number]:
        """The values of a closed form's generators at these letters."""
        values, arrays = self._generator_values
        at_letters = list(values)
        for place, array in arrays:
            if all(i in letters for i in array.indices):
                at_letters[place] = number(
                    fraction_of(array[tuple(letters[i] for i in array.indices)])
                )
        return at_letters

    @cached_property
    def _generator_values(self) -> tuple[list[Number], list[tuple[int, Array[Any]]]]:
        """The values of a closed form's generators, and arrays of those by letter."""
        values = [number(0)] * len(self.agreement.frame.field.gens)
        arrays = []
        for place, key in self.agreement.generator_places:
            if isinstance(key, Tensor):
                values[place] = number(self.point.instance.tensors[key.name])
            elif isinstance(key, Extremal):
                values[place] = number(self._extreme_mass(key))
            elif isinstance(key, Factor):
                arrays.append((place, read(Polynomial({(key,): 1}), self._exact_algebra)))
            elif isinstance(key, tuple):
                values[place] = number(self.point.prior[key[1]])
        return values, arrays

    def _extreme_mass(self, key: Extremal) -> Fraction:
        """The value at this point of a closed form's p_min, p_max or the like."""
        array = read(Polynomial({(key.factor,): 1}), self._exact_algebra)
        apart = {k for i, k in self.agreement.named_letters.items() if i.alphabet == key.alphabet}
        masses = [fraction_of(m) for k, m in enumerate(array.entries) if k not in apart]
        if key.proper:
            masses = [m for m in masses if m < 1]
        return max(masses) if key.largest else min(masses)


def symbols_of_generators(
    presentation: Presentation, values: Sequence[Number]
) -> dict[sympy.Basic, Number]:
    """The values of a closed form's symbols, from those of its generators: eps is log(E)."""
    frame, numbers = presentation.frame, dict[sympy.Basic, Number]()
    for symbol, value in zip(presentation.symbols, values, strict=True):
        if isinstance(symbol, sympy.exp):
            c, name = symbol.args[0].as_coeff_Mul()
            numbers[name] = log_of(value) / fraction_of(c)
        elif isinstance(symbol, NAMED):
            numbers[symbol] = value
    for prior, count in frame.priors.items():
        if count:
            masses = (values[frame.keys.index((prior, k))] for k in range(count - 1))
            numbers[presentation.last_mass(prior)] = number(1) - sum(masses, number(0))
    return numbers


def _are_equal_numbers(value: Number, exact: Number) -> bool:
    """Whether a closed form's number is the exact one, or lies between its ends.

    Where roots and logarithms leave it open, the two have to agree to 600 digits.
    """
    if type(exact) is Ball and not isinstance(value, Infinite):
        (low, high), (least, most) = (each.enclose(NEAR) for each in (value, exact))
        return low <= most and least <= high
    try:
        return value == exact
    except Unsupported:
        return True


def _ranges_over_support(value: Value) -> bool:
    """Whether the value by which a closed form is checked ranges over letters with mass only."""
    return any(hasattr(part, "over") and not isinstance(part, Total) for part in walk(value))
