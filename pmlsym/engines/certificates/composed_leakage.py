"""Composition of leakage: releases in turn, perhaps off sets of bad outcomes, or given V.

    pml(P, W1 & .. & Wn | V)  <=  pml(P, W1 | V) + pml(P, W2 | V & W1) + ..

Before all of them there is N0 = P(x)V(x,y), with its sum M0 over x; after each of them N, which is
N0 W1 .. Wk, with its sum M; before that release N' and M'. By Q M' = M, with the level s of those
before,

    s t N0 M - M0 N  =  M0 (N' t Q - N)  +  t Q (s N0 M' - M0 N')  -  s t N0 (Q M' - M)  >=  0

one release after the other. The posterior of all of them has M = Q M0, so that the goal
t Q N0 - N >= 0  is shown times M0; where M0 is zero, so is N0. Off sets of bad outcomes all of this
is multiplied by g = (1 - b1) (1 - b2) ..; without V, N0 is P(x) and M0 is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import prod

from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.instantiation import (
    MANY,
    Lemma,
    draft_application,
    fact_for_all,
    unused_name,
)
from pmlsym.engines.certificates.quotient import shared
from pmlsym.engines.certificates.releases_in_turn import (
    ONE,
    Allowance,
    Letters,
    OfPosteriors,
    Release,
    Released,
    allowance_of,
    first,
    next_of_posteriors,
    next_releases,
    quotient_of,
    releases_in_turn,
    with_number,
)
from pmlsym.engines.certificates.terms import NotDeduced, terms_of_others, times, times_terms
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Apply, Combine, Split, Use


def composed_leakage_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The steps that derive a bound of the leakage of releases from bounds of each of them."""
    bare, sets = sequent.goal, dict[Polynomial, Use]()
    for tensor, at in sequent.goal.atoms():
        if tensor.role == "event" and tensor.indicator:
            if not {*at} <= {*sequent.goal.free}:  # it is about the mass of a set
                return ()
            bare = with_number(bare, tensor, 0)
            sets[atom(tensor, *at)] = Use(declared_name(tensor, "<= 1"), at)
    outside = prod((1 - each for each in sets), start=ONE)
    if len(bare) != 2 or bare * outside != sequent.goal:
        return ()
    part = Polynomial({shared(*(monomial for monomial, _ in bare)): 1})
    for outcomes in _orders_of_outcomes(sequent, bare, part):
        released = tuple(i for i in outcomes if i in part.free)
        inputs = tuple(i for i in part.free if i not in outcomes)
        with suppress(NotDeduced):
            before = Released(released, part, sum_over(part, *inputs))
            aim = allowance_of(sequent.facts, before, bare, outcomes)
            following = partial(_possible_releases, sequent, every=outcomes)
            for releases in releases_in_turn(following, before, aim):
                of_rules = any(isinstance(each, OfPosteriors) for each in releases)
                if not (released or sets or of_rules or len(releases) >= MANY):
                    return ()
                bad = [each.bad for each in releases if isinstance(each, Release)]
                if all(each in sets for each in bad if each) and not (sets and of_rules):
                    *steps, below = _steps_in_turn(sequent, before, releases)
                    last = _goal_step(sequent.goal, before, aim, below.statement, sets)
                    return ((*steps, below, last),)
    return ()


def _possible_releases(
    sequent: Sequent, before: Released, every: Letters
) -> Iterator[Release | OfPosteriors]:
    """The releases that a search may compose next, by facts or by rules about every prior."""
    yield from next_releases(sequent.facts, before, every)
    yield from next_of_posteriors(sequent.rules, before, every)


def _orders_of_outcomes(sequent: Sequent, goal: Polynomial, part: Polynomial) -> Iterator[Letters]:
    """The orders of outcomes in which a search composes releases: a posterior's, or a fact's."""
    yield from (at for tensor, at in goal.atoms() if tensor.role == "quotient")
    free = [i for i in goal.free if i not in part.free]
    orders = (
        order for f in sequent.facts for order in (f.indices[: len(free)], f.indices[-len(free) :])
    )
    for alphabets in dict.fromkeys(tuple(i.alphabet for i in order) for order in orders):
        if sorted(alphabets) == sorted(i.alphabet for i in free):
            left = {a: iter([i for i in free if i.alphabet == a]) for a in alphabets}
            yield tuple(next(left[a]) for a in alphabets)
    if sequent.rules:
        yield tuple(free)


def _steps_in_turn(
    sequent: Sequent, before: Released, releases: Sequence[Release | OfPosteriors]
) -> Iterator[Combine | Split | Apply]:
    """The certificate's steps  g (s t N0 M - M0 N) >= 0  after one release and the next."""
    allowed, good = before.part, ONE
    reached, outside = tuple[Fact, ...](), tuple[Use, ...]()
    for k, each in enumerate(releases, 1):
        after, allowed = each.after, allowed * each.level
        bad = each.bad if isinstance(each, Release) else constant(0)
        now = good * (1 - bad)
        below = now * (allowed * after.whole - before.whole * after.part)
        statement = fact_for_all(f"{k} together, below", below, below.free, ">=")
        step: Combine | Split | Apply
        if isinstance(each, OfPosteriors):
            step = _posterior_step(sequent, statement, before, each, reached)
        else:
            terms = times(before.whole, each.is_below, *outside)
            if each.allowance.quotient:
                terms += times(-allowed * now, *each.allowance.quotient)
            if reached:  # before the first release there is nothing to state
                terms += times(each.allowance.ratio, *reached, *each.is_event)
            step, outside = Combine(statement, terms), (*outside, *each.is_event)
        reached, good = (step.statement,), now
        yield step


