"""[QID24, Sec. II]: information density and the guarantees that bound it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.attributes import shattering
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_joint
from pmlsym.catalogue.joint import Joint, mean_of, total
from pmlsym.catalogue.rdp.attributes import law_given
from pmlsym.catalogue.text_values import value_of
from pmlsym.numbers.number import INFINITY, Number, leakage, log_of


def _densities(joint: Joint) -> list[Fraction]:
    return [
        joint.posterior(y)[x] / joint.prior[x]
        for x, y in product(range(len(joint.prior)), joint.outcomes)
    ]


def _agrees(joint: Joint, measure: str, expected: Number) -> str:
    require(value_of(measure, joint.instance()) == expected)
    return "a zero" if 0 in _densities(joint) else "no zero"


def density(random: Random) -> str:
    """i(x;y) by posteriors and by likelihoods; its means over P_{X|y} and over P_X are 1."""
    joint = draw_joint(random, full_support=True)
    for y in joint.outcomes:
        posterior = joint.posterior(y)
        for x, mass in enumerate(joint.prior):
            require(posterior[x] / mass == joint.density(x, y))
        require(total(p * joint.density(x, y) for x, p in enumerate(joint.prior)) == 1)
    return _agrees(joint, "density_min(P, W)", log_of(min(_densities(joint))))


def lip_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    values = _densities(joint)
    level = INFINITY if min(values) == 0 else leakage(max(max(values), 1 / min(values)))
    return _agrees(joint, "lip(P, W)", level)


def alip_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    values = _densities(joint)
    require(min(values) <= 1 <= max(values))
    _agrees(joint, "density_min(P, W)", log_of(min(values)))
    return _agrees(joint, "pml(P, W)", leakage(max(values)))


def pml_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    return _agrees(joint, "pml(P, W)", leakage(max(_densities(joint))))


def ldp_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    columns = [column for column in zip(*joint.rows, strict=True) if any(column)]
    if any(0 in column for column in columns):
        return _agrees(joint, "ldp(W)", INFINITY)
    return _agrees(joint, "ldp(W)", leakage(max(max(c) / min(c) for c in columns)))


def leakage_of_attributes(random: Random) -> None:
    joint = draw_joint(random, full_support=True)
    rows = shattering(joint.prior)
    for y in joint.outcomes:
        gained = max(law_given(joint, rows, y)) / max(mean_of(joint.prior, rows))
        require(gained == max(joint.density(x, y) for x in range(len(joint.prior))))


def zeros_of_a_column(random: Random) -> str:
    """The letters with a zero have mass at most 1 - e^-eps, as P_{X|y} <= e^eps P_X elsewhere."""
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    excluded = [x for x, row in enumerate(joint.rows) if row[y] == 0]
    mass = total(joint.prior[x] for x in excluded)
    require(mass <= 1 - 1 / joint.leakage(y))
    smallest = total(sorted(joint.prior)[: len(excluded)])
    assume(smallest <= mass)
    return ("no zero", "one zero", "several zeros")[min(len(excluded), 2)]
