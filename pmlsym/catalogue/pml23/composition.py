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
from pmlsym.catalogue.drawing import draw_probability
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.events import exp_eml
from pmlsym.catalogue.joint import total
from pmlsym.catalogue.outcome_measures import at_the_prior
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.pml23.heavy_slices import HEAVY_SLICES
from pmlsym.catalogue.pml23.tails_in_turn import TAILS_IN_TURN
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

_REASON = (
    "Definitions 4, 5 and 11 fix the prior of X, but a guarantee of P(z|x,y) at P_X says nothing "
    "about the posterior that y leaves"
)
_READING = "the prior of P(z|x,y) is the posterior of X given y, as the proof in Appendix C has it"


def _almost_sure_at_the_prior() -> Claim:
    premise = all_of(pml(_P, _W) <= _EPS1, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, pml(_P, _W & _U) <= _EPS1 + _EPS2)


def _printed_tail(random: Random) -> Trial:
    adaptive = draw_adaptive(random)
    one, two = (1 + Fraction(random.randint(0, 6), 4) for _ in range(2))
    first = adaptive.seen.tail(one)
    second = max(adaptive.given(y).tail(two) for y in adaptive.seen.outcomes)
    bound = first + second - first * second
    found = adaptive.both.tail(one * two)
    if found > bound:
        return Fails(f"{adaptive}, exp eps = {one}, {two}: tail {found}, more than {bound}")
    return Holds("both tails" if first and second else "one tail or none")


def _tails_at_the_prior() -> Claim:
    """Theorem 4.2 for delta1 = delta2 = 0."""
    premise = all_of(tail(_P, _W, _EPS1) <= 0, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, tail(_P, _W & _U, _EPS1 + _EPS2) <= 0)


def _events_at_the_prior(delta: Fraction) -> Claim:
    """Theorem 4.4 and 4.5 for delta1 = delta and delta2 = 0, where EML is PML."""
    premise = all_of(eml(_P, _W, delta) <= _EPS1, at_the_prior(_P, _W, _U) <= _EPS2)
    return implies(premise, eml(_P, _W & _U, delta) <= _EPS1 + _EPS2)


def _events(delta: str) -> str:
    return (
        f"eml(P, W & U, {delta}) <= eps1 + eps2  if eml(P, W, {delta}) <= eps1 and every U(.,y) "
        "has PML at most eps2 at the prior P"
    )


def _events_at_the_posterior(random: Random) -> Trial:
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
        if both.event([Fraction(int(k in event)) for k in range(len(members))]) > first * second:
            return Fails(f"{adaptive}, delta = {delta1}, {delta2}, event {event}")
    return Holds() if met else UNMET


def _sum_of_deltas(random: Random) -> Trial:
    adaptive = draw_adaptive(random, largest=3)
    delta1, delta2 = draw_probability(random), draw_probability(random)
    delta = delta1 + delta2
    if not 0 < delta <= 1:
        return UNMET
    first = exp_eml(adaptive.seen, delta1)
    second = max(exp_eml(adaptive.given(y), delta2) for y in adaptive.seen.outcomes)
    bound = delta2 / delta / adaptive.seen.least + first * second
    if exp_eml(adaptive.both, delta) > bound:
        return Fails(f"{adaptive}, delta = {delta1}, {delta2}")
    return Holds()


