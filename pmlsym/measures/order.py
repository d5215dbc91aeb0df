"""Orders of Renyi's, Sibson's and Arimoto's measures: a rational number >= 0, or infinity.

An order made of free scalars, such as 1 - alpha, is *open*: the measure is then an `OpenOrder`,
which becomes a measure where the scalars have values.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from pmlsym.errors import InvalidInput
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Constant,
    Division,
    OpenOrder,
    Product,
    Quantity,
    Scalar,
    Sum,
    quantity_of,
)
from pmlsym.language.value import LetterOrder
from pmlsym.measures.scalar_argument import rational_of

LARGEST = 256
"""The largest numerator and denominator of an order: entries are raised to these powers."""

_OF_ORDERS = (Scalar, Constant, Sum, Product, Division)

Order = Fraction | float | LetterOrder
"""A fraction, or `math.inf` but no other float; in proofs a letter on a known side of 1."""


def order_of(argument: Fraction | float | Quantity, *, above: int | None = None) -> Order:
    """The order of a measure as a fraction >= 0, larger than `above` if that is given, or infinity.

    Raises InvalidInput at any other order.

    >>> order_of(2), order_of(math.inf)
    (Fraction(2, 1), inf)
    """
    if isinstance(argument, float) and math.isinf(argument) and argument > 0:
        return math.inf
    order = rational_of(quantity_of(argument))
    if order is None:
        raise InvalidInput("an order is a rational number or inf: write 2, 1/2 or inf")
    if order < 0 or (above is not None and order <= above):
        bound = ">= 0" if above is None else f"> {above}"
        raise InvalidInput(f"the order {order} is not {bound}")
    if max(order.numerator, order.denominator) > LARGEST:
        raise InvalidInput(f"an order has at most {LARGEST} above and below, or is inf")
    return order


def open_order(argument: Order | int | Quantity) -> Quantity | None:
    """The order of a measure if it is made of free scalars, as 1 - alpha; None for a number.

    >>> open_order(1 - Scalar("alpha")), open_order(Fraction(1, 2))
    (1 - alpha, None)
    """
    if not isinstance(argument, Quantity) or rational_of(argument) is not None:
        return None
    if all(isinstance(part, _OF_ORDERS) for part in walk(argument)):
        return argument
    raise InvalidInput(f"the order {argument} is no number and no letter such as alpha")


def measure_of_order(
    order: Order | int | Quantity,
    make: Callable[[Order], Quantity],
    word: str,
    arguments: tuple[object, ...],
    *,
    above: int | None = None,
    is_index: bool = True,
) -> Quantity:
    """The measure that `make` gives at each order; at an open order it is open.

    Raises as `order_of` does.
    """
    if isinstance(order, LetterOrder):
        return make(order)
    symbol = open_order(order)
    if symbol is None:
        return make(order_of(order, above=above))

    def at_number(number: Order) -> Quantity:
        """The measure at an order that was open."""
        return make(number if isinstance(number, LetterOrder) else order_of(number, above=above))

    return OpenOrder(symbol, make(Fraction(2)), word, arguments, at_number, is_index)


def finite_order(order: Order) -> Fraction | LetterOrder:
    """The order of a measure, if it is not infinite, as a fraction or a letter."""
    return order if isinstance(order, LetterOrder) else Fraction(order)


def order_as_quantity(order: Order) -> Quantity:
    """The finite order of a measure as a number, by which quantities can be divided."""
    if isinstance(order, LetterOrder):
        (letter,) = order.number.tensors
        return Scalar(letter.number, "nonnegative")
    return Constant(Fraction(order))


def order_text(order: Order) -> str:
    """The order of a measure as its word has it in brackets: 1/2 or inf, as in D[1/2], D[inf].

    >>> order_text(Fraction(1, 2)), order_text(math.inf)
    ('1/2', 'inf')
    """
    return str(order)
