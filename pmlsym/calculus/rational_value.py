"""Numbers of Python as rationals, exactly and within the bounds of rational.py."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational

from pmlsym.calculus.rational import LARGEST, LONGEST, read_rational
from pmlsym.errors import InvalidInput


def as_rational(value: object, name: str = "the number") -> Fraction:
    """The rational that a Python number or a text is exactly, for a polynomial's coefficient.

    Raises InvalidInput where there is no such rational, or it is beyond the bounds.

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


def _is_moderate(value: Decimal | float) -> bool:
    """Whether a decimal's exponent is small enough for a polynomial's exact coefficient."""
    if isinstance(value, float):
        return True
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and max(abs(exponent), abs(value.adjusted())) <= 2 * LONGEST
