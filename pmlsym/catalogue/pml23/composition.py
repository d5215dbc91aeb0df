"""[PML23, Sec. III-B]: Theorem 4, adaptive composition of guarantees.

A guarantee of P_{Z|X,Y=y} is one at a prior of X. As Definitions 4, 5 and 11 are printed that is
P_X; the proofs use the posterior given y. The first reading fails, the second holds.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.adaptive import draw_adaptive
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_probability
from pmlsym.catalogue.events import exp_eml
from pmlsym.catalogue.joint import total
from pmlsym.catalogue.outcome_measures import at_the_prior
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Scalar
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y, _Z = alphabets("X Y Z")
_P, _W, _U = Prior("P", _X), Channel("W", _X, _Y), Channel("U", (_X, _Y), _Z)
_EPS1, _EPS2 = Scalar("eps1", "nonnegative"), Scalar("eps2", "nonnegative")


def almost_sure_at_the_prior() -> Claim:
    premise = all_of(pml(_P, _W) <= _EPS1, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, pml(_P, _W & _U) <= _EPS1 + _EPS2)


def printed_tail(random: Random) -> str:
    adaptive = draw_adaptive(random)
    one, two = (1 + Fraction(random.randint(0, 6), 4) for _ in range(2))
    first = adaptive.seen.tail(one)
    second = max(adaptive.given(y).tail(two) for y in adaptive.seen.outcomes)
    bound = first + second - first * second
    found = adaptive.both.tail(one * two)
    require(found <= bound)
    return "both tails" if first and second else "one tail or none"


def tails_at_the_prior() -> Claim:
    """Theorem 4.2 for delta1 = delta2 = 0."""
    premise = all_of(tail(_P, _W, _EPS1) <= 0, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, tail(_P, _W & _U, _EPS1 + _EPS2) <= 0)


def _events_at_the_prior(delta: Fraction) -> Claim:
    """Theorem 4.4 and 4.5 for delta1 = delta and delta2 = 0, where EML is PML."""
    premise = all_of(eml(_P, _W, delta) <= _EPS1, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, eml(_P, _W & _U, delta) <= _EPS1 + _EPS2)


def whole_leakage_at_the_prior() -> Claim:
    return _events_at_the_prior(Fraction(0))


def events_of_an_eighth_at_the_prior() -> Claim:
    return _events_at_the_prior(Fraction(1, 8))


def events_at_the_posterior(random: Random) -> None:
    adaptive = draw_adaptive(random, largest=2)
    delta1, delta2 = draw_probability(random), draw_probability(random)
    first = exp_eml(adaptive.seen, delta1)
    second = max(exp_eml(adaptive.given(y), delta2) for y in adaptive.seen.outcomes)
    both, met = adaptive.both, 0
    for members in product((False, True), repeat=len(adaptive.pairs)):
        event = [k for k in both.outcomes if members[k]]
        if not event or total(both.masses[k] for k in event) < delta1:
            continue
        shares: dict[int, Fraction] = {}
        for k in event:
            y = adaptive.pairs[k][0]
            shares[y] = shares.get(y, Fraction(0)) + both.masses[k] / adaptive.seen.masses[y]
        if min(shares.values()) < delta2:
            continue
        met += 1
        require(
            both.event([Fraction(int(k in event)) for k in range(len(members))]) <= first * second
        )
    assume(met)


def sum_of_deltas(random: Random) -> None:
    adaptive = draw_adaptive(random, largest=3)
    delta1, delta2 = draw_probability(random), draw_probability(random)
    delta = delta1 + delta2
    assume(0 < delta <= 1)
    first = exp_eml(adaptive.seen, delta1)
    second = max(exp_eml(adaptive.given(y), delta2) for y in adaptive.seen.outcomes)
    bound = delta2 / delta / adaptive.seen.least + first * second
    require(exp_eml(adaptive.both, delta) <= bound)
