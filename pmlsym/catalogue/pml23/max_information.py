"""[PML23, Sec. IV-A]: max-divergence, max-information and their approximate forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution, draw_joint, draw_probability
from pmlsym.catalogue.joint import Joint, Row, total, uniform
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


def heavy_ratios() -> Claim:
    return implies(ratio_tail(_P, _Q, _EPS) <= _DELTA, divergence(_P, _Q, _DELTA) <= _EPS)


def density_and_leakage() -> Claim:
    return density_tail(_P, _W, _EPS) <= tail(_P, _W, _EPS)


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


def every_event_counts(random: Random) -> None:
    p = q = uniform(1)
    for event in ((0,), (1,)):
        mass = total(Fraction(a) * b for a, b in zip(event, p, strict=True))
        against = total(Fraction(a) * b for a, b in zip(event, q, strict=True))
        require(
            mass < 0 or against != 0,
            "P = Q = (1), delta = 0: the empty event has P(E) >= 0, and 0/0",
        )


def approximate_divergence(random: Random) -> None:
    count = random.randint(1, 4)
    p, q = draw_distribution(random, count), draw_distribution(random, count)
    assume(all(a <= 0 or b != 0 for a, b in zip(p, q, strict=True)))
    exact = max(a / b for a, b in zip(p, q, strict=True) if b > 0)
    require(_excess(p, q, Fraction(0)) == exact)


def approximate_information(random: Random) -> None:
    joint, delta = draw_joint(random, largest=3), draw_probability(random)
    p, q = _product_and_joint(joint)
    found = _excess(p, q, delta)
    own = value_of(f"maxinfo(P, W, {delta})", joint.instance())
    whole = value_of("maxinfo(P, W)", joint.instance())
    require(whole == leakage(joint.worst) and (found <= 0 or own == leakage(found)))


def symmetric(random: Random) -> None:
    joint = draw_joint(random)
    back = tuple(
        tuple(joint.posterior(y)) if joint.masses[y] else joint.prior
        for y in range(len(joint.masses))
    )
    turned = Joint(joint.masses, back)
    require(turned.worst == joint.worst)


def heavy_ratios_exactly(random: Random) -> None:
    count = random.randint(1, 4)
    p, q = draw_distribution(random, count), draw_distribution(random, count)
    level, delta = 1 + Fraction(random.randint(0, 8), 4), draw_probability(random)
    absolutely = all(b > 0 or a == 0 for a, b in zip(p, q, strict=True))
    heavy = total(a for a, b in zip(p, q, strict=True) if a > level * b)
    assume(absolutely and heavy <= delta)
    require(_excess(p, q, delta) <= level)
