"""Floats that bound an exact number: rounded outward, never to nearest.

    float_below(a)  <=  a  <=  float_above(a)
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isinf, nextafter

from pmlsym.evidence.number import Infinite, Number

DIGITS = 30


def float_above(value: Number) -> float:
    """A float that is at least the number, at most two units in the last place above it.

    >>> from pmlsym.evidence.number import rational
    >>> Fraction(float_above(rational("1/10"))) >= Fraction(1, 10) > Fraction(0.09999999999999999)
    True
    """
    if isinstance(value, Infinite):
        return float(value)
    high = value.enclose(DIGITS)[1]
    near = float(high)
    return near if isinf(near) or Fraction(near) >= high else nextafter(near, inf)


def float_below(value: Number) -> float:
    """A float that is at most the number, at most two units in the last place below it.

    >>> from pmlsym.evidence.number import leakage
    >>> from math import log
    >>> log(6 / 5) - float_below(leakage(Fraction(6, 5))) < 1e-16
    True
    """
    if isinstance(value, Infinite):
        return float(value)
    low = value.enclose(DIGITS)[0]
    near = float(low)
    return near if isinf(near) or Fraction(near) <= low else nextafter(near, -inf)
