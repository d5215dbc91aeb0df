"""Sums over letters at an alphabet of any size.

    sum_{x,y} weight(x,y) g(y)  =  sum_y ( sum_x weight(x,y) ) g(y)

Letters on which the summand is polynomial are summed by the rules of the calculus; one on which it
depends otherwise, as in log p(y), stays as a sum that is written: a LetterSum.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.forms.form import (
    Form,
    InfiniteForm,
    LetterSum,
    LogForm,
    Rational,
    functions_of,
)
from pmlsym.closed_forms.forms.form_sums import (
    positive_part,
    scaled_form,
    split_logarithm,
    sum_of_forms,
    terms_of,
)
from pmlsym.closed_forms.resolvers.letter_cases import (
    FormInCase,
    LetterCase,
    RatioInCase,
    weight_summed,
)
from pmlsym.closed_forms.resolvers.rules_at_any_size import at_given_sizes
from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.value import Ratio, Total, Weighted, polynomials_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.resolvers.every_size import EverySize

SHARED = "how often two letters are in one outcome is not known; give sizes"


def form_of_sum(resolver: EverySize, total: Total, case: LetterCase) -> FormInCase:
    """The closed form, at every size, of a sum in a case, with its ratio if that is rational."""
    groups, over = _SumInCase(resolver, total, case), _outcomes_first(total)
    for place in resolver.cases_of(case, over, polynomials_of(total.body)):
        weight, body = constant(1), total.body
        if isinstance(body, Weighted):
            weight, body = body.weight, body.body
        if not place.reduce(weight):
            continue
        groups.require_sets_apart(place)
        outcome = resolver.resolve(body, place)
        if outcome is None:
            continue
        if wholes := resolver.wholes_missed(outcome, place):
            resolver.frame.distinguished |= {*wholes}
            apart = (*case.standing, *((i, i) for i in wholes))
            # The sum is read again with these outcomes told apart: none is missed twice.
            return form_of_sum(resolver, total, LetterCase(apart, case.truths))
        infinite = groups.add(place, place.indicator(over) * weight, outcome)
        if infinite is not None:
            return infinite
    form = groups.sum_of_groups()
    if not isinstance(form, Rational):
        return FormInCase(form)
    return FormInCase(form, (RatioInCase(case, constant(0), constant(1), form.value),))


def outcomes_of_rows(
    resolver: EverySize,
    over: tuple[Index, ...],
    rows: tuple[Polynomial, Polynomial],
    case: LetterCase,
) -> list[tuple[FracElement, FracElement]]:
    """Two rows of a closed form summed over the outcomes of each case, at one ratio each.

    Raises Unsupported where the ratio varies, or how many outcomes there are is not known.
    """
    sums = []
    for place in resolver.cases_of(case, over, rows):
        entries = [place.reduce(row) for row in rows]
        a, b = map(resolver.function_of, entries)
        if b and resolver.varying_letters(over, (a / b,)):
            raise Unsupported(SHARED)
        groups = _SumInCase(resolver, Total(over, Ratio(constant(1))), case)
        groups.require_sets_apart(place)
        bare = [
            weight_summed(place.indicator(over) * row, over, (), place, case)[0] for row in entries
        ]
        if any(map(groups.has_unknown_sum, bare)):
            raise Unsupported(SHARED)
        pair = tuple(map(resolver.function_of, bare))
        if any(pair):
            sums.append((pair[0], pair[1]))
    return sums


@dataclass
class _SumInCase:
    """A sum in a case, and its summands so far, by the letters that they are written as sums of."""

    resolver: EverySize
    total: Total
    case: LetterCase
    groups: dict[tuple[tuple[Index, ...], LetterCase], list[Form]] = field(default_factory=dict)

    def add(self, place: LetterCase, weight: Polynomial, outcome: FormInCase) -> FormInCase | None:
        """Add the closed form over letters of a place; an infinite form is returned instead."""
        resolver, frame, over = self.resolver, self.resolver.frame, self.total.over
        prover = resolver.prover_in(place)
        whole = positive_part(outcome.form, frame, prover) or outcome.form
        if isinstance(whole, LogForm):
            whole = split_logarithm(whole, frame, prover)
        for scale, form in terms_of(whole, frame):
            if isinstance(form, InfiniteForm):
                mass = resolver.function_of(place.reduce(weight)) * scale
                return FormInCase(form, (), (place, mass))
            if form == Rational(frame.field.zero):
                continue
            whole_weight, scale = self._masses_into_weight(weight, scale)
            if isinstance(form, Rational) and resolver.varying_letters(over, (form.value,)):
                whole_weight, scale, form = self._into_weight(
                    weight, scale * form.value, outcome.candidates
                )
            self._add_term(place, whole_weight, scale, form)
        return None

    def _add_term(
        self, place: LetterCase, weight: Polynomial, scale: FracElement, form: Form
    ) -> None:
        """Add weight * scale * form to a closed form, summed where it does not vary."""
        resolver, frame, over = self.resolver, self.resolver.frame, self.total.over
        letters = resolver.varying_letters(over, (scale, *functions_of(form)))
        bare, kept = weight_summed(weight, over, letters, place, self.case)
        if self.has_unknown_sum(bare):
            letters = tuple(i for i in over if i in letters or self._is_set_outcome(weight, i))
            bare, kept = weight_summed(weight, over, letters, place, self.case)
        if letters:  # otherwise a number of letters is a factor, which is zero where there are none
            resolver.require_letters(place)
            self.require_sets_apart(place, {*letters})
            with_all = {i.whole for i in frame.content.incidences.values()}
            if with_all.intersection(i.name for i in self.case.distinct):
                raise Unsupported(at_given_sizes(self.total))
        key = (letters, kept) if letters else ((), self.case)
        term = scaled_form(resolver.function_of(bare) * scale, form, frame)
        self.groups.setdefault(key, []).append(term)

    def sum_of_groups(self) -> Form:
        """The closed form of the sum: of each group of letters, written as a sum if it varies."""
        resolver, frame = self.resolver, self.resolver.frame
        summands: list[Form] = []
        for (letters, kept), forms in self.groups.items():
            whole = sum_of_forms(forms, frame)
            if not letters:
                summands.append(whole)
            elif not resolver.varying_letters(letters, functions_of(whole)):
                many = kept.reduce(sum_over(kept.indicator(letters), *letters))
                summands.append(scaled_form(resolver.function_of(many), whole, frame))
            elif whole != Rational(frame.field.zero):
                summands.append(LetterSum(letters, kept, whole))
        return sum_of_forms(summands, frame)

    def require_sets_apart(self, place: LetterCase, kept: Container[Index] = ()) -> None:
        """Raises Unsupported if a closed form sums two letters that may share an outcome.

        How many outcomes two letters share can be known; that tells nothing of outcomes `kept`.
        """
        sets = [(tensor, indices[1:]) for (tensor, indices), _ in place.truths]
        for tensor, at in sets:
            pairs = self.resolver.frame.knows_pairs(tensor) and at[0] not in kept
            if sets.count((tensor, at)) > 1 + pairs:
                raise Unsupported(SHARED)

    def _masses_into_weight(
        self, weight: Polynomial, scale: FracElement
    ) -> tuple[Polynomial, FracElement]:
        """The masses that are factors of a closed form's numerator, moved into the weight."""
        for key in self.resolver.used:
            mass = self.resolver.frame.generator[key]
            place = mass.field.gens.index(mass)
            while isinstance(key, Factor) and all(m[place] for m in scale.numer.itermonoms()):
                weight, scale = weight * Polynomial({(key,): 1}), scale / mass
        return weight, scale

    def _into_weight(
        self, weight: Polynomial, value: FracElement, candidates: tuple[RatioInCase, ...]
    ) -> tuple[Polynomial, FracElement, Form]:
        """A closed form's rational summand; its numerator joins the weight if known."""
        one = Rational(self.resolver.frame.field.one)
        if len(candidates) == 1 and candidates[0].value == value:
            below = self.resolver.function_of(candidates[0].below)
            return weight * candidates[0].above, 1 / below, one
        return weight, value, one

    def has_unknown_sum(self, weight: Polynomial) -> bool:
        """Whether a closed form's weight keeps a sum over outcomes of unknown value."""
        frame = self.resolver.frame
        return any(
            i.is_bound and frame.known_count(part) is None
            for monomial, _ in weight
            for part in monomial
            for t, indices in part
            if t in frame.content.incidences or t in frame.content.weights
            for i in indices[-1:]
        )

    def _is_set_outcome(self, weight: Polynomial, index: Index) -> bool:
        """Whether a closed form's letter is an outcome that stands for a set of letters."""
        content = self.resolver.frame.content
        tensors = {*content.incidences, *content.weights}
        return any(t in tensors and indices[-1] == index for t, indices in weight.atoms())


def _outcomes_first(value: Total) -> tuple[Index, ...]:
    """The letters of a closed form's sum, those of denominators first."""
    ratios = (part for part in walk(value.body) if isinstance(part, Ratio))
    below = {i for ratio in ratios for i in ratio.denominator.free}
    return tuple(sorted(value.over, key=lambda i: i not in below))
