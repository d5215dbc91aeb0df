"""Balls: sets of reals by python-flint's `arb`, at a precision in bits that is set.

    precision(bits)     the precision inside a `with` block; FLINT has one, so threads take turns
    ball(value)         a ball around a number
    series(ball, n)     a ball plus x, as n terms of a power series in x
    enclosed(compute)   the number that a computation in balls encloses, as narrowly as one asks

The result of every operation on balls contains the values of the operation at their points: a
number outside the result is excluded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from threading import RLock

from flint import arb, arb_series, ctx

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.numbers.conversion import fmpq_of
from pmlsym.numbers.interval import Interval
from pmlsym.numbers.number import Ball, Exact, Number, number

MOST_BITS = 6000
DIGITS = 40
"""The digits of a value whose ball may be a point: enough to tell any two closed forms apart."""


_TURN: dict[int, AbstractContextManager[bool]] = {}
"""The lock of the precision, for each process: a forked process has a copy of its parent's."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls of that many bits inside the `with` block, where no other thread sets another.

    >>> with precision(64):
    ...     ctx.prec
    64
    """
    with _TURN.setdefault(os.getpid(), RLock()):
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


def ball(value: Number | Fraction | float | arb) -> arb:
    """A number as a ball at the precision that is set; a float is the rational that it is.

    Raises InvalidInput where it is not a finite number.

    >>> ball(Fraction(3, 4)), ball(number(3) / 4)
    (0.750000000000000, 0.750000000000000)
    """
    if isinstance(value, arb):
        return value
    if isinstance(value, Number):
        if not (isinstance(value, Exact) and value.is_rational):
            return ball_between(*value.enclose(ctx.prec * 3 // 10 + 5))
        value = value.rational
    try:
        exact = Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(f"{value!r} is no finite number") from None
    return arb(fmpq_of(exact))


def ball_between(low: Fraction, high: Fraction) -> arb:
    """A ball that contains an interval of reals.

    >>> ball_between(Fraction(0), Fraction(1)).contains(1)
    True
    """
    return ball(low).union(ball(high))


def series_around(centre: arb, terms: int) -> arb_series:
    """The ball plus x, as a power series in x of that many terms.

    >>> series_around(ball(2), 3) ** 2
    4.00000000000000 + 4.00000000000000*x + 1.00000000000000*x^2 + O(x^3)
    """
    return arb_series([centre, 1], prec=terms)


def first_term(value: arb | arb_series) -> arb:
    """The ball itself, or the ball of a power series at x = 0."""
    return value[0] if isinstance(value, arb_series) else value


def ends_of(enclosure: arb) -> Interval:
    """The ends of a ball, as rationals; both are equal if it is a point.

    >>> ends_of(arb(3) / 4)
    (Fraction(3, 4), Fraction(3, 4))
    """
    return _rational_of_point(enclosure.lower()), _rational_of_point(enclosure.upper())


def whole_power(base: arb, exponent: int) -> arb:
    """An integer power of a ball, by products where it contains zero: FLINT takes a log there.

    >>> whole_power(arb(0, 1), 2).is_finite()
    True
    """
    if exponent <= 0 or not base.contains(0):
        return base**exponent
    product = base
    for _ in range(exponent - 1):
        product = product * base
    return product


def enclosed_number(compute: Callable[[], arb], name: str) -> Ball:
    """The real number that a computation in balls encloses at whatever precision is set.

    The precision is doubled until the ball is narrow enough. Raises Unsupported, with the name, for
    digits that 6000 bits do not give.

    >>> enclosed_number(lambda: arb(2).sqrt(), "a root")
    [1.414213562373, 1.414213562374]
    """
    return Ball(lambda digits: _enclosing_interval(compute, name, digits))


def enclosed_nonnegative_number(compute: Callable[[], arb], name: str) -> Number:
    """The real number >= 0 that a computation in balls encloses; exact if its ball is a point.

    >>> enclosed_nonnegative_number(lambda: arb(3) / 4, "a share")
    3/4
    """
    ball_number = enclosed_number(compute, name)
    low, high = ball_number.enclose(DIGITS)
    if low == high:
        return number(low)

    def narrow(digits: int) -> Interval:
        """The ball's interval of that many digits, without negative numbers."""
        low, high = ball_number.enclose(max(digits, DIGITS))
        return max(low, Fraction(0)), high

    return Ball(narrow)


def _enclosing_interval(compute: Callable[[], arb], name: str, digits: int) -> Interval:
    """The ends of a ball of that many digits, at the first precision that gives them."""
    bits = 4 * digits + 40
    while bits <= MOST_BITS:
        with precision(bits):
            enclosure = compute()
            if enclosure.is_finite() and enclosure.rad() < arb(10) ** (-digits):
                return ends_of(enclosure)
        bits *= 2
    raise Unsupported(f"{name} is not known to {digits} digits")


def _rational_of_point(point: arb) -> Fraction:
    """The rational that a ball of radius zero is."""
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
