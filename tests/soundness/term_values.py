"""What a convex term is worth at every large N, to two hundred digits.

    F(a, b) = b f(a/b)      where b > 0, as N is above a/b
    F(a, 0) = a * (slope of f_N beyond N)
    F(a, b) = f(1) a        where a < 0 or b < 0

(docs/convex_terms.md). Only the slopes depend on N: 1 + log N of entropy, 2 N of the square. At
large N a polynomial in them has the sign that it has where N is far above log N, which is far above
all else; so a pair of numbers stands for them, each larger than whatever stands below it can be.
Square and excess are exact; entropy and root are rational approximations.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq

from pmlsym.calculus.convex_term import Function

BITS = 900
"""Enough for two hundred digits of numbers with a hundred digits before the point."""


@dataclass(frozen=True)
class Slopes:
    """1 + log N and 2 N, as numbers of their order."""

    entropy: Fraction
    square: Fraction


FAR = (
    Slopes(Fraction(10**80), Fraction(10**400)),
    Slopes(Fraction(10**120), Fraction(10**700)),
)
"""Two such pairs: levels of infinite measures are at most 10^30."""


def term_value(function: Function, a: Fraction, b: Fraction, slopes: Slopes) -> Fraction:
    """F(a, b) of one of the four functions, exact or to two hundred digits.

    >>> from pmlsym.calculus.convex_term import EXCESS, SQUARE
    >>> term_value(SQUARE, Fraction(3), Fraction(2), FAR[0])
    Fraction(9, 2)
    >>> term_value(EXCESS, Fraction(3), Fraction(0), FAR[0])
    Fraction(3, 1)
    """
    name = function.name
    if a < 0 or b < 0:
        return (function.at_one or 0) * a
    if not a:
        return Fraction(0)
    if name == "power":
        return _power(order_of(function), a, b, slopes)
    if not b:
        slope = {"entropy": slopes.entropy, "square": slopes.square, "excess": 1, "root": 0}[name]
        return slope * a
    if name == "square":
        return a * a / b
    if name == "excess":
        return max(a - b, Fraction(0))
    return _irrational(name, a, b)


def order_of(function: Function) -> Fraction:
    """The order of a power, a square or a root."""
    known = {"square": Fraction(2), "root": Fraction(1, 2)}
    if function.name in known:
        return known[function.name]
    return Fraction(str(function.order))


def _power(order: Fraction, a: Fraction, b: Fraction, slopes: Slopes) -> Fraction:
    """a^order b^(1 - order), with a minus below order one; N^(order - 1) is near (2 N)^.. ."""
    sign = 1 if order > 1 else -1
    if not b:
        return a * slopes.square ** max(int(order - 1), 1) if order > 1 else Fraction(0)
    return sign * b * root_of(a / b, order)


@lru_cache(maxsize=1 << 14)
def root_of(base: Fraction, exponent: Fraction) -> Fraction:
    """A power of a number >= 0, exact for whole exponents, else to two hundred digits."""
    if exponent.denominator == 1 or not base:
        return base ** int(exponent) if exponent.denominator == 1 else base
    before, ctx.prec = ctx.prec, BITS
    try:
        found = _arb(base) ** _arb(exponent)
        mantissa, power = found.mid().man_exp()
    finally:
        ctx.prec = before
    return Fraction(int(mantissa)) * Fraction(2) ** int(power)


@lru_cache(maxsize=1 << 14)
def _irrational(name: str, a: Fraction, b: Fraction) -> Fraction:
    before, ctx.prec = ctx.prec, BITS
    try:
        found = _times_log(a, b) if name == "entropy" else -_arb(a * b).sqrt()
        mantissa, exponent = found.mid().man_exp()
    finally:
        ctx.prec = before
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _times_log(a: Fraction, b: Fraction) -> arb:
    """a log(a/b)."""
    return _arb(a) * _arb(a / b).log()


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
