"""Floats that people typed, as the decimals that they mean."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite

from pmlsym.calculus.kind import described
from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import InvalidInput

DIGITS = 15
"""Significant digits that a float keeps; a typed decimal has no more."""

NEAR = Fraction(1, 10**15)


def short_decimal(value: float, name: str = "the number") -> Fraction:
    """A polynomial's coefficient from a typed float: the rational of its shortest decimal.

    A float of more than 15 digits is computed, not typed: 1/3 has been rounded. Raises InvalidInput
    at such a float, and at one that is not finite.

    >>> short_decimal(0.1), short_decimal(-2.5e-3)
    (Fraction(1, 10), Fraction(-1, 400))
    >>> short_decimal(1/3, "it")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: it is 0.3333333333333333, no short decimal; write '1/3', or round it
    """
    text = repr(float(value))
    if not isfinite(value):
        raise InvalidInput(f"{name} is {text}, which is no finite number")
    if len(text.partition("e")[0].replace(".", "").strip("-0")) <= DIGITS:
        return Fraction(text)
    near = Fraction(value).limit_denominator(1000)
    is_near = abs(near - Fraction(value)) < NEAR
    shown = f"'{near}', or round it" if is_near else "it as text such as '1/3', or round it"
    raise InvalidInput(f"{name} is {text}, no short decimal; write {shown}")


def exact_number(value: object) -> Fraction:
    """A polynomial's rational coefficient, typed as an integer, a fraction or a short float.

    >>> exact_number(0.25), exact_number(Decimal("0.1"))
    (Fraction(1, 4), Fraction(1, 10))
    """
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal | float):
        raise InvalidInput(
            f"{described(value)}; write a quantity, or an exact number such as 1/4 or 0.25"
        )
    return short_decimal(value) if isinstance(value, float) else as_rational(value)
