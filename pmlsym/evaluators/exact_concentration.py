"""The largest D[alpha](a || b)/alpha over all orders alpha > 1, between proved bounds.

    K(alpha)  =  log sum_y a(y)^alpha b(y)^(1 - alpha)  =  (alpha - 1) D[alpha](a || b)

K is convex, K(1) = 0, its slope is D[kl](a || b) at 1 and tends to D[inf](a || b). Between two
orders, or beyond the last, it is below the chord  r (alpha - 1) - s  with r >= 0 and s >= 0, and

    (r (alpha - 1) - s)/(alpha (alpha - 1))  <=  (sqrt(r + s) - sqrt s)^2     whatever alpha > 1 is,

so that the last expression bounds D[alpha](a || b)/alpha. Between two orders a Taylor series gives
another bound. Intervals of orders are halved until the largest bound is near what an order attains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from heapq import heappop, heappush
from itertools import count
from typing import Any

from flint import arb, arb_series, fmpq

from pmlsym.calculus.meter import tick, watch
from pmlsym.numbers.balls import ends_of, precision, series_around
from pmlsym.numbers.interval import Interval
from pmlsym.numbers.number import INFINITY, Ball, Number, number

Pairs = Sequence[tuple[fmpq, fmpq]]

TERMS = 4
"""Terms of a series before the last: where a and b are close, all orders give nearly the same."""

MOST_DIGITS = 40
"""The digits beyond which no value is narrowed: more do not tell equal values apart."""

MOST_HALVED = 3000
"""The most intervals that are halved; the ends then stay as far apart as they are."""

STEPS = 20
"""The steps of work for a letter at an order."""


def concentrated_divergence(pairs: Pairs) -> Number:
    """The value of the largest D[alpha](a || b)/alpha over alpha > 1: a number, or a ball.

    >>> concentrated_divergence([(fmpq(2, 3), fmpq(1, 3)), (fmpq(1, 3), fmpq(2, 3))])
    [0.231049060186, 0.231049060187]
    >>> concentrated_divergence([(fmpq(1), fmpq(1, 2)), (fmpq(0), fmpq(1, 2))]) <= 1
    True
    """
    seen = sorted((a, b) for a, b in pairs if a)  # rows that are alike are evaluated once
    if not all(b for _, b in seen):
        return INFINITY
    if all(a == b for a, b in seen):
        return number(0)
    return Ball(partial(_ends_of_largest, seen))


def _ends_of_largest(pairs: Pairs, digits: int) -> Interval:
    """The ends around the largest D[alpha](a || b)/alpha, 10^-digits apart if that is possible."""
    ends, steps = _ends_and_steps(tuple(pairs), min(digits, MOST_DIGITS))
    tick(steps)
    return ends


@lru_cache(maxsize=1 << 12)
def _ends_and_steps(pairs: Pairs, digits: int) -> tuple[Interval, int]:
    """The ends around the largest D[alpha](a || b)/alpha, and the steps they took.

    The interval of orders with the largest bound is halved, over and over.

    Results are cached, as a search evaluates the same rows in many claims; the steps are returned
    so that every call counts them.
    """
    steps = 0
    with precision(8 * digits + 64):  # near order 1 a slope takes twice the digits
        masses, logs = [arb(a) for a, _ in pairs], [arb(a / b).log() for a, b in pairs]
        first, last = _mean(masses, logs), max(logs, key=lambda log: log.lower())
        least, numbers = first.lower(), count()
        waiting: list[tuple[arb, int, fmpq, arb, fmpq | None, arb]] = []

        def convex(distance: Any) -> Any:
            """The ball, or series, of K at order 1 + distance: log of a sum of powers."""
            return _mean(masses, [(distance * log).exp() for log in logs]).log()

        def wait(low: fmpq, at_low: arb, high: fmpq | None, at_high: arb) -> None:
            """Put an interval of orders, with a bound of the ratio on it, among those to halve."""
            rise = last if high is None else (at_high - at_low) / (high - low)
            gap = (rise * (low - 1) - at_low).max(arb(0))
            bound = ((rise + gap).max(arb(0)).sqrt() - gap.sqrt()) ** 2
            if high is not None:
                other = _bound_by_slopes(convex, arb(low), arb(high))
                bound = bound.min(other) if other.is_finite() else bound
            heappush(waiting, (-bound.upper(), next(numbers), low, at_low, high, at_high))

        wait(fmpq(1), arb(0), None, arb(0))
        while True:
            negative, halved, low, at_low, high, at_high = heappop(waiting)
            if -negative - least < arb(10) ** -digits or halved > MOST_HALVED:
                return (ends_of(least)[0], ends_of(-negative)[1]), steps
            middle = 2 * low if high is None else (low + high) / 2
            watch()
            steps += STEPS * len(pairs)
            value = convex(arb(middle - 1))
            least = max(least, (value / (middle * (middle - 1))).lower())
            wait(low, at_low, middle, value)
            wait(middle, value, high, at_high)


def _bound_by_slopes(convex: Callable[[Any], Any], low: arb, high: arb) -> arb:
    """A bound of D[alpha](a || b)/alpha between two orders, by its Taylor series at the lower.

    The last term covers all orders between the two. A coefficient of K(1 + x)/x is the next
    coefficient of K at 1 where x = 0; elsewhere it lies between those of K from 1 to 1 + x.
    """

    def over_distance(order: arb_series) -> arb_series:
        """The series, in balls, of K(1 + x)/x around an order, whose values are bounded."""
        series = convex(order - 1)
        return arb_series([series[k + 1] for k in range(TERMS + 1)], prec=TERMS + 1)

    at_low, within = series_around(low, TERMS + 2), series_around(arb(1).union(high), TERMS + 2)
    first = over_distance(at_low) if low == 1 else convex(at_low - 1) / (at_low - 1)
    slopes = [*(first / at_low)][:TERMS]
    last = over_distance(within) / series_around(low.union(high), TERMS + 1)
    rises = [each.max(arb(0)) * (high - low) ** k for k, each in enumerate([*slopes, last[TERMS]])]
    return sum(rises, arb(0))


def _mean(masses: Sequence[arb], values: Sequence[Any]) -> Any:
    """The ball, or series of balls, of a mean: the sum of values times masses."""
    return sum((a * v for a, v in zip(masses, values, strict=True)), arb(0))
