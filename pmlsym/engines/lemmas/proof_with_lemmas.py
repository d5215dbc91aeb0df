"""Certificates that apply lemmas: a plan, carried out, that ends in the goal of a sequent.

Plans compare names alone (plans.py). Where one cannot be carried out, the application that failed
is refused, and plans are made again without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, declared_facts
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.sequent_search import tidy
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.lemmas.application import lemma_bound
from pmlsym.engines.lemmas.arguments import World, named_in, tree_matches, trees_of
from pmlsym.engines.lemmas.bound_in_proof import BoundInProof
from pmlsym.engines.lemmas.conclusion import conclude
from pmlsym.engines.lemmas.lemma import ProvedLemma, ReadLemma, facts_stating, proved_lemma
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.engines.lemmas.plans import Amounts, Goal, LemmaPlan, PlanSearch, Refusal, amounts_of
from pmlsym.engines.lemmas.shown_bounds import EACH, shown_bounds
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import Apply, Certificate, every_step
from pmlsym.language.nodes import Claim
from pmlsym.lowering.forms import ExistsTensor
from pmlsym.lowering.level import Level
from pmlsym.lowering.levels import MeasureBound
from pmlsym.lowering.sequents import Lowered

MOST_REFUSED = 8
"""About how many applications are planned in vain before the search ends."""


def prove_with_lemmas(
    claim: Claim, part: Lowered, lemmas: Iterable[ReadLemma], *, effort: float, least: int = 1
) -> Certificate | None:
    """A certificate for a sequent that applies `least` lemmas or more, or None.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.engines.lemmas.library import kept_lemmas
    >>> from pmlsym.lowering.sequents import lowered_sequents
    >>> claim = parse("pml(P, W) <= maxleak(W) - log(pmin(P))")
    >>> (part,) = lowered_sequents(claim)
    >>> proof = prove_with_lemmas(claim, part, kept_lemmas(), effort=1)
    >>> [lemma.name for lemma in proof.lemmas]
    ['pml(P, W) <= -log(pmin(P))', 'maxleak(W) >= 0']
    """
    goals = [bound for bound in part.bounds if not bound.assumed]
    if len(goals) != 1 or not goals[0].measure.arguments:
        return None
    branch = part.branch  # what the sequent speaks of, which of any number of uses is a step
    parts = (claim, *branch.premises, *(() if branch.goal is None else (branch.goal,)))
    with until(effort):
        world = World(named_in(*parts))
        return _Prover(part, goals[0], world, tuple(lemmas), effort).certificate(least)


class _Prover:
    """The search for plans for one sequent, and what carries them out."""

    def __init__(
        self,
        part: Lowered,
        goal: MeasureBound,
        world: World,
        lemmas: Sequence[ReadLemma],
        effort: float,
    ) -> None:
        self._sequent, self._bound, self._world, self._lemmas = (part.sequent, goal, world, lemmas)
        self._goal = _goal_of(goal)
        self._assumed: dict[Goal, list[BoundInProof]] = {}
        self._proofs: dict[ReadLemma, ProvedLemma] = {}
        self._refused: set[Refusal] = set()
        numbers = [t for t in goal.level.numerator.tensors if t.role == "exponential"]
        with_time = effort > EACH  # with less it would not suffice for one bound
        self._shown = tuple(shown_bounds(part.sequent, world, numbers)) if with_time else ()
        for shown in self._shown:
            self._assumed.setdefault(shown.goal, []).append(shown.bound)
        for bound in part.bounds:
            held = _assumed_bound(part, bound) if bound.assumed else None
            if held is not None:
                self._assumed.setdefault(_goal_of(bound), []).append(held)

    def certificate(self, least: int) -> Certificate | None:
        """A certificate by the first plan of lemmas that can be carried out, or None."""
        target = amounts_of(self._bound.level)
        amounts = {
            goal: tuple(self._amounts(target, goal, k) for k in range(len(several)))
            for goal, several in self._assumed.items()
        }
        total: Amounts = (
            target
            if target is not None
            else {key: 1 for several in amounts.values() for each in several for key in each}
        )
        while True:  # ends, since each time around one more application is refused
            before = len(self._refused)
            search = PlanSearch(self._world, self._lemmas, amounts, total, self._refused)
            for plan in search.plans(self._goal, least):
                with suppress(NotDeduced):
                    certificate = self._certificate_of(plan)
                    if sum(isinstance(step, Apply) for step in certificate.steps) >= least:
                        return certificate
                if passed():
                    return None
            if before == len(self._refused) or before >= MOST_REFUSED:
                return None

    def _amounts(self, target: Amounts | None, goal: Goal, k: int) -> Amounts:
        """How often scalars occur in an assumed bound, which plans of lemmas may use up."""
        amounts = amounts_of(self._assumed[goal][k].level)
        return {(goal, k): 1} if amounts is None or target is None else amounts

    def _certificate_of(self, plan: LemmaPlan) -> Certificate:
        """The certificate that a plan of lemmas leads to. Raises NotDeduced if it leads to none."""
        proof = OpenProof(self._sequent)
        for step in (step for shown in self._shown for step in shown.steps):
            proof.add(step)
        bound = self._derive(proof, plan)
        conclude(proof, self._bound, bound, partial(self._level_fact, proof))
        certificate = tidy(Certificate(self._sequent, tuple(proof.steps)))
        rules = {s.rule for s in every_step(certificate.steps) if isinstance(s, Apply)}
        lemmas = tuple(lemma for name, lemma in proof.lemmas.items() if name in rules)
        return replace(certificate, lemmas=lemmas)

    def _derive(self, proof: OpenProof, plan: LemmaPlan) -> BoundInProof:
        """The bound that a plan of lemmas gives, derived in an open proof."""
        if plan.lemma is None:
            return self._assumed[plan.goal][plan.given]
        bounds = [self._derive(proof, part) for part in plan.parts]
        try:
            return lemma_bound(
                proof, self._with_proofs(plan.lemma), self._world, dict(plan.names), bounds
            )
        except (NotDeduced, PmlError) as error:
            self._refused.add((plan.goal, plan.lemma))
            raise NotDeduced(str(error)) from None

    def _with_proofs(self, lemma: ReadLemma) -> ProvedLemma:
        """The lemma with its proofs, which count once, however often a plan applies it."""
        if lemma not in self._proofs:
            self._proofs[lemma] = proved_lemma(lemma)
        return self._proofs[lemma]

    def _level_fact(self, proof: OpenProof, wanted: Polynomial) -> Fact:
        """The fact of an open proof that a level is at least one, or at most one."""
        facts = {fact.name: fact for fact in declared_facts(wanted.tensors)} | proof.facts
        use = proof.use(Fact("", wanted))
        if use is not None and use.fact in facts:
            return facts[use.fact]
        for goal, several in self._assumed.items():
            for bound in several:
                if bound.level == Level(wanted + 1):
                    with suppress(NotDeduced):
                        return self._fact_at_least_one(proof, goal, bound)
        raise NotDeduced(f"{wanted} >= 0 is not known")

    def _fact_at_least_one(self, proof: OpenProof, goal: Goal, level_bound: BoundInProof) -> Fact:
        """The fact that a known level is at least one, by a lemma that bounds its measure."""
        for lemma in self._lemmas:
            if lemma.main is not None or len(lemma.premises) != 1:
                continue
            (premise,) = lemma.premises
            if (premise.measure.word, premise.side) != (goal[0], goal[2]):
                continue
            names = frozenset(each.text for each in lemma.named)
            for match in tree_matches(trees_of(premise.measure), goal[1], names, {}):
                with suppress(NotDeduced, PmlError):
                    bound = lemma_bound(
                        proof, self._with_proofs(lemma), self._world, match, [level_bound]
                    )
                    return bound.facts[0]
        raise NotDeduced("no lemma says that the level is at least one")


def _goal_of(bound: MeasureBound) -> Goal:
    """The goal of a plan of lemmas that a bound of a measure is."""
    return bound.measure.word, trees_of(bound.measure), bound.side


def _assumed_bound(part: Lowered, bound: MeasureBound) -> BoundInProof | None:
    """The bound of a measure that a sequent assumes, for plans; None if its facts are not there."""
    try:
        facts = facts_stating(bound.form, part.sequent.facts)
    except PmlError:
        return None
    body = None
    if isinstance(bound.form, ExistsTensor):
        tensor = bound.form.tensor
        places = tuple(Index(a, f"w{k}") for k, a in enumerate(tensor.alphabets))
        body = Body(tuple((i,) for i in places), atom(tensor, *places))
    return BoundInProof(bound.level, facts, body)
