"""Schematic certificates: proofs of a sequent for every alphabet size.

The goal is looked for as a combination of the facts (combination.py): as it stands; with
the facts cleared; with second-order hypotheses applied to the events of the goal; and, if that
fails, in two cases, according to whether some mass is positive or zero. What is found is only a
proposal: the kernel checks it.

Facts are cleared of positive factors: from p(x) > 0 for all x and p(x) (t P_Y(y) - W(x,y)) >= 0
follows t P_Y(y) - W(x,y) >= 0. They are cleared of quotients too: a posterior quantity enters a
sequent by its definition  P_Y(y) Q(y,z) = sum_x P(x)W(x,y)U(x,y,z).  Where a fact has the left side
as a part of a monomial, the right side takes its place; a quotient that no fact mentions any more
needs no definition either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.engines.certificates.clearing import cleared_problems, lower_statements
from pmlsym.engines.certificates.combination import Combination
from pmlsym.engines.certificates.combination_searches import Instances, Problem
from pmlsym.engines.certificates.ingredient import Memory, letters_among
from pmlsym.engines.certificates.instantiation import (
    MANY,
    Lemma,
    joint_event_lemmas,
    rule_instances,
)
from pmlsym.engines.certificates.levels_above_one import levels_above_one
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Certificate, Combine, Split, Step, every_step, uses_of

if TYPE_CHECKING:
    from pmlsym.engines.convexity.instances import InstanceSearch

SLICES = (5.0, 15.0, 45.0, 135.0)
"""Effort without cases, and then half as much for all cases together, round after round."""

CASE = "case"
"""The beginning of the names of facts that a case split assumes."""

LEMMAS = 0.3
"""The part of the effort in which second-order hypotheses are applied."""

_ONE = Fraction(1)


def prove_schematically(
    sequent: Sequent, *, effort: float, lemmas: tuple[Lemma, ...] = ()
) -> tuple[Certificate | None, str]:
    """The certificate that a search finds for a sequent, or None, and a sentence on how it ended.

    `lemmas` are instances of second-order hypotheses to use, rather than those that the engine
    would try.
    """
    search = Schematic(sequent, effort=effort, lemmas=lemmas)
    return search.run((1 - LEMMAS) * effort), search.ending


def begun_instances(sequent: Sequent, reserved: Set[str] = frozenset()) -> InstanceSearch | None:
    """The search for instances of the convex terms of a sequent; None if it has none.

    Its facts have none of the reserved names.
    """
    if not any(tensor.is_term for tensor in sequent.tensors):
        return None
    from pmlsym.engines.convexity.instances import InstanceSearch  # most claims need none of it

    return InstanceSearch(sequent, reserved)


class Schematic:
    """A search for a certificate, which can be continued.

    `convex` has the instances for the terms of the sequent, or the search for them to go on with.
    `found_lemmas` says that all instances, these and those of second-order hypotheses, were made in
    the effort with which the search was begun.
    """

    def __init__(
        self,
        sequent: Sequent,
        *,
        effort: float,
        lemmas: tuple[Lemma, ...] = (),
        convex: Instances | InstanceSearch | None = None,
    ) -> None:
        with until(LEMMAS * effort):
            applications = lemmas or _compositions(sequent) + levels_above_one(sequent)
            self._stated = _goal_stated(sequent, applications)
            if not lemmas and self._stated is None:
                instances = joint_event_lemmas(sequent) or rule_instances(sequent)
                applications = (*applications, *instances)
            if self._stated is not None:
                convex = Instances()
            if not isinstance(convex, Instances):
                convex = convex or begun_instances(sequent)
                convex = Instances() if convex is None else convex.run()
            self.found_lemmas = not passed()
        self._sequent = sequent
        self._lemmas = (*(step for lemma in applications for step in lemma), *convex.steps)
        applied = tuple(lemma[-1].statement for lemma in applications)
        self._derived = replace(
            convex, simple=(*applied, *convex.simple), every=(*applied, *convex.every)
        )
        self._memory, self._round = Memory(), 0

    @cached_property
    def _direct(self) -> Combination:
        """The search for one combination of facts that is the goal."""
        problems = _problems_of(self._sequent.facts, self._derived, _goal_fact(self._sequent))
        return Combination(problems, self._memory)

    @cached_property
    def _splits(self) -> list[_Cases]:
        """The searches for a certificate by cases, each by whether a mass is zero."""
        masses = _masses_in(self._sequent)
        return [_Cases(self._sequent, self._derived, mass, self._memory) for mass in masses]

    def run(self, effort: float) -> Certificate | None:
        """The certificate that this search finds with that much more effort, or None."""
        if self._stated is not None:
            return tidy(Certificate(self._sequent, (*self._lemmas, self._stated)))
        with until(effort):
            while not self._is_done and not passed():
                # the direct search and all cases together take turns, in slices that grow
                share = SLICES[min(self._round, len(SLICES) - 1)]
                turns: list[tuple[Combination | _Cases, float]] = [(self._direct, share)]
                turns += [(split, share / 2 / len(self._splits)) for split in self._splits]
                for attempt, units in turns:
                    with until(units):
                        steps = attempt.run()
                    if steps is not None:
                        return tidy(Certificate(self._sequent, (*self._lemmas, *steps)))
                self._round += 1
        return None

    @property
    def exhausted(self) -> bool:
        """Whether this search for a certificate has nothing left to try."""
        return self.found_lemmas and self._is_done

    @property
    def _is_done(self) -> bool:
        """Whether this search for a certificate has ended: all is tried, or a lemma is the goal."""
        if self._stated is not None:
            return True
        return self._direct.exhausted and all(split.exhausted for split in self._splits)

    @property
    def ending(self) -> str:
        """A sentence on how far the search for a certificate has come."""
        if self._stated is not None:
            return "a lemma states the goal"
        tried = self._direct.tried + sum(split.tried for split in self._splits)
        ending = "nothing more to try after" if self.exhausted else "stopped after"
        return f"{ending} {tried} candidates"


class _Cases:
    """The goal if a nonnegative polynomial is positive, and if it is zero."""

    def __init__(
        self, sequent: Sequent, derived: Instances, case: Polynomial, memory: Memory
    ) -> None:
        self._goal, self._case = _goal_fact(sequent), case
        self._branches = []
        for polynomial, relation in ((-case, ">="), (case, ">")):
            assumed = Fact(f"{CASE} {case}", polynomial, (), relation, Origin("case"))
            goal = replace(self._goal, name=f"{GOAL} if {relation}")
            problems = _problems_of((*sequent.facts, assumed), derived, goal)
            self._branches.append(Combination(problems, memory))

    @property
    def tried(self) -> int:
        """How many candidates the searches in both cases have formed."""
        return sum(branch.tried for branch in self._branches)

    @property
    def exhausted(self) -> bool:
        """Whether the search in one of the two cases is exhausted, so that no split is found."""
        return any(branch.exhausted for branch in self._branches)

    def run(self) -> tuple[Step, ...] | None:
        """The step that splits into cases, if both are derived before the deadline; else None."""
        branches = []
        for branch in self._branches:
            steps = branch.run()
            if steps is None:
                return None
            branches.append(steps)
        nonpositive, positive = branches
        return (Split(self._goal, f"{CASE} {self._case}", self._case, positive, nonpositive),)


def _compositions(sequent: Sequent) -> tuple[Lemma, ...]:
    """The lemmas of a search that compose releases: by events, bad outcomes, powers or rows."""
    if sequent.rules:
        from pmlsym.engines.certificates.composed_events import composed_event_lemmas  # few need it

        if of_events := composed_event_lemmas(sequent):
            return of_events
        from pmlsym.engines.certificates.composed_leakage import composed_leakage_lemmas
        from pmlsym.engines.certificates.posterior_tails import posterior_tail_lemmas

        return composed_leakage_lemmas(sequent) or posterior_tail_lemmas(sequent)
    if any(tensor.role == "selector" for tensor in sequent.tensors):
        from pmlsym.engines.certificates.composed_tails import composed_tail_lemmas  # nor this

        return composed_tail_lemmas(sequent)
    if any(tensor.role in ("quotient", "event") for tensor in sequent.tensors):
        from pmlsym.engines.certificates.composed_leakage import composed_leakage_lemmas  # nor this

        return composed_leakage_lemmas(sequent)
    if any(tensor.is_term for tensor in sequent.goal.tensors):
        from pmlsym.engines.convexity.orders.composed_powers import composed_power_lemmas

        return composed_power_lemmas(sequent)
    if all(len(monomial) >= MANY for monomial in sequent.goal.terms):
        from pmlsym.engines.certificates.composed_rows import composed_row_lemmas

        return composed_row_lemmas(sequent)
    return ()


def _goal_stated(sequent: Sequent, lemmas: Iterable[Lemma]) -> Combine | None:
    """The step that states the goal, if the last statement of some lemma is the goal; else None."""
    for fact in (lemma[-1].statement for lemma in lemmas):
        if (fact.polynomial, fact.relation, fact.indices) == (sequent.goal, sequent.relation, ()):
            return Combine(_goal_fact(sequent), times(1, fact))
    return None


def _goal_fact(sequent: Sequent) -> Fact:
    """The goal of a sequent as the fact that a certificate's last step states."""
    return Fact(GOAL, sequent.goal, (), sequent.relation)


