"""The leakage of n uses of a channel, exactly or between certified ends: tails, delta against eps.

Outcomes in another order are as probable, and outcomes with proportional columns tell the same: n
uses have as many classes of outcomes as there are ways to choose n of k columns,
binomial(n + k - 1, k - 1). Over these classes c, with M(c) n-tuples each,

    delta(eps) = max_{x,x'} sum_c M(c) max(0, prod_y W(y|x)^c_y - e^eps prod_y W(y|x')^c_y)
    P[l > eps] = sum_c M(c) m(c) [max_x prod_y W(y|x)^c_y > e^eps m(c)],
                 m(c) = sum_x P(x) prod_y W(y|x)^c_y

for n uses on one letter; for n letters, each with its own use, leakages add up. Few classes are
summed in rationals, others in balls: the result then lies between two rational ends. Source: the
hockey-stick divergence of privacy profiles [Balle, Wang 2018]; [PML23, Sec. II].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, inf, log, prod
from typing import Any

import numpy as np

from pmlsym.calculus.meter import tick
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.numbers.balls import DIGITS, ball, ends_of, precision
from pmlsym.numbers.number import INFINITY, Ball, Exact, Number, largest_of, log_of, rational

MOST_CLASSES = 10**6
"""The most classes, summed in seconds: a thousand uses of three columns have half as many."""

MOST_EXACT = 5000
"""The most classes, times uses, that are summed in rationals: their digits grow with the uses."""

BITS = 96
"""The precision of balls: a million terms, each rounded a few times, leave 10^-20 open."""

HALVINGS = 60
"""How often an interval around an eps in floats is halved."""

WIDTHS = [Fraction(1, 10**digits) for digits in (10, 8, 6, 4, 2)]
"""How far from the eps of floats its certified ends are tried."""

Row = tuple[Fraction, ...]
Counts = tuple[tuple[int, int], ...]
"""Columns by their numbers, each with how often it occurs."""


@dataclass(frozen=True)
class RepeatedUses:
    """n uses of a channel with rational rows, by input letter, under a prior if there is one.

    >>> row = (Fraction(3, 4), Fraction(1, 4))
    >>> flips = RepeatedUses((row, row[::-1]), 3)
    >>> flips.delta(log_of(3)), flips.eps(Fraction(0)), flips.eps(Fraction(1))
    (3/8, log(27), 0)
    """

    rows: tuple[Row, ...]
    uses: int
    prior: Row = ()

    def delta(self, eps: Number) -> Number:
        """The least delta with which n uses of a user's channel are (eps, delta)-private.

        Raises Unsupported where there are too many classes.
        """
        return self._largest_of_pairs(lambda pair: _hockey_stick(pair, self.uses, eps))

    def eps(self, delta: Fraction) -> Number:
        """The least eps >= 0, in nats, with which n uses of a user's channel are private.

        It may be infinite. Raises InvalidInput unless 0 <= delta <= 1, Unsupported where there are
        too many classes.
        """
        if not 0 <= delta <= 1:
            raise InvalidInput(f"delta is {delta}; it is a probability")
        return self._largest_of_pairs(lambda pair: _least_eps(pair, self.uses, delta))

    def tail(self, eps: Number, *, on_one_letter: bool = True) -> Number:
        """The probability that n uses of a user's channel leak more than eps.

        The uses are on one letter, or each on one of its own. Raises InvalidInput where there is no
        prior, Unsupported where there are too many classes.
        """
        if not self.prior:
            raise InvalidInput("a tail is of a leakage under a prior; name one, such as uniform")
        support = [(p, row) for p, row in zip(self.prior, self.rows, strict=True) if p]
        weights = tuple(p for p, _ in support)
        rows = tuple(row for _, row in support)
        if not on_one_letter:
            columns = [*zip(*rows, strict=True)]
            masses = tuple(
                sum(p * w for p, w in zip(weights, column, strict=True)) for column in columns
            )
            rows, weights = (tuple(map(max, columns)), masses), (Fraction(0), Fraction(1))
        return _tail_probability(_merged_columns(rows), weights, self.uses, eps)

    def _largest_of_pairs(self, number: Callable[[tuple[Row, ...]], Number]) -> Number:
        """The largest number that two rows of the user's own channel have, or zero.

        Each kind of pair counts once, with its proportional columns in one.
        """
        pairs = dict.fromkeys(map(_merged_columns, permutations(dict.fromkeys(self.rows), 2)))
        return largest_of([*map(number, pairs)]) if pairs else rational(0)


def _merged_columns(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of a user's repeated channel, proportional columns added up, zero ones left out."""
    merged: dict[Row, Fraction] = {}
    for column in zip(*rows, strict=True):
        total = sum(column)
        if total:
            kind = tuple(entry / total for entry in column)
            merged[kind] = merged.get(kind, Fraction(0)) + total
    return tuple(zip(*(tuple(e * merged[k] for e in k) for k in sorted(merged)), strict=True))


