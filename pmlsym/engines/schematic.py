"""Schematic certificates: proofs of a sequent for every alphabet size.

The goal is looked for as a combination of the facts (engines/combination.py): as it stands; with
positive factors cancelled; with second-order hypotheses applied to the events of the goal; and, if
that fails, in two cases, according to whether some mass is positive or zero. What is found is only
a proposal: the kernel checks it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.effort import after, passed
from pmlsym.engines.clearing import settings
from pmlsym.engines.combination import Combination
from pmlsym.engines.ingredient import Memory
from pmlsym.engines.instantiation import AppliedSchema, instances, joint_instances
from pmlsym.engines.setting_up import Problem
from pmlsym.evidence.certificate import (
    GOAL,
    Certificate,
    Combine,
    Indicate,
    Instantiate,
    Limit,
    Split,
    Step,
)

SLICES = (5.0, 15.0, 45.0, 135.0)
"""Effort without cases, and then half as much for all cases together, round after round."""

CASE = "case"
"""What the names of facts begin with that a case split assumes."""

LEMMAS = 0.3
"""The part of the effort in which second-order hypotheses are applied."""


def prove_schematically(
    sequent: Sequent,
    *,
    effort: float,
    cases: tuple[Polynomial, ...] = (),
    applied: tuple[AppliedSchema, ...] = (),
) -> tuple[Certificate | None, str]:
    """A certificate for the sequent, or nothing, with a sentence on how the search ended.

    `cases` are nonnegative polynomials in the goal's letters to split on first; masses in the goal
    and in the facts are tried by themselves. `applied` are instances of second-order hypotheses to
    use, rather than those that the engine would try.
    """
    search = Schematic(sequent, effort=effort, cases=cases, applied=applied)
    return search.run((1 - LEMMAS) * effort), search.ending


class Schematic:
    """A search for a certificate, which can be continued.

    `found_lemmas` says that all instances of second-order hypotheses were tried in the effort with
    which the search was begun.
    """

    def __init__(
        self,
        sequent: Sequent,
        *,
        effort: float,
        cases: tuple[Polynomial, ...] = (),
        applied: tuple[AppliedSchema, ...] = (),
    ) -> None:
        until = after(LEMMAS * effort)
        known = applied or joint_instances(sequent, deadline=until)
        known = known or instances(sequent, deadline=until)
        self.found_lemmas = not passed(until)
        self._sequent = sequent
        memory, goal = Memory(), Fact(GOAL, sequent.goal, (), sequent.relation)
        self._direct = _Attempt(sequent, known, goal, memory)
        self._splits = [
            _Cases(sequent, known, case, memory) for case in (*cases, *_masses(sequent))
        ]
        self._round = 0

    def run(self, effort: float) -> Certificate | None:
        """A certificate, if one is found with so much more effort."""
        deadline = after(effort)
        while not self._is_done and not passed(deadline):
            share = SLICES[min(self._round, len(SLICES) - 1)]
            turns: list[tuple[_Attempt | _Cases, float]] = [(self._direct, share)]
            turns += [(split, share / 2 / len(self._splits)) for split in self._splits]
            for attempt, units in turns:
                steps = attempt.run(min(deadline, after(units)))
                if steps is not None:
                    return _tidy(Certificate(self._sequent, steps))
            self._round += 1
        return None

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to try."""
        return self.found_lemmas and self._is_done

    @property
    def _is_done(self) -> bool:
        return self._direct.exhausted and all(split.exhausted for split in self._splits)

    @property
    def ending(self) -> str:
        """How far the search has come."""
        tried = self._direct.tried + sum(split.tried for split in self._splits)
        ending = "nothing more to try after" if self.exhausted else "stopped after"
        return f"{ending} {tried} candidates"


