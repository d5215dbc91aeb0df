"""Sums and products with any number of terms, as quantities of claims.

    sum(k, m, n, f)  = f at k = m, plus f at m + 1, .., plus f at n          prod(k, m, n, f) alike

m and n are integers, n >= m - 1, else there is no value; of no terms the sum is 0, the product 1.
The letter k is a name of its own inside f, whatever it means outside.
"""

from __future__ import annotations

from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import children, rebuild
from pmlsym.language.nodes import Bound, Quantity, Series
from pmlsym.numbers.number import Exact, Number

LONGEST = 200


def integers_between(low: Number, high: Number) -> range:
    """The integers from low to high.

    Raises OutOfDomain where the ends are no integers with high >= low - 1, Unsupported where there
    are too many of them to be added up one by one.

    >>> from pmlsym.numbers.number import rational
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

    >>> from pmlsym.language.nodes import Scalar
    >>> substituted(Bound("k") * 2, "k", Scalar("n"))
    n*2
    """

    if isinstance(quantity, Bound):
        return value if quantity.name == letter else quantity
    if isinstance(quantity, Series) and quantity.letter == letter:
        ends = (substituted(end, letter, value) for end in (quantity.low, quantity.high))
        return rebuild(quantity, (*ends, quantity.body))
    return rebuild(quantity, [substituted(part, letter, value) for part in children(quantity)])
