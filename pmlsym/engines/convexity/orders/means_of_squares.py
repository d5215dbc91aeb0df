"""Means of squares that are given implicitly, bounded by those with another reference.

    L <= sum_x w F(a, L)    gives    2 u L <= sum_x w F(a, b) + u^2 b        for every number u

where F(a, b) = a^2/b and b = sum_x w a. For L^2 <= S = sum_x w a^2, where b > 0, sum_x w F(a, b) is
S/b, and b (L/b - u)^2 >= 0; where b = 0 so is L. Summed over outcomes it compares Sibson's
information of order 2 with chi-squared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pmlsym.calculus.convex_term import SQUARE
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.orders.orders_of_means import no_mean_without_mass, single_products
from pmlsym.engines.convexity.orders.powers import positive_product
from pmlsym.engines.convexity.squares import square_of_difference

ZERO, TWO = constant(0), constant(2)


def offer_means_of_squares(
    in_sight: Iterable[Tensor], ratios: Iterable[Polynomial], deductions: Deductions
) -> Iterator[Fact]:
    """Offer a search the bounds of each mean of squares at the numbers of the goal.

    The squares at b have to be in sight, or columns that vary by one of the ratios, which bounds
    them. The facts returned say that numbers are positive, which the goal may be multiplied with.
    """
    seen, ratios = {*in_sight}, tuple(ratios)
    for lower in (mean for fact in deductions.sequent.facts for mean in means_of(fact)):
        whole = sum_over(lower.value, *lower.number[1])
        at_mean = terms_in(lower.total(lower.inner))
        if lower.sign > 0 or lower.each.function != SQUARE:
            continue
        for number in single_products(deductions.sequent.goal + whole):
            scales = (ONE,) if seen.issuperset(at_mean) else ratios
            with suppress(NotDeduced):
                for scale in scales:
                    _offer_bound(lower, number, deductions)
                    yield deductions.positive(positive_product(deductions, number, scale))


def _offer_bound(lower: Mean, u: Polynomial, deductions: Deductions) -> None:
    """Offer a search  2 u L <= sum w F(a, b) + u^2 b  of a mean L of squares."""
    a, b, low = lower.each.a, lower.inner, lower.value
    wanted = lower.total(b) + u * u * b - 2 * u * low
    positive, zero = deductions.branches(b)
    q, unit = positive.reciprocal(b)
    tangent = positive.row("square tangent", a, b, a * q)
    squares = positive.row("square times", a, low)
    distance = square_of_difference(low, u * b, positive)
    terms = lower.times(1, tangent) + lower.times(-a * a * q, unit)
    terms += lower.times(q, squares) + times(q * low, lower.fact)
    terms += times(q, distance) + times(2 * u * low, unit) + times(-u * u * b, unit)
    positive.conclude(wanted, terms)
    nothing = no_mean_without_mass(lower, TWO, zero, deductions)
    terms = lower.times(1, zero.row("square tangent", a, b, ZERO)) + times(u * u * b)
    zero.conclude(wanted, terms + times(2 * u, nothing))
    deductions.split("a mean of squares", positive, zero)
