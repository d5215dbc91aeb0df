"""[PML23, Def. 8, 9, Prop. 2]: similar outcomes, the reduced channel, and its class."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_joint, draw_probability
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.events import exp_eml, proportional, reduced, split
from pmlsym.catalogue.joint import Joint, Rows, matrix, times, total, vector


@drawn
def _split_somewhere(random: Random, rows: Rows) -> Rows:
    """Another channel of the class: a split outcome, and a null outcome in every second case."""
    share = Fraction(random.randint(1, 3), 4)
    parted = split(rows, random.randrange(len(rows[0])), share)
    if random.random() < 0.5:
        parted = tuple((*row, Fraction(0)) for row in parted)
    return parted


def two_forms_of_similar(random: Random) -> None:
    joint = Joint(vector("1 0"), matrix("1/2 1/2; 1 0"))
    same = joint.posterior(0) == joint.posterior(1)
    columns = list(zip(*joint.rows, strict=True))
    require(
        same == proportional(columns[0], columns[1]),
        f"{joint}: the posteriors on the support are equal, the columns are not scaled",
    )


def two_forms_on_the_support(random: Random) -> str:
    joint = draw_joint(random)
    assume(len(joint.outcomes) >= 2)
    one, other = random.sample(joint.outcomes, 2)
    columns = [[joint.rows[x][y] for x in joint.letters] for y in (one, other)]
    similar = proportional(columns[0], columns[1])
    same = all(joint.posterior(one)[x] == joint.posterior(other)[x] for x in joint.letters)
    require(similar == same)
    require(not similar or joint.leakage(one) == joint.leakage(other))
    return "similar" if similar else "not similar"


def similar_outcomes_leak_alike(random: Random) -> None:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    parted = Joint(joint.prior, split(joint.rows, y, Fraction(1, 3)))
    alike = all(parted.density(x, y) == parted.density(x, y + 1) for x in joint.letters)
    require(alike and parted.leakage(y) == parted.leakage(y + 1))


def reduction(random: Random) -> None:
    joint = draw_joint(random)
    small = reduced(joint.rows)
    larger = _split_somewhere(random, joint.rows)
    require({*zip(*reduced(larger), strict=True)} == {*zip(*small, strict=True)})
    columns = list(zip(*small, strict=True))
    pairs = [(a, b) for k, a in enumerate(columns) for b in columns[:k]]
    require(all(not proportional(a, b) for a, b in pairs) and all(map(any, columns)))


def same_closedness_in_a_class(random: Random) -> None:
    """The reduced channel and every member are post-processings of each other, so EML is one."""
    joint, delta = draw_joint(random, full_support=True), draw_probability(random)
    small = Joint(joint.prior, reduced(joint.rows))
    member = Joint(joint.prior, _split_somewhere(random, joint.rows))
    wide, narrow = list(zip(*member.rows, strict=True)), list(zip(*small.rows, strict=True))
    merge = tuple(
        tuple(Fraction(int(_is_of(column, kept))) for kept in narrow)
        if any(column)
        else tuple(Fraction(int(k == 0)) for k in range(len(narrow)))
        for column in wide
    )
    unmerge = tuple(
        tuple(
            total(column) / total(kept) if _is_of(column, kept) else Fraction(0) for column in wide
        )
        for kept in narrow
    )
    require(times(member.rows, merge) == small.rows and times(small.rows, unmerge) == member.rows)
    require(exp_eml(member, delta) == exp_eml(small, delta))


def _is_of(column: tuple[Fraction, ...], kept: tuple[Fraction, ...]) -> bool:
    return any(column) and proportional(column, kept)
