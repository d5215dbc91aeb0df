"""Linear forms: a quantity as a rational combination of leaves that are logarithms.

Leaves are measures, free scalars, logarithms and maxima; leaves with one `key` are one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pmlsym.language.fold import children, key
from pmlsym.language.nodes import (
    Constant,
    Division,
    Extreme,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Scalar,
    Sum,
)

LEAVES = (Measure, Scalar, Logarithm, Extreme)
ARITHMETIC = (Sum, Product, Division, Extreme)
"""What a leaf is inside of without being inside a function."""


@dataclass(frozen=True)
class Linear:
    """sum of coefficient * leaf, plus a rational constant."""

    terms: tuple[tuple[Quantity, Fraction], ...]
    constant: Fraction = Fraction(0)

    def scaled(self, factor: Fraction) -> Linear:
        """The form times a rational."""
        return Linear(
            tuple((leaf, c * factor) for leaf, c in self.terms if factor), self.constant * factor
        )

    def plus(self, other: Linear) -> Linear:
        """The sum of two forms, equal leaves merged."""
        merged: dict[Hashable, tuple[Quantity, Fraction]] = {}
        for leaf, c in (*self.terms, *other.terms):
            first, so_far = merged.get(key(leaf), (leaf, Fraction(0)))
            merged[key(leaf)] = (first, so_far + c)
        terms = tuple((leaf, c) for leaf, c in merged.values() if c)
        return Linear(terms, self.constant + other.constant)

    def integral(self) -> Linear:
        """A positive multiple with integral coefficients."""
        common = lcm(1, *(c.denominator for _, c in self.terms))
        return self.scaled(Fraction(common))


def linear(quantity: Quantity, opaque: tuple[type, ...] = LEAVES) -> Linear | None:
    """The quantity as a linear form in leaves of these classes, or nothing if it is not one."""
    match quantity:
        case Constant(value):
            return Linear((), value)
        case Sum(terms):
            total = Linear(())
            for term in terms:
                part = linear(term, opaque)
                if part is None:
                    return None
                total = total.plus(part)
            return total
        case Product(factors):
            return _product(factors, opaque)
        case Division(numerator, Constant(value)) if value:
            part = linear(numerator, opaque)
            return part and part.scaled(1 / value)
    return Linear(((quantity, Fraction(1)),)) if isinstance(quantity, opaque) else None


def _product(factors: tuple[Quantity, ...], opaque: tuple[type, ...]) -> Linear | None:
    scale = Fraction(1)
    form: Linear | None = None
    for factor in factors:
        part = linear(factor, opaque)
        if part is None:
            return None
        if not part.terms:
            scale *= part.constant
        elif form is None:
            form = part
        else:
            return None
    return (form or Linear((), Fraction(1))).scaled(scale)


def has_logs(quantity: Quantity) -> bool:
    """Whether the quantity is a logarithm: some leaf outside exponentials is one."""
    return any(
        isinstance(leaf, Logarithm) or (isinstance(leaf, Measure) and leaf.is_log)
        for leaf in leaves(quantity)
    )


def leaves(quantity: Quantity) -> Iterator[Quantity]:
    """The leaves outside exponentials, in order."""
    if isinstance(quantity, ARITHMETIC):
        for part in children(quantity):
            yield from leaves(part)
    else:
        yield quantity
