"""Schematic certificates: proofs of a sequent for every alphabet size.

The goal is looked for as a combination of the facts (engines/combination.py): as it stands; with
positive factors cancelled; with second-order hypotheses applied to the events of the goal; and, if
that fails, in two cases, according to whether some mass is positive or zero. What is found is only
a proposal: the kernel checks it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from time import monotonic

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.engines.cancelling import settings
from pmlsym.engines.combination import CASE, Combination, Problem
from pmlsym.engines.instantiation import Instance, instances
from pmlsym.engines.joint_events import joint_instances
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
"""Seconds without cases, and then half as many for all cases together, round after round."""


def prove_schematically(
    sequent: Sequent,
    *,
    budget: float,
    cases: tuple[Polynomial, ...] = (),
    applied: tuple[Instance, ...] = (),
) -> tuple[Certificate | None, str]:
    """A certificate for the sequent, or nothing, with a sentence on how the search ended.

    `cases` are nonnegative polynomials in the goal's letters to split on first; masses in the goal
    and in the facts are tried by themselves. `applied` are instances of second-order hypotheses to
    use, rather than those that the engine would try.
    """
    deadline = monotonic() + budget
    until = deadline - 0.7 * budget
    known = applied or joint_instances(sequent, deadline=until)
    known = known or instances(sequent, deadline=until)
    direct = _Attempt(sequent, known, Fact(GOAL, sequent.goal, (), sequent.relation))
    splits = [_Cases(sequent, known, case) for case in (*cases, *_masses(sequent))]
    for slice_ in SLICES:
        turns: list[tuple[_Attempt | _Cases, float]] = [(direct, slice_)]
        turns += [(split, slice_ / 2 / len(splits)) for split in splits]
        for attempt, share in turns:
            steps = attempt.run(min(deadline, monotonic() + share))
            if steps is not None:
                return _tidy(Certificate(sequent, steps)), _tried(direct, splits)
        if monotonic() > deadline:
            return None, f"out of time after {_tried(direct, splits)}"
    return None, f"nothing more to try after {_tried(direct, splits)}"


class _Attempt:
    """A statement to derive from a sequent's facts, an assumed one, and what instances state."""

    def __init__(
        self,
        sequent: Sequent,
        applied: tuple[Instance, ...],
        statement: Fact,
        assumed: tuple[Fact, ...] = (),
    ) -> None:
        known = Sequent((*sequent.facts, *assumed), sequent.goal, sequent.relation)
        derived = tuple(instance.steps[-1].statement for instance in applied)
        self._applied = applied
        self._settings = settings(known, derived, statement=statement)
        self._search = Combination([Problem(s.facts, s.goal) for s in self._settings])

    @property
    def tried(self) -> int:
        return self._search.tried

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

    def __init__(self, sequent: Sequent, applied: tuple[Instance, ...], case: Polynomial) -> None:
        self._goal = Fact(GOAL, sequent.goal, (), sequent.relation)
        self._case = case
        self._branches = [
            _Attempt(
                sequent,
                applied,
                replace(self._goal, name=f"{GOAL} if {relation}"),
                (Fact(f"{CASE} {case}", polynomial, (), relation, Origin("case")),),
            )
            for polynomial, relation in ((-case, ">="), (case, ">"))
        ]

    @property
    def tried(self) -> int:
        return sum(branch.tried for branch in self._branches)

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


def _tried(direct: _Attempt, splits: list[_Cases]) -> str:
    return f"{direct.tried + sum(split.tried for split in splits)} candidates"


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
