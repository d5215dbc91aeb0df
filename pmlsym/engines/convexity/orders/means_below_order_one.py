"""Comparisons of implicit means of powers of an order below 1: numbers m > 0 and c with

    sum_x w F(a, m) >= -m        sum_x w F(a, c) <= -c        hence  c <= m

where -F(a, b) = a^order b^(1 - order). With the tangent  -F(m, c) <= order m + (1 - order) c, and
m F(a, c) = -F(a, m) F(m, c),

    m c  <=  sum_x w F(a, m) F(m, c)  <=  -m F(m, c)  <=  m (order m + (1 - order) c)

Facts about other means say what c is, as above order 1 (implicit_means.py): c(z) is one of their
numbers, or a mean of them. So Sibson's information falls under processing there too.
"""

from __future__ import annotations

from contextlib import suppress

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.implicit_means import (
    Mean,
    means_of,
    number_beside_mean,
    numbers_of_means,
)
from pmlsym.engines.convexity.orders.powers import (
    order_of,
    positive_product,
    sign_at_letters,
    tangent_at_one,
)
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)


def offer_means_below_order_one(deductions: Deductions) -> None:
    """Offer a search  c <= m,  of all pairs of means of an order below 1 in the facts."""
    means = [mean for fact in deductions.sequent.facts for mean in means_of(fact, unit=-1)]
    for upper in (mean for mean in means if mean.sign < 0 and is_plain(mean.value, ">")):
        order = order_of(upper.each.function)
        for c in numbers_of_means(upper, means):
            with suppress(NotDeduced):
                _offer_number_below(upper, c, order, deductions)


def _offer_number_below(
    upper: Mean, c: Polynomial, order: Polynomial | None, deductions: Deductions
) -> None:
    """Offer a search  c <= m  of one mean of an order below 1, by a product of powers."""
    m, each, aside = upper.value, upper.each, deductions.aside
    if order is None or m == c or not is_plain(c, ">="):
        raise NotDeduced(f"{c} is not a number to be compared with {m}")
    below = number_beside_mean(upper, c, deductions)
    apart = aside.row("power of product", each.a, m, order, -1, m, c, ZERO, ZERO)
    sign = sign_at_letters(each.function, m, c, order, aside)
    tangent = tangent_at_one(m, c, order, aside)
    terms = times(m, below) + upper.times(1, apart)
    terms += times(1, upper.fact, sign) + times(m, tangent)
    deductions.total("a mean above", terms, positive_product(aside, order, m))