def tidy(certificate: Certificate) -> Certificate:
    """The certificate without idle cases, and without steps that the goal does not use."""
    return replace(certificate, steps=_used_steps(certificate.steps, GOAL))


def _used_steps(steps: Sequence[Step], last: str) -> tuple[Step, ...]:
    """The steps of a certificate that lead to the statement of that name."""
    needed: set[str] = {last}
    kept: list[Step] = []
    for step in reversed(steps):
        if step.statement.name not in needed:
            continue
        chosen = _without_idle_case(step) if isinstance(step, Split) else (step,)
        kept.extend(reversed(chosen))
        needed |= {use.fact for inner in every_step(chosen) for use in uses_of(inner)}
    return tuple(reversed(kept))


def _without_idle_case(split: Split) -> tuple[Step, ...]:
    """The split of a certificate; or one of its cases, where that case does not use its assumption.

    In a case its letters are constants, so that only a split without such letters is undone.
    """
    cases = [
        _used_steps(case, case[-1].statement.name) for case in (split.nonpositive, split.positive)
    ]
    for case in cases if not set(split.case.free) & set(split.statement.indices) else ():
        if not any(use.fact == split.name for step in every_step(case) for use in uses_of(step)):
            return (*case[:-1], replace(case[-1], statement=split.statement))
    nonpositive, positive = cases
    return (replace(split, positive=positive, nonpositive=nonpositive),)


