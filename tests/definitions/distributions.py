"""Exact distributions and channels: support, output, posterior, cascade, joint output, reduction.

    P_Y(y) = sum_x p(x) W(x,y),        P_{X|Y=y}(x) = p(x) W(x,y) / P_Y(y)        (P_Y(y) > 0)

A prior is a sequence of fractions, a channel a list of rows (one for each input), a second
mechanism U: X, Y -> Z a nested list `U[x][y][z]`.
Sources: [PML23, Sec. I, Def. 8, 9], [RDP, Def. 2.1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

Prior = Sequence[Fraction]
Rows = Sequence[Sequence[Fraction]]
Second = Sequence[Sequence[Sequence[Fraction]]]
Ratio = Fraction | float
"""A fraction, or `math.inf` (the only float that ever stands in a result of this package)."""


def vector(text: str) -> list[Fraction]:
    """The numbers of a line of text.

    >>> vector("1/4 3/4")
    [Fraction(1, 4), Fraction(3, 4)]
    """
    return [Fraction(word) for word in text.split()]


def matrix(text: str) -> list[list[Fraction]]:
    """The rows of a matrix, separated by semicolons.

    >>> matrix("1 0; 1/2 1/2")[1]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    return [vector(line) for line in text.split(";")]


def uniform(size: int) -> list[Fraction]:
    """The uniform distribution.

    >>> uniform(2)
    [Fraction(1, 2), Fraction(1, 2)]
    """
    return [Fraction(1, size)] * size


def quotient(numerator: Fraction, denominator: Fraction) -> Ratio:
    """`a/b`, infinite for `a > 0 = b`; raises ZeroDivisionError for 0/0, which has no value.

    >>> quotient(Fraction(1), Fraction(0))
    inf
    """
    if denominator == 0 and numerator > 0:
        return math.inf
    return numerator / denominator


def support(distribution: Prior) -> list[int]:
    """The letters of positive probability.

    >>> support(vector("1/2 0 1/2"))
    [0, 2]
    """
    return [letter for letter, mass in enumerate(distribution) if mass > 0]


def fullsupport(distribution: Prior) -> bool:
    """Whether every letter has positive probability.

    >>> fullsupport(vector("1 0"))
    False
    """
    return all(mass > 0 for mass in distribution)


def inputs(channel: Rows) -> range:
    """The input letters of a channel.

    >>> list(inputs(matrix("1 0; 0 1; 1 0")))
    [0, 1, 2]
    """
    return range(len(channel))


def outputs(channel: Rows) -> range:
    """The output letters of a channel, those that never occur included.

    >>> list(outputs(matrix("1 0; 1 0; 1 0")))
    [0, 1]
    """
    return range(len(channel[0]))


