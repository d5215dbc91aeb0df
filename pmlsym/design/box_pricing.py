"""How far a utility can be above given prices on a box: proven, and attained up to rounding.

    excess(y)  =  max_r  u(r) - y . r        over  l <= r <= c,  sum r = 1

For gains this is one fractional knapsack for each action. The information with X is a sum of
convex functions of one mass each, so a best posterior has all letters at an end, but one: for each
sum of the full letters a knapsack over whole numbers, with the one letter between beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pmlsym.design.bracket import Bracket, entropy, logarithm
from pmlsym.design.posterior_box import PosteriorBox
from pmlsym.design.utilities import ExpectedGain, GuessProbability, MutualInformation, Utility
from pmlsym.errors import Unsupported
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.meter import tick
from pmlsym.model.distribution import Masses

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]

LARGEST_SUM = 1200
"""The largest sum of whole numbers of a knapsack: its square, for each letter, is gone through."""

SCALE = 2**44
"""Values become whole numbers of 1/SCALE, rounded up: 64 of them are wrong by 4e-12."""

NEVER = -(2**60)
"""Less than any sum of values."""

TOO_LARGE = "the prices are too large for a knapsack in whole numbers"

ENTRIES = 3000
"""Entries of a knapsack's table in a step of work."""

CLOSE = 1e-11
"""A vertex that is so little above the prices improves nothing."""

SEVERAL = 12
"""Sums of full letters whose best posteriors are all taken."""


class Pricing(Protocol):
    """The two questions that column generation asks.

    Prices that are raised by the excess and by `rounding` have no excess, whoever computes it.
    """

    @property
    def rounding(self) -> Fraction:
        """By how much the proven excess may be above the true one."""
        ...

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        """Vertices above these prices with their utility: the best, up to rounding, and more."""
        ...

    def excess(self, prices: Vector) -> Fraction:
        """A proven upper bound of max u(r) - prices . r."""
        ...


def pricing_of(box: PosteriorBox, utility: Utility, prior: Masses) -> Pricing:
    """The pricing of a utility. Raises Unsupported where there is none."""
    if isinstance(utility, GuessProbability):
        size = len(prior)
        one, zero = Fraction(1), Fraction(0)
        gain = tuple(tuple(one if x == w else zero for w in range(size)) for x in range(size))
        return _Gains(box, gain)
    if isinstance(utility, ExpectedGain):
        return _Gains(box, utility.gain)
    if isinstance(utility, MutualInformation) and utility.latent is None:
        return _Information.of(box, prior)
    raise Unsupported(f"there is no pricing on a box for {utility.describe()}")


@dataclass(frozen=True)
class _Gains:
    """The best action's knapsack."""

    box: PosteriorBox
    gain: Matrix
    rounding: Fraction = Fraction(0)

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        table = np.array([[float(entry) for entry in row] for row in self.gain])
        low = np.array([float(mass) for mass in self.box.lower])
        widths = np.array([float(mass) for mass in self.box.upper]) - low
        for column in table.T:
            tick(1 + len(prices))
            order = np.argsort(prices - column, kind="stable")
            before = np.cumsum(widths[order]) - widths[order]
            point = low.copy()
            point[order] += np.clip(float(self.box.room) - before, 0.0, widths[order])
            value = float(np.max(point @ table))
            if value - float(prices @ point) > CLOSE:
                yield self.box.filled(order.tolist()), value

    def excess(self, prices: Vector) -> Fraction:
        """Exact."""
        actions = zip(*self.gain, strict=True)
        return max(
            self.box.largest(tuple(g - y for g, y in zip(column, prices, strict=True)))
            for column in actions
        )


@dataclass(frozen=True)
class _Information:
    """H(p) + sum_x r log r; `widths` are the letters' room, in units of 1/`unit`."""

    box: PosteriorBox
    prior: Masses
    widths: tuple[int, ...]
    unit: int

    @classmethod
    def of(cls, box: PosteriorBox, prior: Masses) -> _Information:
        """Raises Unsupported where the masses have no common denominator that is small."""
        rooms = [high - low for low, high in zip(box.lower, box.upper, strict=True)]
        unit = lcm(*(room.denominator for room in rooms))
        if box.room * unit > LARGEST_SUM:
            raise Unsupported(
                f"the largest masses of a posterior have the common denominator {unit:.3g}, too "
                f"large for a knapsack of at most {LARGEST_SUM}; round prior and level, or take "
                "pmlsym.design.column_generation, whose bound is weaker"
            )
        return cls(box, prior, tuple(int(room * unit) for room in rooms), unit)

    @property
    def rounding(self) -> Fraction:
        """One up for each letter, and one more where the logarithms are another machine's."""
        return Fraction(2 * len(self.prior), SCALE)

    @property
    def most(self) -> int:
        """The largest sum of full letters."""
        return floor(self.box.room * self.unit)

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        def value(x: int, mass: Fraction) -> int:
            r = float(mass)
            return round(SCALE * (_times_log(r) - float(prices[x]) * r))

        whole = -sum(_times_log(float(mass)) for mass in self.prior)
        knapsack = _Knapsack.of(self, value)
        for total in knapsack.best_sums(SEVERAL):
            vertex = knapsack.posterior(total)
            point = [float(mass) for mass in vertex]
            found = whole + sum(map(_times_log, point))
            if found - float(prices @ np.array(point)) > CLOSE:
                yield vertex, found

    def excess(self, prices: Vector) -> Fraction:
        """Proven: every value is rounded up to a multiple of 1/SCALE."""
        logs: dict[Fraction, Fraction] = {Fraction(0): Fraction(0)}

        def value(x: int, mass: Fraction) -> int:
            if mass not in logs:
                tick(20)
                logs[mass] = mass * logarithm(mass).upper
            return ceil(SCALE * (logs[mass] - prices[x] * mass))

        knapsack = _Knapsack.of(self, value)
        (total,) = knapsack.best_sums(1)
        whole: Bracket = entropy(self.prior)
        return whole.upper + Fraction(knapsack.value(total), SCALE)


