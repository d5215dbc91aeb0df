"""How far a utility can exceed given prices on a box: a proven bound, tight up to rounding.

    excess(y)  =  max_r  u(r) - y . r        over  l <= r <= c,  sum r = 1

For gains this is one fractional knapsack for each action. The information with X is a sum of
convex functions of single masses, so in some best posterior every letter but one is at an end of
its interval. For each letter that may lie between, and each sum of the full letters, the rest is a
knapsack over whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm, log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.meter import tick
from pmlsym.errors import Unsupported
from pmlsym.linear.matrix import Matrix, Vector, identity
from pmlsym.linear.prior_polytope import Between
from pmlsym.linear.ratio_supremum import largest_value
from pmlsym.mechanisms.bracket import Bracket, entropy, logarithm
from pmlsym.mechanisms.posterior_polytope import filled
from pmlsym.mechanisms.utilities import ExpectedGain, GuessProbability, MutualInformation, Utility
from pmlsym.model.distribution import Masses

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]

LARGEST_SUM = 10_000
"""The largest sum of whole numbers of a knapsack: with it 64 letters take ten seconds."""

SCALE = 2**44
"""Values become whole numbers of 1/SCALE, rounded up: 64 of them are wrong by 4e-12."""

NEVER = -(2**60)
"""Less than any sum of values."""

TOO_LARGE = "the prices are too large for a knapsack in whole numbers"

ENTRIES = 3000
"""Entries of a knapsack's table in a step of work."""

CLOSE = 1e-11
"""A vertex that exceeds the prices by less improves nothing."""

SEVERAL = 12
"""How many sums of full letters have their best posteriors taken."""


class Pricing(Protocol):
    """The two questions that column generation asks.

    If prices are raised by the excess plus `rounding`, no utility exceeds them on any machine.
    """

    @property
    def rounding(self) -> Fraction:
        """A bound on how much the proven excess of a mechanism's utility overshoots."""
        ...

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        """Vertices of a box with utility above the prices, which make a mechanism better."""
        ...

    def excess(self, prices: Vector) -> Fraction:
        """A proven upper bound of max u(r) - prices . r over a mechanism's posteriors."""
        ...


def room_of(box: Between) -> Fraction:
    """The posterior mass that is left in a mechanism's box when every letter has its least."""
    return 1 - sum(box.lower, Fraction(0))


def pricing_of(box: Between, utility: Utility, prior: Masses) -> Pricing:
    """The pricing of a mechanism's utility on a box; raises Unsupported if it has none."""
    if isinstance(utility, GuessProbability):
        return _Gains(box, identity(len(prior)))
    if isinstance(utility, ExpectedGain):
        return _Gains(box, utility.gain)
    if isinstance(utility, MutualInformation) and utility.latent is None:
        return _Information.of(box, prior)
    raise Unsupported(f"there is no pricing on a box for {utility.describe()}")


@dataclass(frozen=True)
class _Gains:
    """The knapsack of the best action."""

    box: Between
    gain: Matrix
    rounding: Fraction = Fraction(0)

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        """The best vertex of each action with gain above the prices, for a mechanism."""
        table = np.array([[float(entry) for entry in row] for row in self.gain])
        low = np.array([float(mass) for mass in self.box.lower])
        widths = np.array([float(mass) for mass in self.box.upper]) - low
        for column in table.T:
            tick(1 + len(prices))
            order = np.argsort(prices - column, kind="stable")
            before = np.cumsum(widths[order]) - widths[order]
            point = low.copy()
            point[order] += np.clip(float(room_of(self.box)) - before, 0.0, widths[order])
            value = float(np.max(point @ table))
            if value - float(prices @ point) > CLOSE:
                yield filled(self.box, order.tolist()), value

    def excess(self, prices: Vector) -> Fraction:
        """The largest excess, exactly, of an expected gain over a mechanism's prices."""
        actions = zip(*self.gain, strict=True)
        return max(
            largest_value(tuple(g - y for g, y in zip(column, prices, strict=True)), self.box)
            for column in actions
        )


