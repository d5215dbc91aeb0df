"""Composition of leakage up to a probability: a set of bad outcomes for each release.

A hypothesis about a release, given what was released before, has a set b of bad outcomes with

    (1 - b) (N' L - N) >= 0        N = P(x)W1(x,y1) .. Wk(x,yk),  N' the same without the last,
    d - sum b M >= 0               M = sum_x N,  and L = t Q with the level t and Q M' = M

The outcomes that are good in all are q = (1 - b1) .. (1 - bk), a tensor of its own, since such a
product for twenty releases has a million terms. One release after the other, with q' before it,

    q (t1 .. tk P(x) M - N)      =  L (1 - b) q' (t1 .. P(x) M' - N')  +  q' (1 - b) (N' L - N)
    d1 + .. + dk + sum q M - 1   =  (d1 + .. + sum q' M' - 1)  +  (d - sum b M)  +  sum b (1 - q') M

Outcomes that leak more than t1 t2 .. have weights c with q c = 0, so their mass is at most
that of 1 - q.
Source: [PML23, Thm. 4].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import permutations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.instantiation import Lemma, fact_for_all, unused_name
from pmlsym.engines.certificates.releases_in_turn import (
    ONE,
    Allowance,
    Letters,
    Release,
    Released,
    allowance_of,
    first,
    next_releases,
    releases_in_turn,
    stated,
    with_number,
)
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.kernel.certificate import Combine, Define, Use


def composed_tail_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The certificate's steps that bound the mass of what leaks more than all releases may."""
    weights = (tensor for tensor in sequent.tensors if tensor.role == "selector")
    for chosen, inverse in permutations(weights, 2):
        with suppress(NotDeduced):
            excess = excess_of(sequent, chosen, inverse)
            following = partial(next_releases, sequent.facts, every=excess.aim.after.outcomes)
            in_turn = first(releases_in_turn(following, excess.before, excess.aim))
            return (tuple(_steps_in_turn(sequent, excess, in_turn)),)
    return ()


@dataclass(frozen=True)
class Excess:
    """Facts that say, with weights c of outcomes and letters, that more leaks than the goal allows.

    N0 c = d (N - t Q N0)        1 - sum_x N0 c >= 0        sum_y M sum_x N0 c - m >= 0

    N0 = P(x), or P(x)V(x,y) where y is given; `aim` is t Q N0 - N.
    """

    before: Released
    aim: Allowance
    share: Polynomial
    inverse: Polynomial
    is_above: Use
    at_most_one: Use
    total: Fact


def excess_of(sequent: Sequent, chosen: Tensor, inverse: Tensor) -> Excess:
    """The facts that weights are those of an excess of leakage. Raises NotDeduced at others."""
    facts = [fact for fact in sequent.facts if chosen in fact.polynomial.tensors]
    above = first(f for f in facts if f.relation == "==" and inverse in f.polynomial.tensors)
    at = first(at for tensor, at in above.polynomial.atoms() if tensor == chosen)
    share = with_number(above.polynomial, inverse, 0)
    part, gap = with_number(share, chosen, 1), with_number(share - above.polynomial, inverse, 1)
    if {*at} != {*above.indices} or share != part * atom(chosen, *at):
        raise NotDeduced("these are no weights of what is above")
    outcomes, inputs, at_most_one = first(_ways_to_share(facts, share, at))
    given = tuple(i for i in outcomes if i in part.free)
    before = Released(given, part, sum_over(part, *inputs))
    return Excess(
        before=before,
        aim=allowance_of(sequent.facts, before, -gap, outcomes),
        share=share,
        inverse=atom(inverse, *at),
        is_above=Use(above.name, above.indices),
        at_most_one=at_most_one,
        total=first(f for f in facts if not f.indices and f.relation == ">="),
    )


def _ways_to_share(
    facts: Sequence[Fact], share: Polynomial, at: Letters
) -> Iterator[tuple[Letters, Letters, Use]]:
    """The ways for a search to read weights' letters as outcomes and inputs with shares <= 1."""
    for k in range(len(at)):
        with suppress(NotDeduced):
            whole = 1 - sum_over(share, *at[k:])
            yield at[:k], at[k:], stated(facts, whole, at[:k], ">=")


