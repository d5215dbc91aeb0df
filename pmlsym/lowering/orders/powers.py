"""Powers of values against levels, and means of powers.

    body^(r/s) <= t      iff   body <= u^s  where u^r = t           body^(-r/s) likewise, with 1/t
    PM(y) = ( sum_x w a^order )^(1/order)  against M(y) >= 0:
        PM <= M   iff   sum_x w F(a, M) <= M        order above 1, F(a, b) = a^order b^(1 - order)
        PM >= M   iff   sum_x w F(a, M) >= M        any order; where M = 0 both sides hold
        PM <= M   iff   sum_x w F(a, M) <= M        order below 1, if M > 0

So a sum of means of powers is bounded by numbers M(y), each compared with a sum of convex terms;
the level of a power is the root of what it stands for (levels.py), and its own roots are plain.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.language.fold import walk
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


def root_of(polynomial: Polynomial, degree: int) -> Polynomial | None:
    """The root of a level that is a product of powers of tensors; nothing where it has none.

    The first root of a polynomial that is never negative is the polynomial, zero included.

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


def degree_of(value: Value) -> int:
    """The degree of the root that is the level of a value: r of a power r/s, else 1.

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
    """The value to lower; a lone mean of powers becomes the power of the sum under its root."""
    match value:
        case Power(Total((), Power(body, inner)), outer):
            return Power(body, product_of_exponents(inner, outer))
    return value


def order_of_entropy(value: Value) -> Fraction | LetterOrder | None:
    """The order of the sum of powers of masses that a value to lower is; nothing for any other."""
    match without_means(value):
        case Power(Divergence(order=order, b=b)) | Divergence("kl", b=b, order=order):
            if b == constant(1):
                return order or Fraction(1)
    return None


def without_whole_powers(value: Value) -> Value:
    """The value with a sum of whole powers of masses as a polynomial, for its level form.

    Next to sums of other orders it becomes a sum of convex terms, which the table can compare.
    """
    match value:
        case Power(Divergence(order=order, a=a, b=b, weight=weight, over=over)):
            if order in WHOLE and b == constant(1):
                return replace(value, body=Ratio(sum_over(weight * a ** int(order), *over)))
    return value


def has_means(value: Value) -> bool:
    """Whether a value to lower has a sum of means of powers, which numbers M(y) bound."""
    totals = (part for part in walk(value) if isinstance(part, Total) and part.over)
    return any(means_of_powers(part) is not None for part in totals)


def means_of_powers(value: Value) -> Divergence | None:
    """The sum under the root in a value to lower, a sum of means of powers; else nothing."""
    match value:
        case Total(_, Power(Divergence(order=order, b=b) as body, exponent)):
            if b == constant(1) and order is not None and exponent == reciprocal(order):
                return body
    return None
