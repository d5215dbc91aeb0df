"""[PML23, Sec. III]: eps-PML, (eps, delta)-PML, the average guarantee, Lemmas 2 and 3."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_joint, draw_probability
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, matrix, total, vector
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import leakage, rational


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
    largest = max(joint.density(x, y) for x in joint.letters for y in joint.outcomes)
    require(
        sure == (largest <= level) and value_of("pml(P, W)", joint.instance()) == leakage(largest)
    )
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
    own = value_of(f"tail(P, W, log({level}))", joint.instance())
    require(own == rational(1 - kept))
    return "met" if met else "not met"


def average(random: Random) -> None:
    joint = draw_joint(random)
    own = value_of("maxleak(P, W)", joint.instance())
    require(own == leakage(joint.expected))


def average_under_a_tail(random: Random) -> None:
    joint = draw_joint(random)
    level = draw_level(random, joint)
    require(joint.expected <= level + joint.tail(level) / joint.least)
