"""[PML23, Sec. III-A, IV-A]: max-divergence, max-information and their approximate forms.

The claims are of tails of densities, of tails of one distribution against another, and of
approximate max-divergence [PML23, Def. 12, Lemma 4, (22)], which the text of claims has no words
for; the two forms of differential privacy are those of Sec. III-A.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import constant, sum_over
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Exceeds, ExcessRatio, Larger, Ratio, Total, Weighted
from pmlsym.measures.scalar_argument import as_level, as_probability
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_joint, draw_probability
from proofs.papers.joint import Joint, Row, total, uniform

_X, _Y = alphabets("X Y")
_P, _Q, _W = Prior("P", _X), Prior("Q", _X), Channel("W", _X, _Y)
_EPS, _DELTA = Scalar("eps", "nonnegative"), Scalar("delta", "probability")


_LEVEL = as_level(_EPS).polynomial


def _probability(text: str, value: Total) -> Measure:
    return Measure(text, (), value, is_log=False)


def density_tail() -> Measure:
    """P_XY{ (x,y) : i(x;y) > eps }."""
    x, y = letters((_X, _Y))
    entry = _W.entry((x,), (y,))
    exceeds = Exceeds(Ratio(entry, sum_over(_P.mass(x) * entry, x)), _LEVEL)
    return _probability("P[i(X;Y) > eps]", Total((x, y), Weighted(_P.mass(x) * entry, exceeds)))


def ratio_tail(one: Prior, other: Prior) -> Measure:
    """P{ w : P(w)/Q(w) > e^eps }.

    >>> ratio_tail(_P, _Q)
    P[P/Q > eps]
    """
    (w,) = letters(one.alphabets)
    exceeds = Exceeds(Ratio(one.mass(w), other.mass(w)), _LEVEL)
    text = f"{one.text}[{one.text}/{other.text} > eps]"
    return _probability(text, Total((w,), Weighted(one.mass(w), exceeds)))


def divergence() -> Measure:
    """D_inf^delta(P||Q) = log max_E (P(E) - delta) / Q(E)."""
    (w,) = letters((_X,))
    value = ExcessRatio((w,), _P.mass(w), _Q.mass(w), as_probability(_DELTA).polynomial)
    return Measure("D(P || Q, delta)", (), value)


def hockey_stick() -> Measure:
    """max_E P(E) - e^eps Q(E), the least delta of approximate differential privacy, one way."""
    (w,) = letters((_X,))
    beyond = Ratio(_P.mass(w) - _LEVEL * _Q.mass(w))
    value = Total((w,), Larger((Ratio(constant(0)), beyond)))
    return _probability("max_E P(E) - e^eps Q(E)", value)


def heavy_ratios() -> Claim:
    return implies(ratio_tail(_P, _Q) <= _DELTA, divergence() <= _EPS)


def density_and_leakage() -> Claim:
    return density_tail() <= tail(_P, _W, _EPS)


def probabilistic_and_approximate() -> Claim:
    return hockey_stick() <= ratio_tail(_P, _Q)


def approximate_and_probabilistic() -> Claim:
    return implies(hockey_stick() <= _DELTA, ratio_tail(_P, _Q) <= _DELTA)


def closed_after_all() -> Claim:
    after = Channel("V", _X, _Y)
    return ratio_tail(_P >> after, _Q >> after) <= ratio_tail(_P, _Q)


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
    own = joint.value(f"maxinfo(P, W, {delta})")
    whole = joint.value("maxinfo(P, W)")
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
