"""Schematic certificates: proofs of a sequent for every alphabet size.

The goal is looked for as a combination of the facts (engines/combination.py): as it stands; with
positive factors cancelled; with second-order hypotheses applied to the events of the goal; and, if
that fails, in two cases, according to whether some mass is positive or zero. What is found is only
a proposal: the kernel checks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from pmlsym.calculus.polynomial import Polynomial
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

DIRECT = 0.5
"""The share of the time for a proof without cases."""


def prove_schematically(
    sequent: Sequent, *, budget: float, cases: tuple[Polynomial, ...] = ()
) -> tuple[Certificate | None, str]:
    """A certificate for the sequent, or nothing, with a sentence on how the search ended.

    `cases` are nonnegative polynomials in the goal's letters to split on; masses in the goal are
    tried by themselves.
    """
    start = monotonic()
    applied = instances(sequent, deadline=start + 0.3 * budget)
    share = 1.0 if not cases else 0.1
    share = DIRECT if share == 1.0 and any(_masses(sequent.goal)) else share
    outcome, steps = _derive(sequent, applied, start + share * budget)
    tried = outcome.tried
    for case in (*cases, *_masses(sequent.goal)) if steps is None else ():
        left = budget - (monotonic() - start)
        if left <= 0:
            break
        steps, more = _by_cases(sequent, applied, case, monotonic() + left / 2)
        tried += more
        if steps is not None:
            break
    if steps is None:
        return None, str(replace(outcome, tried=tried))
    return _tidy(Certificate(sequent, steps)), f"{tried} candidates"


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


def _masses(goal: Polynomial) -> Iterator[Polynomial]:
    """The closed sums of nonnegative tensors in the goal, shortest first."""
    factors = {
        factor
        for monomial, _ in goal
        for factor in monomial
        if len(factor) > 1 and all(tensor.is_nonnegative for tensor, _ in factor)
    }
    for factor in sorted(factors, key=lambda f: (len(f), f)):
        yield Polynomial({(factor,): 1})


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


