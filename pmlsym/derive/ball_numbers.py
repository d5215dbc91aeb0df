"""Numbers that a computation in balls encloses, as narrowly as one asks.

The computation runs at a precision that is doubled until its ball is narrow enough.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from pmlsym.errors import Unsupported
from pmlsym.numbers.number import Ball, Exact, Number, number

MOST_BITS = 6000
DIGITS = 40


def enclosed(compute: Callable[[], arb], name: str) -> Ball:
    """The number that `compute` encloses at whatever precision is set.

    Raises Unsupported with that name when digits are asked for that 6000 bits do not give.

    >>> enclosed(lambda: arb(2).sqrt(), "a root")
    [1.414213562373, 1.414213562374]
    """
    return Ball(lambda digits: _enclose(compute, name, digits))


def enclosed_nonnegative(compute: Callable[[], arb], name: str) -> Number:
    """The number >= 0 that `compute` encloses; exact where its ball is a point.

    >>> enclosed_nonnegative(lambda: arb(3) / 4, "a share")
    3/4
    """
    found = enclosed(compute, name)
    low, high = found.enclose(DIGITS)
    if low == high:
        return number(low)

    def narrow(digits: int) -> tuple[Fraction, Fraction]:
        low, high = found.enclose(max(digits, DIGITS))
        return max(low, Fraction(0)), high

    return Ball(narrow)


def ball(value: Number) -> arb:
    """A number as a ball at the precision that is set.

    >>> ball(number(3) / 4)
    0.750000000000000
    """
    if isinstance(value, Exact) and value.is_rational:
        return _arb(value.rational)
    low, high = value.enclose(ctx.prec * 3 // 10 + 5)
    return _arb(low).union(_arb(high))


def _arb(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def rational_of(value: Any) -> Fraction:
    """The rational that an exact ball is.

    >>> rational_of(arb(3) / 4)
    Fraction(3, 4)
    """
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _enclose(compute: Callable[[], arb], name: str, digits: int) -> tuple[Fraction, Fraction]:
    bits, before = 4 * digits + 40, ctx.prec
    try:
        while bits <= MOST_BITS:
            ctx.prec = bits
            ball = compute()
            if ball.is_finite() and ball.rad() < arb(10) ** (-digits):
                return rational_of(ball.lower()), rational_of(ball.upper())
            bits *= 2
    finally:
        ctx.prec = before
    raise Unsupported(f"{name} is not known to {digits} digits")
