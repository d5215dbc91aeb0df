"""[PML23, Sec. IV-A]: max-divergence, max-information and their approximate forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.drawing import draw_distribution, draw_joint, draw_probability
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, Row, total, uniform
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.tail_measures import density_tail, divergence, ratio_tail
from pmlsym.catalogue.text_values import value_of
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim, Scalar
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage

_X, _Y = alphabets("X Y")
_P, _Q, _W = Prior("P", _X), Prior("Q", _X), Channel("W", _X, _Y)
_EPS, _DELTA = Scalar("eps", "nonnegative"), Scalar("delta", "probability")


def _heavy_ratios() -> Claim:
    return implies(ratio_tail(_P, _Q, _EPS) <= _DELTA, divergence(_P, _Q, _DELTA) <= _EPS)


def _density_and_leakage() -> Claim:
    return density_tail(_P, _W, _EPS) <= tail(_P, _W, _EPS)


HEAVY_RATIOS = Claimed(
    "D(P || Q, delta) <= eps  if P[P/Q > eps] <= delta", claim=_heavy_ratios, patience=2
)
DENSITY_AND_LEAKAGE = Claimed("P[i(X;Y) > eps] <= tail(P, W, eps)", claim=_density_and_leakage)


def _product_and_joint(joint: Joint) -> tuple[Row, Row]:
    cells = [(x, y) for x in range(len(joint.prior)) for y in range(len(joint.masses))]
    return (
        tuple(joint.prior[x] * joint.rows[x][y] for x, y in cells),
        tuple(joint.prior[x] * joint.masses[y] for x, y in cells),
    )


def _excess(p: Row, q: Row, delta: Fraction) -> Fraction:
    """max over events E of positive Q-mass with P(E) >= delta of (P(E) - delta) / Q(E)."""
    found = Fraction(0)
    for event in product((0, 1), repeat=len(p)):
        mass = total(a * b for a, b in zip(event, p, strict=True) if a)
        against = total(a * b for a, b in zip(event, q, strict=True) if a)
        if mass >= delta and against > 0:
            found = max(found, (mass - delta) / against)
    return found


def _every_event_counts(random: Random) -> Trial:
    p = q = uniform(1)
    for event in ((0,), (1,)):
        mass = total(Fraction(a) * b for a, b in zip(event, p, strict=True))
        against = total(Fraction(a) * b for a, b in zip(event, q, strict=True))
        if mass >= 0 and against == 0:
            return Fails("P = Q = (1), delta = 0: the empty event has P(E) >= 0, and 0/0")
    return Holds()


def _approximate_divergence(random: Random) -> Trial:
    count = random.randint(1, 4)
    p, q = draw_distribution(random, count), draw_distribution(random, count)
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return UNMET
    exact = max(a / b for a, b in zip(p, q, strict=True) if b > 0)
    if _excess(p, q, Fraction(0)) != exact:
        return Fails(f"{p}, {q}: {_excess(p, q, Fraction(0))} at delta = 0, not {exact}")
    return Holds()


def _approximate_information(random: Random) -> Trial:
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    p, q = _product_and_joint(joint)
    found = _excess(p, q, delta)
    own = value_of(f"maxinfo(P, W, {delta})", joint.instance())
    whole = value_of("maxinfo(P, W)", joint.instance())
    if whole != leakage(joint.worst) or (found > 0 and own != leakage(found)):
        return Fails(f"{joint}, delta = {delta}: {own}, not log {found}")
    return Holds()


def _symmetric(random: Random) -> Trial:
    joint = draw_joint(random)
    back = tuple(
        tuple(joint.posterior(y)) if joint.masses[y] else joint.prior
        for y in range(len(joint.masses))
    )
    turned = Joint(joint.masses, back)
    return Holds() if turned.worst == joint.worst else Fails(str(joint))


def _heavy_ratios_exactly(random: Random) -> Trial:
    count = random.randint(1, 4)
    p, q = draw_distribution(random, count), draw_distribution(random, count)
    level, delta = 1 + Fraction(random.randint(0, 8), 4), draw_probability(random)
    absolutely = all(b > 0 or a == 0 for a, b in zip(p, q, strict=True))
    heavy = total(a for a, b in zip(p, q, strict=True) if a > level * b)
    if not absolutely or heavy > delta:
        return UNMET
    return Holds() if _excess(p, q, delta) <= level else Fails(f"{p}, {q}, {level}, {delta}")


ENTRIES = (
    Entry(
        "PML23/def-12",
        "D_inf^delta = log max over P(E) >= delta of (P(E) - delta)/Q(E), 0 <= delta <= 1",
        "Definition 12",
        (Checked("every event with P(E) >= delta counts", _every_event_counts),),
        correction=Correction(
            "the same over events with Q(E) > 0; at delta = 0 it is D_inf",
            "at delta = 0 the empty event has P(E) >= delta, and 0/0",
            (Checked("delta = 0 gives D_inf", _approximate_divergence, 100, 40),),
            boundary="delta = 0, the empty event",
        ),
    ),
    Entry(
        "PML23/def-13",
        "max-information is D_inf of the joint distribution against the product",
        "Definition 13",
        (
            Checked("over all events", _approximate_information, 30, 30),
            Checked("it is symmetric in X and Y", _symmetric, 60, 60),
        ),
    ),
    Entry(
        "PML23/sec-iv-a",
        "eps-PML iff I_inf(X;Y) <= eps",
        "Section IV-A",
        (Claimed("pml(P, W) == maxinfo(P, W)"),),
    ),
    Entry(
        "PML23/lemma-4",
        "P(P/Q > e^eps) <= delta implies D_inf^delta(P||Q) <= eps",
        "Lemma 4",
        (HEAVY_RATIOS,),
        remarks=(Checked("over all events", _heavy_ratios_exactly, 200, 40),),
    ),
    Entry(
        "PML23/prop-5",
        "(eps, delta)-PML implies I_inf^delta(X;Y) <= eps",
        "Proposition 5",
        (Claimed("maxinfo(P, W, delta) <= eps", assume=("tail(P, W, eps) <= delta",), patience=3),),
    ),
    Entry(
        "PML23/eq-22",
        "the density is at most eps at least as often as the leakage is",
        "Proof of Proposition 5, (22)",
        (DENSITY_AND_LEAKAGE,),
    ),
)