def joint(prior: Prior, channel: Rows) -> list[list[Fraction]]:
    """The joint distribution `p(x) W(x,y)`, by rows.

    >>> joint(vector("1 0"), matrix("1/2 1/2; 1 0"))[0]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    return [[prior[x] * channel[x][y] for y in outputs(channel)] for x in inputs(channel)]


def output_distribution(prior: Prior, channel: Rows) -> list[Fraction]:
    """The output distribution `P >> W`, that is `P_Y(y)`.

    >>> output_distribution(vector("1/2 1/2"), matrix("1 0; 1/2 1/2"))
    [Fraction(3, 4), Fraction(1, 4)]
    """
    table = joint(prior, channel)
    return [sum((row[y] for row in table), Fraction(0)) for y in outputs(channel)]


def outcomes(prior: Prior, channel: Rows) -> list[int]:
    """The outcomes of positive probability, supp(P_Y).

    >>> outcomes(vector("1 0"), matrix("1 0; 0 1"))
    [0]
    """
    return support(output_distribution(prior, channel))


def posterior(prior: Prior, channel: Rows, y: int) -> list[Fraction]:
    """The posterior `P_{X|Y=y}`; raises ZeroDivisionError when `P_Y(y) = 0`.

    >>> posterior(vector("1/2 1/2"), matrix("1 0; 1/2 1/2"), 0)
    [Fraction(2, 3), Fraction(1, 3)]
    """
    mass = output_distribution(prior, channel)[y]
    return [prior[x] * channel[x][y] / mass for x in inputs(channel)]


def cascade(first: Rows, second: Rows) -> list[list[Fraction]]:
    """The cascade `W >> V`, that is `sum_y W(x,y) V(y,z)`.

    >>> cascade(matrix("1/2 1/2"), matrix("1 0; 1/2 1/2"))
    [[Fraction(3, 4), Fraction(1, 4)]]
    """
    return [output_distribution(row, second) for row in first]


def joint_output(channel: Rows, second: Second) -> list[list[Fraction]]:
    """The joint output `W & U`: the channel `x -> (y, z)` with entries `W(x,y) U(x,y,z)`.

    The pair `(y, z)` stands in column `y * |Z| + z`.

    >>> joint_output(matrix("1/2 1/2"), [matrix("1 0; 1/2 1/2")])
    [[Fraction(1, 2), Fraction(0, 1), Fraction(1, 4), Fraction(1, 4)]]
    """
    return [
        [channel[x][y] * mass for y in outputs(channel) for mass in second[x][y]]
        for x in inputs(channel)
    ]


def product_prior(*priors: Prior) -> list[Fraction]:
    """The product distribution, its letters in lexicographic order.

    >>> product_prior(vector("1/2 1/2"), vector("1 0"))[:2]
    [Fraction(1, 2), Fraction(0, 1)]
    """
    masses = [Fraction(1)]
    for prior in priors:
        masses = [mass * factor for mass in masses for factor in prior]
    return masses


def similar(prior: Prior, channel: Rows, y: int, other: int) -> bool:
    """Whether two outcomes of positive probability have the same posterior [PML23, Def. 8].

    >>> similar(vector("1/2 1/2"), matrix("1/2 1/4 1/4; 0 1/2 1/2"), 1, 2)
    True
    """
    return posterior(prior, channel, y) == posterior(prior, channel, other)


def proportional(channel: Rows, y: int, other: int) -> bool:
    """Whether two columns are scalar multiples of each other [PML23, Def. 8].

    >>> proportional(matrix("1/2 1/4 1/4; 0 1/2 1/2"), 0, 1)
    False
    """
    return all(
        channel[x][y] * channel[x2][other] == channel[x2][y] * channel[x][other]
        for x in inputs(channel)
        for x2 in inputs(channel)
    )


def reduced_channel(channel: Rows) -> list[list[Fraction]]:
    """The reduced channel: zero columns dropped, proportional columns added [PML23, Def. 9].

    A merged column stands where the first of its columns stood.

    >>> reduced_channel(matrix("1/2 0 1/4 1/4; 0 0 1/2 1/2"))[0]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    kept = [y for y in outputs(channel) if any(row[y] > 0 for row in channel)]
    classes: list[list[int]] = []
    for y in kept:
        for members in classes:
            if proportional(channel, members[0], y):
                members.append(y)
                break
        else:
            classes.append([y])
    return [[sum((row[y] for y in m), Fraction(0)) for m in classes] for row in channel]


def split_outcome(channel: Rows, y: int, part: Fraction) -> list[list[Fraction]]:
    """The channel with outcome `y` split into two similar ones, of weights `part` and `1 - part`.

    The second part is appended as a last column [PML23, proof of Thm. 3].

    >>> split_outcome(matrix("1/2 1/2; 0 1"), 1, Fraction(1, 4))[1]
    [Fraction(0, 1), Fraction(1, 4), Fraction(3, 4)]
    """
    return [
        [*row[:y], part * row[y], *row[y + 1 :], (1 - part) * row[y]]
        for row in (list(row) for row in channel)
    ]
