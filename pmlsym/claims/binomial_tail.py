"""Binomial tails as quantities of claims.

    binomial(m, n, p)  =  sum_{k <= m} C(n, k) p^k (1-p)^(n-k)

n is a number of trials, 0, 1, 2, .., and 0 <= p <= 1; elsewhere it has no value. m is any real.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, floor

from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.number import Exact, Number, rational

LARGEST = 5_000


def tail_value(most: Number, trials: Number, probability: Number) -> Number:
    """The exact tail at rational arguments.

    Raises OutOfDomain where it has no value, Unsupported where an argument is not rational.

    >>> tail_value(rational(1), rational(2), rational("1/3"))
    8/9
    """
    values = []
    for argument in (most, trials, probability):
        if not isinstance(argument, Exact) or not argument.is_rational:
            raise Unsupported(f"binomial is evaluated at rationals alone, not at {argument}")
        values.append(argument.rational)
    m, n, p = values
    if n.denominator != 1 or n < 0 or not 0 <= p <= 1:
        raise OutOfDomain(f"there is no binomial distribution of {n} trials and probability {p}")
    if n > LARGEST:
        raise Unsupported(f"binomial is evaluated up to {LARGEST} trials, not at {n}")
    total = Fraction(0)
    for k in range(min(floor(m), n.numerator) + 1):
        total += comb(n.numerator, k) * p**k * (1 - p) ** (n.numerator - k)
    return rational(total)
