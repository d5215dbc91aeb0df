"""Values at every alphabet size, resolved into forms.

Letters are split into cases (letter_cases.py). A maximum over outcomes is resolved in two steps:
at each outcome the dominated candidates are dropped; what remains depends on the outcome through
the mass of letters alone, is proved monotone in it, and so is largest at p_min or p_max. Sums are
in letter_sums.py.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.normal_form import Factor, factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.closed_forms.forms.dominance import Proof, Prover, new_context, positive_where
from pmlsym.closed_forms.forms.form import (
    ExtremeForm,
    Form,
    InfiniteForm,
    LogForm,
    Rational,
    WeightedSum,
    functions_of,
)
from pmlsym.closed_forms.forms.form_in_mass import NOT_MONOTONE, form_at_mass, slopes_in_mass
from pmlsym.closed_forms.forms.form_sums import (
    power_of_form,
    step_form,
    sum_of_forms,
)
from pmlsym.closed_forms.forms.frame import Constraint, Extremal, Frame
from pmlsym.closed_forms.forms.pairs_of_rows import concentrated_form, worst_set_form
from pmlsym.closed_forms.forms.rational_functions import places_in
from pmlsym.closed_forms.resolvers.letter_cases import (
    FormInCase,
    LetterCase,
    RatioInCase,
    cases_of_letters,
    is_block,
    is_mass,
    of_any_letter,
)
from pmlsym.closed_forms.resolvers.rules_at_any_size import (
    WITHOUT_FORM,
    at_given_sizes,
    exponent_of,
    least_of_rows,
    written_out,
)
from pmlsym.errors import Unsupported
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
    polynomials_of,
)
from pmlsym.language.value_rules import Refused, ValueRules


class EverySize:
    """Resolves values into forms, over alphabets that may have no size."""

    def __init__(self, frame: Frame, facts: Callable[[], list[Constraint]]):
        self.frame = frame
        self.facts = facts
        self.used: list[Any] = []
        self.provers: dict[tuple[Constraint, ...], Prover] = {}
        self.context = new_context()
        self.proofs: list[Proof] = []
        self.needs: dict[str, int] = {}
        self.within: list[PolyElement] = []
        self.bounds: set[Form | None] = set()
        self.attained: set[Form | None] = set()

    # --- masses ---------------------------------------------------------------------------------

    def mass_generator(self, key: Any) -> FracElement:
        """A closed form's generator for a mass, taken from the spare ones at first sight."""
        if key not in self.used:
            spare = len(self.used)
            if spare not in self.frame.generator:
                raise Unsupported("the closed form has more masses of letters than are foreseen")
            self.frame.generator[key] = self.frame.generator[spare]
            self.used.append(key)
        return self.frame.generator[key]

    def function_of(self, polynomial: Polynomial) -> FracElement:
        """A polynomial, without deltas and indicators, as a closed form's function."""
        for monomial, _ in polynomial:
            for part in monomial:
                if len(part) == 1 and not part[0][1]:
                    continue
                if self.frame.fixed_weight(part) is None and self.frame.known_count(part) is None:
                    self.mass_generator(part)
        return self.frame.convert(polynomial)

    def domain_in(self, case: LetterCase) -> list[Constraint]:
        """A closed form's domain in a case: parameters, masses so far, and extremes."""
        ring, constraints = self.frame.ring, [*self.frame.domain, *self.facts()]
        masses = {k: self.frame.generator[k].numer for k in self.used}
        for key, mass in masses.items():
            if isinstance(key, Extremal):
                constraints += self._extreme_domain(key, mass)
                continue
            constraints.append((mass, ">"))
            if is_mass(key, self.frame.priors):
                constraints.append((1 - mass, ">="))
            elif len(key) == 1 and key[0][0] in self.frame.content.incidences:
                many = self.frame.scalar(size_tensor(key[0][1][0].alphabet)).numer
                constraints += [(mass - 1, ">="), (many - mass, ">=")]
        truths = dict(case.truths)
        for prior in self.frame.priors:
            single = {
                i: masses[f] for i in case.distinct if (f := factor(((prior, (i,)),))) in masses
            }
            total = sum(single.values(), ring.zero)
            if single:
                constraints.append((1 - total, ">="))
            for key, mass in masses.items():
                if not is_block(key, prior):
                    continue
                for (tensor, indices), truth in truths.items():
                    if tensor in {t for t, _ in key} and indices[0] in single:
                        inside = single[indices[0]]
                        constraints.append((mass - inside if truth else 1 - mass - inside, ">="))
        return constraints

    def assumptions(self) -> list[str]:
        """The sizes that a closed form's cases need, as texts, where there may be fewer."""
        sizes = {t.counted: p for t, p in self.frame.content.parameters.items() if t.is_size}
        needs = [(sizes[a], n) for a, n in self.needs.items() if a in sizes]
        return [f"{p.name} >= {n}" for p, n in needs if n > (p.low or 0)]

    def extreme_mass_domain(self) -> list[Constraint]:
        """The constraints on p_min, p_max and the like that a closed form has met."""
        met = {k: self.frame.generator[k].numer for k in self.used if isinstance(k, Extremal)}
        return [c for key, mass in met.items() for c in self._extreme_domain(key, mass)]

    def _extreme_domain(self, key: Extremal, mass: Any) -> list[Constraint]:
        """A closed form's 0 < p_min <= 1/k <= p_max <= 1; without 1/k for sets of letters."""
        size = size_tensor(key.alphabet)
        constraints: list[Constraint] = [(mass, ">"), (1 - mass, ">=")]
        if len(key.factor) > 1 or (
            size not in self.frame.generator and key.alphabet not in self.frame.sizes
        ):
            return constraints
        total = self.frame.scalar(size).numer * mass
        return [*constraints, (total - 1 if key.largest else 1 - total, ">=")]

    def prover_in(self, *cases: LetterCase) -> Prover:
        """The prover on a closed form's domain in several cases of letters together."""
        constraints = tuple(dict.fromkeys(c for case in cases for c in self.domain_in(case)))
        if constraints not in self.provers:
            count, ranges = self.frame.ring.ngens, self.frame.ranges()
            self.provers[constraints] = Prover(constraints, count, ranges, context=self.context)
        return self.provers[constraints]

    def cases_of(
        self, case: LetterCase, over: Iterable[Index], polynomials: Iterable[Polynomial]
    ) -> list[LetterCase]:
        """A closed form's cases of further letters, where polynomials lose indicators."""
        return cases_of_letters(case, over, polynomials, self.frame.sizes, self.frame.truths)

    def require_letters(self, case: LetterCase) -> None:
        """Note how many letters a case needs, which the closed form then assumes."""
        for letter in case.distinct:
            needed = case.letters_needed(letter.alphabet)
            self.needs[letter.alphabet] = max(needed, self.needs.get(letter.alphabet, 0))

    def occurrence_conditions(self, outcome: FormInCase) -> tuple[PolyElement, ...]:
        """Polynomials that are positive where a closed form's outcomes occur."""
        masses = [
            (c.case, self.function_of(c.above) + self.function_of(c.below))
            for c in outcome.candidates
        ]
        if outcome.infinite is not None:
            masses = [outcome.infinite]
        each = (positive_where(mass, self.frame, self.prover_in(case)) for case, mass in masses)
        return tuple(dict.fromkeys(polynomial for some in each for polynomial in some))

    # --- values ---------------------------------------------------------------------------------

    def resolve(self, value: Value, case: LetterCase) -> FormInCase | None:
        """The closed form of a value at every size, in a case; None if nothing counts."""
        return AT_EVERY_SIZE.of(value)(self, value, case)

    def _extreme_form(self, value: Largest | Smallest, case: LetterCase) -> FormInCase | None:
        """The closed form of a largest or smallest value over letters."""
        body = value.body
        if isinstance(value, Largest) and isinstance(body, FractionalEvent):
            # Events resolve their own parts by this resolver: the two files know each other.
            from pmlsym.closed_forms.resolvers.letter_events import largest_event_form

            return FormInCase(largest_event_form(self, value, case))
        if isinstance(body, Ratio):
            largest = isinstance(value, Largest)
            return self._extremum_form(value.over, body, value.where, case, largest)
        return self._extreme_of_values(value, case)

    def _extreme_of_values(self, value: Largest | Smallest, case: LetterCase) -> FormInCase | None:
        """The closed form of an extreme of sums or extremes, not ratios."""
        from pmlsym.closed_forms.forms.extremes import extremum

        extremes, leasts, largest = list[tuple[LetterCase, Form]](), [], isinstance(value, Largest)
        for place in self.cases_of(case, value.over, polynomials_of(value)):
            inner = self.resolve(value.body, place) if place.reduce(value.where) else None
            if inner is None:
                continue
            if largest and isinstance(inner.form, InfiniteForm):
                self.require_letters(place)
                return inner
            if self.wholes_missed(inner, place):
                raise Unsupported(at_given_sizes(value))
            total = lambda row, at=place: self.function_of(at.reduce(row))  # noqa: E731
            if inner.form == least_of_rows(value.body, total, self.frame):
                leasts.append(inner.form)
                continue
            worst = self.at_worst_letters(inner.form, (place,), case, largest=largest)
            extremes.append((place, worst))
        forms = [form for _, form in extremes] or leasts
        form = extremum(forms, largest, self.frame, self.prover_in(case))
        self._require_attained(form)
        for place, worst in extremes:
            if form == worst or (isinstance(form, ExtremeForm) and worst in form.bodies):
                self.require_letters(place)
        return None if form is None else FormInCase(form)

    def _larger_form(self, value: Larger, case: LetterCase) -> FormInCase | None:
        """The closed form of the largest of several values."""
        outcomes = [o for body in value.bodies if (o := self.resolve(body, case)) is not None]
        infinite = [o for o in outcomes if isinstance(o.form, InfiniteForm)]
        if infinite:
            return infinite[0]
        if all(isinstance(o.form, Rational | ExtremeForm) and o.candidates for o in outcomes):
            return self._undominated_form([c for o in outcomes for c in o.candidates], True, case)
        from pmlsym.closed_forms.forms.extremes import extremum

        forms = extremum([o.form for o in outcomes], True, self.frame, self.prover_in(case))
        return None if forms is None else FormInCase(forms)

    def _power_form(self, value: Power, case: LetterCase) -> FormInCase | None:
        """The closed form of a value's power."""
        inner = self.resolve(value.body, case)
        exponent = exponent_of(value, self.frame)
        if inner is None:
            return None
        form = power_of_form(inner.form, exponent, rises=value.rises, frame=self.frame)
        return FormInCase(form, (), inner.infinite)

    def _divergence_form(self, value: Divergence, case: LetterCase) -> FormInCase | None:
        """The closed form of a divergence, written out in other nodes."""
        return self.resolve(written_out(value), case)

    def _added_form(self, value: Added, case: LetterCase) -> FormInCase:
        """The closed form of a sum of several values."""
        return self._sum_of_several([self.resolve(body, case) for body in value.bodies])

    def _log_form(self, value: Log, case: LetterCase) -> FormInCase | None:
        """The closed form of a value's logarithm."""
        inner = self.resolve(value.body, case)
        if inner is None or isinstance(inner.form, InfiniteForm):
            return inner
        return FormInCase(LogForm(inner.form), inner.candidates)

    def _step_form(self, value: Exceeds, case: LetterCase) -> FormInCase | None:
        """The closed form of a step: 1 where a value exceeds a level."""
        inner, bar = self.resolve(value.body, case), self.function_of(value.level)
        return inner and FormInCase(step_form(inner.form, bar, self.prover_in(case)))

    def _total_form(self, value: Total, case: LetterCase) -> FormInCase:
        """The closed form of a sum over letters."""
        # Sums resolve their own summands by this resolver: the two files know each other.
        from pmlsym.closed_forms.resolvers.letter_sums import form_of_sum

        bodies = value.body.bodies if isinstance(value.body, Added) else (value.body,)
        forms = [form_of_sum(self, Total(value.over, body), case) for body in bodies]
        return forms[0] if len(forms) == 1 else self._sum_of_several(forms)

    def _sum_of_several(self, outcomes: Sequence[FormInCase | None]) -> FormInCase:
        """The closed form of a sum of several forms; one that never counts adds 0."""
        forms = [None if each is None else each.form for each in outcomes]
        return FormInCase(sum_of_forms(forms, self.frame))

    def _worst_set_form(self, value: ExcessRatio, case: LetterCase) -> FormInCase | None:
        """The closed form of an excess ratio at the worst outcomes."""
        from pmlsym.closed_forms.resolvers.letter_sums import outcomes_of_rows

        outcomes = outcomes_of_rows(self, value.over, (value.part, value.mass), case)
        delta, prover = self.function_of(value.delta), self.prover_in(case)
        form = worst_set_form(outcomes, delta, self.frame, prover)
        return None if form is None else FormInCase(form)

    def _concentrated_form(self, value: ConcentratedDivergence, case: LetterCase) -> FormInCase:
        """The closed form of a largest divergence over its orders."""
        from pmlsym.closed_forms.resolvers.letter_sums import outcomes_of_rows

        outcomes = outcomes_of_rows(self, value.over, (value.a, value.b), case)
        form, within = concentrated_form(outcomes, self.frame, self.prover_in(case))
        self.within += within
        return FormInCase(form)

    def _multiple_form(self, value: Weighted, case: LetterCase) -> FormInCase | None:
        """The closed form of a number times a value."""
        if value.weight.tensors or not value.weight:
            raise Unsupported(at_given_sizes(value))
        inner = self.resolve(value.body, case)
        if inner is None:
            return None
        return FormInCase(WeightedSum(((self.function_of(value.weight), inner.form),)))

    def _ratio_form(self, ratio: Ratio, case: LetterCase) -> FormInCase | None:
        """The closed form of a ratio: infinite at a/0, None at 0/0."""
        above, below = case.reduce(ratio.numerator), case.reduce(ratio.denominator)
        top, bottom = self.function_of(above), self.function_of(below)
        if not bottom:
            return FormInCase(InfiniteForm(), (), (case, top)) if top else None
        candidate = RatioInCase(case, above, below, top / bottom)
        return FormInCase(Rational(candidate.value), (candidate,))

    def _extremum_form(
        self,
        over: tuple[Index, ...],
        ratio: Ratio,
        where: Polynomial,
        case: LetterCase,
        largest: bool,
    ) -> FormInCase | None:
        """The closed form of the extreme ratio, at the worst letters."""
        mentioned = (ratio.numerator, ratio.denominator, where)
        outer = [i for i in over if i in ratio.denominator.free]
        inner = [i for i in over if i not in outer]
        # Letters of the outcome first, then those of the secret: at one outcome most candidates are
        # dominated, so that few are left for the comparison of different outcomes.
        kept: list[RatioInCase] = []
        infinite: FormInCase | None = None
        for place in self.cases_of(case, outer, mentioned):
            ratios: list[RatioInCase] = []
            for full in self.cases_of(place, inner, mentioned):
                if not full.reduce(where):
                    continue
                outcome = self._ratio_form(ratio, full)
                if outcome is None:
                    continue
                if isinstance(outcome.form, InfiniteForm):
                    if largest and self._is_surely_infinite(outcome):
                        return outcome
                    infinite = outcome if largest else None
                    continue
                ratios += outcome.candidates
            best = self._undominated_form(ratios, largest, case)
            kept += best.candidates if best else ()
        if infinite is not None:
            return infinite
        for k, candidate in enumerate(kept):
            form = Rational(candidate.value)
            worst = self.at_worst_letters(form, (candidate.case,), case, largest=largest)
            assert isinstance(worst, Rational)
            kept[k] = replace(candidate, value=worst.value)
        outcome = self._undominated_form(kept, largest, case)
        self._require_attained(None if outcome is None else outcome.form)
        return outcome

    def _is_surely_infinite(self, outcome: FormInCase) -> bool:
        """Whether a closed form's ratio is infinite everywhere, and nowhere 0/0."""
        assert outcome.infinite is not None
        case, top = outcome.infinite
        return self.prover_in(case).sign(top.numer * top.denom) == ">"

    def _undominated_form(
        self, candidates: list[RatioInCase], largest: bool, case: LetterCase
    ) -> FormInCase | None:
        """The closed form of an extreme, of the candidates not proved to be dominated."""
        # All pairs, each a question to the prover: equal values count once, those that were dropped
        # are compared with no more, and what was proved before is remembered.
        kept = list({c.value: c for c in reversed(candidates)}.values())[::-1]
        for one in list(kept):
            for other in kept:
                if other is one:
                    continue
                prover = self.prover_in(case, one.case, other.case)
                small, large = (one, other) if largest else (other, one)
                if prover.at_most(small.value, large.value):
                    kept.remove(one)
                    break
        if not kept:
            return None
        forms = tuple(Rational(c.value) for c in kept)
        form: Form = forms[0] if len(forms) == 1 else ExtremeForm(forms, largest)
        return FormInCase(form, tuple(kept))

    # --- worst letters ------------------------------------------------------------------------

    def at_worst_letters(
        self, form: Form, cases: Sequence[LetterCase], context: LetterCase, *, largest: bool = True
    ) -> Form:
        """A closed form at the letters where it is largest (or smallest): monotone in each mass.

        The letters lie as in the first of the cases; signs are proved where all of them hold. Those
        of the context are known, and stay. Raises Unsupported where a form is not proved monotone.
        """
        # Mass by mass: the form is monotone in the first one whatever the others are, so that it is
        # no more than at its extreme; there it is a form in the masses that are left.
        fixed, before = {letter for letter, _ in context.standing}, form
        taken, is_bound = set[tuple[Tensor, bool]](), False
        for key in [key for key in self.used if isinstance(key, Factor)]:
            letters = [i for _, indices in key for i in indices if not i.is_bound]
            mass = self.frame.generator[key]
            if not letters or any(i in fixed for i in letters):
                continue
            if self.frame.field.gens.index(mass) not in places_in(*functions_of(form)):
                continue
            alone = len(key) == 1 and key[0][0] in self.frame.priors
            if alone and any(o.alphabet == letters[0].alphabet for o in context.distinct):
                raise Unsupported("a letter apart from a distinguished one has no smallest mass")
            if alone and self._is_tied(letters[0], cases[0], fixed, before):
                raise Unsupported("which letters go with an outcome decides; give the sizes")
            slopes = set(slopes_in_mass(form, mass))
            signs = {self.prover_in(*cases).sign(s.numer * s.denom) for s in slopes}
            rises = signs <= {">", ">="}
            if not rises and not signs <= {"<", "<="}:
                raise Unsupported(NOT_MONOTONE)
            end = (key[0][0], rises == largest)
            is_bound |= alone and end in taken  # one letter alone has the extreme mass
            taken.add(end)
            extreme = self._extreme_of(key, letters[0], rises == largest, cases[0])
            self.proofs.append(Proof(f"monotone in the mass of {letters[0].name}", "Z3"))
            form = form_at_mass(form, mass, extreme)
        (self.bounds if is_bound else self.attained).add(form)
        return form

    def _require_attained(self, form: Form | None) -> None:
        """Raises Unsupported if a closed form is only a bound, not attained by letters."""
        bodies = form.bodies if isinstance(form, ExtremeForm) else (form,)
        if any(body in self.bounds - self.attained for body in bodies):
            raise Unsupported("two letters would both have the least mass, or the largest")

    def _is_tied(
        self, letter: Index, case: LetterCase, fixed: Container[Index], form: Form
    ) -> bool:
        """Whether a closed form's outcome may forbid the letter of extreme mass.

        It is if the outcome is fixed, or if its mass is in the form and is chosen with the letter.
        """
        outcomes = {i for (_, at), _ in case.truths if letter in at for i in at} - {letter}
        varying = self.varying_letters(tuple(outcomes), functions_of(form))
        return bool(varying) or any(outcome in fixed for outcome in outcomes)

    def _extreme_of(self, key: Factor, letter: Index, up: bool, case: LetterCase) -> FracElement:
        """A closed form's generator for the extreme of a mass, such as p_min or p_max.

        The largest mass of a block that misses a letter is meant where the case has such a letter.
        """
        proper = up and any(not truth for (t, _), truth in case.truths if t in {u for u, _ in key})
        counted = self._extreme_count(key, up, proper, case)
        if counted is not None:
            return counted
        for prior in self.frame.priors:
            for tensor, _ in key:
                incidence = self.frame.content.incidences.get(tensor)
                if incidence is None:
                    continue
                alphabet = prior.alphabets[0]
                single = factor(((prior, (Index(alphabet, "?"),)),))
                if incidence.one_to_one:
                    return self.mass_generator(Extremal(single, alphabet, up))
                if incidence.singletons and not up:
                    return self.mass_generator(Extremal(single, alphabet, False))
                if incidence.singletons and proper:
                    return self.frame.field.one - self.mass_generator(
                        Extremal(single, alphabet, False)
                    )
        return self.mass_generator(Extremal(of_any_letter(key), letter.alphabet, up, proper))

    def _extreme_count(
        self, key: Factor, up: bool, proper: bool, case: LetterCase
    ) -> FracElement | None:
        """The least or largest number of letters of a closed form's outcome, or None."""
        tensor, _ = key[0]
        incidence = self.frame.content.incidences.get(tensor)
        if incidence is None or len(key) > 1:
            return None
        whole = self.frame.scalar(size_tensor(tensor.alphabets[0]))
        numbers = [self.frame.ratio(letters) for letters, _ in incidence.kinds]
        if incidence.singletons:
            numbers = [self.frame.field.one, whole - 1, whole]
        numbers = [number for number in numbers if not (proper and number == whole)]
        prover = self.prover_in(case)
        for number in numbers:
            pairs = [(other, number) if up else (number, other) for other in numbers]
            if all(prover.at_most(small, large) for small, large in pairs):
                return number
        return None

    def wholes_missed(self, outcome: FormInCase, place: LetterCase) -> tuple[Index, ...]:
        """The outcomes that stand for all letters, at which a closed form's extreme finds none.

        An extreme for all outcomes of a case assumes that it has such a letter; these have none.
        """
        missed: dict[Index, None] = {}
        for (tensor, indices), truth in (t for c in outcome.candidates for t in c.case.truths):
            incidence, (letter, seen) = self.frame.content.incidences[tensor], indices
            is_outside = not truth and letter not in place.distinct and seen in place.distinct
            whole = Index(seen.alphabet, incidence.whole)
            if is_outside and whole.name and seen.name not in incidence.empty:
                missed[whole] = None
        return tuple(whole for whole in missed if whole not in place.distinct)

    def varying_letters(self, over: Any, functions: Any) -> tuple[Index, ...]:
        """The letters of a closed form's sum whose masses occur in rational functions."""
        places = places_in(*functions)
        gens = self.frame.field.gens
        met = {
            index
            for key in self.used
            if isinstance(key, Factor) and gens.index(self.frame.generator[key]) in places
            for _, indices in key
            for index in indices
        }
        return tuple(index for index in over if index in met)


AT_EVERY_SIZE = ValueRules[FormInCase | None](
    name="closed forms at every size",
    ratio=EverySize._ratio_form,
    largest=EverySize._extreme_form,
    smallest=EverySize._extreme_form,
    total=EverySize._total_form,
    larger=EverySize._larger_form,
    added=EverySize._added_form,
    weighted=EverySize._multiple_form,
    log=EverySize._log_form,
    exceeds=EverySize._step_form,
    power=EverySize._power_form,
    excess_ratio=EverySize._worst_set_form,
    concentrated=EverySize._concentrated_form,
    divergence=EverySize._divergence_form,
    fractional_event=Refused(at_given_sizes(FractionalEvent)),
    **WITHOUT_FORM,
)
"""The form of each node of a value."""
