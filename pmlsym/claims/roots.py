"""Roots in claims: comparisons with one as comparisons of powers, and squares of roots.

    a <= sqrt(b)    iff   a^2 <= b                 a >= 0, else  a < 0 or a^2 <= b
    sqrt(b) <= a    iff   a >= 0 and b <= a^2

where the root is alone on its side, up to factors and finite terms that can be moved. The number
under a root is not negative where the root has a value, so that both comparisons say the same
wherever the claim has a value, infinite values included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add, mul
from typing import Any

from pmlsym.claims.hypotheses import hypotheses_of, under_hypotheses
from pmlsym.claims.ranges import flat_factors, range_of, without_positive_factors
from pmlsym.language.fold import children, contains, fold, key, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Logarithm,
    Measure,
    Named,
    Optimum,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.value import Power

LARGEST_DEGREE = 4
"""Roots of a larger degree stay: their powers are long, and no proof is found by such a power."""


def without_roots(claim: Claim) -> Claim:
    """The claim with powers of both sides for comparisons with a root: a^2 <= b for a <= sqrt(b).

    The square of a root becomes the number under it. It becomes a hypothesis that the root of a
    level is at least one, as in ldp(W) <= 2*eps, since its square does not say so.

    Where the number under a root is negative, powers may have a truth value although the claim has
    none; since a quantifier ranges over what has a value, claims inside one stay as they are.

    >>> from pmlsym.claim_text.question import parse
    >>> print(without_roots(parse("tv(P, W) <= sqrt(mi(P, W))/2")))
    tv(P, W)*tv(P, W) <= mi(P, W)/4
    >>> print(without_roots(parse("a^(1/3) < b")))
    b >= 0 and a < b*b*b
    >>> print(without_roots(parse("rho(P, W)*2*rho(P, W) <= 1")))
    rho(P, W)^2*2 <= 1
    """
    claim = under_hypotheses([*_signs_of_numbers(claim)], claim)
    if contains(claim, Quantified | Optimum):
        return _with_squares(claim)

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A comparison of the claim without its root; any other node as it is."""
        new = rebuild(node, inner)
        return _without_root(new) if isinstance(new, Comparison) else new

    changed: Claim = fold(claim, rule)
    return _with_squares(changed)


def _signs_of_numbers(claim: Claim) -> Iterator[Comparison]:
    """The comparisons eps >= 0 that a claim's hypotheses ldp(W) <= c*eps, c > 1, imply."""
    for part in hypotheses_of(claim):
        match part:
            case Comparison(
                Measure(is_log=True, least=Fraction() as least),
                "<=" | "<",
                Product((Constant(c), Scalar() as number)),
            ) if least >= 1 and c > 1:
                yield Comparison(number, ">=", Constant(Fraction(0)))


def _without_root(comparison: Comparison) -> Claim:
    """The claim that says by powers what a comparison with a root says; itself without a root."""
    if comparison.relation in (">=", ">"):
        return _without_root(comparison.flipped)
    low, high = sides = _sides_around_root(comparison)
    degree = lcm(*map(_root_degree, sides))
    signed = [side for side in sides if not range_of(side).nonnegative]
    if not 1 < degree <= LARGEST_DEGREE or len(signed) == 2:
        return comparison
    powers = Comparison(_power(low, degree), comparison.relation, _power(high, degree))
    if not signed:
        return powers
    sign = without_positive_factors(signed[0])
    if signed[0] is low and comparison.relation != "==":
        return Disjunction((sign < 0, powers))
    return Conjunction((sign >= 0, powers))


