"""Rational numbers as people write them, read exactly and within bounds.

    3   -3   0.25   .5   2.   1e-6   2.5E3   1/3   -4/6

Every number in the text of a claim, an option or a file is read here. Digits are those of ASCII; a
text has at most 1,000 characters and an exponent at most three digits, so that no number is too
large for memory, or too long for Python to print.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pmlsym.errors import InvalidInput

LONGEST = 1_000
LARGEST = 10 ** (2 * LONGEST)
"""The largest numerator and denominator: the longest text with the largest exponent."""

_RATIONAL = re.compile(
    r"([+-]?[0-9]+)[ \t]*/[ \t]*([0-9]+)|[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?"
)
_SEVERAL = re.compile(r"[0-9./]+([ \t]+[0-9./]+)+")
_WHOLE = re.compile(r"[+-]?[0-9]+")


def read_rational(text: str, name: str = "the number") -> Fraction:
    """A polynomial's rational coefficient, read as people write numbers: 1/3, 0.25 or 1e-6.

    `name` is the name of the number in messages. Raises InvalidInput where the text is not a
    number, is longer than a thousand characters, or divides by zero.

    >>> read_rational(" 0.25 "), read_rational("-2/6")
    (Fraction(1, 4), Fraction(-1, 3))
    >>> read_rational("1e9999")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: the number is '1e9999'; write a number such as 1/3, 0.25 or 1e-6
    """
    if not isinstance(text, str):
        raise InvalidInput(f"{name} is {str(text)[:40]}, which is no text")
    if len(text) > LONGEST:
        raise InvalidInput(f"{name} is {text[:20]!r}.., longer than {LONGEST} characters")
    plain = text.strip()
    match = _RATIONAL.fullmatch(plain)
    if match is None and _SEVERAL.fullmatch(plain):
        raise InvalidInput(f"{name} is {text!r}; write commas between numbers, such as 1/2,1/2")
    if match is None:
        raise InvalidInput(f"{name} is {text!r}; write a number such as 1/3, 0.25 or 1e-6")
    try:
        return Fraction(int(match[1]), int(match[2])) if match[1] else Fraction(plain)
    except ZeroDivisionError:
        raise InvalidInput(f"{name} is {text!r}, a division by zero") from None


def read_whole(text: str, name: str, *, least: int = 0, most: int = LARGEST) -> int:
    """The integer in a text, for a polynomial's exponent or an alphabet's size, if in bounds.

    >>> read_whole("12", "k", most=100)
    12
    >>> read_whole("1_2", "k", most=100)
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: k is '1_2'; write an integer from 0 to 100
    """
    plain = text.strip()
    if len(plain) <= LONGEST and _WHOLE.fullmatch(plain) and least <= int(plain) <= most:
        return int(plain)
    shown = plain if _WHOLE.fullmatch(plain[:20]) else repr(plain[:20])
    ends = f"from {least} to {most}" if most < LARGEST else f"of at most {LONGEST} digits"
    raise InvalidInput(f"{name} is {shown[:22]}; write an integer {ends}")
