"""From counts: frequencies, and intervals that hold all true masses together.

    k_i/n - r  <=  p_i  <=  k_i/n + r,      r = sqrt(log(2m/alpha) / (2n))

With m letters and n independent observations, all m intervals hold together with probability at
least 1 - alpha: each is Hoeffding's bound at alpha/m [Hoeffding 1963, Thm. 2]. Everything is a
rational, r rounded up, so the intervals are never too short.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt, log

from pmlsym.errors import InvalidInput

CONFIDENCE = Fraction(95, 100)
ROUNDING = Fraction(1, 10**12)
SCALE = 10**12

Intervals = tuple[tuple[Fraction, Fraction], ...]


def frequencies(counts: Sequence[int], where: str = "the counts") -> tuple[Fraction, ...]:
    """k_i/n, exactly.

    Raises InvalidInput where a count is no integer or negative, or nothing was counted.

    >>> frequencies([1, 3])
    (Fraction(1, 4), Fraction(3, 4))
    """
    plain = counts.tolist() if hasattr(counts, "tolist") else list(counts)
    for k, count in enumerate(plain):
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InvalidInput(f"entry {k} of {where} is {count!r}; a count is 0, 1, 2, ..")
    total = sum(plain)
    if not total:
        raise InvalidInput(f"{where}: nothing was counted")
    return tuple(Fraction(count, total) for count in plain)


def intervals(
    counts: Sequence[int],
    *,
    confidence: Fraction | str = CONFIDENCE,
    among: int | None = None,
    where: str = "the counts",
) -> Intervals:
    """An interval for each mass; all of them hold together with this confidence.

    `among` is the number of intervals in all that shall hold together, where there are others.
    Raises InvalidInput at counts that are none, or a confidence outside (0, 1).

    >>> low, high = intervals([500, 500])[0]
    >>> round(float(low), 3), round(float(high), 3)
    (0.453, 0.547)
    """
    level = Fraction(confidence)
    if not 0 < level < 1:
        raise InvalidInput(f"the confidence is {confidence}; write a number between 0 and 1")
    masses = frequencies(counts, where)
    radius = _radius(sum(int(count) for count in counts), among or len(masses), 1 - level)
    zero, one = Fraction(0), Fraction(1)
    return tuple((max(zero, mass - radius), min(one, mass + radius)) for mass in masses)


def _radius(total: int, intervals_: int, alpha: Fraction) -> Fraction:
    """sqrt(log(2m/alpha) / (2n)), rounded up."""
    bound = Fraction(log(2 * intervals_ / alpha)) + ROUNDING
    square = bound / (2 * total)
    return Fraction(isqrt(int(square * SCALE * SCALE)) + 1, SCALE)
