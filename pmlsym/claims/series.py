"""Sums and products with any number of terms, as quantities of claims.

    sum(k, m, n, f)  = f at k = m, plus f at m + 1, .., plus f at n          prod(k, m, n, f) alike

m and n are integers, n >= m - 1, else there is no value; of no terms the sum is 0, the product 1.
The letter k is a name of its own inside f, whatever it means outside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pmlsym.claims.binomial_tail import BinomialTail
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.number import Exact, Number
from pmlsym.measures.quantity import (
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Product,
    Quantity,
    Scalar,
    Sum,
)

LONGEST = 200


@dataclass(frozen=True, eq=False)
class Bound(Quantity):
    """The letter that a sum or a product runs over, inside it."""

    name: str

    @property
    def text(self) -> str:
        """How the claim language writes it."""
        return self.name


@dataclass(frozen=True, eq=False)
class Series(Quantity):
    """The sum, or the product, of `body` for the letter from `low` to `high`."""

    letter: str
    low: Quantity
    high: Quantity
    body: Quantity
    is_product: bool = False

    @property
    def arguments(self) -> tuple[Quantity, ...]:
        """The quantities in it."""
        return self.low, self.high, self.body

    @property
    def opening(self) -> str:
        """How the claim language begins it."""
        return f"{'prod' if self.is_product else 'sum'}({self.letter}, "


def integers_between(low: Number, high: Number) -> range:
    """The integers from low to high.

    Raises OutOfDomain where the ends are no integers with high >= low - 1, Unsupported where there
    are too many of them to be added up one by one.

    >>> from pmlsym.evidence.number import rational
    >>> list(integers_between(rational(2), rational(4)))
    [2, 3, 4]
    """
    ends = []
    for end in (low, high):
        if not isinstance(end, Exact) or not end.is_rational or end.rational.denominator != 1:
            raise OutOfDomain(f"a sum does not run from {low} to {high}")
        ends.append(end.rational.numerator)
    if ends[1] < ends[0] - 1:
        raise OutOfDomain(f"a sum does not run from {low} to {high}")
    if ends[1] - ends[0] > LONGEST:
        raise Unsupported(f"more than {LONGEST} terms are not added up one by one")
    return range(ends[0], ends[1] + 1)


def substituted(quantity: Quantity, letter: str, value: Quantity) -> Quantity:
    """The quantity with a value in place of the letter.

    >>> substituted(Bound("k") * 2, "k", Scalar("n"))
    Product(factors=(Scalar(name='n', domain='real'), Constant(value=Fraction(2, 1))))
    """

    def go(part: Quantity) -> Quantity:
        match part:
            case Bound(name):
                return value if name == letter else part
            case Sum(terms):
                return Sum(tuple(map(go, terms)))
            case Product(factors):
                return Product(tuple(map(go, factors)))
            case Extreme(bodies):
                return replace(part, bodies=tuple(map(go, bodies)))
            case Division(numerator, denominator):
                return Division(go(numerator), go(denominator))
            case Logarithm(body):
                return Logarithm(go(body))
            case Exponential(body):
                return Exponential(go(body))
            case BinomialTail():
                return BinomialTail(*map(go, part.arguments))
            case Series(own, low, high, body):
                inner = body if own == letter else go(body)
                return replace(part, low=go(low), high=go(high), body=inner)
            case Constant() | Scalar():
                return part
        raise Unsupported(f"{part!r} does not stand inside a sum")

    return go(quantity)
