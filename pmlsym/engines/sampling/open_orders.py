"""Counterexamples to claims with open orders: at a few numbers, one after the other.

Where the claim fails at one of them, so does it with that number for the letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from pmlsym.claims.open_orders import at_orders, is_ruled_out, order_letters
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Claim

ORDERS = tuple(map(Fraction, ("2", "1/2", "3", "3/2", "1", "5", "1/4", "9/8", "0", "12")))
"""Those at which measures of an order differ most, and their limits."""

MOST = 24
"""So many choices of several letters are tried at most; the first numbers before the last ones."""

Choice = dict[str, Fraction]


def choices(claim: Claim) -> Iterator[tuple[Choice, Claim]]:
    """The numbers for the letters in orders, with the claim at them.

    >>> from pmlsym.claim_text.question import parse
    >>> found = choices(parse("1 < a and a < b => D[a](P || Q) <= D[b](P || Q)"))
    >>> {name: str(number) for name, number in next(found)[0].items()}
    {'a': '2', 'b': '3'}
    """
    letters, tried = order_letters(claim), 0
    places = sorted(product(range(len(ORDERS)), repeat=len(letters)), key=sum)
    for chosen in places:
        numbers = dict(zip(letters, (ORDERS[k] for k in chosen), strict=True))
        try:
            at = at_orders(claim, numbers)
        except InvalidInput:  # no order there
            continue
        if not is_ruled_out(at):
            yield numbers, at
            tried += 1
        if tried == MOST:
            return
