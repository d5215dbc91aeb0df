"""[PML23, Sec. III]: eps-PML, (eps, delta)-PML, the average guarantee, Lemmas 2, 3, Prop. 1."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.numbers.number import leakage, rational
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_joint, draw_probability, drawn
from proofs.papers.joint import Joint, Row, matrix, total, uniform, vector

EXAMPLE_5 = Joint(uniform(4), matrix("0 0 1/2 1/2; 0 0 1/2 1/2; 0 1/3 1/3 1/3; 1/3 0 1/3 1/3"))

POST_PROCESSING_5 = matrix("1 0; 0 1; 1 0; 0 1")


@drawn
def draw_level(random: Random, joint: Joint) -> Fraction:
    """A level exp(eps) >= 1, one of the leakages of the outcomes in every second case."""
    if random.random() < 0.5:
        return joint.leakage(random.choice(joint.outcomes))
    return 1 + Fraction(random.randint(0, 8), 4)


def almost_sure(random: Random) -> str:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    sure = total(joint.masses[y] for y in joint.outcomes if joint.leakage(y) <= level) == 1
    largest = max(joint.densities)
    require(sure == (largest <= level) and joint.value("pml(P, W)") == leakage(largest))
    return "eps-PML" if sure else "no eps-PML"


def reveals_a_letter(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    least = [x for x in joint.letters if joint.prior[x] == joint.least]
    reveals = any(joint.posterior(y)[x] == 1 for x in least for y in joint.outcomes)
    excludes = any(
        all(joint.rows[other][y] == 0 for other in joint.letters if other != x)
        for x in least
        for y in joint.outcomes
    )
    require(reveals == excludes == (joint.worst == 1 / joint.least))
    return "a least likely letter revealed" if reveals else "none revealed"


def argmin_over_all_letters(random: Random) -> None:
    joint = Joint(vector("1/2 1/2 0"), matrix("1 0; 0 1; 0 1"))
    everywhere = [x for x, mass in enumerate(joint.prior) if mass == min(joint.prior)]
    reveals = any(joint.posterior(y)[x] == 1 for x in everywhere for y in joint.outcomes)
    require(
        reveals == (joint.worst == 1 / joint.least),
        f"{joint}: eps_max = log {joint.worst} is attained, but no outcome reveals x3, the argmin "
        "of P over all letters",
    )


def tail_guarantee(random: Random) -> str:
    joint = draw_joint(random)
    level, delta = draw_level(random, joint), draw_probability(random)
    higher, more = level + Fraction(random.randint(0, 4), 4), delta + (1 - delta) / 2
    kept = total(joint.masses[y] for y in joint.outcomes if joint.leakage(y) <= level)
    met = kept >= 1 - delta
    require(met == (joint.tail(level) <= delta))
    require(not met or joint.tail(higher) <= more)
    require((joint.tail(level) == 0) == (joint.worst <= level))
    require(joint.value(f"tail(P, W, log({level}))") == rational(1 - kept))
    return "met" if met else "not met"


def average(random: Random) -> None:
    joint = draw_joint(random)
    require(joint.value("maxleak(P, W)") == leakage(joint.expected))


def average_under_a_tail(random: Random) -> None:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    require(joint.expected <= level + joint.tail(level) / joint.least)


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