def _masses_in(sequent: Sequent) -> tuple[Polynomial, ...]:
    """The masses by which a search splits into cases: in the goal, then in facts at its letters."""
    goal = sequent.goal
    masses: dict[Polynomial, None] = {}
    for polynomial, indices in ((goal, ()), *((f.polynomial, f.indices) for f in sequent.facts)):
        factors = {f for monomial, _ in polynomial for f in monomial if _is_mass(f)}
        for each in sorted(factors, key=lambda f: (len(f), f)):
            mass = Polynomial({(each,): 1})
            quantified = [i for i in mass.free if i in indices]
            for letters in letters_among(quantified, goal.free):
                masses.setdefault(substitute(mass, dict(zip(quantified, letters, strict=True))))
    return tuple(mass for mass in masses if set(mass.free) <= set(goal.free))


def _is_mass(factor: Factor) -> bool:
    """Whether a factor is a mass that a search may split on: a sum, or a letter's mass."""
    (first, indices), *more = factor
    if not all(tensor.is_nonnegative for tensor, _ in factor):
        return False
    return bool(more) or len(indices) == len(first.stochastic) > 0


def _problems_of(
    facts: tuple[Fact, ...], derived: Instances, statement: Fact
) -> tuple[Problem, ...]:
    """The problems of a search: a statement from facts and instances, then from these cleared.

    Before the last of them come the statements from which it follows by means.
    """
    *before, last = (
        tuple(cleared_problems((*facts, *stage), facts, statement, derived.multipliers))
        for stage in dict.fromkeys((derived.simple, derived.every))
    )
    easier = (
        replace(problem, after=(*problem.after, *back))
        for each, back in lower_statements(statement, derived.means)
        for problem in cleared_problems((*facts, *derived.every), facts, each, derived.multipliers)
    )
    return (*(problem for stage in before for problem in stage), *easier, *last)
