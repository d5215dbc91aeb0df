"""Orders of Renyi's, Sibson's and Arimoto's measures: a rational number >= 0, or infinity."""

from __future__ import annotations

import math
from fractions import Fraction

from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Quantity, quantity_of
from pmlsym.measures.scalar_argument import rational_of

LARGEST = 256
"""What an order and its inverse have above and below at most: these are powers of entries."""

Order = Fraction | float
"""A fraction, or `math.inf`; no other float is an order."""


def order_of(argument: Order | int | Quantity, *, above: int | None = None) -> Order:
    """The order that is meant: a rational >= 0, and larger than `above`, or infinity.

    Raises InvalidInput for any other.

    >>> order_of(2), order_of(math.inf)
    (Fraction(2, 1), inf)
    """
    if isinstance(argument, float) and math.isinf(argument) and argument > 0:
        return math.inf
    found = rational_of(quantity_of(argument))
    if found is None:
        raise InvalidInput("an order is a rational number or inf: write 2, 1/2 or inf")
    if found < 0 or (above is not None and found <= above):
        asked = ">= 0" if above is None else f"> {above}"
        raise InvalidInput(f"the order {found} is not {asked}")
    if max(found.numerator, found.denominator) > LARGEST:
        raise InvalidInput(f"an order has at most {LARGEST} above and below, or is inf")
    return found


def order_text(order: Order) -> str:
    """An order as the claim language writes it.

    >>> order_text(Fraction(1, 2)), order_text(math.inf)
    ('1/2', 'inf')
    """
    return str(order)
