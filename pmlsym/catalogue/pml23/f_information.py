"""[PML23, Sec. IV-C, IV-D]: mutual information and f-information against PML."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_joint
from pmlsym.catalogue.joint import Joint, total
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import Number, leakage, rational

Convex = Callable[[Fraction], Fraction]


def draw_convex(random: Random) -> Convex:
    """A convex piecewise quadratic f on [0, inf) with f(1) = 0.

    >>> draw_convex(Random(1))(Fraction(1))
    Fraction(0, 1)
    """
    corners = [Fraction(random.randint(0, 8), 4) for _ in range(random.randint(0, 3))]
    weights = [Fraction(random.randint(0, 3)) for _ in corners]
    square, slope = Fraction(random.randint(0, 2)), Fraction(random.randint(-4, 4))

    def raw(t: Fraction) -> Fraction:
        bends = total(w * abs(t - c) for w, c in zip(weights, corners, strict=True))
        return square * t * t + slope * t + bends

    return lambda t: raw(t) - raw(Fraction(1))


def f_information_bound(random: Random) -> None:
    joint, f = draw_joint(random), draw_convex(random)
    bound = total(
        joint.masses[y] * max(f(joint.leakage(y)), f(Fraction(0))) for y in joint.outcomes
    )
    found = joint.f_information(f)
    require(found <= bound)


def _mutual_information(joint: Joint) -> Number:
    terms = [
        leakage(joint.density(x, y)) * (joint.prior[x] * joint.rows[x][y])
        for x in joint.letters
        for y in joint.outcomes
        if joint.rows[x][y] > 0
    ]
    return sum(terms[1:], terms[0])


def equality(random: Random) -> str:
    joint = draw_joint(random, largest=3)
    flat = all(
        len({joint.rows[x][y] for x in joint.letters if joint.rows[x][y] > 0}) == 1
        for y in joint.outcomes
    )
    information = value_of("mi(P, W)", joint.instance())
    mean = value_of("expected_pml(P, W)", joint.instance())
    require(flat == (information == mean) and information <= mean)
    return "constant on the support" if flat else "not constant"


def mean_under_a_tail(random: Random) -> None:
    joint = draw_joint(random)
    level = joint.leakage(random.choice(joint.outcomes))
    mean = value_of("expected_pml(P, W)", joint.instance())
    require(mean <= leakage(level) + leakage(1 / joint.least) * joint.tail(level))


def divergences(random: Random) -> None:
    joint = draw_joint(random)
    found = {
        "tv(P, W)": joint.f_information(lambda t: abs(t - 1) / 2),
        "chi2(P, W)": joint.f_information(lambda t: (t - 1) ** 2),
    }
    for measure, value in found.items():
        require(value_of(measure, joint.instance()) == rational(value))
    require(value_of("mi(P, W)", joint.instance()) == _mutual_information(joint))


def is_nonnegative(random: Random) -> str:
    joint, f = draw_joint(random), draw_convex(random)
    value = joint.f_information(f)
    require(value >= 0 and (not joint.independent or value == 0))
    return "independent" if joint.independent else "dependent"