def _times_log(r: float) -> float:
    return r * log(r) if r > 0 else 0.0


class _Values(Protocol):
    def __call__(self, x: int, mass: Fraction) -> int:
        """The value of letter x at a mass, in whole numbers."""
        ...


@dataclass(frozen=True)
class _Knapsack:
    """Values in whole numbers: of all letters at their least, full, and between.

    `more[x]` is what x brings when it is full, `between[x, s]` when the full letters sum up to s
    and x has all the rest. `table[s, k]` is the best for k of s with the one between among the
    letters, so that table[s, s] is the best for s.
    """

    about: _Information
    least: int
    more: Wholes
    between: Wholes
    table: Wholes

    @classmethod
    def of(cls, about: _Information, value: _Values) -> _Knapsack:
        box, most = about.box, about.most
        letters = range(len(about.widths))
        lows = [value(x, box.lower[x]) for x in letters]
        more = [value(x, box.upper[x]) - lows[x] for x in letters]
        between = np.full((len(lows), most + 1), NEVER, dtype=np.int64)
        for total in range(most + 1):
            rest = box.room - Fraction(total, about.unit)
            for x in letters:
                if rest <= box.upper[x] - box.lower[x]:
                    gain = value(x, box.lower[x] + rest) - lows[x]
                    if abs(gain) >= -NEVER // 4:
                        raise Unsupported(TOO_LARGE)
                    between[x, total] = gain
        sizes = (abs(low) + abs(gain) for low, gain in zip(lows, more, strict=True))
        if sum(sizes) + SCALE >= -NEVER // 4:
            raise Unsupported(TOO_LARGE)
        gains = np.array(more, dtype=np.int64)
        table = _tables(about.widths, gains, between, most)[-1][1]
        return cls(about, sum(lows), gains, between, table)

    def value(self, total: int) -> int:
        """The best value whose full letters sum up to `total`."""
        return self.least + int(self.table[total, total])

    def best_sums(self, count: int) -> list[int]:
        """The sums of the best posteriors, best first."""
        ends = np.diagonal(self.table)
        order = np.argsort(-ends, kind="stable")[:count].tolist()
        return [total for total in order if ends[total] > NEVER // 2]

    def posterior(self, total: int) -> Vector:
        """The best posterior whose full letters sum up to `total`."""
        about = self.about
        rows = _tables(about.widths, self.more, self.between[:, [total]], total)
        full, left, alone = [], total, -1
        for x in reversed(range(len(about.widths))):
            plain, with_one = rows[x]
            if alone < 0:
                now = rows[x + 1][1][0, left]
                if with_one[0, left] == now:
                    continue
                if plain[left] + self.between[x, total] == now:
                    alone = x
                    continue
            elif plain[left] == rows[x + 1][0][left]:
                continue
            full.append(x)
            left -= about.widths[x]
        first = [*full, alone]
        return about.box.filled([*first, *(x for x in range(len(about.widths)) if x not in first)])


def _tables(
    widths: tuple[int, ...], more: Wholes, between: Wholes, most: int
) -> list[tuple[Wholes, Wholes]]:
    """After each letter: the best by sum without one between, and with one, by the final sum."""
    plain = np.full(most + 1, NEVER, dtype=np.int64)
    plain[0] = 0
    with_one = np.full((between.shape[1], most + 1), NEVER, dtype=np.int64)
    found = [(plain, with_one)]
    for x, width in enumerate(widths):
        tick(1 + with_one.size // ENTRIES)
        after = np.maximum(with_one, plain[None, :] + between[x][:, None])
        full = plain.copy()
        if width <= most:
            after[:, width:] = np.maximum(
                after[:, width:], with_one[:, : most + 1 - width] + more[x]
            )
            full[width:] = np.maximum(plain[width:], plain[: most + 1 - width] + more[x])
        plain, with_one = np.maximum(full, NEVER), np.maximum(after, NEVER)
        if between.shape[1] > 1:  # only the end is asked for, and all would be too much
            found.clear()
        found.append((plain, with_one))
    return found