ENTRIES = (
    Entry(
        "PML23/thm-4.1",
        "eps1-PML, then eps2-PML of P(z|x,y) for every y, give (eps1 + eps2)-PML",
        "Theorem 4, part 1",
        (
            Claimed(
                "pml(P, W & U) <= eps1 + eps2  if pml(P, W) <= eps1 and every U(.,y) has PML at "
                "most eps2 at the prior P",
                claim=_almost_sure_at_the_prior,
            ),
        ),
        correction=Correction(
            "the same with eps2-PML of P(z|x,y) at the posterior given y",
            _REASON,
            (
                Claimed(
                    "pml(P, W & U) <= eps1 + eps2",
                    assume=("pml(P, W) <= eps1", "pml(P, U | W) <= eps2"),
                ),
            ),
            reading=_READING,
        ),
    ),
    Entry(
        "PML23/thm-4.2",
        "(eps1, delta1)-PML, then (eps2, delta2)-PML for every y, give "
        "(eps1 + eps2, delta1 + delta2 - delta1 delta2)-PML",
        "Theorem 4, part 2",
        (
            Claimed(
                "delta1 = delta2 = 0: tail(P, W & U, eps1 + eps2) <= 0  if tail(P, W, eps1) <= 0 "
                "and every U(.,y) has PML at most eps2 at the prior P",
                claim=_tails_at_the_prior,
            ),
        ),
        remarks=(
            Checked(
                "at the posterior, on random instances",
                _printed_tail,
                300,
                300,
                ("both tails", "one tail or none"),
            ),
        ),
        correction=Correction(
            "the same with (eps2, delta2)-PML of P(z|x,y) at the posterior given y",
            _REASON,
            (TAILS_IN_TURN,),
            reading=_READING,
        ),
    ),
    Entry(
        "PML23/thm-4.3",
        "(eps1, delta1)-PML and P[l(X->Z|Y) > eps2] <= delta2 give (eps1 + eps2, delta1 + delta2)",
        "Theorem 4, part 3",
        (
            Claimed(
                "tail(P, W & U, eps1 + eps2) <= delta1 + delta2",
                assume=("tail(P, W, eps1) <= delta1", "tail(P, U | W, eps2) <= delta2"),
                patience=2,
            ),
        ),
    ),
    Entry(
        "PML23/thm-4.4",
        "EML then EML: an event of mass >= delta1 with P(E_Z(y)|y) >= delta2 leaks <= eps1 + eps2",
        "Theorem 4, part 4",
        (
            Claimed(
                f"delta1 = delta2 = 0: {_events('0')}",
                claim=lambda: _events_at_the_prior(Fraction(0)),
            ),
        ),
        correction=Correction(
            "the same with EML of P(z|x,y) at the posterior given y",
            _REASON,
            (HEAVY_SLICES,),
            reading=_READING,
        ),
        remarks=(Checked("every event, EML at the posterior", _events_at_the_posterior, 150, 60),),
    ),
    Entry(
        "PML23/thm-4.4b",
        "(eps1, delta1)-EML, then eps2-PML for every y, give (eps1 + eps2, delta1)-EML",
        "Theorem 4, part 4",
        (
            Claimed(
                f"delta1 = 1/8: {_events('1/8')}",
                claim=lambda: _events_at_the_prior(Fraction(1, 8)),
            ),
        ),
        correction=Correction(
            "the same with eps2-PML of P(z|x,y) at the posterior given y",
            _REASON,
            (
                Claimed(
                    "eml(P, W & U, delta) <= eps1 + eps2",
                    ("U: X, Y -> Z",),
                    ("eml(P, W, delta) <= eps1", "pml(P, U | W) <= eps2"),
                ),
            ),
            reading=_READING,
        ),
    ),
    Entry(
        "PML23/thm-4.5",
        "EML then EML give (eps, delta1 + delta2)-EML with "
        "e^eps = delta2/(delta1 + delta2) e^eps_max + e^(eps1 + eps2)",
        "Theorem 4, part 5",
        (
            Claimed(
                f"delta1 = 1/8, delta2 = 0: {_events('1/8')}",
                claim=lambda: _events_at_the_prior(Fraction(1, 8)),
            ),
            Checked("the bound, EML at the posterior", _sum_of_deltas, 200, 80),
        ),
        correction=Correction(
            "the same with EML at the posterior given y, for 0 < delta1 + delta2 <= 1",
            _REASON,
            (
                Claimed(
                    "eml(P, W & U, delta1 + delta2)"
                    " <= log(delta2/(delta1 + delta2)/pmin(P) + exp(eps1 + eps2))",
                    ("U: X, Y -> Z",),
                    (
                        "delta1 + delta2 <= 1",
                        "0 < delta1 + delta2",
                        "eml(P, W, delta1) <= eps1",
                        "eml(P, U | W, delta2) <= eps2",
                    ),
                    patience=3,
                ),
            ),
            reading=_READING,
        ),
    ),
)
