"""Quantities as text: what the claim language reads back as the same quantity.

Weakest first: + and -, * and /, unary minus, ^. A quantity of a higher floor is written by its
`text`, or, as the call of a function, by its `opening` and its `arguments`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, runtime_checkable

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

_SUM, _PRODUCT, _SIGNED, _ATOM = range(4)


@runtime_checkable
class Spelled(Protocol):
    """A quantity with a text of its own, such as a measure."""

    @property
    def text(self) -> str:
        """How the claim language writes it."""


@runtime_checkable
class Called(Protocol):
    """A quantity that is a function of others, such as a sum over a letter."""

    @property
    def opening(self) -> str:
        """How the claim language begins it."""

    @property
    def arguments(self) -> tuple[Quantity, ...]:
        """The quantities in it."""


def write_quantity(quantity: Quantity) -> str:
    """The quantity in the claim language.

    >>> write_quantity(Scalar("a") / 2 - 1)
    'a/2 - 1'
    """
    return _quantity(quantity, _SUM)


def _quantity(quantity: Quantity, around: int) -> str:
    match quantity:
        case Constant(value):
            return _enclosed(str(value), _rank(value), around)
        case Scalar(name=name):
            return name
        case Spelled():
            return quantity.text
        case Sum(terms):
            return _enclosed(_sum(terms), _SUM, around)
        case Product((Constant(value=value), body)) if value == -1:
            return _enclosed(f"-{_quantity(body, _SIGNED)}", _SIGNED, around)
        case Product(factors):
            first, *rest = factors
            text = "*".join([_quantity(first, _PRODUCT), *(_quantity(f, _SIGNED) for f in rest)])
            return _enclosed(text, _PRODUCT, around)
        case Division(numerator, denominator):
            text = f"{_quantity(numerator, _PRODUCT)}/{_quantity(denominator, _SIGNED)}"
            return _enclosed(text, _PRODUCT, around)
        case Logarithm(body):
            return f"log({_quantity(body, _SUM)})"
        case Exponential(body):
            return f"exp({_quantity(body, _SUM)})"
        case Called():
            inside = ", ".join(_quantity(body, _SUM) for body in quantity.arguments)
            return f"{quantity.opening}{inside})"
        case Extreme(bodies, is_maximum):
            inside = ", ".join(_quantity(body, _SUM) for body in bodies)
            return f"{'max' if is_maximum else 'min'}({inside})"
        case _:
            raise TypeError(f"{type(quantity).__name__} is no quantity that can be written")


def _sum(terms: tuple[Quantity, ...]) -> str:
    first, *rest = terms
    text = _quantity(first, _SUM)
    for term in rest:
        match term:
            case Product((Constant(value=value), body)) if value == -1:
                text += f" - {_quantity(body, _PRODUCT)}"
            case Constant(value=value) if value < 0:
                text += f" - {-value}"
            case _:
                text += f" + {_quantity(term, _PRODUCT)}"
    return text


def _enclosed(text: str, own: int, around: int) -> str:
    return f"({text})" if own < around else text


def _rank(value: Fraction) -> int:
    if value.denominator != 1:
        return _PRODUCT
    return _SIGNED if value < 0 else _ATOM
