"""Powers of values against levels, and means of powers.

    body^(r/s) <= t      iff   body <= u^s  where u^r = t           body^(-r/s) alike, with 1/t
    PM(y) = ( sum_x w a^order )^(1/order)  against M(y) >= 0:
        PM <= M   iff   sum_x w F(a, M) <= M        order above 1, F(a, b) = a^order b^(1 - order)
        PM >= M   iff   sum_x w F(a, M) >= M        any order; where M = 0 both sides hold
        PM <= M   iff   sum_x w F(a, M) <= M        order below 1, if M > 0

So a sum of means of powers is bounded by numbers M(y) beside them, each in a sum of convex terms;
the level of a power is the root of what it stands for (levels.py), and its own roots are plain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.language.fold import Node, fold, key, rebuild, walk
from pmlsym.language.nodes import Claim, Measure, Product, Quantity
from pmlsym.language.value import Divergence, Power, Total, Value, product_of_exponents, reciprocal


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
