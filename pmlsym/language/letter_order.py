"""Orders that are letters, on a known side of 1, and the exponents that are made of orders.

    1/(order - 1) of Renyi's divergence, order/(order - 1) of Sibson's information, 1/order of a norm

An order that is a number gives a fraction, a letter the quotient of two polynomials and its sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, constant

ONE = constant(1)


@dataclass(frozen=True)
class LetterOrder:
    """An order that is a letter: above 1, or between 0 and 1."""

    number: Polynomial
    is_above_one: bool

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class LetterExponent:
    """numerator/denominator, of one sign wherever the letters are on their sides of 1."""

    numerator: Polynomial
    denominator: Polynomial
    is_positive: bool

    def times(self, other: LetterExponent) -> LetterExponent:
        """The product, a common order cancelled.

        >>> from pmlsym.calculus.scalar import scalar
        >>> from pmlsym.calculus.polynomial import atom
        >>> a = LetterOrder(atom(scalar("a")), True)
        >>> norm, entropy = reciprocal(a), order_over_distance(a)
        >>> norm.times(entropy) == reciprocal_of_distance(a)
        True
        """
        sign = self.is_positive == other.is_positive
        above, below = (self.numerator, other.numerator), (self.denominator, other.denominator)
        for k in (0, 1):
            if above[k] == below[1 - k]:
                return LetterExponent(above[1 - k], below[k], sign)
        return LetterExponent(above[0] * above[1], below[0] * below[1], sign)


Exponent = Fraction | LetterExponent


def reciprocal(order: Fraction | LetterOrder) -> Exponent:
    """1/order."""
    if isinstance(order, Fraction):
        return 1 / order
    return LetterExponent(ONE, order.number, True)


def reciprocal_of_distance(order: Fraction | LetterOrder) -> Exponent:
    """1/(order - 1)."""
    if isinstance(order, Fraction):
        return 1 / (order - 1)
    return LetterExponent(ONE, order.number - 1, order.is_above_one)


def order_over_distance(order: Fraction | LetterOrder, sign: int = 1) -> Exponent:
    """sign * order/(order - 1)."""
    if isinstance(order, Fraction):
        return sign * order / (order - 1)
    positive = order.is_above_one == (sign > 0)
    return LetterExponent(order.number, sign * (order.number - 1), positive)


def product_of_exponents(one: Exponent, other: Exponent) -> Exponent:
    """The exponent of a power of a power."""
    if isinstance(one, LetterExponent) and isinstance(other, LetterExponent):
        return one.times(other)
    assert isinstance(one, Fraction) and isinstance(other, Fraction)  # of one order
    return one * other
