"""Powers of values against levels, means of powers, and roots in claims.

    body^(r/s) <= t      iff   body <= u^s  where u^r = t           body^(-r/s) alike, with 1/t
    PM(y) = ( sum_x w a^order )^(1/order)  against M(y) >= 0:
        PM <= M   iff   sum_x w F(a, M) <= M        order above 1, F(a, b) = a^order b^(1 - order)
        PM >= M   iff   sum_x w F(a, M) >= M        any order; where M = 0 both sides hold
        PM <= M   iff   sum_x w F(a, M) <= M        order below 1, if M > 0

So a sum of means of powers is bounded by numbers M(y) beside them, each in a sum of convex terms;
the level of a power is the root of what it stands for (levels.py), and its own roots are plain.

A root that stands alone on a side of a comparison, but for factors, is removed from the claim:

    a <= sqrt(b)    iff   a^2 <= b               a >= 0
    sqrt(b) <= a    iff   a >= 0 and b <= a^2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.claims.ranges import range_of
from pmlsym.language.fold import Node, children, fold, key, rebuild, walk
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
    quantity_of,
)
from pmlsym.language.value import (
    WHOLE,
    Divergence,
    LetterOrder,
    Power,
    Ratio,
    Total,
    Value,
    product_of_exponents,
    reciprocal,
)
from pmlsym.lowering.linear import LEAVES, Linear, linear

LARGEST_DEGREE = 4
"""Roots of a larger degree stay: their powers are long, and nothing is known by such a power."""


def root_of(polynomial: Polynomial, degree: int) -> Polynomial | None:
    """The root of a product of nonnegative tensors; nothing where it is not a product of powers.

    The first root of a polynomial that is never negative is itself, zero included.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> t = atom(Tensor("t", positive=True))
    >>> root_of(t**4, 2), root_of(t**3, 2)
    (t*t, None)
    """
    if degree == 1 and at_least_zero(polynomial):
        return polynomial
    if len(polynomial) != 1:
        return None
    ((monomial, number),) = polynomial
    factors = Counter(monomial)
    if number != 1 or any(count % degree for count in factors.values()):
        return None
    if not all(tensor.is_nonnegative for tensor in polynomial.tensors):
        return None
    kept = [f for f, count in factors.items() for _ in range(count // degree)]
    return Polynomial({tuple(sorted(kept)): 1})


def without_roots(claim: Claim) -> Claim:
    """The claim with powers of both sides in the place of comparisons with a root.

    Both have one truth value wherever the first has one. Where it has none, since what is under a
    root is negative, the second may have one: so a quantifier, which is about what has a value,
    leaves a claim as it is.

    >>> from pmlsym.claim_text.question import parse
    >>> print(without_roots(parse("tv(P, W) <= 2*sqrt(mi(P, W))")))
    tv(P, W)*tv(P, W) <= 4*mi(P, W)
    >>> print(without_roots(parse("a^(1/3) < b")))
    b >= 0 and a < b*b*b
    """
    if any(isinstance(part, Quantified | Optimum) for part in walk(claim)):
        return claim

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        new = rebuild(node, inner)
        return _without_root(new) if isinstance(new, Comparison) else new

    changed: Claim = fold(claim, rule)  # type: ignore[assignment]
    return changed


def _without_root(comparison: Comparison) -> Claim:
    """The comparison of powers of both sides that have no root; itself where it has none alone."""
    if comparison.relation in (">=", ">"):
        return _without_root(comparison.flipped)
    sides = _sides_around_root(comparison)
    degree = lcm(*map(_root_degree, sides))
    if not 1 < degree <= LARGEST_DEGREE:
        return comparison
    low, high = sides
    powers = Comparison(_power(low, degree), comparison.relation, _power(high, degree))
    signed = [side for side in sides if not range_of(side).nonnegative]
    if not signed:
        return powers
    if len(signed) == 2:
        return comparison
    sign = _without_positive_factors(signed[0])
    if signed[0] is low and comparison.relation != "==":
        return Disjunction((sign < 0, powers))
    return Conjunction((sign >= 0, powers))


def _without_positive_factors(quantity: Quantity) -> Quantity:
    """The quantity without factors that are plainly positive, which has its sign."""
    match quantity:
        case Division(above, below) if range_of(below).positive:
            return _without_positive_factors(above)
        case Product(factors):
            return reduce(mul, [f for f in factors if not range_of(f).positive], quantity_of(1))
    return quantity


def _sides_around_root(comparison: Comparison) -> tuple[Quantity, Quantity]:
    """Both sides, with what stands beside a root in a sum, and is finite, moved to the other."""
    sides = comparison.left, comparison.right
    form = linear(comparison.left - comparison.right, (*LEAVES, Exponential))
    if form is None or any(_root_degree(side) > 1 for side in sides):
        return sides
    roots = [(leaf, c) for leaf, c in form.terms if _root_degree(leaf) > 1]
    others = [leaf for leaf, _ in form.terms if _root_degree(leaf) == 1]
    if len(roots) != 1 or any(range_of(leaf).has_infinity for leaf in others):
        return sides
    ((root, c),) = roots
    rest = form.plus(Linear(((root, -c),))).scaled(-1 / c)
    parts = (number * leaf for leaf, number in rest.terms)
    other = sum(parts, start=quantity_of(rest.constant))
    return (root, other) if c > 0 else (other, root)


def _root_exponent(quantity: Quantity) -> tuple[Quantity, Fraction] | None:
    """What is raised to which number in exp(log(b)*number); nothing for another quantity."""
    form = linear(quantity.body) if isinstance(quantity, Exponential) else None
    match form:
        case Linear(((Logarithm(body), exponent),), number) if not number and exponent > 0:
            return body, exponent
    return None


def _root_degree(quantity: Quantity) -> int:
    """The least power of a product with roots among its factors that has none."""
    match quantity:
        case Product() | Division() | Named((_,)):
            return lcm(*map(_root_degree, children(quantity)))
    root = _root_exponent(quantity)
    return root[1].denominator if root else 1


def _power(quantity: Quantity, degree: int) -> Quantity:
    """A power of a product, of each factor, in which roots of this degree are gone."""
    match quantity:
        case Constant(value):
            return Constant(value**degree)
        case Division(above, below):
            return Division(_power(above, degree), _power(below, degree))
        case Product() | Named((_,)):
            factors = [_power(factor, degree) for factor in children(quantity)]
            return reduce(mul, factors)
    body, exponent = _root_exponent(quantity) or (quantity, Fraction(1))
    return reduce(mul, [body] * int(exponent * degree))


def with_squares(claim: Claim) -> Claim:
    """The claim with the body itself in the place of the square of its root, as of rho(P, W)^2.

    >>> from pmlsym.claim_text.question import parse
    >>> print(with_squares(parse("rho(P, W)*2*rho(P, W) <= 1")))
    rho(P, W)^2*2 <= 1
    """

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        new = rebuild(node, inner)
        if not isinstance(new, Product):
            return new
        kept, factors = list[Quantity](), [*_flat_factors(new)]
        for factor in factors:
            place = next((k for k, other in enumerate(kept) if _are_same_root(factor, other)), None)
            if place is None:
                kept.append(factor)
            else:
                kept[place] = _body_of_root(kept[place])
        return new if len(kept) == len(factors) else Product(tuple(kept))

    changed: Claim = fold(claim, rule)  # type: ignore[assignment]
    return changed


def _flat_factors(product: Product) -> Iterator[Quantity]:
    """The factors of a product, those of products inside it too."""
    for factor in product.factors:
        yield from _flat_factors(factor) if isinstance(factor, Product) else (factor,)


def _are_same_root(one: Quantity, other: Quantity) -> bool:
    """Whether both are the square root of the same value."""
    if not isinstance(one, Measure) or one.is_log or key(one) != key(other):
        return False
    return isinstance(one.value, Power) and one.value.exponent == Fraction(1, 2)


def _body_of_root(root: Quantity) -> Measure:
    """The value under a square root, as a measure."""
    assert isinstance(root, Measure) and isinstance(root.value, Power)
    return replace(root, word=f"{root.text}^2", arguments=(), value=root.value.body)


def degree_of(value: Value) -> int:
    """The degree of the root that is kept as the level of a value: r of a power r/s, else 1.

    >>> from fractions import Fraction
    >>> from pmlsym.language.value import Ratio
    >>> degree_of(Power(Ratio(constant(2)), Fraction(-2, 3)))
    2
    """
    match value:
        case Power(exponent=Fraction(numerator=numerator)):
            return abs(numerator)
    return 1


def without_means(value: Value) -> Value:
    """The value; one mean alone as the power of the sum under its root, which needs no number."""
    match value:
        case Power(Total((), Power(body, inner)), outer):
            return Power(body, product_of_exponents(inner, outer))
    return value


def order_of_entropy(value: Value) -> Fraction | LetterOrder | None:
    """The order of a sum of powers of masses, or of their entropy; nothing for any other value."""
    match without_means(value):
        case Power(Divergence(order=order, b=b)) | Divergence("kl", b=b, order=order):
            if b == constant(1):
                return order or Fraction(1)
    return None


def without_whole_powers(value: Value) -> Value:
    """The value with a sum of whole powers of masses as a polynomial.

    Beside sums of other orders it is one of convex terms, since the table compares those.
    """
    match value:
        case Power(Divergence(order=order, a=a, b=b, weight=weight, over=over)):
            if order in WHOLE and b == constant(1):
                return replace(value, body=Ratio(sum_over(weight * a ** int(order), *over)))
    return value


def has_means(value: Value) -> bool:
    """Whether a sum of means over some letters is in a value."""
    totals = (part for part in walk(value) if isinstance(part, Total) and part.over)
    return any(means_of_powers(part) is not None for part in totals)


def means_of_powers(value: Value) -> Divergence | None:
    """The sum under the root of a sum of means of powers; nothing for any other value."""
    match value:
        case Total(_, Power(Divergence(order=order, b=b) as body, exponent)):
            if b == constant(1) and order is not None and exponent == reciprocal(order):
                return body
    return None