@dataclass(frozen=True)
class _Information:
    """H(p) + sum_x r log r; `widths[x]` is how far mass x can rise, in units of 1/`unit`."""

    box: Between
    prior: Masses
    widths: tuple[int, ...]
    unit: int

    @classmethod
    def of(cls, box: Between, prior: Masses) -> _Information:
        """The pricing of mutual information on a box; Unsupported if denominators are large."""
        rooms = [high - low for low, high in zip(box.lower, box.upper, strict=True)]
        unit = lcm(*(room.denominator for room in rooms))
        if room_of(box) * unit > LARGEST_SUM:
            raise Unsupported(
                f"the largest masses of a posterior have the common denominator {unit:.3g}, too "
                f"large for a knapsack of at most {LARGEST_SUM}; round prior and level, or take "
                "column_generation, in proofs/papers/mechanisms of the project's repository, whose "
                "bound is weaker"
            )
        return cls(box, prior, tuple(int(room * unit) for room in rooms), unit)

    @property
    def rounding(self) -> Fraction:
        """The rounding in a mechanism's pricing: a unit per letter, twice for other logs."""
        return Fraction(2 * len(self.prior), SCALE)

    @cached_property
    def most(self) -> int:
        """The largest sum of full letters in the knapsack of an optimal mechanism's box."""
        return floor(room_of(self.box) * self.unit)

    @cached_property
    def letters(self) -> tuple[_Letter, ...]:
        """The masses that each letter may have in an optimal mechanism's posterior."""
        room, unit, masses_by_letter = room_of(self.box), self.unit, []
        for low, high, width in zip(self.box.lower, self.box.upper, self.widths, strict=True):
            first = max(ceil(room * unit) - width, 0)
            between = (low + room - Fraction(total, unit) for total in range(first, self.most + 1))
            masses_by_letter.append(_Letter(first, (low, high, *between)))
        return tuple(masses_by_letter)

    def improving(self, prices: Floats) -> Iterator[tuple[Vector, float]]:
        """Posteriors with more information than the prices, found by a knapsack."""
        whole = -sum(_times_log(float(mass)) for mass in self.prior)
        knapsack = _Knapsack.of(
            self,
            [
                _whole_numbers(np.rint(SCALE * (letter.times_logs - price * letter.floats)))
                for letter, price in zip(self.letters, prices.tolist(), strict=True)
            ],
        )
        # A round of the master program costs more than some vertices too many: the best posteriors
        # of several sums are returned together.
        for total in knapsack.best_sums(SEVERAL):
            vertex = knapsack.posterior(total)
            point = [float(mass) for mass in vertex]
            value = whole + sum(map(_times_log, point))
            if value - float(prices @ np.array(point)) > CLOSE:
                yield vertex, value

    def excess(self, prices: Vector) -> Fraction:
        """The proven excess of information over a mechanism's prices, rounded up."""
        logs: dict[Fraction, Fraction] = {Fraction(0): Fraction(0)}

        def value(price: Fraction, mass: Fraction) -> int:
            """A mass's r log r less its price, for a mechanism, as a rounded-up integer."""
            if mass not in logs:
                tick(20)
                logs[mass] = mass * logarithm(mass).upper
            return ceil(SCALE * (logs[mass] - price * mass))

        knapsack = _Knapsack.of(
            self,
            [
                _whole_numbers([value(price, mass) for mass in letter.masses])
                for letter, price in zip(self.letters, prices, strict=True)
            ],
        )
        (total,) = knapsack.best_sums(1)
        whole: Bracket = entropy(self.prior)
        return whole.upper + Fraction(knapsack.value(total), SCALE)


@dataclass(frozen=True)
class _Letter:
    """The masses a letter can have: its minimum, its maximum, and what full letters leave over.

    The sums of full letters are `first` and every larger one, up to the largest there may be.
    """

    first: int
    masses: Vector

    @cached_property
    def floats(self) -> Floats:
        """The masses that a letter can have in a mechanism's posterior, in floats."""
        return np.array([float(mass) for mass in self.masses])

    @cached_property
    def times_logs(self) -> Floats:
        """r log r of each mass a letter can have, without NumPy, whose log differs by processor."""
        return np.array([_times_log(mass) for mass in self.floats.tolist()])


def _times_log(r: float) -> float:
    """The term r log r of a mechanism's mutual information, zero at zero."""
    return r * log(r) if r > 0 else 0.0


def _whole_numbers(values: Floats | list[int]) -> Wholes:
    """Values of a mechanism's knapsack as integers whose sums fit; Unsupported for larger."""
    if np.abs(values).max() >= -NEVER // 8:
        raise Unsupported(TOO_LARGE)
    return np.array(values).astype(np.int64)


