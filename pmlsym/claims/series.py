"""Sums and products with any number of terms, as quantities of claims.

    sum(k, m, n, f)  = f at k = m, plus f at m + 1, .., plus f at n          prod(k, m, n, f) alike

m and n are integers, n >= m - 1, else there is no value; of no terms the sum is 0, the product 1.
The letter k is a name of its own inside f, whatever it means outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import is_

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
    """The quantity with a value in place of the letter; what the letter is not in stays the same.

    >>> substituted(Bound("k") * 2, "k", Scalar("n"))
    Product(factors=(Scalar(name='n', domain='real'), Constant(value=Fraction(2, 1))))
    """

    def go(part: Quantity) -> Quantity:
        if isinstance(part, Bound):
            return value if part.name == letter else part
        before, make = _apart(part, letter)
        after = tuple(map(go, before))
        return part if all(map(is_, before, after)) else make(*after)

    return go(quantity)


def _apart(part: Quantity, letter: str) -> tuple[tuple[Quantity, ...], Callable[..., Quantity]]:
    """What the letter may occur in, and how that is put together again."""
    match part:
        case Sum(terms):
            return terms, lambda *new: Sum(new)
        case Product(factors):
            return factors, lambda *new: Product(new)
        case Extreme(bodies):
            return bodies, lambda *new: replace(part, bodies=new)
        case Division(numerator, denominator):
            return (numerator, denominator), Division
        case Logarithm(body) | Exponential(body):
            return (body,), type(part)
        case BinomialTail():
            return part.arguments, BinomialTail
        case Series(own, low, high) if own == letter:
            return (low, high), lambda m, n: replace(part, low=m, high=n)
        case Series():
            return part.arguments, lambda m, n, f: replace(part, low=m, high=n, body=f)
        case Constant() | Scalar():
            return (), lambda: part
    raise Unsupported(f"{part!r} does not stand inside a sum")
