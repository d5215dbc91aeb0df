"""Composition of leakage: releases in turn, off sets of bad outcomes, or once V is known.

    pml(P, W1 & .. & Wn | V)  <=  pml(P, W1 | V) + pml(P, W2 | V & W1) + ..

Before all of them there is N0 = P(x)V(x,y), with its sum M0 over x; after each of them N, which is
N0 W1 .. Wk, with M; before it N' and M'. By Q M' = M, with the level s of those before,

    s t N0 M - M0 N  =  M0 (N' t Q - N)  +  t Q (s N0 M' - M0 N')  -  s t N0 (Q M' - M)  >=  0

one release after the other. The posterior of all of them has M = Q M0, so that the goal
t Q N0 - N >= 0  is shown times M0; where M0 is zero, so is N0. Off sets of bad outcomes all of this
is times g = (1 - b1) (1 - b2) ..; without V, N0 is P(x) and M0 is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import prod

from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.engines.certificates.instantiation import MANY, Lemma, fact_for_all
from pmlsym.engines.certificates.quotient import shared
from pmlsym.engines.certificates.releases_in_turn import (
    ONE,
    Allowance,
    Letters,
    Release,
    Released,
    allowance_of,
    quotient_of,
    releases_in_turn,
    with_number,
)
from pmlsym.engines.certificates.terms import NotDeduced, terms_of_others, times
from pmlsym.kernel.certificate import Combine, Split, Use


def composed_leakage_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The goal, where it bounds what is known after releases that the facts bound one by one."""
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
        known = tuple(i for i in outcomes if i in part.free)
        inputs = tuple(i for i in part.free if i not in outcomes)
        with suppress(NotDeduced):
            before = Released(known, part, sum_over(part, *inputs))
            aim = allowance_of(sequent.facts, before, bare, outcomes)
            for releases in releases_in_turn(sequent.facts, before, aim):
                if not (known or sets or len(releases) >= MANY):
                    return ()
                if all(each.bad in sets for each in releases if each.bad):
                    *steps, below = _steps(before, releases)
                    last = _goal_step(sequent.goal, before, aim, below.statement, sets)
                    return ((*steps, below, last),)
    return ()


def _orders_of_outcomes(sequent: Sequent, goal: Polynomial, part: Polynomial) -> Iterator[Letters]:
    """The outcomes of the goal in the order of its posterior, or of what a fact is about."""
    yield from (at for tensor, at in goal.atoms() if tensor.role == "quotient")
    free = [i for i in goal.free if i not in part.free]
    orders = (
        order for f in sequent.facts for order in (f.indices[: len(free)], f.indices[-len(free) :])
    )
    for alphabets in dict.fromkeys(tuple(i.alphabet for i in order) for order in orders):
        if sorted(alphabets) == sorted(i.alphabet for i in free):
            left = {a: iter([i for i in free if i.alphabet == a]) for a in alphabets}
            yield tuple(next(left[a]) for a in alphabets)


def _steps(before: Released, releases: Sequence[Release]) -> Iterator[Combine]:
    """One release after the other, g (s t N0 M - M0 N) >= 0."""
    allowed, good = before.part, ONE
    reached, outside = tuple[Fact, ...](), tuple[Use, ...]()
    for k, each in enumerate(releases, 1):
        after = each.allowance.after
        allowed, now = allowed * each.allowance.level, good * (1 - each.bad)
        terms = times(before.whole, each.is_below, *outside)
        if each.allowance.quotient:
            terms += times(-allowed * now, *each.allowance.quotient)
        if reached:  # of no release there is nothing to state
            terms += times(each.allowance.ratio, *reached, *each.is_event)
        below = now * (allowed * after.whole - before.whole * after.part)
        step = Combine(fact_for_all(f"{k} together, below", below, below.free, ">="), terms)
        reached, good, outside = (step.statement,), now, (*outside, *each.is_event)
        yield step


def _goal_step(
    goal: Polynomial, before: Released, aim: Allowance, below: Fact, sets: Mapping[Polynomial, Use]
) -> Combine | Split:
    """The goal, divided by M0 where that is positive; where it is zero, so is each N0.

    It is off all the sets, of which g may leave out some.
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
