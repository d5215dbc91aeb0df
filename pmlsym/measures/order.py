"""Orders of Renyi's, Sibson's and Arimoto's measures: a rational number >= 0, or infinity."""

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
from pmlsym.measures.scalar_argument import rational_of

LARGEST = 256
"""The largest numerator and denominator of an order: entries are raised to these powers."""

_OF_ORDERS = (Scalar, Constant, Sum, Product, Division)

Order = Fraction | float
"""A fraction, or `math.inf`; no other float is an order."""


def order_of(argument: Order | int | Quantity, *, above: int | None = None) -> Order:
    """The order as a fraction >= 0, and larger than `above` if that is given, or infinity.

    Raises InvalidInput for any other.

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
    """The order if it is open, a free scalar or sums and multiples of such; None for a number.

    >>> open_order(1 - Scalar("alpha")), open_order(Fraction(1, 2))
    (1 - alpha, None)
    """
    if not isinstance(argument, Quantity) or rational_of(argument) is not None:
        return None
    if all(isinstance(part, _OF_ORDERS) for part in walk(argument)):
        return argument
    raise InvalidInput(f"the order {argument} is no number and no letter such as alpha")


def measure_at_open_order(
    order: Quantity,
    make: Callable[[Fraction], Quantity],
    word: str,
    arguments: tuple[object, ...],
    *,
    is_index: bool = True,
) -> OpenOrder:
    """The measure at an open order; `make` gives it at each number."""
    return OpenOrder(order, make(Fraction(2)), word, arguments, make, is_index)


def order_text(order: Order) -> str:
    """An order as the claim language writes it.

    >>> order_text(Fraction(1, 2)), order_text(math.inf)
    ('1/2', 'inf')
    """
    return str(order)
