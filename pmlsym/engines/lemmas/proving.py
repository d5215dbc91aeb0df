"""Certificates that apply lemmas: a plan, carried out, that ends in the goal of a sequent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, declared_facts
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index
from pmlsym.engines.lemmas.application import applied
from pmlsym.engines.lemmas.arguments import World, atoms_of, matches, trees_of
from pmlsym.engines.lemmas.concluding import conclude
from pmlsym.engines.lemmas.known_bound import CannotApply, KnownBound
from pmlsym.engines.lemmas.lemma import ProvedLemma, ReadLemma, proved, stated
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.engines.lemmas.plans import Amounts, Goal, LemmaPlan, PlanSearch, Refusal, amounts_of
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import GOAL, Apply, Certificate, Lemma, Step, every_step, uses_of
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.lowering.forms import ExistsTensor
from pmlsym.lowering.levels import MeasureBound
from pmlsym.lowering.sequents import Lowered

MOST_REFUSED = 8
"""How many applications are planned in vain, about, before there is an end."""


@dataclass(frozen=True)
class _Given:
    """A bound that the sequent assumes."""

    bound: MeasureBound
    known: KnownBound


def prove_with_lemmas(
    claim: Claim, found: Lowered, lemmas: Iterable[ReadLemma], *, effort: float, least: int = 1
) -> Certificate | None:
    """A certificate for a sequent of the claim that applies `least` lemmas or more, or nothing.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.engines.lemmas.library import kept_lemmas
    >>> from pmlsym.lowering.sequents import lowered_sequents
    >>> claim = parse("pml(P, W) <= maxleak(W) - log(pmin(P))")
    >>> (found,) = lowered_sequents(claim)
    >>> proof = prove_with_lemmas(claim, found, kept_lemmas(), effort=1)
    >>> [lemma.name for lemma in proof.lemmas]
    ['pml(P, W) <= -log(pmin(P))', 'maxleak(W) >= 0']
    """
    goals = [bound for bound in found.bounds if not bound.assumed]
    if len(goals) != 1 or not goals[0].measure.arguments:
        return None
    branch = found.branch  # what the sequent speaks of, which of any number of uses is a step
    parts = (claim, *branch.premises, *(() if branch.goal is None else (branch.goal,)))
    measures = (measure for part in parts for measure in _measures(part))
    named = {each.text: each for m in measures for a in m.arguments for each in atoms_of(a)}
    with until(effort):
        return _Prover(found, goals[0], World(named), tuple(lemmas)).certificate(least)


def _measures(claim: Claim) -> Iterator[Measure]:
    for part in walk(claim):
        if isinstance(part, Measure):
            yield part


class _Prover:
    """The search for plans for one sequent, and what carries them out."""

    def __init__(
        self, found: Lowered, goal: MeasureBound, world: World, lemmas: Sequence[ReadLemma]
    ) -> None:
        self._sequent, self._bound, self._world, self._lemmas = found.sequent, goal, world, lemmas
        self._goal = _goal(goal)
        self._given: dict[Goal, list[_Given]] = {}
        self._proofs: dict[ReadLemma, ProvedLemma] = {}
        self._refused: set[Refusal] = set()
        for bound in found.bounds:
            known = _known(found, bound) if bound.assumed else None
            if known is not None:
                self._given.setdefault(_goal(bound), []).append(_Given(bound, known))

    def certificate(self, least: int) -> Certificate | None:
        target = amounts_of(self._bound.level)
        amounts = {
            goal: tuple(self._amounts(target, goal, k) for k in range(len(several)))
            for goal, several in self._given.items()
        }
        total: Amounts = (
            target
            if target is not None
            else {key: 1 for several in amounts.values() for each in several for key in each}
        )
        while True:  # each time around there is one more that is refused
            before = len(self._refused)
            search = PlanSearch(self._world, self._lemmas, amounts, total, self._refused)
            for plan in search.plans(self._goal, least):
                certificate = self._carried_out(plan)
                if certificate is not None and _applications(certificate) >= least:
                    return certificate
                if passed():
                    return None
            if before == len(self._refused) or before >= MOST_REFUSED:
                return None

    def _amounts(self, target: Amounts | None, goal: Goal, k: int) -> Amounts:
        own = amounts_of(self._given[goal][k].bound.level)
        return {(goal, k): 1} if own is None or target is None else own

    def _carried_out(self, plan: LemmaPlan) -> Certificate | None:
        proof = OpenProof(self._sequent)
        try:
            bound = self._derive(proof, plan)
        except CannotApply:
            return None
        if not conclude(proof, self._bound, bound, lambda q: self._floor(proof, q)):
            return None
        steps = _needed(proof.steps)
        return Certificate(self._sequent, steps, _applied(steps, proof.lemmas))

    def _derive(self, proof: OpenProof, plan: LemmaPlan) -> KnownBound:
        if plan.lemma is None:
            return self._given[plan.goal][plan.given].known
        bounds = [self._derive(proof, part) for part in plan.parts]
        try:
            return applied(proof, self._proved(plan.lemma), self._world, dict(plan.names), bounds)
        except (CannotApply, PmlError) as error:
            self._refused.add((plan.goal, plan.lemma))
            raise CannotApply(str(error)) from None

    def _proved(self, lemma: ReadLemma) -> ProvedLemma:
        """The lemma with its proofs; they count once, however often it is applied."""
        if lemma not in self._proofs:
            self._proofs[lemma] = proved(lemma)
        return self._proofs[lemma]

    def _floor(self, proof: OpenProof, wanted: Polynomial) -> Fact | None:
        """The fact that a level is at least one, or at most one: known, declared, or by a lemma."""
        need = Fact("", wanted)
        use = proof.use(need)
        if use is not None:
            return proof.facts.get(use.fact)
        for fact in declared_facts(wanted.tensors):
            if fact.polynomial == wanted:
                return fact
        for goal, several in self._given.items():
            for given in several:
                level = given.known.level.numerator
                if level - 1 == wanted and given.known.level.denominator == level - level + 1:
                    found = self._at_least_one(proof, goal, given.known)
                    if found is not None:
                        return found
        return None

    def _at_least_one(self, proof: OpenProof, goal: Goal, known: KnownBound) -> Fact | None:
        for lemma in self._lemmas:
            if lemma.main is not None or len(lemma.premises) != 1:
                continue
            (premise,) = lemma.premises
            if (premise.measure.word, premise.side) != (goal[0], goal[2]):
                continue
            names = frozenset(each.object.text for each in lemma.named)
            for found in matches(trees_of(premise.measure), goal[1], names, {}):
                try:
                    own = applied(proof, self._proved(lemma), self._world, found, [known])
                except (CannotApply, PmlError):
                    continue
                return own.facts[0]
        return None


def _goal(bound: MeasureBound) -> Goal:
    return bound.measure.word, trees_of(bound.measure), bound.side


def _known(found: Lowered, bound: MeasureBound) -> KnownBound | None:
    """A bound that the sequent assumes; nothing where it is no conjunction of its facts."""
    stored = {(f.polynomial, f.indices, f.relation): f for f in found.sequent.facts}
    try:
        facts = [
            stored.get((f.polynomial, f.indices, f.relation)) for f in stated(bound.form, "given")
        ]
    except PmlError:
        return None
    own = None
    if isinstance(bound.form, ExistsTensor):
        tensor = bound.form.tensor
        places = tuple(Index(a, f"w{k}") for k, a in enumerate(tensor.alphabets))
        own = Body(tuple((i,) for i in places), atom(tensor, *places))
    kept = tuple(fact for fact in facts if fact is not None)
    return KnownBound(bound.level, kept, own) if len(kept) == len(facts) else None


def _needed(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that the goal rests on."""
    needed, kept = {GOAL}, []
    for step in reversed(steps):
        if step.statement.name in needed:
            kept.append(step)
            needed |= {use.fact for inner in every_step((step,)) for use in uses_of(inner)}
    return tuple(reversed(kept))


def _applications(certificate: Certificate) -> int:
    return sum(isinstance(step, Apply) for step in certificate.steps)


def _applied(steps: Sequence[Step], lemmas: dict[str, Lemma]) -> tuple[Lemma, ...]:
    used = {step.rule for step in every_step(steps) if isinstance(step, Apply)}
    return tuple(lemma for name, lemma in lemmas.items() if name in used)
