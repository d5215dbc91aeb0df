"""Linear forms: a quantity as a rational combination of leaves that are logarithms.

Leaves are measures, free scalars, logarithms and maxima; leaves with the same `key` are one leaf.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, prod

from pmlsym.claims.domain import difference_of_logs
from pmlsym.language.fold import children, key
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
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
"""The nodes that a leaf may be inside of without being inside a function."""


@dataclass(frozen=True)
class Linear:
    """sum of coefficient * leaf, plus a rational constant."""

    terms: tuple[tuple[Quantity, Fraction], ...]
    constant: Fraction = Fraction(0)

    def scaled(self, factor: Fraction) -> Linear:
        """The linear form of a side to be lowered, in measures and logarithms, times a rational."""
        return Linear(
            tuple((leaf, c * factor) for leaf, c in self.terms if factor), self.constant * factor
        )

    def plus(self, other: Linear) -> Linear:
        """The sum of two linear forms of sides to be lowered, equal leaves merged."""
        merged: dict[Hashable, tuple[Quantity, Fraction]] = {}
        for leaf, c in (*self.terms, *other.terms):
            first, so_far = merged.get(key(leaf), (leaf, Fraction(0)))
            merged[key(leaf)] = (first, so_far + c)
        terms = tuple((leaf, c) for leaf, c in merged.values() if c)
        return Linear(terms, self.constant + other.constant)

    def integral(self) -> Linear:
        """A positive multiple, with integral coefficients, of the linear form to be lowered.

        They have no common divisor where leaves are logarithms: a divisor would be a power of the
        levels, and no combination takes a root of them.
        """
        common = lcm(1, *(c.denominator for _, c in self.terms))
        divisor = 1
        if has_logs(*(leaf for leaf, _ in self.terms)):
            divisor = gcd(*(int(c * common) for _, c in self.terms))
        return self.scaled(Fraction(common, divisor))


def linear(quantity: Quantity, opaque: tuple[type, ...] = LEAVES) -> Linear | None:
    """A quantity to be lowered as a linear form in measures, scalars and logs; else nothing."""

    def read(part: Quantity) -> Linear:
        """The linear form of a part of the quantity to be lowered."""
        if Logarithm in opaque and (logs := difference_of_logs(part)) is not None:
            return _FORMS.join(logs, read)
        if isinstance(part, opaque):
            return Linear(((part, Fraction(1)),))
        return _FORMS.join(part, read)

    try:
        return read(quantity)
    except _NotLinear:
        return None


class _NotLinear(Exception):
    """Raised at a node that is neither a leaf nor linear."""


def _product_of_forms(forms: Sequence[Linear]) -> Linear:
    """The product of linear forms of factors to be lowered, all but one of them numbers."""
    scale = prod(form.constant for form in forms if not form.terms)
    varying = [form for form in forms if form.terms]
    if len(varying) > 1:
        raise _NotLinear
    return (varying[0] if varying else Linear((), Fraction(1))).scaled(Fraction(scale))


def _quotient_of_forms(above: Linear, below: Linear) -> Linear:
    """The linear form of a quotient to be lowered, by a form that is a number."""
    if below.terms or not below.constant:
        raise _NotLinear
    return above.scaled(1 / below.constant)


_FORMS = Arithmetic[Linear](
    constant=lambda value: Linear((), value),
    add=lambda forms: reduce(Linear.plus, forms, Linear(())),
    multiply=_product_of_forms,
    divide=_quotient_of_forms,
    refused=lambda part: _NotLinear(),
)


def has_logs(*quantities: Quantity) -> bool:
    """Whether quantities to be lowered have, outside exponentials, a leaf that is a logarithm."""
    return any(
        isinstance(leaf, Logarithm) or (isinstance(leaf, Measure) and leaf.is_log)
        for quantity in quantities
        for leaf in leaves(quantity)
    )


def leaves(quantity: Quantity) -> Iterator[Quantity]:
    """The leaves of a quantity to be lowered, outside exponentials, in order."""
    if isinstance(quantity, ARITHMETIC):
        for part in children(quantity):
            yield from leaves(part)
    else:
        yield quantity
