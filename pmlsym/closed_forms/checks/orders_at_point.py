"""Orders that are letters, where these have values: there a value has ones that are numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.value import Divergence, LetterExponent, LetterOrder, Power, Value


def value_at_orders(value: Value, scalars: Mapping[Tensor, Fraction]) -> Value:
    """The value with numbers for its orders, by the values of the scalars."""

    def at(polynomial: Polynomial) -> Fraction:
        terms = ((c, [tensor for ((tensor, _),) in monomial]) for monomial, c in polynomial)
        return sum((Fraction(c) * prod(scalars[t] for t in ts) for c, ts in terms), Fraction(0))

    def closed(node: Value, parts: tuple[Value, ...]) -> Value:
        node = rebuild(node, parts)
        if isinstance(node, Divergence) and isinstance(node.order, LetterOrder):
            return replace(node, order=at(node.order.number))
        if isinstance(node, Power) and isinstance(node.exponent, LetterExponent):
            exponent = node.exponent
            return replace(node, exponent=at(exponent.numerator) / at(exponent.denominator))
        return node

    return fold(value, closed) if has_letter_orders(value) else value


def has_letter_orders(value: Value) -> bool:
    """Whether an order of a value is a letter."""
    orders = (getattr(part, name, None) for part in walk(value) for name in ("order", "exponent"))
    return any(isinstance(order, LetterOrder | LetterExponent) for order in orders)
