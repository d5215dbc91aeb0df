"""Tails of the binomial distribution, decided by balls.

    P[Bin(n, p) >= k]  =  I_p(k, n - k + 1),      the regularised incomplete beta function

Source: [DLMF 8.17.5]. The ball contains the probability, so a comparison that the ball decides is
right; a comparison that it leaves open is answered with no.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, lgamma, log, log1p

from flint import arb

from pmlsym.errors import InvalidInput
from pmlsym.numbers.balls import ball, precision

BITS = (32, 64, 128, 256)
MOST_TERMS, PRECISION, TINY = 400, 1e-12, 1e-300


def is_tail_at_most(trials: int, least: int, p: Fraction, bound: Fraction) -> bool:
    """Whether balls prove that the binomial tail P[Bin(trials, p) >= least] is <= bound.

    Raises InvalidInput unless 0 <= least <= trials and 0 <= p <= 1.

    >>> is_tail_at_most(2, 2, Fraction(1, 2), Fraction(26, 100))
    True
    >>> is_tail_at_most(2, 2, Fraction(1, 2), Fraction(24, 100))
    False
    """
    if not (0 <= least <= trials and 0 <= p <= 1):
        raise InvalidInput(f"no tail of {trials} trials from {least} on at probability {p}")
    if least == 0 or p == 1:
        return bound >= 1
    if p == 0:
        return bound >= 0
    for bits in BITS:
        with precision(bits):
            tail: arb = ball(p).beta_lower(least, trials - least + 1, True)
            if tail <= ball(bound):
                return True
            if tail > ball(bound):
                return False
    return False


def log_tail(trials: int, least: int, p: float) -> float:
    """A float near the real number log P[Bin(trials, p) >= least]: an estimate, not a decision.

    It is computed by the continued fraction of the incomplete beta function, for p below
    least/trials [DLMF 8.17.22].
    Raises InvalidInput unless 1 <= least <= trials and 0 < p < 1.

    >>> round(log_tail(2, 2, 0.5), 6)
    -1.386294
    """
    if not (1 <= least <= trials and 0 < p < 1):
        raise InvalidInput(f"no tail of {trials} trials from {least} on at probability {p}")
    a, b = least, trials - least + 1
    whole = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(p) + b * log1p(-p) - log(a)
    above, below = 1.0, 1 / _away_from_zero(1 - (a + b) * p / (a + 1))
    fraction = below
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * p / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * p / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            below = 1 / _away_from_zero(1 + term * below)
            above = _away_from_zero(1 + term / above)
            fraction *= below * above
        if abs(below * above - 1) < PRECISION:
            break
    return whole + log(fraction) if fraction > 0 else -inf


def _away_from_zero(number: float) -> float:
    """The float, or a tiny one in its place near zero, as a divisor in a real number's estimate."""
    return number if abs(number) > TINY else TINY
