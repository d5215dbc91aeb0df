"""Derivation: from a mechanism and a quantity to its closed form.

value of the measure  ->  forms        (resolvers: at given sizes, at every size)
                      ->  expressions  (forms/presentation.py)
                      ->  exact check  (checks/agreement.py)
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import sympy
from sympy import QQ
from sympy.core.function import AppliedUndef

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.normal_form import Factor, Monomial, factor, loosen
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.checks.agreement import Agreement, UncheckedPart
from pmlsym.closed_forms.checks.domain_points import require_rows
from pmlsym.closed_forms.closed_form import (
    CAN_OCCUR,
    FULL_SUPPORT,
    ClosedForm,
    FormPart,
    positivity_texts,
)
from pmlsym.closed_forms.forms.dominance import Proof, Sign, prover_on
from pmlsym.closed_forms.forms.form import (
    Elementary,
    Form,
    LogForm,
    WeightedSum,
    orders_by_mass,
)
from pmlsym.closed_forms.forms.frame import Constraint, Extremal, Frame, content_of
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.quantities import measures_of, quantity_named
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Power, Value, polynomials_of, range_indices
from pmlsym.mechanism_families.mechanism import (
    Mechanism,
    letter_choices,
    parameters_among,
    places_of,
    uniform_prior,
    with_uniform_prior,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

CHECKS = 3
BEYOND = ": beyond, no form is known"  # how the condition of a form ends
MOST_MASSES = 10  # of letters, in a closed form at every size
ORDER = "s(1) <= s(2) <= .. are the masses p(x) in increasing order"


def derive(
    subject: Mechanism | Channel | Measure,
    quantity: str = "pml",
    *,
    checks: int = CHECKS,
    seed: int = 1,
) -> ClosedForm:
    """The closed form of a quantity of a mechanism or a channel, or of a measure of a channel.

    `quantity` is one of the names of `quantities.QUANTITIES`; the result is in nats if it is a
    leakage, valid on the declared domain of the parameters for priors of full support, and compared
    with the exact evaluator at `checks` random points.
    Raises UnknownName at another quantity, Unsupported where no closed form is found,
    Disagreement if the check fails.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> derive(randomized_response(), "maxleak")
    log(k*exp(eps)/(k + exp(eps) - 1))
    >>> derive(randomized_response(), "pml")
    eps - log(p_min*(exp(eps) - 1) + 1)
    """
    closed = _separate_forms(subject, quantity, checks, seed)
    join = None if isinstance(subject, Measure) else quantity_named(quantity).join
    if join is None:
        return closed
    if closed.per_outcome:
        raise Unsupported(f"{closed.quantity} is of an outcome and has several measures: ask one")
    whole = join([part.expr for part in closed.parts])
    occurs = tuple(dict.fromkeys(p for part in closed.parts for p in part.occurs))
    return replace(closed, parts=(FormPart("", "", Elementary(whole), whole, occurs),))


def _separate_forms(
    subject: Mechanism | Channel | Measure, quantity: str, checks: int, seed: int
) -> ClosedForm:
    """The closed forms of the measures that a quantity is made of, as the parts of one."""
    settings: dict[str, object] = {}
    names: tuple[str, ...] = ()
    if isinstance(subject, Measure):
        measures, text, family = {"": subject}, subject.text, subject.text
    else:
        subject = as_mechanism(subject)
        named = quantity_named(quantity)
        if whole := _integral_form(subject, named.name, checks, seed):
            return whole.put(subject.settings) if subject.settings else whole
        require_rows(subject)
        measures, text = measures_of(subject, named), named.name
        family, settings = subject.channel.text, dict(subject.settings)
        names = subject.outcome_names
    derivation = _Derivation(measures, names)
    if derivation.content.words:
        closed = derivation.form_of_words(family, text, checks, seed)
    else:
        closed = derivation.closed_form(family, text, checks, seed)
    return closed.put(settings) if settings else closed


def _integral_form(
    mechanism: Mechanism, quantity: str, checks: int, seed: int
) -> ClosedForm | None:
    """The closed form of a quantity that integrates over a continuum of outcomes, or None."""
    if mechanism.densities is None:
        return None  # what reads a line of outcomes is not even loaded
    from pmlsym.closed_forms.line.continuous import integral_form, integrates

    if not integrates(mechanism, quantity):
        return None
    return integral_form(mechanism, quantity, form_without_parts(mechanism, quantity), checks, seed)


def form_without_parts(mechanism: Mechanism, quantity: str) -> ClosedForm:
    """The parameters, domain and prior of a mechanism as a closed form without expressions."""
    about = quantity_named("pml" if quantity_named(quantity).needs_prior else "capacity")
    return _Derivation(about.measures(mechanism), ()).without_parts(mechanism.channel.text)


def as_mechanism(subject: Mechanism | Channel) -> Mechanism:
    """The mechanism that closed forms are derived of: itself, or a channel under any prior.

    Raises Unsupported where the channel has several inputs.

    >>> as_mechanism(Channel.from_rows([["1/2", "1/2"], [0, 1]])).prior
    P
    """
    if isinstance(subject, Mechanism):
        return subject
    if len(subject.inputs) > 1:
        raise Unsupported(f"{subject} has several inputs; write them as one letter")
    return Mechanism(subject, Prior("P", subject.inputs[0]), parameters_among(subject.data))


class _Derivation:
    """The state of one derivation."""

    def __init__(self, measures: dict[str, Measure], outcome_names: Sequence[str]):
        self.measures = measures
        self.outcome_names = outcome_names
        self.content = content_of([d for m in measures.values() for d in m.data])
        values = [m.value for m in measures.values()]
        self.polynomials = [p for value in values for p in polynomials_of(value)]
        self.priors = self.content.free_priors(self.polynomials)
        self.sized = all(i.alphabet in self.content.sizes for i in self._letters_mentioned())
        self.frame = Frame(self.content, self.priors, 0 if self.sized else MOST_MASSES)
        self.proofs: list[Proof | Sign] = []
        self.needs_every = True

    def _letters_mentioned(self) -> set[Index]:
        """All letters in the measures whose closed form is derived, bound ones too."""
        ranges = {i for m in self.measures.values() for i in range_indices(m.value)}
        return ranges | {i for p in self.polynomials for _, indices in p.atoms() for i in indices}

    def closed_form(self, family: str, quantity: str, checks: int, seed: int) -> ClosedForm:
        """The closed form of this derivation's measures, checked at random points."""
        if self.sized:
            parts = self._parts_at_sizes()
        elif self.content.counts:
            parts = self._parts_at_every_count()
        else:
            parts = self._parts_at_every_size()
        return self._form_of_parts(family, quantity, parts, checks, seed)

    def form_of_words(self, family: str, quantity: str, checks: int, seed: int) -> ClosedForm:
        """The closed form of a mechanism on words, from that of one letter."""
        from pmlsym.closed_forms.resolvers.every_word import EveryWord

        (words,) = self.content.words.values()
        if self.priors:
            raise Unsupported(
                "under an unknown prior the letters of a word depend on each other, and no closed "
                "form is known at every length: give the sizes, or the uniform prior"
            )
        equal = {*uniform_prior(Alphabet(words.tensor.alphabets[0])).body.tensors}
        under_uniform = any(equal & {*p.tensors} for p in self.polynomials)
        letter = with_uniform_prior(words.one) if under_uniform else words.one
        one = _separate_forms(letter, quantity, CHECKS, seed)
        self._make_prover()
        self.resolver = EveryWord(words, one, self.frame)
        parts = []
        for part, (label, measure) in zip(one.parts, self.measures.items(), strict=True):
            form = Elementary(self.resolver.expression(measure, part.expr))
            parts.append(UncheckedPart(label, "", form, measure))
        whole = self._form_of_parts(family, quantity, parts, checks, seed)
        return replace(whole, facts=tuple(dict.fromkeys((*one.facts, *whole.facts))))

    def without_parts(self, family: str) -> ClosedForm:
        """A closed form without parts at given sizes: the parameters, their domain, the prior."""
        self._make_prover()
        return self._form_of_parts(family, "", [], 0, 0)

    def _form_of_parts(
        self, family: str, quantity: str, unchecked: list[UncheckedPart], checks: int, seed: int
    ) -> ClosedForm:
        """The closed form of these parts, once they are compared with the evaluator."""
        presentation = self.presentation = Presentation(self.frame, self.prover.sign)
        parts = tuple(
            FormPart(f.label, f.outcome, f.form, presentation.show(f.form), f.occurs)
            for f in unchecked
        )
        shown = [part.expr for part in parts]
        letters = {t.name for t in self.content.incidences}
        if any(a.func.__name__ in letters for e in shown for a in e.atoms(AppliedUndef)):
            raise Unsupported("which letters go with an outcome decides; give the sizes")
        if any(_has_loose_infinity(e) for e in shown):
            raise Unsupported(f"{quantity} has a term that is infinite, and others beside it")
        done = self._agreement_check().check(unchecked, shown, checks, Random(seed))
        extremes = [] if self.sized else self.resolver.extreme_mass_domain()
        occurring = [
            (p, ">") for f in unchecked if not f.measure.free for p in (*f.occurs, *f.within)
        ]
        conditions = dict.fromkeys((*self._domain_conditions(), *extremes, *occurring))
        return ClosedForm(
            family=family,
            quantity=quantity,
            parts=parts,
            parameters=tuple(p.name for p in self.content.parameters.values()),
            domain=self._domain_text(),
            assumptions=self._assumptions(unchecked),
            facts=tuple(dict.fromkeys((*self.proofs, *self.prover.proofs))),
            checked=done,
            per_outcome=any(m.free for m in self.measures.values()),
            prover=self.prover,
            presentation=presentation,
            conditions=tuple((presentation.polynomial(p), relation) for p, relation in conditions),
        )

    # --- resolution -----------------------------------------------------------------------------

    resolver: Any

    def _make_prover(self) -> None:
        """Make the prover of signs on the domain of the closed form to be derived."""
        self.prover = prover_on(self.frame, self._domain_conditions())

    def _parts_at_sizes(self) -> list[UncheckedPart]:
        """A closed form's parts at given sizes, one for each outcome."""
        from pmlsym.closed_forms.resolvers.at_sizes import GivenSizes, occurrence_conditions

        base = places_of(self._named_letters())
        self._make_prover()
        resolver = self.resolver = GivenSizes(self.frame, self.prover)
        parts = []
        for label, measure in self.measures.items():
            for at in letter_choices(measure.free, self.content.sizes, base):
                place = tuple(at[i] for i in measure.free)
                form = resolver.resolve(_without_power(measure), at)
                if form is None:
                    raise InvalidInput(f"{measure} has no value: nothing counts in it")
                shown = self._shown_form(measure, form)
                name = self._outcome_name(place) if measure.free else ""
                occurs, every = occurrence_conditions(resolver, measure, at, form)
                self.needs_every &= every
                within = tuple(dict.fromkeys(resolver.within))
                parts.append(
                    UncheckedPart(
                        label, name, shown, measure, letters=place, occurs=occurs, within=within
                    )
                )
        return parts

    def _shown_form(self, measure: Measure, form: Form) -> Form:
        """A measure's closed form from that of its value: a log, or a multiple of one."""
        if not measure.is_log:
            return form
        value = measure.value
        if not isinstance(value, Power) or _without_power(measure) is value:
            return LogForm(form)
        assert isinstance(value.exponent, Fraction)
        c = self.frame.field.one * QQ(value.exponent.numerator, value.exponent.denominator)
        return WeightedSum(((c, LogForm(form)),))

    def _outcome_name(self, place: tuple[int, ...]) -> str:
        """The name that a closed form gives an outcome, by its letters."""
        if self.outcome_names and len(place) == 1:
            return self.outcome_names[place[0]]
        return ",".join(f"y{k + 1}" for k in place)

    def _parts_at_every_size(self) -> list[UncheckedPart]:
        """A closed form's parts at every size, one for each case of outcomes."""
        from pmlsym.closed_forms.resolvers.every_size import EverySize
        from pmlsym.closed_forms.resolvers.letter_cases import LetterCase

        self._require_sets_apart()
        resolver = self.resolver = EverySize(self.frame, self._fact_constraints)
        parts = []
        base = LetterCase(tuple((i, i) for i in sorted(self._distinguished_letters())))
        self.frame.distinguished = set(base.distinct)
        for label, measure in self.measures.items():
            mentioned = polynomials_of(measure.value)
            for case in resolver.cases_of(base, measure.free, mentioned):
                outcome = resolver.resolve(_without_power(measure), case)
                if outcome is None:
                    continue
                shown = self._shown_form(measure, outcome.form)
                name = " and ".join(filter(None, map(case.describe, measure.free)))
                occurs = resolver.occurrence_conditions(outcome)
                within = tuple(dict.fromkeys(resolver.within))
                parts.append(
                    UncheckedPart(label, name, shown, measure, case, occurs=occurs, within=within)
                )
                for candidate in outcome.candidates:
                    resolver.require_letters(candidate.case)
        self.prover = resolver.prover_in(base)
        self.proofs = [
            *resolver.proofs,
            *(p for prover in resolver.provers.values() for p in prover.proofs),
        ]
        return parts

    def _parts_at_every_count(self) -> list[UncheckedPart]:
        """A closed form's parts at every n, where the letters are counts 0 .. n."""
        from pmlsym.closed_forms.resolvers.every_count import NOT_KNOWN, EveryCount

        resolver = self.resolver = EveryCount(self.frame, self._domain_conditions())
        parts = []
        for label, measure in self.measures.items():
            form = None if measure.free else resolver.form(_without_power(measure))
            if form is None:
                raise Unsupported(NOT_KNOWN)
            shown = self._shown_form(measure, form)
            parts.append(UncheckedPart(label, "", shown, measure))
        self.prover = resolver.prover
        return parts

    def _require_sets_apart(self) -> None:
        """Raises Unsupported if a closed form has letters that may be in several sets."""
        for polynomial in self.polynomials:
            for monomial, _ in polynomial:
                if _sets_meet(monomial, self.content.incidences):
                    raise Unsupported(
                        "the outcomes are sets of letters that can meet: this has a closed form "
                        "at given sizes only"
                    )

    def _distinguished_letters(self) -> set[Index]:
        """The letters singled out in a closed form, which no measure binds."""
        bound = {i for m in self.measures.values() for i in (*range_indices(m.value), *m.free)}
        return {i for p in self.polynomials for i in p.free} - bound

    def _named_letters(self) -> set[Index]:
        """A closed form's distinguished letters, and those in its parameters' facts."""
        facts = ((f, i) for f in self._declared_facts() for i in f.polynomial.free)
        return self._distinguished_letters() | {i for f, i in facts if i not in f.indices}

    # --- domain ---------------------------------------------------------------------------------

    def _domain_conditions(self) -> list[Constraint]:
        """The conditions of a closed form's domain; at given sizes masses are positive."""
        constraints = list(self.frame.domain)
        if self.sized:
            for prior, count in self.frame.priors.items():
                constraints += [
                    (self.frame.entry(prior, (k,)).numer, ">") for k in range(count or 0)
                ]
        return [*constraints, *self._fact_constraints()]

    def _declared_facts(self) -> list[Fact]:
        """The facts that bound a closed form; those about a prior only if it has one."""
        facts = [f for p in self.content.parameters.values() for f in p.facts]
        priors = {t for f in facts for t in f.polynomial.tensors if t.stochastic == (0,)}
        return [f for f in facts if not priors & set(f.polynomial.tensors) - set(self.priors)]

    def _fact_constraints(self) -> list[Constraint]:
        """The declared facts as constraints on a closed form's generators."""
        if self.sized:
            return self.frame.constraints_of_facts(
                self._declared_facts(), places_of(self._named_letters())
            )
        values = [(v, f.relation) for f in self._declared_facts() for v in self._fact_at_masses(f)]
        return [(value.numer * value.denom, relation) for value, relation in values]

    def _fact_at_masses(self, fact: Fact) -> list[Any]:
        """A fact at every mass of one letter in a closed form, such as p_min and p_max."""
        if not fact.indices:
            return [self.frame.convert(fact.polynomial)]
        values = []
        for part in {part for monomial, _ in fact.polynomial for part in monomial}:
            letters = {i for _, indices in part for i in indices}
            if letters and not letters & set(fact.indices):
                self.resolver.mass_generator(part)
        for prior in self.priors:
            single = factor(((prior, fact.indices),))
            for key, generator in list(self.frame.generator.items()):
                mass = key.factor if isinstance(key, Extremal) else key
                if isinstance(mass, Factor) and len(mass) == 1 and mass[0][0] == prior:
                    kept = dict(self.frame.generator)
                    self.frame.generator[single] = generator
                    values.append(self.frame.convert(fact.polynomial))
                    self.frame.generator = kept
        return values

    def _domain_text(self) -> tuple[str, ...]:
        """The domains of a closed form's parameters as texts."""
        notes = [n for p in self.content.parameters.values() for n in p.notes]
        domains = [p.domain for p in self.content.parameters.values() if p.domain != p.name]
        return tuple(dict.fromkeys((*domains, *notes)))

    def _agreement_check(self) -> Agreement:
        """The comparison of a closed form's parts with the exact evaluator."""
        priors, fixed = self.priors, frozenset(self._named_letters())
        alphabets = {*self.content.sizes, *(i.alphabet for i in self._letters_mentioned())}
        alphabet = priors[0].alphabets[0] if priors else min(alphabets, default="X")
        needs = {} if self.sized else dict(self.resolver.needs)
        return Agreement(self.frame, self.presentation, fixed, alphabet, needs, self.sized)

    def _assumptions(self, unchecked: list[UncheckedPart]) -> tuple[str, ...]:
        """A closed form's assumptions beside its domain, as texts."""
        texts = []
        if self.priors:
            texts.append(FULL_SUPPORT)
        used = {i.alphabet for f in unchecked if f.case for i in f.case.distinct}
        if not self.sized:
            texts += [ORDER] if any(orders_by_mass(f.form) for f in unchecked) else []
            extremes = (key for key in self.resolver.used if isinstance(key, Extremal))
            texts += [key.meaning(self.resolver.frame) for key in extremes]
            texts += self.resolver.assumptions()
        is_at = [f for f in unchecked if f.measure.free]
        if (self.sized and (is_at or used)) or any(f.occurs for f in is_at):
            texts.append("P_Y(y) > 0 at the outcome")
        within = dict.fromkeys(self.resolver.within) if unchecked else ()
        texts += [f"{self.presentation.polynomial(p)} > 0{BEYOND}" for p in within]
        occurs = [p for f in unchecked if not f.measure.free for p in f.occurs if p not in within]
        if occurs:
            every = "every outcome" if self.needs_every else "every outcome that decides"
            conditions = " and ".join(positivity_texts(occurs, self.presentation))
            texts.append(f"{conditions}, so that {every} {CAN_OCCUR}")
        return tuple(dict.fromkeys(texts))


def _without_power(measure: Measure) -> Value:
    """The value of a measure for a closed form, v for log v^r with a number r."""
    value = measure.value
    is_known = measure.is_log and isinstance(value, Power) and isinstance(value.exponent, Fraction)
    return value.body if is_known and isinstance(value, Power) else value


def _has_loose_infinity(expression: sympy.Expr) -> bool:
    """Whether an infinite term stands beside others in a closed form, not as its own piece."""
    pieces = expression.atoms(sympy.Piecewise)
    without_infinite = {
        p: sympy.Integer(0) for p in pieces if any(body.is_infinite for body, _ in p.args)
    }
    rest = expression.xreplace(without_infinite)
    return rest.has(sympy.oo, -sympy.oo) and not rest.is_infinite


def _sets_meet(monomial: Monomial, incidences: Container[Tensor]) -> bool:
    """Whether a letter of a closed form may be in two sets, or is compared with another letter."""
    atoms, _ = loosen(monomial)
    inside = [(t, i) for t, i in atoms if t in incidences]
    return any(
        other != (tensor, indices) and indices[0] in other[1][: 2 if other[0].is_delta else 1]
        for tensor, indices in inside
        for other in atoms
        if other[0].is_delta or other[0] in incidences
    )
