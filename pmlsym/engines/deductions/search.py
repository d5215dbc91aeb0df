"""Certificates that speak of something new: ideas derive facts, which a search then uses too.

    smallest entries    m(y) <= W(x,y) <= k m(y), where  k W(x',y) - W(x,y) >= 0  is known
    largest entries     W(x,y) <= M(y) <= t P_Y(y), where  t P_Y(y) - W(x,y) >= 0  is known
    chains              W(a,b,y) <= k^2 W(a',b',y), where each letter alone may be moved at k
    rests               means of V - M >= 0, what rows have beyond their common part M
    equality cases      a = b, letter by letter, where the divergence of a and b is zero
    unions              letters that are guessed together have at most the mass of all
    letters not chosen  among entries that have a bound: one less than all
    sums of masses      of powers, least where all letters are alike
    masses above        Markov's inequality, for letters that a fact chooses
    numbers             what facts come to when they are summed over all of their letters
    two letters         what facts come to at two letters that differ
    positive factors    the goal times what is positive at single letters
    common factors      the goal without what is a factor of all of it
    solved numbers      the goal without a number that an equality can be solved for
    uniform masses      1/|X| in the place of P(x), where P(x) |X| >= 1 for all x

The search for a combination multiplies facts with one another, and finds nothing that has to be
named first, or summed before it is multiplied. So a few such facts are derived, and the same search
is made again with them: with those of each idea, then with all; and without facts about single
letters. Nothing is trusted here: the steps that derive them are steps of the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.engines.certificates.combination_searches import Instances
from pmlsym.engines.certificates.sequent_search import Schematic, begun_instances, tidy
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.convexity.deductions import Deductions, has_term
from pmlsym.engines.convexity.instances import InstanceSearch
from pmlsym.engines.convexity.masses_above import facts_of_masses_above
from pmlsym.engines.convexity.sums_of_masses import powers_of_masses
from pmlsym.engines.deductions.chains import chains
from pmlsym.engines.deductions.equality_cases import equality_cases
from pmlsym.engines.deductions.extremes import largest_entries, smallest_entries
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.engines.deductions.letters_not_chosen import letters_not_chosen
from pmlsym.engines.deductions.numbers import numbers, positive_factors
from pmlsym.engines.deductions.other_goals import absurd_goals, goal_without_factor, solved_goals
from pmlsym.engines.deductions.restated import (
    counted_from_bounds,
    with_images,
    without_common_parts,
)
from pmlsym.engines.deductions.rests import rests
from pmlsym.engines.deductions.two_letters import two_letters
from pmlsym.engines.deductions.uniform_masses import with_uniform_masses
from pmlsym.engines.deductions.unions import unions
from pmlsym.kernel.certificate import Certificate, Combine, Step

Idea = Callable[[Deductions], Ideas]


def masses_above(deductions: Deductions) -> Ideas:
    """An idea of a search: a bound above all ratios is above those of chosen letters."""
    return Ideas(facts_of_masses_above(deductions))


def sums_of_masses(deductions: Deductions) -> Ideas:
    """An idea of a search: sums of whole powers of masses are least at equal masses."""
    return Ideas(tuple(powers_of_masses(deductions)))


IDEAS: tuple[Idea, ...] = (
    smallest_entries,
    largest_entries,
    chains,
    rests,
    equality_cases,
    masses_above,
    unions,
    letters_not_chosen,
    sums_of_masses,
    numbers,
)
"""The ideas in the order in which they are tried; all of them together come last."""

_Steps = tuple[Step, ...]

SLICES = (0.2, 1.0, 4.0, 16.0, 64.0)
"""Effort for each search, round after round."""

SETTING_UP = 4.0
"""The effort for setting up a search: instances of convex terms take up to that much."""


class AuxiliarySearch:
    """The searches for a certificate of a sequent with what ideas derive, which can be continued.

    `convex` is the search for instances of the terms of the sequent itself, if that was begun.
    """

    def __init__(self, sequent: Sequent, convex: InstanceSearch | None = None) -> None:
        self._sequent = sequent
        self._convex = convex
        self._searches: list[_Beside] = []
        self._is_begun = False
        self._turn = 0

    def run(self, effort: float) -> Certificate | None:
        """A certificate that uses what ideas derive, if that much more effort finds one."""
        with until(effort):
            if not self._is_begun:
                self._searches = list(_searches_beside(self._sequent, self._convex))
                self._is_begun = not passed()
            while not self.exhausted and not passed():
                rounds, place = divmod(self._turn, len(self._searches))
                certificate = self._searches[place].run(SLICES[min(rounds, len(SLICES) - 1)])
                if certificate is not None:
                    return certificate
                self._turn += 0 if passed() else 1  # a search that was cut goes on
        return None

    @property
    def exhausted(self) -> bool:
        """Whether each idea's search for a certificate has begun and has nothing left to try."""
        return self._is_begun and all(search.exhausted for search in self._searches)


