"""Open orders: the letters in the orders of a claim, and the claim at numbers in their place.

    1 < a => I[a](P, W) <= maxleak(W)      at a = 2      1 < 2 => I[2](P, W) <= maxleak(W)

The claim holds on an instance where it holds there at the numbers that the instance has for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pmlsym.claims.evaluation import RELATIONS
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import Claim, Comparison, Constant, OpenOrder, Scalar
from pmlsym.measures.order import open_order
from pmlsym.measures.scalar_argument import rational_of
from pmlsym.numbers.number import rational


def order_letters(claim: Claim) -> tuple[str, ...]:
    """The free names of a claim that stand in orders of its measures, as a in I[a], in turn.

    >>> from pmlsym.claim_text.question import parse
    >>> order_letters(parse("a <= b => D[a](P || Q) <= D[b](P || Q)"))
    ('a', 'b')
    """
    parts = (part for part in walk(claim) if isinstance(part, OpenOrder))
    return tuple(dict.fromkeys(letter for part in parts for letter in part.letters))


def at_orders(claim: Claim, values: Mapping[str, Fraction]) -> Claim:
    """The claim at numbers for the letters in its orders: I[2] for I[a].

    Raises InvalidInput where a number is not an order of its measure.

    >>> from pmlsym.claim_text.question import parse
    >>> print(at_orders(parse("a > 1 => D[1/a](P || Q) <= a"), {"a": Fraction(2)}))
    2 > 1 => D[1/2](P || Q) <= 2
    """

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A part of the claim with numbers put in for letters of its orders and for its scalars."""
        if isinstance(node, Scalar) and node.name in values:
            return Constant(values[node.name])
        if isinstance(node, OpenOrder) and open_order(inner[0]) is None:
            number = rational_of(inner[0])
            assert number is not None  # an order without letters is a number
            return node.make(number)
        return rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def is_ruled_out(claim: Claim) -> bool:
    """Whether a hypothesis of a claim is a false comparison of two numbers, as 1 < 1/2.

    >>> from pmlsym.claim_text.question import parse
    >>> is_ruled_out(parse("3 <= 2 => a <= 1")), is_ruled_out(parse("2 <= 3 => a <= 1"))
    (True, False)
    """
    return any(isinstance(h, Comparison) and _is_false_of_numbers(h) for h in hypotheses_of(claim))


def _is_false_of_numbers(comparison: Comparison) -> bool:
    """Whether a claim's comparison has two rationals as sides and is false."""
    left, right = rational_of(comparison.left), rational_of(comparison.right)
    if left is None or right is None:
        return False
    return not RELATIONS[comparison.relation](rational(left), rational(right))
