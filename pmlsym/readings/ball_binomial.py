"""Tails of the binomial distribution, decided by balls.

    P[Bin(n, p) >= k]  =  I_p(k, n - k + 1),      the regularised incomplete beta function

Source: [DLMF 8.17.5]. The ball contains the probability, so a comparison that it decides is right;
one that it leaves open is answered with no.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf

from flint import arb

from pmlsym.errors import InvalidInput
from pmlsym.readings.ball import ball, precision

BITS = (64, 128, 256)


def is_tail_at_most(trials: int, least: int, p: Fraction, bound: Fraction) -> bool:
    """Whether P[Bin(trials, p) >= least] <= bound is certain.

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


def log_tail(trials: int, least: int, p: Fraction) -> float:
    """About log P[Bin(trials, p) >= least]: it finds where to look, and decides nothing.

    >>> round(log_tail(2, 2, Fraction(1, 2)), 6)
    -1.386294
    """
    with precision(BITS[0]):
        tail: arb = ball(p).beta_lower(least, trials - least + 1, True)
        middle = tail.mid()
        return float(middle.log()) if middle > 0 else -inf
