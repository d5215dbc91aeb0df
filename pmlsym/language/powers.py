"""Powers: x^n as a quantity of the claim language.

x^0 = 1      x^3 = x*x*x      x^(-1) = 1/x      exp(u)^n = exp(n*u)      x^y = exp(y*log(x)) else
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.rational import LARGEST as LARGEST_NUMBER
from pmlsym.language.expression import whole_power
from pmlsym.language.nodes import (
    Constant,
    Division,
    Exponential,
    Logarithm,
    Named,
    Product,
    Quantity,
)
from pmlsym.language.writing import write_quantity

LARGEST = 60
"""The largest power that is written out as a product."""


def power(base: Quantity, exponent: Quantity) -> Quantity:
    """base^exponent. Raises InvalidInput at zero to a negative power.

    >>> from pmlsym.language.nodes import Scalar
    >>> power(Scalar("x"), Constant(Fraction(2))), power(Scalar("x"), Scalar("y"))
    (x^2, x^y)
    """
    if isinstance(base, Exponential):
        return Exponential(exponent * base.body)
    value = exponent.value if isinstance(exponent, Constant) else None
    if value == 0:
        return Constant(Fraction(1))
    if value is None or value.denominator != 1 or abs(value) > LARGEST or _is_huge(base, value):
        body: Quantity = Exponential(exponent * Logarithm(base))
    elif isinstance(base, Constant):
        return Constant(whole_power(base.value, value.numerator))
    else:
        product = Product((base,) * abs(value.numerator))
        body = product if value >= 0 else Division(Constant(Fraction(1)), product)
    return Named((body,), f"{_atom(base)}^{_atom(exponent)}")


def _is_huge(base: Quantity, power: Fraction) -> bool:
    """Whether a power of a constant is beyond the numbers that are read."""
    if not isinstance(base, Constant):
        return False
    bits = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
    return bool(bits * abs(power) > LARGEST_NUMBER.bit_length())


def _atom(quantity: Quantity) -> str:
    text = write_quantity(quantity)
    return text if text.isidentifier() or text.isdigit() else f"({text})"
