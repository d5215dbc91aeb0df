"""Rational intervals that contain a real number, as narrow as a wanted number of digits.

Sums and products of intervals are exact and then rounded outward; log and exp take the correctly
rounded results of the standard library's decimals, moved outward by one unit in the last place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
)
from fractions import Fraction
from functools import lru_cache
from math import inf

from pmlsym.errors import Unsupported

Interval = tuple[Fraction, Fraction]
Narrow = Callable[[int], Interval]
"""A number that is known by an interval of width about 10^-digits, for any number of digits."""

LARGEST_EXPONENT = 100_000
LONG = Fraction(10) ** 60
"""Numbers from this size on are written with a power of ten."""

LONGEST_BITS = 14_000
"""Bits of the longest integer that is written in full: 4,215 digits; Python's limit is 4,300."""

KEPT = 1 << 12
"""The most exponentials and logarithms in the cache: comparisons ask for the same few again."""

MOST_DIGITS = 3_000
"""The most digits of a logarithm, half a second; a power such as 2^(2^65536) would need 20,000."""


def round_outward(low: Fraction, high: Fraction, digits: int) -> Interval:
    """The interval with ends rounded outward to that many digits after the point.

    >>> round_outward(Fraction(1, 3), Fraction(1, 3), 2)
    (Fraction(33, 100), Fraction(17, 50))
    """
    scale = 10**digits
    down = low.numerator * scale // low.denominator
    up = -(-high.numerator * scale // high.denominator)
    return Fraction(down, scale), Fraction(up, scale)


def nearest_float(narrow: Narrow) -> float:
    """The float next to a real number: its interval is narrowed until all in it round to one.

    If 600 digits after the point do not settle the float, the middle of the interval is rounded.

    >>> third = Fraction(1, 3 * 10**60)
    >>> nearest_float(lambda digits: round_outward(third, third, digits))
    3.3333333333333335e-61
    """
    for digits in (40, 75, 200, 600):
        low, high = narrow(digits)
        near = to_float(low)
        if near == to_float(high):
            return near
    return to_float((low + high) / 2)


def to_float(value: Fraction | int) -> float:
    """The float next to a rational, infinite beyond all floats.

    >>> to_float(Fraction(1, 3)), to_float(-Fraction(10) ** 400)
    (0.3333333333333333, -inf)
    """
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def add_intervals(left: Interval, right: Interval) -> Interval:
    """The interval of the sums of a real number of each interval."""
    return left[0] + right[0], left[1] + right[1]


def multiply_intervals(left: Interval, right: Interval) -> Interval:
    """The interval of the products of a real number of each interval."""
    products = [a * b for a in left for b in right]
    return min(products), max(products)


def add_multiple(total: Interval, c: Fraction, interval: Interval) -> Interval:
    """The interval of all x + c y, for real numbers x of one interval and y of another."""
    return add_intervals(total, multiply_intervals((c, c), interval))


def log_interval(value: Fraction, digits: int) -> Interval:
    """An interval around the logarithm of a positive rational, of that many digits.

    >>> low, high = log_interval(Fraction(2), 10)
    >>> f"{float(low):.9f}", 0 < high - low < Fraction(1, 10**10)
    ('0.693147181', True)
    """
    above = _log_of_integer(value.numerator, digits)
    below = _log_of_integer(value.denominator, digits)
    return above[0] - below[1], above[1] - below[0]


def logs_interval(logs: Iterable[tuple[Fraction, Fraction]], digits: int) -> Interval:
    """An interval around the sum of c log(a) over pairs of rationals (a, c)."""
    total = (Fraction(0), Fraction(0))
    for base, c in logs:
        total = add_multiple(total, c, log_interval(base, digits + integer_digits(c) + 2))
    return total


def exp_interval(inside: Interval, digits: int) -> Interval:
    """An interval around the exponentials of all real numbers of an interval.

    Below exp(-100000) the interval begins at zero. Raises Unsupported beyond exp(100000).

    >>> low, high = exp_interval((Fraction(-200000), Fraction(-200000)), 10)
    >>> low, 0 < high < Fraction(1, 10**43429)
    (Fraction(0, 1), True)
    """
    if inside[1] > LARGEST_EXPONENT:
        raise Unsupported(f"exp of a number above {LARGEST_EXPONENT} is not evaluated")
    return _exp_below(inside[0], digits), _exp_above(inside[1], digits)


def integer_digits(value: Fraction) -> int:
    """The number of decimal digits of a rational's integer part, or one more, for intervals."""
    return int(abs(value)).bit_length() * 30103 // 100000 + 1


def narrow_product(left: Narrow, right: Narrow, digits: int) -> Interval:
    """An interval of that many digits around the product of two real numbers."""
    larger = [integer_digits(max(map(abs, factor(2))) + 1) for factor in (left, right)]
    one, other = left(digits + larger[1] + 1), right(digits + larger[0] + 1)
    return round_outward(*multiply_intervals(one, other), digits)


def narrow_inverse(value: Narrow, digits: int) -> Interval:
    """An interval of that many digits around 1/value of a real. Raises Unsupported near zero."""
    for more in (digits + 5, 2 * digits + 20, 4 * digits + 100, 8 * digits + 400):
        low, high = value(more)
        if (low > 0 or high < 0) and 1 / low - 1 / high < Fraction(1, 10**digits):
            break
    if low <= 0 <= high:
        raise Unsupported("the inverse of a number is not evaluated: zero is too near")
    return round_outward(1 / high, 1 / low, digits)


def narrow_log(value: Narrow, digits: int) -> Interval:
    """An interval of that many digits around log of a real. Raises Unsupported too near zero."""
    for more in (digits + 5, 2 * digits + 20, 4 * digits + 100, 8 * digits + 400):
        low, high = value(more)
        if low > 0 and high / low - 1 < Fraction(1, 10**digits):
            break
    if low <= 0:
        raise Unsupported("the log of a number is not evaluated: zero is too near")
    return log_interval(low, digits)[0], log_interval(high, digits)[1]


def ends_text(low: Fraction, high: Fraction, digits: int) -> tuple[str, str]:
    """The ends of an interval as decimals, rounded outward.

    They have that many digits after the point, or that many in all where they are long.

    >>> ends_text(Fraction(1, 3), Fraction(2, 3), 4)
    ('0.3333', '0.6667')
    >>> ends_text(Fraction(10) ** 5000 / 3, Fraction(10) ** 5000, 4)
    ('3.333e+4999', '1.000e+5000')
    """
    if max(abs(low), abs(high)) < LONG:
        wide = round_outward(low, high, digits)
        return _decimal_text(wide[0], digits), _decimal_text(wide[1], digits)
    return scientific_text(low, digits, ROUND_FLOOR), scientific_text(high, digits, ROUND_CEILING)


def rational_text(value: Fraction) -> str:
    """The text of a rational, in full unless it is longer than Python writes integers.

    >>> rational_text(Fraction(2, 3)), rational_text(Fraction(10) ** 5000 / 3)
    ('2/3', 'about 3.333333e+4999')
    """
    return str(value) if is_written_out(value) else f"about {scientific_text(value, 7)}"


def is_written_out(value: Fraction) -> bool:
    """Whether a rational's digits are fewer than Python's limit, so that it is written in full."""
    return max(abs(value.numerator), value.denominator).bit_length() <= LONGEST_BITS


def scientific_text(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """The text of a rational of any size: that many digits and a power of ten.

    >>> scientific_text(Fraction(10) ** 400 / 3, 4)
    '3.333e+399'
    """
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    near = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{near:.{digits - 1}e}"


def _decimal_text(value: Fraction, digits: int) -> str:
    """The text of a rational end of an interval, a multiple of 10^-digits, as a decimal."""
    whole = int(value * 10**digits)
    text = f"{abs(whole):0{digits + 1}d}"
    fraction = text[-digits:].rstrip("0")
    return ("-" if whole < 0 else "") + text[:-digits] + (f".{fraction}" if fraction else "")


@lru_cache(maxsize=KEPT)
def _exp_below(end: Fraction, digits: int) -> Fraction:
    """A rational below exp(end), nonnegative: the low end of an interval."""
    if end < -LARGEST_EXPONENT:
        return Fraction(0)
    context = _decimal_context(digits)
    at = context.next_minus(context.divide(Decimal(end.numerator), Decimal(end.denominator)))
    return max(Fraction(0), Fraction(context.next_minus(context.exp(at))))


@lru_cache(maxsize=KEPT)
def _exp_above(end: Fraction, digits: int) -> Fraction:
    """A rational above exp(end): the high end of an interval."""
    end, context = max(end, Fraction(-LARGEST_EXPONENT)), _decimal_context(digits)
    at = context.next_plus(context.divide(Decimal(end.numerator), Decimal(end.denominator)))
    return max(Fraction(0), Fraction(context.next_plus(context.exp(at))))


@lru_cache(maxsize=KEPT)
def _log_of_integer(value: int, digits: int) -> Interval:
    """An interval around the logarithm of an integer."""
    if value == 1:
        return Fraction(0), Fraction(0)
    if digits > MOST_DIGITS:
        raise Unsupported(f"a logarithm to more than {MOST_DIGITS} digits is not evaluated")
    context = _decimal_context(digits)
    near = context.ln(Decimal(value))
    return Fraction(context.next_minus(near)), Fraction(context.next_plus(near))


def _decimal_context(digits: int) -> Context:
    """A context of decimals with some digits more than an interval asks for."""
    return Context(prec=digits + 12, Emax=MAX_EMAX, Emin=MIN_EMIN)
