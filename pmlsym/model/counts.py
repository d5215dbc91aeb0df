"""Confidence intervals from counts of observations, which hold all true masses together.

    l_i  <=  p_i  <=  u_i,      P[Bin(n, l_i) >= k_i] <= a,      P[Bin(n, u_i) <= k_i] <= a

With m masses and a = alpha/(2m), all intervals hold together with probability at least 1 - alpha
[Clopper and Pearson 1934]. Ends are rationals, moved outward to the next multiple of SCALE at which
balls prove the inequality, so that no interval is too short. Each interval lies within Hoeffding's,

    k_i/n - r  <=  p_i  <=  k_i/n + r,      r = sqrt(log(1/a) / (2n))      [Hoeffding 1963, Thm. 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite, isqrt, log, sqrt

from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import InvalidInput
from pmlsym.model.distribution import plain_counts
from pmlsym.numbers.ball_binomial import is_tail_at_most, log_tail

CONFIDENCE = Fraction(95, 100)
ROUNDING = Fraction(1, 10**12)
SCALE = 10**12
SECANTS = 8
FINE = 10**5

Intervals = tuple[tuple[Fraction, Fraction], ...]


def intervals(
    counts: Sequence[int],
    *,
    confidence: Fraction | str = CONFIDENCE,
    among: int | None = None,
    where: str = "the counts",
) -> Intervals:
    """An interval for each mass of a prior from counts; all hold together with this confidence.

    `among` is the number of all intervals that hold together, if there are others besides these.
    Raises InvalidInput at an invalid count, or at a confidence outside (0, 1).

    >>> low, high = intervals([500, 500])[0]
    >>> round(float(low), 3), round(float(high), 3)
    (0.464, 0.536)
    """
    alpha = 1 - confidence_level(confidence)
    plain = plain_counts(counts, where)
    total, each = sum(plain), among or len(plain)
    if len(plain) == 1:
        return ((Fraction(1), Fraction(1)),)
    share = alpha / (2 * each)
    return tuple(
        (_lower_end(count, total, share), 1 - _lower_end(total - count, total, share))
        for count in plain
    )


def channel_intervals(
    table: Sequence[Sequence[int]],
    *,
    confidence: Fraction | str = CONFIDENCE,
    among: int | None = None,
) -> tuple[Intervals, ...]:
    """An interval for each entry of a channel from counts, row by row; all hold together.

    `table[x][y]` is how often y was seen after x.
    Raises InvalidInput at an invalid count, a row that counts nothing, or rows of different
    lengths.

    >>> rows = channel_intervals([[90, 10], [50, 50]])
    >>> [round(float(end), 2) for end in rows[0][0]]
    [0.8, 0.96]
    """
    for k, row in enumerate(table):
        if len(row) != len(table[0]):
            raise InvalidInput(f"row {k} has {len(row)} counts, but row 0 has {len(table[0])}")
    number_of_all = among or sum(len(row) for row in table)
    return tuple(
        intervals(row, confidence=confidence, among=number_of_all, where=f"row {k}")
        for k, row in enumerate(table)
    )


def confidence_level(confidence: Fraction | str) -> Fraction:
    """The confidence, of intervals for masses from counts, as a rational.

    Raises InvalidInput unless it is a number between 0 and 1.

    >>> confidence_level("0.9")
    Fraction(9, 10)
    """
    level = as_rational(confidence, "the confidence")
    if not 0 < level < 1:
        raise InvalidInput(f"the confidence is {confidence}; write a number between 0 and 1")
    return level


@lru_cache(maxsize=1 << 12)
def _lower_end(count: int, total: int, share: Fraction) -> Fraction:
    """The low end of a mass's interval from counts: p with P[Bin(total, p) >= count] <= share.

    The probability grows with p. Hoeffding's end needs no proof; from there the interval is
    narrowed, first around a guess, then by halves. Only an end that balls prove is taken.
    """
    if not count:
        return Fraction(0)
    sure, open_ = 0, count * SCALE // total
    radius = _hoeffding_radius(total, share)
    sure, fine = max(0, open_ - radius), 1 + min(radius, open_) // FINE
    guess = _guess_of_lower_end(count, total, share, sure, open_)
    tries = [guess - fine, guess + fine]
    while open_ - sure > 2 * fine:
        p = tries.pop() if tries else (sure + open_) // 2
        if not sure < p < open_:
            continue
        if is_tail_at_most(total, count, Fraction(p, SCALE), share):
            sure = p
        else:
            open_ = p
    return Fraction(sure, SCALE)


def _guess_of_lower_end(count: int, total: int, share: Fraction, low: int, high: int) -> int:
    """An estimate in floats of the low end of a mass's interval from counts, by secants."""
    # The root of -log P is nearly linear in p, which is why few secants suffice.
    goal = sqrt(_log_of_inverse(share))

    def height(p: int) -> float:
        """The gap of sqrt(-log tail) to its goal at a p, in units of 1/SCALE."""
        tail = log_tail(total, count, min(max(p, 1), SCALE - 1) / SCALE)
        return sqrt(max(0.0, -tail)) - goal

    try:
        p, before = low, high
        at, above = height(low), height(high)
        for _ in range(SECANTS):
            if not isfinite(at):
                p, at = (p + before) // 2, height((p + before) // 2)
                continue
            if at == above:
                break
            step = round((p - before) * (at / (at - above)))
            p, before = min(high, max(low, p - step)), p
            at, above = height(p), at
    except OverflowError:
        return low
    return p


def _hoeffding_radius(total: int, share: Fraction) -> int:
    """Hoeffding's radius for a prior's mass from counts, in units of 1/SCALE, rounded up."""
    square = (Fraction(_log_of_inverse(share)) + ROUNDING) / (2 * total)
    return isqrt(int(square * SCALE * SCALE)) + 2


def _log_of_inverse(share: Fraction) -> float:
    """The logarithm log(1/share) for an interval from counts, of rationals of any size."""
    return log(share.denominator) - log(share.numerator)