@dataclass(frozen=True)
class _Knapsack:
    """Values as whole numbers, with letters at their minimum, at their maximum, and between.

    `more[x]` is the value that x adds at its maximum, `between[x, s]` the value it adds when the
    full letters sum to s and x takes the rest. `ends[s]` is the best total of both kinds.
    """

    about: _Information
    least: int
    more: Wholes
    between: Wholes
    ends: Wholes

    @classmethod
    def of(cls, about: _Information, values: list[Wholes]) -> _Knapsack:
        """The knapsack for a mechanism's best posterior, from values at each letter's masses."""
        most = about.most
        lows = np.array([by_mass[0] for by_mass in values])
        more = np.array([by_mass[1] for by_mass in values]) - lows
        if sum(map(abs, [*lows.tolist(), *more.tolist()])) + SCALE >= -NEVER // 4:
            raise Unsupported(TOO_LARGE)
        between = np.full((len(values), most + 1), NEVER, dtype=np.int64)
        for x, (letter, by_mass) in enumerate(zip(about.letters, values, strict=True)):
            between[x, letter.first :] = by_mass[2:] - lows[x]
        ends = np.full(most + 1, NEVER, dtype=np.int64)
        for x, others in _values_without_each(
            _values_of_no_letter(most), about.widths, more, 0, len(lows)
        ):
            np.maximum(ends, others + between[x], out=ends)
        return cls(about, int(lows.sum()), more, between, ends)

    def value(self, total: int) -> int:
        """The best value of an optimal mechanism's knapsack, full letters summing to `total`."""
        return self.least + int(self.ends[total])

    def best_sums(self, count: int) -> list[int]:
        """The sums of full letters in the best posteriors of a mechanism, best first."""
        order = np.argsort(-self.ends, kind="stable")[:count].tolist()
        return [total for total in order if self.ends[total] > NEVER // 2]

    def posterior(self, total: int) -> Vector:
        """The best posterior of a mechanism whose full letters sum up to `total`."""
        about = self.about
        rows = _tables_by_letter(about.widths, self.more, self.between[:, total], total)
        # Back through the tables, last letter first: a letter was full where the best value without
        # it is another; `alone` is the one between its ends, below which `plain` is followed.
        full, left, alone = [], total, -1
        for x in reversed(range(len(about.widths))):
            plain, with_one = rows[x]
            if alone < 0:
                now = rows[x + 1][1][left]
                if with_one[left] == now:
                    continue
                if plain[left] + self.between[x, total] == now:
                    alone = x
                    continue
            elif plain[left] == rows[x + 1][0][left]:
                continue
            full.append(x)
            left -= about.widths[x]
        return filled(about.box, [*full, alone])


def _values_of_no_letter(most: int) -> Wholes:
    """The best value of a mechanism's knapsack for each sum without letters: zero at 0."""
    values = np.full(most + 1, NEVER, dtype=np.int64)
    values[0] = 0
    return values


def _with_letter(values: Wholes, width: int, more: int) -> Wholes:
    """The best values of a mechanism's knapsack by sum, once one more letter may be full."""
    best = values.copy()
    size = values.shape[-1] - width
    if size > 0:
        best[..., width:] = np.maximum(best[..., width:], values[..., :size] + more)
    return np.maximum(best, NEVER)


def _values_without_each(
    before: Wholes, widths: tuple[int, ...], more: Wholes, first: int, last: int
) -> Iterator[tuple[int, Wholes]]:
    """For each letter, the best knapsack values of a mechanism's posterior without it.

    It works by halves: each half is added before the other is split, so each letter is added
    log2(n) times.
    """
    if last - first == 1:
        yield first, before
        return
    # Leaving each letter out of a table of its own would take n^2 additions, this takes n log2(n):
    # what one half needs of the other is added once for all of its letters.
    middle = (first + last) // 2
    for (begin, end), (others, stop) in (
        ((first, middle), (middle, last)),
        ((middle, last), (first, middle)),
    ):
        best = before
        for x in range(others, stop):
            tick(1 + best.size // ENTRIES)
            best = _with_letter(best, widths[x], int(more[x]))
        yield from _values_without_each(best, widths, more, begin, end)


def _tables_by_letter(
    widths: tuple[int, ...], more: Wholes, between: Wholes, most: int
) -> list[tuple[Wholes, Wholes]]:
    """Knapsack tables after each letter of a posterior, with no letter between its ends, or one.

    The sum counts only the full letters.
    """
    plain = _values_of_no_letter(most)
    with_one = np.full(most + 1, NEVER, dtype=np.int64)
    tables = [(plain, with_one)]
    for x, width in enumerate(widths):
        tick(1 + with_one.size // ENTRIES)
        chosen = np.maximum(plain + between[x], NEVER)
        with_one = np.maximum(_with_letter(with_one, width, int(more[x])), chosen)
        plain = _with_letter(plain, width, int(more[x]))
        tables.append((plain, with_one))
    return tables
