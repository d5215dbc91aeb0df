"""Levels: quotients of polynomials against which values are bounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.errors import Unsupported


@dataclass(frozen=True)
class Level:
    """numerator / denominator, the denominator being positive."""

    numerator: Polynomial
    denominator: Polynomial = constant(1)

    def __mul__(self, other: Level) -> Level:
        return Level(self.numerator * other.numerator, self.denominator * other.denominator)

    def __pow__(self, exponent: int) -> Level:
        base, times = self if exponent > 0 else self.inverse(), abs(exponent)
        return Level(base.numerator**times, base.denominator**times)

    def plus(self, other: Level, times: Fraction = Fraction(1)) -> Level:
        """The level plus a multiple of another, over their common denominator."""
        numerator = self.numerator * other.denominator + other.numerator * self.denominator * times
        return Level(numerator, self.denominator * other.denominator)

    def minus(self, other: Level, times: Fraction = Fraction(1)) -> Level:
        """The level minus a multiple of another, over their common denominator."""
        return self.plus(other, -times)

    def inverse(self) -> Level:
        """One over the level: numerator and denominator exchanged."""
        return Level(self.denominator, self.numerator)

    def above(self, numerator: Polynomial, denominator: Polynomial) -> Polynomial:
        """A polynomial that is >= 0 iff numerator / denominator is at most the level."""
        return self.numerator * denominator - self.denominator * numerator


def log_of_product(level: Level) -> Polynomial:
    """The log of a level, a product, as convex terms. Raises Unsupported for any other level."""
    total = constant(0)
    for side, sign in ((level.numerator, 1), (level.denominator, -1)):
        if len(side) != 1:
            raise Unsupported(f"the logarithm of {side} is not taken for an order that is a letter")
        ((monomial, c),) = side
        tensors = [tensor for factor in monomial for tensor, _ in factor]
        if c <= 0 or not all(t.positive and not t.alphabets for t in tensors):
            raise Unsupported(f"{side} is no product of positive numbers")
        for factor in (*(atom(t) for t in tensors), *([constant(c)] if c != 1 else [])):
            total = total + sign * log(factor)
    return total
