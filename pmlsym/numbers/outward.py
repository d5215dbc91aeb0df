"""Floats that bound an exact number: rounded outward, never to nearest.

float_below(a)  <=  a  <=  float_above(a)
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isinf, nextafter

from pmlsym.numbers.interval import to_float
from pmlsym.numbers.number import Infinite, Number

DIGITS = (30, 75, 200, 600)


def float_above(value: Number) -> float:
    """The float that is at least the real number, at most two units in the last place above it.

    >>> from pmlsym.numbers.number import rational
    >>> Fraction(float_above(rational("1/10"))) >= Fraction(1, 10) > Fraction(0.09999999999999999)
    True
    """
    return _float_towards(value, inf)


def float_below(value: Number) -> float:
    """The float that is at most the real number, at most two units in the last place below it.

    >>> from pmlsym.numbers.number import leakage
    >>> from math import log
    >>> log(6 / 5) - float_below(leakage(Fraction(6, 5))) < 1e-16
    True
    """
    return _float_towards(value, -inf)


def _float_towards(value: Number, towards: float) -> float:
    """The float next to the outer end of a real's interval, narrow enough to tell that float."""
    if isinstance(value, Infinite):
        return float(value)
    for digits in DIGITS:
        low, high = value.enclose(digits)
        if nextafter(to_float(low), inf) >= to_float(high):
            break
    end = high if towards > 0 else low
    near = to_float(end)
    if isinf(near):
        return near if near == towards else nextafter(near, towards)
    is_outside = Fraction(near) >= end if towards > 0 else Fraction(near) <= end
    return near if is_outside else nextafter(near, towards)
