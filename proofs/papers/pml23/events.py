"""[PML23, Def. 7-11, Prop. 2]: events, extreme and least private ones, and similar outcomes.

    h_x(delta) = max over 0 <= a <= 1 with sum a P_Y >= delta of sum a W(x,.) / sum a P_Y

is attained at a vertex; sorting by i(x;.) finds it. An outcome is split into two that are similar;
the reduced channel has merged all similar ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_joint, draw_probability, drawn
from proofs.papers.joint import Joint, Row, Rows, matrix, times, total, vector


def extreme_events(masses: Sequence[Fraction], delta: Fraction) -> Iterator[Row]:
    """The vertices of { 0 <= a <= 1, sum a(y) P_Y(y) >= delta } of positive mass.

    >>> sorted(extreme_events(vector("3/4 1/4"), Fraction(1, 2)))[0]
    (Fraction(1, 3), Fraction(1, 1))
    """
    for corner in product((Fraction(0), Fraction(1)), repeat=len(masses)):
        mass = total(a * p for a, p in zip(corner, masses, strict=True))
        if mass >= delta and mass > 0:
            yield corner
        for y, (a, p) in enumerate(zip(corner, masses, strict=True)):
            if a == 0 and p > 0 and 0 < (delta - mass) / p < 1:
                yield (*corner[:y], (delta - mass) / p, *corner[y + 1 :])


def largest_at_vertices(joint: Joint, x: int, delta: Fraction) -> Fraction:
    """h_x, by looking at every vertex."""
    return max(
        total(a * w for a, w in zip(event, joint.rows[x], strict=True))
        / total(a * p for a, p in zip(event, joint.masses, strict=True))
        for event in extreme_events(joint.masses, delta)
    )


def least_private_event(joint: Joint, x: int, delta: Fraction) -> Row:
    """The fractional event of probability delta > 0 that sorting by i(x;.) finds.

    Whole outcomes of the largest densities, then the part zeta of the next [PML23, (18)].

    >>> from proofs.papers.joint import matrix, uniform
    >>> least_private_event(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), 0, Fraction(3, 5))
    (Fraction(1, 1), Fraction(1, 5))
    """
    event, left = [Fraction(0)] * len(joint.masses), delta
    for y in sorted(joint.outcomes, key=lambda y: -joint.density(x, y)):
        event[y] = min(Fraction(1), left / joint.masses[y])
        left -= event[y] * joint.masses[y]
    return tuple(event)


def largest_by_sorting(joint: Joint, x: int, delta: Fraction) -> Fraction:
    """h_x by (19); at delta = 0, which (19) divides by, its limit max_y exp i(x;y).

    >>> from proofs.papers.joint import matrix, uniform
    >>> largest_by_sorting(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), 0, Fraction(3, 5))
    Fraction(17, 15)
    """
    if delta == 0:
        return max(joint.density(x, y) for y in joint.outcomes)
    event = least_private_event(joint, x, delta)
    return total(a * w for a, w in zip(event, joint.rows[x], strict=True)) / delta


def exp_eml(joint: Joint, delta: Fraction) -> Fraction:
    """The least exp(eps) with (eps, delta)-EML.

    >>> from proofs.papers.joint import matrix, uniform
    >>> exp_eml(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), Fraction(0))
    Fraction(6, 5)
    """
    return max(largest_by_sorting(joint, x, delta) for x in joint.letters)


def split(rows: Rows, y: int, share: Fraction) -> Rows:
    """The channel whose outcome y is split into two similar ones, of `share` and the rest.

    >>> split(matrix("1 0; 1/2 1/2"), 0, Fraction(1, 2))[0]
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    return tuple((*row[:y], share * row[y], (1 - share) * row[y], *row[y + 1 :]) for row in rows)


def proportional(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Whether one column is a scalar multiple of the other, neither being zero.

    >>> proportional((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4)))
    True
    """
    return all(a * total(other) == b * total(one) for a, b in zip(one, other, strict=True))


def reduced(rows: Rows) -> Rows:
    """The reduced channel: no zero columns, similar columns merged, in order of occurrence.

    >>> len(reduced(matrix("1/4 1/4 1/2 0; 1/6 1/6 2/3 0"))[0])
    2
    """
    columns: list[Row] = []
    for column in zip(*rows, strict=True):
        if not any(column):
            continue
        for k, known in enumerate(columns):
            if proportional(known, column):
                columns[k] = tuple(a + b for a, b in zip(known, column, strict=True))
                break
        else:
            columns.append(column)
    return tuple(zip(*columns, strict=True))


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