@dataclass(frozen=True)
class _Classes:
    """The classes of outcomes of n uses, whose probabilities are rationals, or balls.

    Balls have to be used at the precision of `BITS`.
    """

    rows: tuple[Row, ...]
    uses: int
    level: Any
    is_exact: bool

    @classmethod
    def of(cls, rows: tuple[Row, ...], uses: int, eps: Number) -> _Classes:
        """The outcome classes of n uses of a user's channel; Unsupported at too many."""
        columns = len(rows[0])
        count = comb(uses + columns - 1, columns - 1)
        if count > MOST_CLASSES:
            raise Unsupported(
                f"{uses} uses of {columns} columns, none a multiple of another, have {count} "
                f"classes of outcomes; up to {MOST_CLASSES} are summed"
            )
        tick(count)
        level = eps.exponential() if isinstance(eps, Exact) else None
        is_exact = level is not None and count * uses <= MOST_EXACT
        return cls(rows, uses, ball(eps).exp() if level is None else level, is_exact)

    def read(self, value: Any) -> Any:
        """A number as it is added to probabilities of a user's n uses: a rational or a ball."""
        return value if self.is_exact else ball(value)

    def __iter__(self) -> Iterator[tuple[Counts, list[Any]]]:
        """The columns that occur in n uses, how often, and the probability by rows."""
        columns = [*zip(*self.rows, strict=True)]
        tables = [[*zip(*map(self._power_terms, column), strict=True)] for column in columns]
        last = len(tables) - 1

        def onward(first: int, left: int, so_far: Sequence[Any]) -> Iterator[tuple[Counts, Any]]:
            """The classes of n uses from this column on, with their probabilities so far."""
            if not left:
                yield (), so_far
                return
            for k in range(first, last + 1):
                for times in range(left if k == last else 1, left + 1):
                    product = [a * b for a, b in zip(so_far, tables[k][times], strict=True)]
                    for others, whole in onward(k + 1, left - times, product):
                        yield ((k, times), *others), whole

        orders = self.read(Fraction(factorial(self.uses)))
        return onward(0, self.uses, [orders] * len(self.rows))

    def _power_terms(self, entry: Fraction) -> list[Any]:
        """The terms w^c / c! for c = 0 .. n uses of an entry w of a user's channel."""
        base, terms = self.read(entry), [self.read(Fraction(1))]
        for times in range(1, self.uses + 1):
            terms.append(terms[-1] * base / times)
        return terms


def _hockey_stick(pair: tuple[Row, ...], uses: int, eps: Number) -> Number:
    """The sum of max(0, A(c) - e^eps B(c)) over classes of n uses of two of a user's rows."""
    with precision(BITS):
        classes = _Classes.of(pair, uses, eps)
        level, total = classes.read(classes.level), classes.read(Fraction(0))
        for _, (one, other) in classes:
            excess = one - level * other
            if excess > 0:
                total += excess
            elif not excess <= 0:  # a ball around zero
                total += excess.union(ball(Fraction(0)))
        return _probability_of_sum(total)