class _Beside:
    """The search for a certificate of a sequent from another, whose facts the steps derive.

    Where there are convex terms it is made twice: with lines of the table of convex functions,
    which are many, and without them, but deeper. The last steps lead from the goal of the other to
    that of the first.
    """

    def __init__(
        self,
        sequent: Sequent,
        richer: Sequent,
        ideas: Ideas,
        steps: _Steps,
        last: tuple[Combine, ...] = (),
        convex: InstanceSearch | None = None,
    ) -> None:
        self._sequent, self._richer, self._steps, self._last = sequent, richer, steps, last
        self._multipliers = ideas.multipliers
        names = {step.statement.name for step in steps}
        self._convex = convex or begun_instances(richer, names)
        self._searches: tuple[Schematic, ...] = ()

    def run(self, effort: float) -> Certificate | None:
        """A certificate of the sequent by way of the other, if one is found with more effort."""
        if not self.is_set_up:
            with until(SETTING_UP):
                convex = Instances() if self._convex is None else self._convex.run()
                multipliers = (*convex.multipliers, *self._multipliers)
                convex = replace(convex, multipliers=multipliers)
                simple = replace(convex, every=convex.simple)
                self._searches = tuple(
                    Schematic(self._richer, effort=SETTING_UP, convex=instances)
                    for instances in dict.fromkeys((convex, simple))
                )
        for search in self._searches:
            certificate = search.run(effort)
            if certificate is not None:
                steps = (*self._steps, *self._led_to_goal(certificate.steps))
                return tidy(Certificate(self._sequent, steps))
        return None

    def _led_to_goal(self, steps: _Steps) -> _Steps:
        """The certificate steps of the other sequent, led back to the goal of ours."""
        for step in self._last:
            *before, end = steps
            named = replace(end.statement, name=step.terms[0].uses[0].fact)
            steps = (*before, replace(end, statement=named), step)
        return steps

    @property
    def is_set_up(self) -> bool:
        """Whether the searches for a certificate of the other sequent have all their facts."""
        return bool(self._searches) and all(search.found_lemmas for search in self._searches)

    @property
    def exhausted(self) -> bool:
        """Whether the searches for a certificate of the other sequent have nothing left to try."""
        return self.is_set_up and all(search.exhausted for search in self._searches)


def _searches_beside(sequent: Sequent, convex: InstanceSearch | None = None) -> Iterator[_Beside]:
    """The searches for a certificate beside other sequents, other goals and ideas, in order.

    Where there are convex terms the facts of all ideas are used together, since each search makes
    its instances of terms again. Sequents that say the same in other tensors come first.
    """
    general, letters = _without_single_letters(sequent), Deductions(sequent)
    has_terms = any(tensor.is_term for tensor in sequent.tensors)
    for other in without_common_parts(general) if has_terms else with_images(general):
        yield from _beside_ideas(sequent, other.sequent, other.steps, (other.last,))
    for other in with_uniform_masses(sequent):
        yield from _beside_ideas(sequent, other.sequent, other.steps, (other.last,))
    if (divided := goal_without_factor(general)) is not None:
        less = replace(general, goal=divided.goal)
        yield from _beside_ideas(sequent, less, (), (divided.step,))
    by_factors, apart = [*absurd_goals(letters)], two_letters(letters)
    for solved in (*solved_goals(letters), *by_factors):
        goal = _with_ideas(replace(sequent, goal=solved.goal), apart)
        yield _Beside(sequent, goal, apart, tuple(letters.steps), (solved.step,))
    factors = positive_factors(letters)
    is_needed = not has_terms and not by_factors  # terms have multipliers of their own
    if factors.multipliers and is_needed:
        yield _Beside(sequent, sequent, factors, tuple(letters.steps), convex=convex)
    yield from _beside_ideas(sequent, general, (), ())


def _beside_ideas(
    sequent: Sequent, other: Sequent, before: _Steps, last: tuple[Combine, ...]
) -> Iterator[_Beside]:
    """Searches for a certificate of another sequent: as it is, with each idea's facts, with all."""
    has_terms = any(tensor.is_term for tensor in other.tensors)
    deductions = Deductions(other, list(before))
    groups = [idea(deductions) for idea in IDEAS]
    every, steps = sum(groups, Ideas()), tuple(deductions.steps)
    if has_terms and not has_term(other.goal):  # what was derived from terms may do without them
        plain = tuple(f for f in _with_ideas(other, every).facts if not has_term(f.polynomial))
        yield _Beside(sequent, replace(other, facts=plain), Ideas(), steps, last)
    attempts = dict.fromkeys((Ideas(), *(() if has_terms or last else groups), every))
    if not has_terms:
        with suppress(NotDeduced):
            counted = counted_from_bounds(_with_ideas(other, every), steps)
            yield _Beside(sequent, counted.sequent, Ideas(), counted.steps, (counted.last, *last))
            attempts.pop(every)
    for ideas in attempts:
        richer = _with_ideas(other, ideas)
        if richer != sequent:
            yield _Beside(sequent, richer, ideas, steps, last)


def _with_ideas(sequent: Sequent, ideas: Ideas) -> Sequent:
    """The sequent for a search, with the facts of ideas for those that they make superfluous."""
    kept = (fact for fact in sequent.facts if fact not in ideas.superseded)
    facts = tuple(f for f in dict.fromkeys(ideas.facts) if f not in sequent.facts)
    return replace(sequent, facts=(*kept, *facts))


def _without_single_letters(sequent: Sequent) -> Sequent:
    """The sequent for a search by ideas, without facts about single letters of no use there.

    Such a letter is a constant, so that nothing general would be derived from facts about it. A
    fact that a measure is not smaller than its level is often not needed; but it is where no other
    fact mentions a number of the goal, and so is a bound of a term at such letters.
    """
    single: list[Fact] = []
    general: list[Fact] = []
    for fact in sequent.facts:
        letters = {*fact.polynomial.free} - {*fact.indices}
        is_of_goal = has_term(fact.polynomial) and letters <= {*sequent.goal.free}
        (general if not letters or is_of_goal else single).append(fact)
    known = {tensor for fact in general for tensor in fact.polynomial.tensors}
    unknown = {t for t in sequent.goal.tensors if t.role == "level" and not t.alphabets} - known
    left_out = {fact for fact in single if unknown.isdisjoint(fact.polynomial.tensors)}
    return replace(sequent, facts=tuple(f for f in sequent.facts if f not in left_out))
