"""Numbers as people read them: log(3/2) = 0.405465, exact and in decimals, in nats or in bits.

Bits may be asked for only where the number is in nats. A number that is too long is shown in
decimals alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf, log

from pmlsym.numbers.interval import rational_text, scientific_text
from pmlsym.numbers.number import Ball, Exact, Infinite, Number

LONGEST = 60
"""The most characters of a rational that is written in full on a line."""

FEW = 1e9
"""Below this size a float has six correct decimals, and they are printed."""

_NATS_PER_BIT = log(2)


def exact_text(value: Number, *, bits: bool = False) -> str:
    """The text of a real number, exact; of a leakage in bits, the logarithm to base two.

    >>> from pmlsym.numbers.number import leakage, rational
    >>> from fractions import Fraction
    >>> exact_text(leakage(Fraction(6, 5)), bits=True), exact_text(leakage(Fraction(1)))
    ('log2(6/5)', '0')
    """
    if isinstance(value, Exact):
        ratio = value.exponential()
        if ratio == 1:
            return "0"
        if ratio is not None:
            return f"{'log2' if bits else 'log'}({rational_text(ratio)})"
    if bits and not isinstance(value, Infinite):
        return f"{value} nats"
    return str(value)


def short_text(value: Fraction | float) -> str:
    """The text of a rational as a quotient if that is short, else in decimals, as a float is.

    >>> short_text(Fraction(11, 10)), short_text(1.1), short_text(Fraction(10) ** 300)
    ('11/10', '1.1', '1.000000e+300')
    """
    if isinstance(value, float):
        return repr(value)
    text = rational_text(Fraction(value))
    if len(text) <= LONGEST // 2 and Fraction(value).denominator < FEW:
        return text
    return repr(float(value)) if abs(value) < FEW else scientific_text(Fraction(value), 7)


def decimal_text(value: Number, *, bits: bool = False) -> str:
    """The text of a real number in decimals, in nats or in bits.

    >>> from pmlsym.numbers.number import leakage, rational
    >>> from fractions import Fraction
    >>> decimal_text(leakage(Fraction(4))), decimal_text(leakage(Fraction(4)), bits=True)
    ('1.386294', '2.000000')
    >>> decimal_text(leakage(Fraction(2)) * 3**70), decimal_text(rational(10) * 10**400)
    ('1.735055e+33', '1.000000e+401')
    """
    if isinstance(value, Infinite):
        return str(value)
    near = float(value) / (_NATS_PER_BIT if bits else 1)
    if isinf(near):
        return scientific_text(value.enclose(25)[0], 7)
    return f"{near:.6f}" if abs(near) < FEW else f"{near:.6e}"


def both_texts(value: Number, *, bits: bool = False) -> str:
    """The text of a real number, exact and in decimals; one alone for an integer or a long one.

    >>> from pmlsym.numbers.number import leakage, rational
    >>> from fractions import Fraction
    >>> both_texts(leakage(Fraction(3, 2))), both_texts(rational("1/3"))
    ('log(3/2) = 0.405465', '1/3 = 0.333333')
    >>> both_texts(leakage(Fraction(3, 2)), bits=True), both_texts(rational("1/3"), bits=True)
    ('log2(3/2) = 0.584963 bits', '1/3 nats = 0.480898 bits')
    """
    exact, unit = exact_text(value, bits=bits), " bits" if bits else ""
    if isinstance(value, Exact) and value.is_rational and len(exact) > LONGEST:
        return f"about {scientific_text(value.rational, 7)}{' nats' if bits else ''}"
    if isinstance(value, Infinite) or exact.lstrip("-").isdecimal():
        return exact
    if isinstance(value, Ball):
        return f"{decimal_text(value, bits=bits)}{unit} (within {value}{' nats' if bits else ''})"
    return f"{exact} = {decimal_text(value, bits=bits)}{unit}"