class _Attempt:
    """A statement to derive from a sequent's facts, an assumed one, and what instances state."""

    def __init__(
        self,
        sequent: Sequent,
        applied: tuple[AppliedSchema, ...],
        statement: Fact,
        memory: Memory,
        assumed: tuple[Fact, ...] = (),
    ) -> None:
        known = Sequent((*sequent.facts, *assumed), sequent.goal, sequent.relation)
        derived = tuple(instance.steps[-1].statement for instance in applied)
        self._applied = applied
        self._settings = settings(known, derived, statement=statement)
        self._search = Combination([Problem(s.facts, s.goal) for s in self._settings], memory)

    @property
    def tried(self) -> int:
        return self._search.tried

    @property
    def exhausted(self) -> bool:
        return self._search.exhausted

    @property
    def instances(self) -> tuple[Step, ...]:
        """The steps of the instances."""
        return tuple(step for instance in self._applied for step in instance.steps)

    def find(self, deadline: float) -> tuple[Step, ...] | None:
        """The steps after those of the instances."""
        outcome = self._search.run(deadline)
        if outcome.step is None:
            return None
        setting = self._settings[outcome.problem]
        return (*setting.before, outcome.step)

    def run(self, deadline: float) -> tuple[Step, ...] | None:
        """All steps."""
        found = self.find(deadline)
        return None if found is None else (*self.instances, *found)


class _Cases:
    """The goal if a nonnegative polynomial is positive, and if it is zero."""

    def __init__(
        self, sequent: Sequent, applied: tuple[AppliedSchema, ...], case: Polynomial, memory: Memory
    ) -> None:
        self._goal = Fact(GOAL, sequent.goal, (), sequent.relation)
        self._case = case
        self._branches = [
            _Attempt(
                sequent,
                applied,
                replace(self._goal, name=f"{GOAL} if {relation}"),
                memory,
                (Fact(f"{CASE} {case}", polynomial, (), relation, Origin("case")),),
            )
            for polynomial, relation in ((-case, ">="), (case, ">"))
        ]

    @property
    def tried(self) -> int:
        return sum(branch.tried for branch in self._branches)

    @property
    def exhausted(self) -> bool:
        """Whether one of the two cannot be had: then neither can the goal in this way."""
        return any(branch.exhausted for branch in self._branches)

    def run(self, deadline: float) -> tuple[Step, ...] | None:
        found = []
        for branch in self._branches:
            steps = branch.find(deadline)
            if steps is None:
                return None
            found.append(steps)
        nonpositive, positive = found
        split = Split(self._goal, f"{CASE} {self._case}", self._case, positive, nonpositive)
        return (*self._branches[0].instances, split)


def _masses(sequent: Sequent) -> tuple[Polynomial, ...]:
    """The masses in the goal, then those in the facts at the goal's letters, shortest first."""
    goal = sequent.goal
    found: dict[Polynomial, None] = {}
    for polynomial, indices in ((goal, ()), *((f.polynomial, f.indices) for f in sequent.facts)):
        factors = {f for monomial, _ in polynomial for f in monomial if _is_mass(f)}
        for factor in sorted(factors, key=lambda f: (len(f), f)):
            mass = Polynomial({(factor,): 1})
            own = [i for i in mass.free if i in indices]
            options = ([g for g in goal.free if g.alphabet == i.alphabet] for i in own)
            for letters in product(*options):
                found.setdefault(substitute(mass, dict(zip(own, letters, strict=True))))
    return tuple(mass for mass in found if set(mass.free) <= set(goal.free))


def _is_mass(factor: Factor) -> bool:
    """Whether a factor is a closed sum of nonnegative tensors, or the mass of a letter."""
    (first, indices), *more = factor
    if not all(tensor.is_nonnegative for tensor, _ in factor):
        return False
    return bool(more) or len(indices) == len(first.stochastic) > 0


def _tidy(certificate: Certificate) -> Certificate:
    """Without the steps that the goal does not use."""
    return replace(certificate, steps=_used(certificate.steps, {GOAL}))


def _used(steps: tuple[Step, ...], needed: set[str]) -> tuple[Step, ...]:
    kept: list[Step] = []
    for step in reversed(steps):
        if step.statement.name in needed:
            kept.append(step)
            needed |= _names(step)
    return tuple(reversed(kept))


def _names(step: Step) -> set[str]:
    """The facts that a step refers to."""
    match step:
        case Combine(_, terms, multiplier):
            uses = [use for term in terms for use in term.uses]
            return {use.fact for use in (*uses, *multiplier)}
        case Instantiate(_, _, _, _, _, guard_fact, conditions):
            return {guard_fact, *conditions}
        case Indicate():
            return set()
        case Limit(_, _, fact):
            return {fact}
        case Split(_, _, _, positive, nonpositive):
            return {name for inner in (*positive, *nonpositive) for name in _names(inner)}
