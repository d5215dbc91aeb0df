"""[RDP, Sec. 3.2]: which attributes are disclosed, and to whom."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import Fails, assume, require
from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Row, Rows, mean_of, shown
from pmlsym.catalogue.rdp.attributes import (
    discloses,
    draw_attribute,
    draw_disclosing,
    law_given,
)
from pmlsym.catalogue.text_values import value_of
from pmlsym.evidence.instance import Instance
from pmlsym.linear.matrix import units


@drawn
def _draw_either(random: Random) -> tuple[Joint, Rows]:
    if random.random() < 0.5:
        joint, attribute, _ = draw_disclosing(random)
        return joint, attribute
    joint = draw_joint(random, full_support=True)
    return joint, draw_attribute(random, len(joint.prior))


def disclosure_by_definition(random: Random) -> str:
    joint, attribute = _draw_either(random)
    sizes = {"X": len(joint.prior), "Y": len(joint.masses), "Z": len(attribute[0])}
    instance = Instance(sizes, {"P": joint.prior, "W": joint.rows, "A": attribute})
    found = value_of("hmin_given(P, W, A)", instance) == 0
    require(found == discloses(joint, attribute))
    return "disclosed" if found else "not disclosed"


def disclosed_to_all(random: Random) -> str:
    joint, attribute = _draw_either(random)
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    first, second = discloses(joint, attribute), discloses(other, attribute)
    require(first == second)
    return "disclosed" if first else "not disclosed"


def _change_of_prior(first: Row, second: Row) -> Fraction:
    """max r/q times exp D_inf(Q||R)."""
    pairs = list(zip(first, second, strict=True))
    return max(r / q for q, r in pairs) * max(q / r for q, r in pairs)


def _posterior_bound(random: Random, values: int) -> None:
    joint = draw_joint(random, full_support=True)
    attribute = draw_attribute(random, len(joint.prior), largest=3)
    assume(len(attribute[0]) >= values and (values != 1 or len(attribute[0]) == 1))
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    c = _change_of_prior(joint.prior, other.prior) + Fraction(1, random.choice((1, 100)))
    y = random.choice(joint.outcomes)
    law = law_given(joint, attribute, y)
    likely = law.index(max(law))
    level = law[likely] * random.choice((Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)))
    bound = 1 - (len(law) - 1) * c * (1 - level)
    value = law_given(other, attribute, y)[likely]
    require(
        value > bound,
        f"{joint}, R = {shown((other.prior,))}, U by {shown(attribute)}, y = {y + 1}: {value} "
        f"against {bound}",
    )


def several_values(random: Random) -> None:
    _posterior_bound(random, 2)


def one_value(random: Random) -> None:
    _posterior_bound(random, 1)


def _flipped(attribute: Rows, to: int, share: Fraction) -> Rows:
    """W from U: any letter becomes `to` with probability `share`."""
    return tuple(
        tuple((1 - share) * mass + share * int(u == to) for u, mass in enumerate(row))
        for row in attribute
    )


def _less_entropy_is_disclosed(random: Random, *, degenerate: bool) -> str:
    joint, attribute, y = draw_disclosing(random)
    law, after = mean_of(joint.prior, attribute), law_given(joint, attribute, y)
    value = after.index(1)
    if degenerate:
        assume(law[value] == 1)
        raise Fails(f"{joint}, U by {shown(attribute)}: H_inf(U) = 0, and no W has less entropy")
    assume(law[value] != 1)
    least = (max(law) - law[value]) / (1 - law[value])
    share = least + (1 - least) * Fraction(random.randint(1, 3), 4)
    flipped = _flipped(attribute, value, share)
    new, then = mean_of(joint.prior, flipped), law_given(joint, flipped, y)
    expected = share + (1 - share) * law[value]
    require(
        0 < share < 1 and new[value] == expected and (max(new) > max(law)),
        f"{joint}, U by {shown(attribute)}, lambda = {share}: P_W = {shown((new,))}",
    )
    require(
        then[value] >= after[value] and max(then) == 1,
        f"{joint}, U by {shown(attribute)}, lambda = {share}: given y {then}",
    )
    return "lambda above 0" if least > 0 else "any lambda"


def some_attribute(random: Random) -> str:
    return _less_entropy_is_disclosed(random, degenerate=False)


def constant_attribute(random: Random) -> str:
    return _less_entropy_is_disclosed(random, degenerate=True)


def deterministic_attribute(random: Random) -> str:
    """The printed bound for a function V of X with two values or more, under Q_X."""
    joint = draw_joint(random, full_support=True, smallest=2)
    names = [random.randrange(3) for _ in joint.prior]
    assume(len(set(names)) != 1)
    rows = units(names, 3)
    columns = [tuple(row[y] for row in joint.rows) for y in joint.outcomes]
    finite = all(min(column) > 0 for column in columns)
    inverse = min(min(column) / max(column) for column in columns)
    least = min(joint.prior)
    bound = 1 + least / (1 - least) * inverse
    for y in range(len(joint.masses)):
        require(1 / max(law_given(joint, rows, y)) >= bound)
    return "C finite" if finite else "C infinite"
