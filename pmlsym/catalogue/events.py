"""Events: extreme fractional ones, the least private one by sorting, split and reduced channels.

    h_x(delta) = max over 0 <= a <= 1 with sum a P_Y >= delta of sum a W(x,.) / sum a P_Y

is attained at a vertex; sorting by i(x;.) finds it. Source: [PML23, Def. 7-11, Thm. 3].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from pmlsym.catalogue.joint import Joint, Row, Rows, total


def extreme_events(masses: Sequence[Fraction], delta: Fraction) -> Iterator[Row]:
    """The vertices of { 0 <= a <= 1, sum a(y) P_Y(y) >= delta } of positive mass.

    >>> from pmlsym.catalogue.joint import vector
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

    >>> from pmlsym.catalogue.joint import matrix, uniform
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

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> largest_by_sorting(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), 0, Fraction(3, 5))
    Fraction(17, 15)
    """
    if delta == 0:
        return max(joint.density(x, y) for y in joint.outcomes)
    event = least_private_event(joint, x, delta)
    return total(a * w for a, w in zip(event, joint.rows[x], strict=True)) / delta


def exp_eml(joint: Joint, delta: Fraction) -> Fraction:
    """The least exp(eps) with (eps, delta)-EML.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> exp_eml(Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")), Fraction(0))
    Fraction(6, 5)
    """
    return max(largest_by_sorting(joint, x, delta) for x in joint.letters)


def split(rows: Rows, y: int, share: Fraction) -> Rows:
    """The channel whose outcome y is split into two similar ones, of `share` and the rest.

    >>> from pmlsym.catalogue.joint import matrix
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

    >>> from pmlsym.catalogue.joint import matrix
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
