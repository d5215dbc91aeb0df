"""Rational numbers as people write them, read exactly and within bounds.

    3   -3   0.25   .5   2.   1e-6   2.5E3   1/3   -4/6

Every number that enters comes through here: of claims, options, files and Python. Digits are those
of ASCII; a text has at most 1,000 characters and an exponent at most three digits, so that nothing
read is larger than memory, or longer than what Python prints.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational

from pmlsym.errors import InvalidInput

LONGEST = 1_000
LARGEST = 10 ** (2 * LONGEST)
"""No numerator and no denominator is larger: the longest text with the largest exponent."""

_RATIONAL = re.compile(
    r"([+-]?[0-9]+)[ \t]*/[ \t]*([0-9]+)|[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?"
)
_SEVERAL = re.compile(r"[0-9./]+([ \t]+[0-9./]+)+")
_WHOLE = re.compile(r"[+-]?[0-9]+")


def read_rational(text: str, name: str = "the number") -> Fraction:
    """The rational of a text.

    `name` says in a message what it is the number of. Raises InvalidInput where the text is no
    number, longer than a thousand characters, or a division by zero.

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


def as_rational(value: object, name: str = "the number") -> Fraction:
    """The rational that a text, an integer, a fraction, a decimal or a float stands for, exactly.

    Raises InvalidInput where it stands for none, and beyond the bounds.

    >>> as_rational("1/10", "q"), as_rational(0.5), as_rational(3)
    (Fraction(1, 10), Fraction(1, 2), Fraction(3, 1))
    """
    if isinstance(value, str):
        return read_rational(value, name)
    if isinstance(value, bool) or not isinstance(value, Rational | Decimal | float):
        raise InvalidInput(f"{name} is {str(value)[:40]!r}; write a number such as '1/3' or 0.25")
    if isinstance(value, Decimal | float) and not (isfinite(value) and _is_moderate(value)):
        raise InvalidInput(f"{name} is {value}, which is no finite number within the bounds")
    found = Fraction(value)
    if max(abs(found.numerator), found.denominator) > LARGEST:
        raise InvalidInput(f"{name} has more than {2 * LONGEST} digits")
    return found


def read_whole(text: str, name: str, *, least: int = 0, most: int = LARGEST) -> int:
    """The integer of a text, between two ends.

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


def _is_moderate(value: Decimal | float) -> bool:
    """Whether a decimal, whose exponent is free, can be written out."""
    if isinstance(value, float):
        return True
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and max(abs(exponent), abs(value.adjusted())) <= 2 * LONGEST