def _posterior_step(
    sequent: Sequent,
    statement: Fact,
    before: Released,
    each: OfPosteriors,
    reached: tuple[Fact, ...],
) -> Split | Apply:
    """The certificate's step about one more release by a rule about every prior.

    Raises NotDeduced where it asks for more.
    """
    proof, mass = OpenProof(sequent), each.before.whole
    if mass == ONE:
        return _application(proof, each, ONE, statement.name)
    case = "what is known has a mass"
    positive = proof.add(Combine(Fact("a mass", mass, (), ">"), times(1, Use(case), strictly=True)))
    inverse = Tensor(unused_name("r", sequent, len(each.before.outcomes)), positive=True)
    definition, r = proof.reciprocal("one over the mass", inverse, positive), atom(inverse)
    applied = proof.add(_application(proof, each, r, "of the posterior"))
    # M' M' (r r N' t M - r N)  =  N' t M - M' N,  by r M' = 1
    allowed, part = each.before.part * each.level * each.after.whole, each.after.part
    terms = times(before.whole * mass * mass, applied) + times(
        before.whole * (mass * part - (r * mass + 1) * allowed), definition
    )
    for below in reached:
        terms += times(each.level * each.after.whole, below)
    last = replace(statement, indices=tuple(i for i in statement.indices if i not in mass.free))
    end = Combine(replace(last, name=f"{last.name} if >"), terms, (Use(case),))
    entry = quotient_of(part, each.before.part)
    inputs = tuple(i for i in each.before.part.free if i not in each.after.outcomes)
    none = times(before.whole * entry, Use(case))
    none += times(statement.polynomial + before.whole * part)
    others = terms_of_others(each.before.part, inputs, {i: i for i in each.before.part.free})
    none += times_terms(before.whole * entry, others)
    zero = Combine(replace(last, name=f"{last.name} if >="), none)
    return Split(statement, case, mass, (*proof.steps, end), (zero,))


def _application(proof: OpenProof, each: OfPosteriors, scale: Polynomial, name: str) -> Apply:
    """The step of a searched certificate: a rule about every prior, put to the mass so far, scaled.

    Raises NotDeduced where a need is not stated.
    """
    ((prior,), conclusion) = each.rule.tensors, each.rule.conclusion
    inputs = tuple(i for i in each.before.part.free if i not in each.after.outcomes)
    bodies = {prior: Body(tuple((i,) for i in inputs), scale * each.before.part)}
    new = each.after.outcomes[len(each.before.outcomes) :]
    orders = ((*inputs, *new), (*new, *inputs))
    kinds = [i.alphabet for i in conclusion.indices]
    order = first(at for at in orders if [i.alphabet for i in at] == kinds)
    letters = {i: (j,) for i, j in zip(conclusion.indices, order, strict=True)}
    draft, needs, stated = draft_application(each.rule, bodies, {}, letters)
    return replace(draft, statement=Fact(name, stated, order), shown=proof.uses_for(needs))


def _goal_step(
    goal: Polynomial, before: Released, aim: Allowance, below: Fact, sets: Mapping[Polynomial, Use]
) -> Combine | Split:
    """The certificate's last step of composed leakage, divided by M0 where that is positive.

    It holds off all the sets, some of which g may leave out.
    """
    statement, case = Fact("all releases", goal), "what is known has a mass"
    outside = prod((1 - each for each in sets), start=ONE)
    beside = (use for b, use in sets.items() if not {*b.tensors} & {*below.polynomial.tensors})
    terms = times(1, below, *beside)
    if aim.quotient:
        terms += times(aim.level * before.part * outside, *aim.quotient)
    if before.whole == ONE:
        return Combine(statement, terms)
    positive = Combine(replace(statement, name="all releases if >"), terms, (Use(case),))
    # -g N  =  g R (M0 - N0) + g R (-M0),  N = R N0
    factors = quotient_of(aim.after.part, before.part)
    none = times(aim.ratio * before.part, *sets.values()) + times(
        factors, Use(case), *sets.values()
    )
    inputs = tuple(i for i in before.part.free if i not in aim.after.outcomes)
    for other in terms_of_others(before.part, inputs, {i: i for i in before.part.free}):
        uses = (*other.uses, *sets.values())
        none += times(other.coefficient * factors, *uses, over=other.summed)
    zero = Combine(replace(statement, name="all releases if >="), none)
    return Split(statement, case, before.whole, (positive,), (zero,))
