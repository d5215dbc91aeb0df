"""Leakage up to a probability of one more release, bounded under every prior.

Off a set b of the outcomes z of V, of mass at most u, V leaks at most s, and under every prior W
leaks more than t with probability at most d. Given z the prior is the posterior, and where both
together leak more than t s, W leaks more than t, or z is in b:

    P(x,z) = P(x)V(x,z),  M = sum_x P(x,z),  M_y = sum_x P(x,z)W(x,y),  g = M W(x,y) - t M_y

The weights c of what leaks more, P c = a (P(x,z)W - t s M_y P) with a >= 0, would be divided by
their sum to be weights for the posterior. So let h say where g < 0, and with e > 0

    A = (1 - b) P(x,z) (1 - h) a g  >=  (1 - b) M P c,      r (sum_x A + e) = 1

For r A as weights the hypothesis gives  M d - sum_y M_y r sum_x A >= 0,  and so, up to e,

    M d - (1 - b) sum_y M_y sum_x P c  >=  0                and summed over z this is the goal

Were it -k < 0, it would be less than -e for e = k/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent, declared_name
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.composed_tails import Excess, excess_of
from pmlsym.engines.certificates.instantiation import (
    Lemma,
    draft_application,
    fact_for_all,
    indicator_side,
    indicator_step,
    unused_name,
)
from pmlsym.engines.certificates.releases_in_turn import (
    Release,
    next_releases,
    quotient_of,
    with_number,
)
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Apply, Combine, Reciprocal, Split, Step, Term, Use

CASE = "too much leaks"
HALF = Fraction(1, 2)


def posterior_tail_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The certificate's steps that bound a tail of leakage after one more release."""
    weights = [tensor for tensor in sequent.tensors if tensor.role == "selector"]
    free = [t for t in weights if not any(t in rule.tensors for rule in sequent.rules)]
    for chosen, inverse in permutations(free, 2):
        with suppress(NotDeduced):
            excess = excess_of(sequent, chosen, inverse)
            for release in next_releases(sequent.facts, excess.before, excess.aim.after.outcomes):
                for rule in sequent.rules:
                    for bound in permutations([t for t in rule.tensors if t.role == "selector"], 2):
                        with suppress(NotDeduced):
                            return (tuple(_OneMore(sequent, rule, bound, excess, release).steps()),)
    return ()


