"""Comparisons with a square root on one side, as comparisons of squares.

    D[tv](P || Q) <= sqrt(D[kl](P || Q)/2)     D[tv](P || Q)*D[tv](P || Q) <= D[kl](P || Q)/2

The other side is never negative, and what is under the root is not where the root has a value, so
that both say the same wherever the claim has one, infinite values included.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pmlsym.claims.ranges import range_of
from pmlsym.language.fold import fold, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Logarithm,
    Product,
    Quantity,
    Sum,
)


def without_roots(claim: Claim) -> Claim:
    """The claim with squares compared where a side of a comparison is a multiple of a root.

    >>> from pmlsym.claim_text.question import parse
    >>> print(without_roots(parse("tv(P, W) <= sqrt(mi(P, W))/2")))
    tv(P, W)*tv(P, W) <= 1/4*mi(P, W)
    >>> print(without_roots(parse("tv(P, W) - 1 <= sqrt(mi(P, W))")))
    tv(P, W) - 1 <= exp(log(mi(P, W))/2)
    """

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        new = rebuild(node, inner)
        return _squared(new) if isinstance(new, Comparison) else new

    changed: Claim = fold(claim, rule)
    return changed


def _squared(comparison: Comparison) -> Comparison:
    """The comparison of squares, where a side is a root and the other is never negative."""
    squares = [_square_of(side) for side in (comparison.left, comparison.right)]
    if squares == [None, None]:
        return comparison
    sides = zip(squares, (comparison.left, comparison.right), strict=True)
    plain = [own for square, own in sides if square is None]
    if not all(range_of(own).nonnegative for own in plain):
        return comparison
    left, right = (
        Product((own, own)) if square is None else square
        for square, own in zip(squares, (comparison.left, comparison.right), strict=True)
    )
    return Comparison(left, comparison.relation, right)


def _square_of(quantity: Quantity) -> Quantity | None:
    """The square of a positive multiple of a root; nothing for any other quantity."""
    match quantity:
        case Sum(terms=(body,)):  # a power that has a name
            return _square_of(body)
        case Exponential(
            Product((Constant(Fraction(numerator=1, denominator=2)), Logarithm(body)))
        ) | Exponential(Division(Logarithm(body), Constant(Fraction(numerator=2, denominator=1)))):
            return body
        case Product((Constant(c), root)) | Product((root, Constant(c))) if c > 0:
            square = _square_of(root)
            return None if square is None else Constant(c * c) * square
        case Division(root, Constant(c)) if c > 0:
            square = _square_of(root)
            return None if square is None else Constant(1 / (c * c)) * square
    return None
