"""[PML23, Sec. I]: maximal leakage, and two channels that it does not tell apart."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.joint import Joint, matrix, total, uniform
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import leakage


def is_the_log_of_a_sum_of_maxima(random: Random) -> str:
    joint = draw_joint(random)
    maxima = total(max(joint.rows[x][y] for x in joint.letters) for y in range(len(joint.masses)))
    value = value_of("maxleak(P, W)", joint.instance())
    require(value == leakage(maxima) and maxima == joint.expected)
    return "full support" if len(joint.letters) == len(joint.prior) else "null letters"


def depends_on_the_support_alone(random: Random) -> None:
    joint = draw_joint(random)
    weights = draw_distribution(random, len(joint.letters), zeros=False)
    other = [Fraction(0)] * len(joint.prior)
    for x, mass in zip(joint.letters, weights, strict=True):
        other[x] = mass
    moved = Joint(tuple(other), joint.rows)
    require(moved.expected == joint.expected)


def two_channels(random: Random) -> None:
    one = Joint(uniform(3), matrix("1 0 0; 1/2 1/2 0; 0 1/2 1/2"))
    two = Joint(uniform(3), matrix("2/3 1/6 1/6; 1/6 2/3 1/6; 1/6 1/6 2/3"))
    reveals = one.posterior(2)[2] == 1 and one.leakage(2) > max(one.leakage(0), one.leakage(1))
    alike = {two.leakage(y) for y in range(3)}
    require(one.expected == two.expected == 2 and reveals and (len(alike) == 1))