def _tail_probability(rows: tuple[Row, ...], weights: Row, uses: int, eps: Number) -> Number:
    """The probability that a row of n uses of a user's channel exceeds e^eps times the mean."""
    with precision(BITS):
        classes = _Classes.of(rows, uses, eps)
        total = classes.read(Fraction(0))
        shares = [*map(classes.read, weights)]
        bars = [
            w * classes.level for w in (weights if isinstance(classes.level, Fraction) else shares)
        ]
        above = [  # a row less the bar; where the row is most of the mass, they may cancel
            [classes.read(int(k == x) - bar) for x, bar in enumerate(bars)]
            for k in range(len(rows))
        ]
        for counts, probabilities in classes:
            excesses = [_product_sum(factors, probabilities) for factors in above]
            mass = _product_sum(shares, probabilities)
            if any(excess > 0 for excess in excesses):
                total += mass
            elif not all(excess <= 0 for excess in excesses):
                is_above = _is_row_above(rows, weights, counts, classes.level)
                total += mass.union(ball(Fraction(0))) if is_above is None else mass * is_above
        return _probability_of_sum(total)


def _product_sum(factors: Sequence[Any], numbers: Sequence[Any]) -> Any:
    """The sum of probabilities over n uses of the user's own channel, each times its factor."""
    first, *others = [a * b for a, b in zip(factors, numbers, strict=True)]
    return sum(others, first)


def _is_row_above(rows: tuple[Row, ...], weights: Row, counts: Counts, level: Any) -> bool | None:
    """Whether a row of a user's n uses has more than that multiple of the mass; None if unknown.

    A class at the bar itself is common: no ball tells it from one above.
    """
    if not isinstance(level, Fraction):
        return None
    powers = [prod(row[k] ** times for k, times in counts) for row in rows]
    mass = sum(w * power for w, power in zip(weights, powers, strict=True))
    return max(powers) > level * mass


def _least_eps(pair: tuple[Row, ...], uses: int, delta: Fraction) -> Number:
    """The least eps >= 0 at which n uses of two of a user's rows are (eps, delta)-private."""
    seen_alone = sum((a for a, b in zip(*pair, strict=True) if not b), Fraction(0))
    floor = 1 - (1 - seen_alone) ** uses
    if floor > delta:
        return INFINITY
    largest = log_of(max(a / b for a, b in zip(*pair, strict=True) if b)) * uses
    if floor == delta or largest <= 0:
        return max(largest, rational(0))
    near = Fraction(_eps_in_floats(pair, uses, float(delta), float(largest)))
    if near <= WIDTHS[0] and _hockey_stick(pair, uses, rational(0)).enclose(DIGITS)[1] <= delta:
        return rational(0)
    for width in WIDTHS:
        low, high = max(near - width, Fraction(0)), near + width
        below, above = (_hockey_stick(pair, uses, rational(eps)) for eps in (high, low))
        if below.enclose(DIGITS)[1] <= delta and (not low or above.enclose(DIGITS)[0] > delta):
            return Ball.between(low, high)
    return Ball.between(Fraction(0), largest.enclose(2)[1])


def _eps_in_floats(pair: tuple[Row, ...], uses: int, delta: float, largest: float) -> float:
    """The eps in floats at which n uses of two of a user's rows are near delta, by halving."""
    losses = [log(a / b) if a and b else inf for a, b in zip(*pair, strict=True)]
    with precision(BITS):
        seen = (
            (float(one), sum(times * losses[k] for k, times in counts))
            for counts, (one, _) in _Classes.of(pair, uses, rational(1))
            if one > 0
        )
        masses, loss = np.array([*seen]).T
    low, high = 0.0, largest
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        parts = masses * (1 - np.exp(np.minimum(middle - loss, 0.0)))
        low, high = (middle, high) if parts.sum() > delta else (low, middle)
    return high


def _probability_of_sum(total: Any) -> Number:
    """The probability that sums over n uses of the user's own channel come to, from 0 to 1."""
    if isinstance(total, Fraction):
        return rational(total)
    low, high = (min(max(end, Fraction(0)), Fraction(1)) for end in ends_of(total))
    return rational(low) if low == high else Ball.between(low, high)
