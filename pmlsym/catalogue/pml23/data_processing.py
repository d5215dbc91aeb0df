"""[PML23, Sec. III-A]: guarantees under pre- and post-processing, Proposition 1, Example 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution, draw_probability
from pmlsym.catalogue.joint import Joint, Row, matrix, total, uniform, vector
from pmlsym.catalogue.tail_measures import hockey_stick, ratio_tail
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim, Scalar
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

EXAMPLE_5 = Joint(uniform(4), matrix("0 0 1/2 1/2; 0 0 1/2 1/2; 0 1/3 1/3 1/3; 1/3 0 1/3 1/3"))
POST_PROCESSING_5 = matrix("1 0; 0 1; 1 0; 0 1")


_LETTERS, _OUTCOMES = Alphabet("X"), Alphabet("Y")
_ONE, _OTHER = Prior("P", _LETTERS), Prior("Q", _LETTERS)
_EPS, _DELTA = Scalar("eps", "nonnegative"), Scalar("delta", "probability")


def probabilistic_and_approximate() -> Claim:
    return hockey_stick(_ONE, _OTHER, _EPS) <= ratio_tail(_ONE, _OTHER, _EPS)


def approximate_and_probabilistic() -> Claim:
    approximate = hockey_stick(_ONE, _OTHER, _EPS) <= _DELTA
    return implies(approximate, ratio_tail(_ONE, _OTHER, _EPS) <= _DELTA)


def closed_after_all() -> Claim:
    after = Channel("V", _LETTERS, _OUTCOMES)
    seen = ratio_tail(_ONE >> after, _OTHER >> after, _EPS)
    return seen <= ratio_tail(_ONE, _OTHER, _EPS)


def example_5(random: Random) -> None:
    joint, after = EXAMPLE_5, EXAMPLE_5.after(POST_PROCESSING_5)
    leakages = [joint.leakage(y) for y in range(4)]
    tail = joint.tail(Fraction(6, 5))
    require(leakages == [4, 4, Fraction(6, 5), Fraction(6, 5)] and tail == Fraction(1, 6))
    require(joint.masses[:2] == vector("1/12 1/12") and after.masses == uniform(2))
    require({after.leakage(z) for z in range(2)} == {Fraction(4, 3)})
    require(after.tail(Fraction(6, 5)) > Fraction(1, 6))


def _heavy(p: Row, q: Row, level: Fraction) -> Fraction:
    """P(p/q > level), of two distributions."""
    return total(a for a, b in zip(p, q, strict=True) if a > level * b)


def _excess(p: Row, q: Row, level: Fraction) -> Fraction:
    """The largest p(E) - level q(E)."""
    return total(max(a - level * b, Fraction(0)) for a, b in zip(p, q, strict=True))


def probabilistic_implies_approximate(random: Random) -> None:
    count = random.randint(1, 4)
    p, q = draw_distribution(random, count), draw_distribution(random, count)
    level, delta = 1 + Fraction(random.randint(0, 8), 4), draw_probability(random)
    assume(_heavy(p, q, level) <= delta)
    require(_excess(p, q, level) <= delta)


def approximate_is_weaker_and_closed(random: Random) -> None:
    """One pair of outcomes: approximate but not probabilistic; merging breaks the latter only."""
    p, q, level = vector("3/4 1/4"), vector("1/4 3/4"), Fraction(2)
    delta = Fraction(1, 4)
    require(_excess(p, q, level) <= delta < _heavy(p, q, level))
    p, q, merged = vector("1/10 1/2 2/5"), vector("0 1/2 1/2"), Fraction(1, 10)
    before = _heavy(p, q, Fraction(1))
    after = _heavy((p[0] + p[1], p[2]), (q[0] + q[1], q[2]), Fraction(1))
    require(before <= merged < after)
