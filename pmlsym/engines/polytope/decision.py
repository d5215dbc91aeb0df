"""Claims about concrete channels and one prior, decided for all priors of a polytope.

    pml(P, W) <= log(3)    with W given, for all P with p(x) >= 1/10        or for all P

A comparison of one measure with a number asks for its largest value, which is named with the worst
prior (`linear/ratio_supremum.py`). Everything else, such as `>=` and `or`, asks whether some prior
of the set makes the claim false, which is a question about linear conditions (conditions.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Index
from pmlsym.claims.evaluation import RELATIONS, evaluate, holds
from pmlsym.claims.given_entries import only_prior, over_priors
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.subjects import subjects
from pmlsym.engines.polytope.concave import bounds_of_largest, concave_mean
from pmlsym.engines.polytope.conditions import All, Atom, Linear, Some, negation, prior_that_meets
from pmlsym.engines.polytope.linear_forms import MassForms
from pmlsym.engines.polytope.measure_bounds import (
    ComparedMeasure,
    linear_condition,
    prior_bound,
    solved_for_measure,
    split_extremes,
    worst_value,
)
from pmlsym.engines.polytope.measure_shapes import ShapeReader
from pmlsym.engines.polytope.products import leakage_sum, parts_that_hold
from pmlsym.engines.polytope.question import PriorQuestion, question_of
from pmlsym.errors import InvalidCertificate, OutOfDomain, Unsupported
from pmlsym.evidence.verdict import OverPriors, PriorBound
from pmlsym.kernel.checked import Checked
from pmlsym.language.interpretation import Logic
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Measure,
    Quantity,
    measures_in,
)
from pmlsym.language.value import Larger
from pmlsym.language.writing import statement
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.ratio_supremum import Supremum, unit_masses
from pmlsym.lowering.branches import normal_form
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Infinite, Number

DIGITS = (25, 75, 200)
"""The digits to which an irrational level is enclosed, one after the other."""


VERTEX = 200  # steps for a vertex at which a measure is evaluated
HALVINGS = 1100
"""How near to a worst prior that does not attain its value: within any float of it."""


class _Decision(Checked[OverPriors]):
    """A claim holds for all priors of a set, with the worst values that settled it."""

    __slots__ = ()

    def __init__(self, answer: Answer) -> None:
        if not answer.is_complete or answer.instance is not None:
            raise InvalidCertificate("the claim is not decided for all priors of the set")
        super().__init__(OverPriors(tuple(answer.bounds.values()), tuple(answer.rests)))


@dataclass
class Answer:
    """An answer: an instance on which the claim is false, if any, or else one that meets it.

    `is_complete` says that all of the set was looked at. `is_met` is False where no prior of the
    set meets the hypotheses, which then are vacuous. `bounds` are the worst values of the measures
    that were compared with numbers, and `rests` says on what the answer rests where a worst value
    is known within bounds alone.
    """

    bounds: dict[str, PriorBound] = field(default_factory=dict)
    rests: dict[str, None] = field(default_factory=dict)
    instance: Instance | None = None
    witness: Instance | None = None
    is_met: bool = False
    is_complete: bool = False
    noted: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)

    def note_bound(self, bound: PriorBound, at: tuple[int, ...]) -> None:
        """Keep the worst value over priors, and at letters of free outcomes, for the decision."""
        self.noted.setdefault(bound.key, set()).add(at)
        old = self.bounds.get(bound.key)
        if old is None or (bound.value > old.value) == bound.is_largest:
            self.bounds[bound.key] = bound

    def checked(self) -> Checked[OverPriors]:
        """The answer of this search as evidence: no prior of the set is a counterexample."""
        return _Decision(self)

    def keep_bounds_noted_at(self, places: int) -> None:
        """Drop worst values over priors from an answer unless known at all free outcomes."""
        everywhere = {key for key, noted in self.noted.items() if len(noted) == places}
        self.bounds = {key: bound for key, bound in self.bounds.items() if key in everywhere}


def worst_over_priors(
    measure: Measure, priors: PriorPolytope, *, largest: bool
) -> PriorBound | None:
    """Find the largest (or smallest) value of a concrete measure over a set of priors.

    Nothing where that is not the easy end of the measure. Raises Unsupported where it is not an
    extreme of ratios that are linear in the prior.
    """
    question = question_of(over_priors(measure >= 0, only_prior(measure >= 0).name, priors))
    if question is None:
        raise Unsupported(f"{measure.text} is not of one prior and of concrete channels")
    shapes = ShapeReader(MassForms(question.prior, subjects(measure).data, question.sizes), {})
    return worst_value(measure, shapes, priors, largest=largest)


def decide_over_priors(question: PriorQuestion, *, in_parts: bool = True) -> Answer:
    """Decide a claim over a set of priors: a prior as its counterexample, or that there is none.

    With `in_parts` what no linear conditions settle is looked at in parts of the set. Raises
    Unsupported where the claim stays open: it is not linear in the prior, or has too many cases.
    """
    answer = Answer()
    outcomes = subjects(question.claim).outcomes
    letters = (range(question.sizes[alphabet]) for alphabet in outcomes.values())
    places = [dict(zip(outcomes, place, strict=True)) for place in product(*letters)]
    rest, against = normal_form(question.rest), None
    for at in places:
        deciding = _ClaimAtOutcomes(question, at, answer, in_parts=in_parts)
        if against is None:
            deciding.decide(rest)
            against, answer.instance = answer.instance, None
            if against is None:
                answer.witness = answer.witness or deciding.witness()
        else:
            deciding.note_worst(rest)
    answer.instance = against
    if against is not None:  # what is worst at some letters is not what is worst
        answer.keep_bounds_noted_at(len(places))
    answer.is_complete = True
    return answer


class _ClaimAtOutcomes:
    """The claim at letters of its free outcomes."""

    def __init__(
        self,
        question: PriorQuestion,
        outcomes: Mapping[str, int],
        answer: Answer,
        *,
        in_parts: bool,
    ) -> None:
        self.question, self.outcomes, self.answer = question, outcomes, answer
        self.in_parts = in_parts
        about = subjects(question.claim)
        at = {Index(about.outcomes[name], name): k for name, k in outcomes.items()}
        forms = MassForms(question.prior, about.data, question.sizes)
        self.shapes = ShapeReader(forms, at)
        every = measures_in(question.rest)
        self.measures = [m for m in every if question.prior in subjects(m).tensors]
        # A claim holds or fails only where all its measures have values: these then come first.
        self.is_plain = not question.prior.positive and not any(map(lacks_value, self.measures))

    def decide(self, claim: Claim) -> None:
        """Decide every part of a claim for all priors, until one is false at some prior."""
        claim = split_extremes(claim, self.question.prior)
        for part in claim.claims if isinstance(claim, Conjunction) else (claim,):
            if self.answer.instance is not None:
                return
            if isinstance(part, Conjunction):
                self.decide(part)
            else:
                self._settle(part)

    def witness(self) -> Instance | None:
        """A witness with a prior of the set, which meets the claim's hypotheses; or None."""
        worst = [bound.prior for bound in self.answer.bounds.values() if bound.attained]
        if self.is_plain and worst and not hypotheses_of(self.question.rest):
            self.answer.is_met = True
            return self.question.instance(worst[0], self.outcomes)
        hypotheses = hypotheses_of(self.question.rest)
        masses = self._prior_that_meets(
            [self._linear_condition(normal_form(h), DIGITS[0]) for h in hypotheses]
        )
        if masses is None:
            return None
        self.answer.is_met = True  # or nearly: a level that is not rational is taken generously
        instance = self.question.instance(masses, self.outcomes)
        with suppress(OutOfDomain):
            if all(holds(hypothesis, instance) for hypothesis in hypotheses):
                return instance
        return None

    def note_worst(self, claim: Claim) -> None:
        """Note worst values over priors in the answer, if a claim is refuted elsewhere."""
        claim = split_extremes(claim, self.question.prior)
        for part in claim.claims if isinstance(claim, Conjunction) else (claim,):
            if isinstance(part, Comparison) and self.is_plain:
                with suppress(Unsupported):
                    self._is_settled_by_value(part)
        self.answer.instance = None

    def _is_settled_by_value(self, claim: Comparison) -> bool:
        """Decide measure <= number by its largest value over priors; False at another kind."""
        compared = self._solved_for_measure(claim)
        if isinstance(compared, bool):
            return False
        upward = compared.relation in ("<=", "<")
        priors = self.question.priors
        bound = worst_value(compared.measure, self.shapes, priors, largest=upward)
        if bound is None:
            return False
        self.answer.note_bound(bound, tuple(self.outcomes.values()))
        relation = compared.relation
        if relation in ("<", ">") and not bound.attained:
            relation += "="  # no prior of the set has the value at which the two would differ
        if not RELATIONS[relation](bound.value, compared.number):
            self._refute(bound)
        return True

    def _settle(self, claim: Claim) -> None:
        """Decide a part of the claim over priors: by a worst value, conditions or products."""
        if not isinstance(claim, Comparison):
            self._settle_by_conditions(claim)
            return
        try:
            if not (
                self._is_settled_by_concavity(claim)
                or (self.is_plain and self._is_settled_by_value(claim))
            ):
                self._settle_by_conditions(claim)
        except Unsupported:
            if not (self.in_parts and self._is_settled_by_products(claim)):
                raise

    def _is_settled_by_products(self, claim: Comparison) -> bool:
        """Decide several leakages against a number, for all priors; False if it cannot.

        They need not be worst at a vertex, so the set is looked at in parts.
        """
        try:
            asked = leakage_sum(claim, self.question.prior, self._number_without_prior)
            parts = parts_that_hold(asked, self.shapes, self.question.priors, self._is_against)
        except (OutOfDomain, Unsupported):
            return False
        if parts is not None:
            said = f"{statement(claim)}: products of linear forms with coefficients that decide, on"
            self.answer.rests[f"{said} {parts} part{'s' * (parts != 1)} of the set"] = None
        return True

    def _is_settled_by_concavity(self, claim: Comparison) -> bool:
        """Decide a mean of logarithms against a number over priors; False at another kind.

        Raises Unsupported where what is certain leaves it open, and says what is certain.
        """
        try:
            compared = self._solved_for_measure(claim)
        except Unsupported:
            return False
        if isinstance(compared, bool) or isinstance(compared.number, Infinite):
            return False
        measure, priors = compared.measure, self.question.priors
        mean = concave_mean(measure, self.shapes.forms, priors, self.shapes.at)
        if mean is None or self.question.prior.positive:
            return False
        if compared.relation in (">=", ">"):
            self._settle_at_vertices(compared)
            return True
        least = compared.number.enclose(DIGITS[0])[0]
        tried = bounds_of_largest(mean, priors)
        for bound in tried:
            if bound.most < least or (bound.most == least and compared.relation == "<="):
                self.answer.rests[bound.reason(measure.text)] = None
                return True
            if any(self._is_against(prior) for prior in bound.priors):
                return True
        low, high = self._value_at(measure, tried[-1].priors[-1]), float(min(b.most for b in tried))
        between = f"between {float(low):.12g} and {high:.12g} nats"
        raise Unsupported(f"the largest {measure.text} is {between}, as {compared.number} may be")

    def _settle_at_vertices(self, compared: ComparedMeasure) -> None:
        """Decide measure >= number at the vertices of the set, where a concave one is least."""
        vertices = self.question.priors.vertices()
        tick(VERTEX * len(vertices))
        values = [self._value_at(compared.measure, vertex) for vertex in vertices]
        k = min(range(len(values)), key=values.__getitem__)
        worst = Supremum(None, True, vertices[k], vertices[k], ())
        bound = prior_bound(compared.measure, self.shapes, values[k], worst, largest=False)
        self.answer.note_bound(bound, tuple(self.outcomes.values()))
        if not RELATIONS[compared.relation](bound.value, compared.number):
            self._refute(bound)

    def _value_at(self, measure: Measure, prior: Masses) -> Number:
        """The exact value of a measure at one prior, in deciding a claim over a set of priors."""
        return evaluate(measure, self.question.instance(prior, self.outcomes))

    def _number_without_prior(self, quantity: Quantity) -> Number:
        """The exact value of a quantity without the prior, in deciding a claim over priors."""
        return evaluate(quantity, Instance(self.question.sizes, outcomes=dict(self.outcomes)))

    def _solved_for_measure(self, claim: Comparison) -> ComparedMeasure | bool:
        """The claim to decide, solved for the measure that varies with the prior, or its truth."""
        try:
            return solved_for_measure(claim, self.question.prior, self._number_without_prior)
        except OutOfDomain as error:
            raise Unsupported(f"a number of the claim has no value: {error}") from None

    def _refute(self, bound: PriorBound) -> None:
        """Refute the claim at the worst prior, or at one on the way to it from inside the set."""
        for share in (Fraction(0), *(Fraction(1, 2**k) for k in range(1, HALVINGS))):
            masses = mixture_of_priors([bound.prior, bound.inside], [1 - share, share])
            if self._is_against(masses):
                return
        raise Unsupported(f"{bound}; no prior that shows it was found in {HALVINGS} steps")

    def _is_against(self, masses: Masses) -> bool:
        """Whether a prior of the set is a counterexample to the claim, and so the answer."""
        instance = self.question.instance(masses, self.outcomes)
        try:
            if holds(self.question.claim, instance):
                return False
        except OutOfDomain:
            return False
        self.answer.instance = instance
        return True

    def _settle_by_conditions(self, claim: Claim) -> None:
        """Decide a claim by a prior that meets the opposite's linear conditions, or by none."""
        against = normal_form(claim, holds=False)
        for digits in DIGITS:
            masses = self._prior_that_meets([self._linear_condition(against, digits)])
            if masses is None:
                said = f"{statement(claim)}: no prior of the set meets the linear conditions of the"
                said = f"{said} opposite, by exact linear programs and their duals"
                self.answer.rests[said] = None
                return
            if self._is_against(masses):
                return
        raise Unsupported(f"a number of the claim is too near a worst value at {digits} digits")

    def _prior_that_meets(self, conditions: Sequence[Linear]) -> Masses | None:
        """Search for a prior that meets conditions, where all measures of the claim have values."""
        valued = [self.shapes.has_value(measure) for measure in self.measures]
        full = [self._full_support()] if self.question.prior.positive else []
        return prior_that_meets(All((*conditions, *valued, *full)), self.question.priors)

    def _full_support(self) -> Linear:
        """The condition, in a search for a counterexample, that all letters have mass."""
        return All(tuple(Atom(unit, strict=True) for unit in unit_masses(self.shapes.forms.count)))

    def _linear_condition(self, claim: Claim, digits: int) -> Linear:
        """The linear condition on a counterexample's prior that a claim in normal form is."""
        reading: Logic[Linear] = Logic(
            compare=lambda part: self._comparison_condition(part, digits),
            condition=self._support_condition,
            all_of=lambda parts: All(tuple(parts)),
            any_of=lambda parts: Some(tuple(parts)),
            negate=negation,
            implies=lambda premise, conclusion: Some((negation(premise), conclusion())),
        )
        return reading.read(split_extremes(claim, self.question.prior))

    def _comparison_condition(self, claim: Comparison, digits: int) -> Linear:
        """The linear condition on a counterexample's prior that a comparison in the claim is."""
        solved = self._solved_for_measure(claim)
        if isinstance(solved, bool):
            return All(()) if solved else Some(())
        return linear_condition(
            solved.measure, solved.relation, solved.number, self.shapes, digits=digits
        )

    def _support_condition(self, claim: Condition) -> Linear:
        """The linear condition on a counterexample's prior that a claim about its support is."""
        match claim:
            case Condition(kind="fullsupport", subject=Prior(body=body, where=where)) if (
                body.tensors == (self.question.prior,) and where == body
            ):
                return self._full_support()
        raise Unsupported(f"{statement(claim)} is no linear condition on the prior")


def lacks_value(measure: Measure) -> bool:
    """Whether a measure to decide over priors lacks a value for some, at an impossible outcome."""
    return bool(measure.free) and not isinstance(measure.value, Larger)