class _OneMore:
    """One more release, after one that has a known set of bad outcomes."""

    def __init__(
        self,
        sequent: Sequent,
        rule: Rule,
        bound: tuple[Tensor, Tensor],
        excess: Excess,
        release: Release,
    ) -> None:
        """Read off the facts what is released. Raises NotDeduced if they do not say it."""
        aim, before = excess.aim, release.allowance
        self._proof, self._rule, self._bound = OpenProof(sequent), rule, bound
        self._excess, self._release, self._good = excess, release, release.is_event
        self._known, self._outcomes = before.after.outcomes, aim.after.outcomes
        self._inputs = tuple(i for i in excess.before.part.free if i not in self._known)
        self._new = self._outcomes[len(self._known) :]
        priors = [t for t in rule.tensors if len(t.stochastic) == len(t.alphabets) > 0]
        numbers = [t for t in rule.tensors if not t.alphabets]
        if before.quotient or aim.quotient or not self._new or len(rule.tensors) != 4:
            raise NotDeduced("not one more release")
        if len(priors) != 1 or len(numbers) != 1:
            raise NotDeduced("not about a prior")
        (self._prior,), (self._number,) = priors, numbers
        self._bad = release.bad
        self._joint, self._mass = before.after.part, before.after.whole
        self._whole = aim.after.whole
        self._level = quotient_of(aim.level, before.level)
        self._entry = quotient_of(aim.after.part, self._joint)
        self._gap = self._mass * self._entry - self._level * self._whole
        every = (*self._new, *self._inputs)
        kinds = tuple(i.alphabet for i in every)
        self._below = Tensor(unused_name("h", sequent), kinds, indicator=True, role="event")
        self._scale = Tensor(unused_name("r", sequent), kinds[: len(self._new)], positive=True)
        self._inverse = Tensor(unused_name("r", sequent, 1), positive=True)
        self._r, self._one_over = atom(self._scale, *self._new), atom(self._inverse)
        self._light = (1 - self._bad) * (1 - atom(self._below, *every)) * excess.inverse
        self._weight = self._joint * self._light * self._gap
        self._total = sum_over(self._weight, *self._inputs)
        self._shares = (1 - self._bad) * sum_over(excess.share, *self._inputs)
        self._leaks = sum_over(self._whole * self._shares, *self._new)
        self._number_of_rule = with_number(rule.conclusion.polynomial, self._number, 0)
        self._too_much = self._leaks - self._number_of_rule * self._mass

    def steps(self) -> Iterator[Step]:
        """The certificate's steps with the rule at each posterior, and finally the tail's mass."""
        statement = fact_for_all("given what is known", -self._too_much, self._known, ">=")
        alone, zero = replace(statement, indices=()), constant(0)
        below = Combine(replace(alone, name="too little leaks"), times(1, Use(CASE)))
        least = self._rule_step("no weights", self._excess.before.part, zero, zero, zero)
        self._least = least.statement
        yield least
        self._state_weights()
        self._state_masses()
        bound = self._state_bound(self._apply_to_posterior())
        terms = times(2 * self._mass, bound) + times(2 * self._leaks, self._definition)
        absurd = replace(alone, name="not too much leaks")
        last = Combine(absurd, terms + self._times_little(-2, self._definition))
        yield Split(statement, CASE, self._too_much, (*self._proof.steps, last), (below,))
        terms = times(1, statement, over=self._known) + times(1, self._excess.total)
        terms += self._release.mass
        if self._bad:
            outside = self._bad * self._whole
            terms += times(outside, self._excess.at_most_one, over=self._outcomes)
        shares = self._whole * sum_over(self._excess.share, *self._inputs)
        level = sum_over(shares, *self._outcomes) - self._excess.total.polynomial
        number = self._number_of_rule + self._release.number - level
        yield Combine(Fact("all releases together", number), terms)

    def _state_weights(self) -> None:
        """Derive in the open proof the set h, the number r, and that the weights A suffice."""
        every, good, state = (*self._new, *self._inputs), self._good, self._proof.derive
        h, inverse = atom(self._below, *every), self._excess.inverse
        define = indicator_step(self._below, every, self._gap)
        less, more = indicator_side(define, "<=", h), indicator_side(define, ">=", 1 - h)
        for step in (define, less, more):
            self._proof.add(step)
        self._more = Use(more.statement.name, more.statement.indices)
        terms = times(self._joint * inverse, self._more, *good)
        self._a_weight = state("a weight", self._weight, every, terms)
        enough = self._weight - (1 - self._bad) * self._mass * self._excess.share
        terms = times(inverse * self._level * self._whole, self._release.is_below)
        terms += times((self._bad - 1) * self._mass, self._excess.is_above)
        terms += times(self._joint * inverse, less.statement, *good)
        self._enough = state("it is enough", enough, every, terms)
        little = times(HALF, Use(CASE), strictly=True)
        terms = times(1, self._a_weight, over=self._inputs) + little
        total = self._total + HALF * self._too_much
        positive = state("a sum and a little", total, self._new, terms, ">")
        self._one = Fact("one over the sum", self._r * total - 1, self._new, "==")
        self._proof.add(Reciprocal(self._one, self._scale, positive.name))

    def _state_masses(self) -> None:
        """Derive that the mass of what is known is positive, and introduce its reciprocal."""
        terms = times(1, Use(CASE), strictly=True) + times(self._mass, self._least)
        terms += times(self._whole, *self._good, self._excess.at_most_one, over=self._new)
        terms += times(self._bad * self._mass)
        positive = self._proof.derive("what is known has a mass", self._mass, (), terms, ">")
        self._definition = self._proof.reciprocal("one over the mass", self._inverse, positive)

    def _times_little(self, factor: Polynomial | int, equal: Fact) -> tuple[Term, ...]:
        """Certificate terms that come to zero: an equation times e, half of what leaks too much."""
        terms = times(HALF * factor * self._leaks, equal)
        return terms + times(-HALF * factor * self._mass, equal, self._least)

    def _state_bound(self, applied: Fact) -> Fact:
        """Derive the bound, up to e, of the shares that leak more, by that of the weights."""
        one_over, r, over, case = self._one_over, self._r, self._inputs, Use(CASE)
        little = one_over * HALF * self._too_much
        terms = times(r, self._a_weight, *self._good, self._excess.at_most_one, over=over)
        terms += times(r * self._bad, self._a_weight, over=over)
        terms += times(self._shares, self._one) + self._times_little(-one_over, self._one)
        terms += times(HALF * HALF * one_over * r, case, case)
        terms += times(HALF * one_over * r, case, self._enough, over=over)
        terms += self._times_little(r * self._shares, self._definition)
        near = r * self._total - self._shares + little
        close = self._proof.derive("nearly all", near, self._new, terms)
        terms = times(1, applied) + self._times_little(-one_over, self._definition)
        terms += times(one_over * self._whole, close, over=self._new)
        bound = self._number_of_rule + little - one_over * self._leaks
        return self._proof.derive("up to a little", bound, (), terms)

    def _apply_to_posterior(self) -> Fact:
        """Derive the conclusion of the rule about the posterior, for the weights r A."""
        over, is_inverse, mass, r = self._one_over, self._definition, self._mass, self._r
        prior, light, whole, case = over * self._joint, r * self._light, self._whole, Use(CASE)
        chosen, inverse = light * self._gap * mass, light * mass * mass
        total = sum_over(over * whole * r * self._total, *self._new)
        places, more, good = (*self._new, *self._inputs), self._more, self._good
        share, ratio = prior * chosen, self._level * over * whole
        h, factor = Use(declared_name(self._below, "<= 1"), more.indices), r * self._excess.inverse
        state, shares = self._proof.derive, sum_over(share, *self._inputs)
        terms = times(prior * light * mass * self._level * whole, is_inverse)
        gap = self._entry - ratio
        state("above", share - prior * inverse * gap, places, terms, "==")
        terms = times(-prior * light * self._gap * self._level * whole, is_inverse)
        state("not below", share * gap, places, times(prior * factor, more, more, *good) + terms)
        terms = times(HALF * r, case) + times(-1, self._one) + times(-r * self._total, is_inverse)
        state("at most one", 1 - shares, self._new, terms)
        mean = sum_over(over * whole * shares, *self._new)
        terms = times(over * whole * r * self._total, is_inverse, over=self._new)
        state("their mass", mean - total, (), terms)
        state("never negative", chosen, places, times(factor * mass, more, *good))
        state("nor is this", inverse, places, times(factor * mass * mass, h, *good))
        state("nor the mass", total, (), times(over * whole * r, self._a_weight, over=places))
        terms = times(-1, is_inverse) + times(HALF * over * whole * r, case, over=self._new)
        terms += times(-over * whole, self._one, over=self._new)
        state("which is a mass", 1 - total, (), terms)
        return self._proof.add(self._rule_step("of the posterior", prior, chosen, inverse, total))

    def _rule_step(self, name: str, prior: Polynomial, *weights_and_mass: Polynomial) -> Apply:
        """The step of a certificate that applies a rule of privacy to a prior, else NotDeduced."""
        places = tuple((i,) for i in (*self._new, *self._inputs))
        *weights, number = weights_and_mass
        bodies = {t: Body(places, body) for t, body in zip(self._bound, weights, strict=True)}
        bodies[self._prior] = Body(tuple((i,) for i in self._inputs), prior)
        bodies[self._number] = Body((), number)
        draft, needs, conclusion = draft_application(self._rule, bodies, {}, {})
        shown = self._proof.uses_for(needs)
        return replace(draft, statement=Fact(name, conclusion), shown=shown)