def _steps_in_turn(
    sequent: Sequent, excess: Excess, releases: Sequence[Release]
) -> Iterator[Combine | Define]:
    """The certificate's steps that bound tails of leakage, release by release, then the goal."""
    start = excess.before
    good, allowed, numbers = ONE, start.part, constant(0)
    before = tuple[Fact, ...]()
    inputs = tuple(i for i in start.part.free if i not in start.outcomes)
    for k, each in enumerate(releases, 1):
        over, whole = each.allowance.after.outcomes, each.allowance.after.whole
        positive, define = _good_in_all(each, good, unused_name("g", sequent, k - 1), k)
        yield from (positive, define)
        equal, q = define.statement, atom(define.tensor, *over)
        allowed, numbers = allowed * each.allowance.level, numbers + each.number
        gap = allowed * whole - start.whole * each.allowance.after.part
        total = numbers + sum_over(q * whole, *over) - 1
        idle = times(-1, equal) + times(good * each.bad)
        little = times(whole, equal, over=over) + each.mass
        less = times(gap, equal) + times(good * start.whole, each.is_below)
        less += (
            times(-allowed * define.body, *each.allowance.quotient)
            if each.allowance.quotient
            else ()
        )
        if before:  # before the first release there is nothing to state
            at_most_one, reached, below = before
            idle += times(1, at_most_one)
            little += times(1, reached) + times(each.bad * whole, at_most_one, over=over)
            less += times(each.allowance.ratio, below, *each.is_event)
        steps = [
            Combine(fact_for_all(f"{k} together, {name}", polynomial, letters, ">="), terms)
            for name, polynomial, letters, terms in (
                ("good at most once", 1 - q, over, idle),
                ("in all", total, (), little),
                ("below", q * gap, (*over, *inputs), less),
            )
        ]
        yield from steps
        before, good = tuple(step.statement for step in steps), q
    bound = _mass_of_excess(excess, good, numbers, *before)
    yield bound
    for fact in sequent.facts:
        if fact.relation == ">" and fact.polynomial == -bound.statement.polynomial:
            absurd = Fact("more leaks than all releases allow", constant(-1))
            yield Combine(absurd, times(1, bound.statement), (Use(fact.name),))


def _good_in_all(each: Release, good: Polynomial, name: str, number: int) -> tuple[Combine, Define]:
    """The certificate's steps that define what is good in all releases: good before and not bad."""
    over, body = each.allowance.after.outcomes, good * (1 - each.bad)
    tensor = Tensor(name, tuple(i.alphabet for i in over), nonnegative=True)
    called = f"{number} together, good"
    positive = Combine(
        fact_for_all(f"{called} or not", body, over, ">="), times(good, *each.is_event)
    )
    equal = Fact(called, atom(tensor, *over) - body, over, "==")
    uses = (Use(positive.statement.name, positive.statement.indices),)
    return positive, Define(equal, tensor, over, body, uses)


def _mass_of_excess(
    excess: Excess,
    good: Polynomial,
    numbers: Polynomial,
    at_most_one: Fact,
    reached: Fact,
    below: Fact,
) -> Combine:
    """The certificate's step with the bound m <= d1 + d2 + .. of all that leaks more."""
    start, aim = excess.before, excess.aim
    over, whole = aim.after.outcomes, aim.after.whole
    inputs = tuple(i for i in start.part.free if i not in over)
    every = (*over, *inputs)
    shares = sum_over(excess.share, *inputs)
    terms = times(1, excess.total) + times(1, reached)
    terms += times(whole, at_most_one, excess.at_most_one, over=over)
    # q M N0 c  =  q Q M0 N0 c  =  Q d q (M0 N - t M N0)  <=  0,  by Q M0 = M
    ratio = aim.given * excess.inverse
    terms += times(ratio, below, over=every)
    terms += times(-aim.given * start.whole * good, excess.is_above, over=every)
    if aim.quotient:
        both = good * (excess.share + ratio * aim.level * start.part)
        terms += times(both, *aim.quotient, over=every)
    level = sum_over(whole * shares, *over) - excess.total.polynomial
    return Combine(Fact("all releases together", numbers - level), terms)
