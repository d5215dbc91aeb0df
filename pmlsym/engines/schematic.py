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
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.engines.cancelling import settings
from pmlsym.engines.combination import CASE, Outcome, Problem, combine
from pmlsym.engines.instantiation import Instance, instances
from pmlsym.evidence.certificate import (
    GOAL,
    Certificate,
    Combine,
    Instantiate,
    Limit,
    Split,
    Step,
)

SLICES = (5.0, 15.0, 45.0, 135.0)
"""Seconds without cases, and then half as many for all cases together, round after round."""


def prove_schematically(
    sequent: Sequent, *, budget: float, cases: tuple[Polynomial, ...] = ()
) -> tuple[Certificate | None, str]:
    """A certificate for the sequent, or nothing, with a sentence on how the search ended.

    `cases` are nonnegative polynomials in the goal's letters to split on first; masses in the goal
    and in the facts are tried by themselves.
    """
    deadline = monotonic() + budget
    applied = instances(sequent, deadline=monotonic() + 0.3 * budget)
    splits = (*cases, *_masses(sequent))
    tried, exhausted = 0, False
    for slice_ in SLICES:
        if not exhausted:
            outcome, steps = _derive(sequent, applied, min(deadline, monotonic() + slice_))
            tried += outcome.tried
            exhausted = outcome.in_time
        for case in splits if steps is None else ():
            limit = min(deadline, monotonic() + slice_ / 2 / len(splits))
            steps, more = _by_cases(sequent, applied, case, limit)
            tried += more
            if steps is not None or monotonic() > deadline:
                break
        if steps is not None:
            return _tidy(Certificate(sequent, steps)), f"{tried} candidates"
        if monotonic() > deadline:
            return None, f"out of time after {tried} candidates"
    return None, f"nothing more to try after {tried} candidates"


def _derive(
    sequent: Sequent, applied: tuple[Instance, ...], deadline: float
) -> tuple[Outcome, tuple[Step, ...] | None]:
    """The goal without cases."""
    found = settings(sequent, tuple(i.steps[-1].statement for i in applied))
    outcome = combine([Problem(s.facts, s.goal) for s in found], deadline=deadline)
    if outcome.step is None:
        return outcome, None
    setting = found[outcome.problem]
    before = tuple(step for instance in applied for step in instance.steps)
    return outcome, (*before, *setting.before, outcome.step, *setting.after)


def _by_cases(
    sequent: Sequent, applied: tuple[Instance, ...], case: Polynomial, deadline: float
) -> tuple[tuple[Step, ...] | None, int]:
    """The goal if the case is positive, and if it is not."""
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    branches: list[tuple[Step, ...]] = []
    tried = 0
    for polynomial, relation in ((-case, ">="), (case, ">")):
        fact = Fact(f"{CASE} {case}", polynomial, (), relation)
        statement = replace(goal, name=f"{GOAL} if {relation}")
        found = settings(
            Sequent((*sequent.facts, fact), sequent.goal, sequent.relation),
            tuple(i.steps[-1].statement for i in applied),
            statement=statement,
        )
        outcome = combine([Problem(s.facts, s.goal) for s in found], deadline=deadline)
        tried += outcome.tried
        if outcome.step is None:
            return None, tried
        setting = found[outcome.problem]
        branches.append((*setting.before, outcome.step, *setting.after))
    nonpositive, positive = branches
    before = tuple(step for instance in applied for step in instance.steps)
    split = Split(goal, f"{CASE} {case}", case, positive, nonpositive)
    return (*before, split), tried


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
        case Limit(_, _, fact):
            return {fact}
        case Split(_, _, _, positive, nonpositive):
            return {name for inner in (*positive, *nonpositive) for name in _names(inner)}
