"""Random exact instances, boundary cases among them: zeros, null outcomes, one letter, equal rows.

Entries are small integer weights over their sum, so that ties and equalities do occur.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Row, Rows
from pmlsym.linear.matrix import units

LARGEST_WEIGHT = 4


@drawn
def draw_distribution(random: Random, count: int, *, zeros: bool = True) -> Row:
    """A distribution on so many letters; without zeros if they are not wanted.

    >>> sum(draw_distribution(Random(1), 3))
    Fraction(1, 1)
    """
    lowest = 0 if zeros and random.random() < 0.6 else 1
    weights = [random.randint(lowest, LARGEST_WEIGHT) for _ in range(count)]
    if not any(weights):
        weights[random.randrange(count)] = 1
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@drawn
def draw_rows(random: Random, inputs: int, outputs: int, *, zeros: bool = True) -> Rows:
    """A channel: free rows mostly, sometimes equal rows, unit rows, or a column of zeros.

    >>> len(draw_rows(Random(1), 2, 3))
    2
    """
    sort = random.randrange(8) if zeros else 7
    if sort == 0:
        return (draw_distribution(random, outputs),) * inputs
    if sort == 1:
        chosen = [random.randrange(outputs) for _ in range(inputs)]
        return units(chosen, outputs)
    if sort == 2 and outputs > 1:
        narrow = [draw_distribution(random, outputs - 1) for _ in range(inputs)]
        null = random.randrange(outputs)
        return tuple((*row[:null], Fraction(0), *row[null:]) for row in narrow)
    return tuple(draw_distribution(random, outputs, zeros=zeros) for _ in range(inputs))


@drawn
def draw_joint(
    random: Random, *, largest: int = 4, full_support: bool = False, smallest: int = 1
) -> Joint:
    """A prior and a channel on alphabets of at most `largest` letters.

    >>> sum(draw_joint(Random(1)).prior)
    Fraction(1, 1)
    """
    inputs, outputs = random.randint(smallest, largest), random.randint(1, largest)
    prior = draw_distribution(random, inputs, zeros=not full_support)
    return Joint(prior, draw_rows(random, inputs, outputs))


@drawn
def draw_probability(random: Random, *, positive: bool = False) -> Fraction:
    """A rational in [0, 1], its ends included; above zero if so asked.

    >>> 0 <= draw_probability(Random(1)) <= 1
    True
    """
    bottom = random.randint(1, 6)
    return Fraction(random.randint(1 if positive else 0, bottom), bottom)


@drawn
def draw_gain(random: Random, letters: int, *, guesses: int = 4) -> Rows:
    """A gain with entries in 0, 1/4, .., 1, some rows zero.

    >>> len(draw_gain(Random(1), 2))
    2
    """
    count = random.randint(1, guesses)
    zero = random.randrange(3 * letters)
    return tuple(
        tuple(Fraction(0 if x == zero else random.randint(0, 4), 4) for _ in range(count))
        for x in range(letters)
    )
