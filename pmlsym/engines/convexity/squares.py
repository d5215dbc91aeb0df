"""Facts that squares are nonnegative, by two lines of the table; and roots of square monomials.

u^2  >=  F_square(u, 1)  >=  2 v u - v^2
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from pmlsym.calculus.convex_term import ROOT, convex
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions


def square_of_difference(u: Polynomial, v: Polynomial, deductions: Deductions) -> Fact:
    """Deduce (u - v)^2 >= 0, for u >= 0, from two lines of the table."""
    tangent = deductions.row("square tangent", u, ONE, v)
    product = deductions.row("square times", u, ONE)
    return deductions.total("a square", times(1, tangent) + times(1, product))


def square_root(polynomial: Polynomial) -> Polynomial:
    """The square root of a level that is a square. Raises NotDeduced for any other polynomial."""
    ((monomial, c), *others) = polynomial.terms.items()
    half, c = monomial[::2], Fraction(c)
    top, bottom = isqrt(c.numerator), isqrt(c.denominator)
    is_square = half == monomial[1::2] and (top * top, bottom * bottom) == c.as_integer_ratio()
    if others or not is_square:
        raise NotDeduced(f"{polynomial} is not the square of a monomial")
    return Polynomial({half: Fraction(top, bottom)})


def root_of_square(a: Polynomial, b: Polynomial, deductions: Deductions) -> Fact:
    """Deduce F(a, b) <= -s of a root, where a b = s^2, s > 0, by a split at F + s."""
    root, f, aside = square_root(a * b), convex(ROOT, a, b), deductions.aside
    square, above = aside.row("root square", a, b), aside.row("root above", a, b)
    terms = times(1, above) + times(1, deductions.positive(root))
    positive = aside.total("beyond a root", terms, relation=">")
    larger, smaller = aside.branches(f + root)
    larger.conclude(-f - root, times(1, square), positive)
    smaller.conclude(-f - root, times(1, smaller.assumed))
    return aside.split("the root of a square", larger, smaller)