def _sides_around_root(comparison: Comparison) -> tuple[Quantity, Quantity]:
    """A comparison's sides, with the finite terms beside a root moved to the other side."""
    sides = comparison.left, comparison.right
    terms = [*_terms_of(sides[0]), *(-term for term in _terms_of(sides[1]))]
    roots = [term for term in terms if _root_degree(term) > 1]
    others = [term for term in terms if _root_degree(term) == 1]
    is_alone = any(_root_degree(side) > 1 for side in sides)
    if is_alone or len(roots) != 1 or any(range_of(term).has_infinity for term in others):
        return sides
    other = reduce(add, others)
    return (roots[0], -other) if range_of(roots[0]).nonnegative else (other, -roots[0])


def _terms_of(quantity: Quantity) -> Iterator[Quantity]:
    """The terms on a claim's side, among which is the root to be removed; nested ones too."""
    if isinstance(quantity, Sum) and len(quantity.terms) > 1:
        for term in quantity.terms:
            yield from _terms_of(term)
    else:
        yield quantity


def _logarithm_and_factor(quantity: Quantity) -> tuple[Quantity, Fraction] | None:
    """The b and c of c*log(b), whose exp is a root to be removed from a claim; else nothing."""
    factor = Fraction(1)
    match quantity:
        case Logarithm(body):
            return body, factor
        case Product((Constant(factor), rest)) | Product((rest, Constant(factor))):
            inner = _logarithm_and_factor(rest)
        case Division(rest, Constant(divisor)):
            inner, factor = _logarithm_and_factor(rest), 1 / divisor
        case _:
            return None
    return None if inner is None else (inner[0], inner[1] * factor)


def _root_of(quantity: Quantity) -> tuple[Quantity, Fraction] | None:
    """The b and c > 0 where a claim's quantity is exp(c*log(b)), as sqrt(b) is; else nothing."""
    found = _logarithm_and_factor(quantity.body) if isinstance(quantity, Exponential) else None
    return found if found is not None and found[1] > 0 else None


def _root_degree(quantity: Quantity) -> int:
    """The degree of the roots among a product's factors: 2 for 3*sqrt(b); 1 where it has none."""
    match quantity:
        case Product() | Division() | Named((_,)):
            return lcm(*map(_root_degree, children(quantity)))
    root = _root_of(quantity)
    return root[1].denominator if root else 1


def _power(quantity: Quantity, degree: int) -> Quantity:
    """A power of a claim's side, factor by factor, in which roots of that degree vanish."""
    match quantity:
        case Constant(value):
            return Constant(value**degree)
        case Division(above, below):
            return _power(above, degree) / _power(below, degree)
        case Product() | Named((_,)):
            return reduce(mul, (_power(factor, degree) for factor in children(quantity)))
    body, exponent = _root_of(quantity) or (quantity, Fraction(1))
    return reduce(mul, [body] * int(exponent * degree))


def _with_squares(claim: Claim) -> Claim:
    """The claim with the body in place of a root's square, as of rho(P, W)^2."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A product of the claim with the body for each pair of equal roots; else the node."""
        new = rebuild(node, inner)
        if not isinstance(new, Product):
            return new
        kept, factors = list[Quantity](), [*flat_factors(new)]
        for factor in factors:
            place = next((k for k, other in enumerate(kept) if _are_same_root(factor, other)), None)
            if place is None:
                kept.append(factor)
            else:
                kept[place] = _body_of_root(kept[place])
        return new if len(kept) == len(factors) else Product(tuple(kept))

    changed: Claim = fold(claim, rule)
    return changed


def _are_same_root(one: Quantity, other: Quantity) -> bool:
    """Whether two factors in a claim are the square root of the same measure's value."""
    if not isinstance(one, Measure) or one.is_log or key(one) != key(other):
        return False
    return isinstance(one.value, Power) and one.value.exponent == Fraction(1, 2)


def _body_of_root(root: Quantity) -> Measure:
    """The measure under a square root in a claim, such as that of rho(P, W)^2 for rho(P, W)."""
    assert isinstance(root, Measure) and isinstance(root.value, Power)
    return replace(root, word=f"{root.text}^2", arguments=(), value=root.value.body)
