"""Exact division of polynomials: the polynomial q with p = q c, or nothing.

    (E^2 - 1) F - (E - 1) eps   by   E - 1   is   (E + 1) F - eps

A factor of the divisor, such as `sum_x P(x)W(x,y)`, is one variable; what else a monomial has is
part of its coefficient. The monomial with the largest exponents of these variables is divided
first, so that every step makes what is left smaller.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial


def quotient(polynomial: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient of two polynomials, for a search that divides facts; None at a remainder.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> t = atom(Tensor("t"))
    >>> quotient(t * t - 1, t + 1), quotient(t * t, t - 1), quotient(t, t - t)
    (-1 + t, None, None)
    """
    if not divisor:
        return None
    variables = sorted({part for monomial, _ in divisor for part in monomial})

    def size(monomial: Monomial) -> tuple[int, ...]:
        """The exponents by which a search's exact division orders monomials."""
        counted = Counter(monomial)
        return tuple(counted[part] for part in variables)

    first = max((m for m, _ in divisor), key=size)
    result, left = Polynomial({}), polynomial
    while left:
        monomial = max((m for m, _ in left), key=size)
        rest = without(monomial, first)
        if rest is None:
            return None
        c = Fraction(left.terms[monomial]) / Fraction(divisor.terms[first])
        part = Polynomial({rest: c})
        result, left = result + part, left - part * divisor
    return result


def without(monomial: Monomial, part: Monomial) -> Monomial | None:
    """The factors of a monomial without those of another, as a search divides; or None."""
    left = Counter(monomial)
    left.subtract(part)
    if any(count < 0 for count in left.values()):
        return None
    return tuple(sorted(left.elements()))


def shared(one: Monomial, other: Monomial) -> Monomial:
    """The factors common to two monomials of a goal, which a search may take out."""
    return tuple(sorted((Counter(one) & Counter(other)).elements()))
