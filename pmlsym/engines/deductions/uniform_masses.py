"""A sequent with 1/|X| in the place of the masses of a prior, where they are all equal.

    P(x) |X| - 1 >= 0  for all x        gives        1 - P(x) |X| >= 0

since the sum of the left side over all letters is zero. So pmin(P) >= 1/size(X) says that a prior
of full support is uniform.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.clearing import rewriting_step, step_back
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times
from pmlsym.engines.convexity.deductions import Deductions, has_term
from pmlsym.engines.deductions.restated import Restated
from pmlsym.kernel.certificate import GOAL, Combine, Reciprocal, Term, Use

EACH = 0.2
"""Effort for showing that no mass is below 1/|X|."""


def with_uniform_masses(sequent: Sequent) -> Iterator[Restated]:
    """Sequents for a search to prove instead, with r, r |X| = 1, for a uniform prior's masses."""
    counted = {t.counted for fact in sequent.facts for t in fact.polynomial.tensors if t.is_size}
    priors = [
        tensor
        for tensor in sequent.tensors
        if len(tensor.stochastic) == len(tensor.alphabets) == 1
        and counted.issuperset(tensor.alphabets)
    ]
    # Each prior takes a search of its own: several that the goal does not have are too many.
    in_goal = [prior for prior in priors if prior in sequent.goal.tensors]
    for prior in in_goal or (priors if len(priors) == 1 else ()):
        if not sequent.rules:
            with suppress(NotDeduced):
                yield _UniformPrior(prior, Deductions(sequent)).restated()


class _UniformPrior:
    """A prior all of whose masses are r, by P(x) - r >= 0 and r - P(x) >= 0 for all x."""

    def __init__(self, prior: Tensor, deductions: Deductions) -> None:
        (alphabet,) = prior.alphabets
        letter, count = Index(alphabet, f"{alphabet.lower()}*u"), size(alphabet)
        self._prior, self._deductions = prior, deductions
        one, other = self._equal_masses(letter, atom(prior, letter) * atom(count) - 1)
        share = Tensor(deductions.fresh("r"), positive=True)
        whole = Fact("what r is", atom(share) * atom(count) - 1, (), "==")
        self._defined = defined = deductions.add(
            Reciprocal(whole, share, declared_name(count, "> 0"))
        )
        least = times(atom(share), one) + times(-atom(prior, letter), defined)
        most = times(atom(share), other) + times(atom(prior, letter), defined)
        self._least = deductions.total("the least mass", least)
        self._most = deductions.total("the largest mass", most)

    def _equal_masses(self, letter: Index, gap: Polynomial) -> tuple[Use, Use]:
        """Deduce P(x) |X| - 1 >= 0 and 1 - P(x) |X| >= 0 for all x, or raise NotDeduced."""
        deductions, statement = self._deductions, Fact("no mass is smaller", gap, (letter,))
        least = deductions.find_use(gap, "==") or deductions.find_use(gap)
        if least is None:
            step = deductions.combination(deductions.divided_facts, statement, EACH)
            if step is None:
                raise NotDeduced("the masses are not known to be equal")
            least = Use(deductions.add(step).name, (letter,))
        some = Index(letter.alphabet, f"{letter.name}s")
        least_of_some = replace(least, indices=(some,))
        others = times(1, least_of_some, apart_use(some, letter), over=(some,))
        return least, Use(deductions.total("no mass is larger", others).name, (letter,))

    def restated(self) -> Restated:
        """The sequent for a search, with r in the place of each mass of the prior."""
        deductions, sequent, facts = self._deductions, self._deductions.sequent, [self._defined]
        for fact in sequent.facts:
            step = self._with_r(fact)
            with suppress(NotDeduced):
                facts.append(fact if step is None else deductions.add(self._by_sign(step)))
        goal = Fact(GOAL, sequent.goal, (), sequent.relation)
        step = self._with_r(goal) or Combine(goal, times(1, goal))  # of a goal without masses
        step = replace(step, statement=replace(step.statement, name="the goal at equal masses"))
        other = replace(sequent, facts=tuple(dict.fromkeys(facts)), goal=step.statement.polynomial)
        return Restated(other, tuple(deductions.steps), self._by_sign(step_back(step, goal)))

    def _with_r(self, fact: Fact) -> Combine | None:
        """The certificate's step that puts r in the place of all masses of a uniform prior."""
        if fact.relation == "==" or has_term(fact.polynomial):
            return None
        return rewriting_step(fact, {self._prior: replace(self._least, relation="==")})

    def _by_sign(self, step: Combine) -> Combine:
        """The certificate's step with r - P(x) >= 0 wherever P(x) - r >= 0 would be negative."""
        least, most = self._least.name, self._most.name

        def signed(term: Term) -> Term:
            """A certificate's term, with the other bound of the mass where it would be negative."""
            if term.coefficient > 0 or all(use.fact != least for use in term.uses):
                return term
            uses = (replace(use, fact=most) if use.fact == least else use for use in term.uses)
            return replace(term, coefficient=-term.coefficient, uses=tuple(uses))

        return replace(step, terms=tuple(map(signed, step.terms)))
