"""[RDP, Ex. 3.1, 3.2]: quantised sample means, and where their entropy vanishes.

The mean of n i.i.d. entries of finitely many values has an exact distribution; a quantiser with
cells [c_j, c_j+1) keeps the cell alone. With the expectation mu inside a cell at distance d from
its ends, Chebyshev's inequality gives that cell at least 1 - var/(n d^2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.joint import total

Law = Mapping[Fraction, Fraction]


@dataclass(frozen=True)
class Sample:
    """The law of one entry, and the ends of the quantiser's cells.

    >>> fair = Sample({Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, (0, 1, 2))
    >>> fair.expectation
    Fraction(1, 2)
    """

    law: Law
    ends: Sequence[Fraction | int]

    @property
    def expectation(self) -> Fraction:
        """E D."""
        return total(value * mass for value, mass in self.law.items())

    @property
    def variance(self) -> Fraction:
        """E D^2 - (E D)^2."""
        second = total(value * value * mass for value, mass in self.law.items())
        return second - self.expectation**2

    @property
    def distance(self) -> Fraction:
        """How far the expectation is from the nearest inner end of a cell."""
        return min(abs(self.expectation - end) for end in self.ends[1:-1])

    def cells(self, n: int) -> tuple[Fraction, ...]:
        """The distribution of the quantised mean of n entries."""
        sums: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
        for _ in range(n):
            longer: dict[Fraction, Fraction] = defaultdict(Fraction)
            for before, mass in sums.items():
                for value, own in self.law.items():
                    longer[before + value] += mass * own
            sums = longer
        masses = [Fraction(0)] * (len(self.ends) - 1)
        for value, mass in sums.items():
            masses[sum(value >= n * end for end in self.ends[1:-1])] += mass
        return tuple(masses)


FAIR_COIN = Sample({Fraction(k): Fraction(1, 2) for k in (0, 1)}, (0, Fraction(1, 2), 2))
"""A fair coin, and a quantiser one of whose cells begins at 1/2."""


FINER = Sample(FAIR_COIN.law, tuple(Fraction(k, 10) for k in range(21)))
"""A fair coin, and twenty cells, one of which begins at 1/2."""


def fair_coin(random: Random) -> None:
    """The number of heads of an odd number of tosses is above and below n/2 equally often."""
    masses = {n: FAIR_COIN.cells(n) for n in range(1, 42, 4)}
    finer = {n: FINER.cells(n) for n in range(1, 42, 4)}
    require(
        any(max(cells) != Fraction(1, 2) for cells in masses.values())
        or any(max(cells) > Fraction(1, 2) for cells in finer.values()),
        "a fair coin and cells [0, 1/2), [1/2, 2): for odd n the quantised mean has masses 1/2 "
        "and 1/2, hence entropy log 2, as the first entry has; with any finer cells of which one "
        "begins at 1/2 it has more",
    )


def chebyshev(random: Random) -> str:
    values = random.sample(range(6), random.randint(1, 3))
    masses = draw_distribution(random, len(values), zeros=False)
    inner = sorted(random.sample([Fraction(k, 2) for k in range(1, 12)], random.randint(1, 3)))
    law = {Fraction(v): m for v, m in zip(values, masses, strict=True)}
    sample = Sample(law, (0, *inner, 6))
    assume(sample.distance != 0)
    for n in (1, 4, 16, 25):
        outside = 1 - max(sample.cells(n))
        require(outside <= sample.variance / (n * sample.distance**2))
    return "one value" if len(values) == 1 else "several values"
