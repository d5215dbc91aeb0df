"""Mutual information below means of powers: for each outcome y, of order above 1,

    (order - 1) sum_x w F_entropy(W, q)  +  order F_entropy(q, M)  <=  0        q = sum_x w W

where  sum_x w F_order(W, M) <= M. It is the row of the table that compares entropy with a power, at
the references q and M, times w and summed. Where q = 0 every term is at most q F_entropy(1, 0). So
mi(P, W) is at most Sibson's information of every order above 1, by  F(1, sum M) <= sum F(q, M).
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, convex
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.powers import order_of
from pmlsym.kernel.certificate import Arguments, Term
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)


def offer_entropy_below_means(deductions: Deductions) -> None:
    """Offer the bound of each mean of powers that a fact bounds from above, and its sum."""
    if not any(t.term and t.term.function == ENTROPY for t in deductions.sequent.tensors):
        return
    for mean in (mean for fact in deductions.sequent.facts for mean in means_of(fact)):
        order = order_of(mean.each.function)
        if mean.sign > 0 and order is not None and order > 1:
            with suppress(NotDeduced):
                bound = _offer_bound(mean, order, deductions)
                parts = (Arguments(mean.inner, mean.value, bound.indices),)
                deductions.perspective("a sum of means", ENTROPY, parts)


def _offer_bound(mean: Mean, order: Fraction, deductions: Deductions) -> Fact:
    """Offer the bound, by a split at q."""
    a, m, q, over = mean.each.a, mean.value, mean.inner, mean.each.summed
    least = number_above_mean(mean, order, deductions.aside)
    are_single = {*q.free} & deductions.constants or {*mean.fact.indices} - {*q.free}
    if are_single or not (is_plain(a, ">=") and is_plain(q, ">=")):
        raise NotDeduced(f"{q} is not a mass at all letters of {mean.fact.name}")
    entropy = sum_over(mean.weight * convex(ENTROPY, a, q), *over)
    wanted = -(order - 1) * entropy - order * convex(ENTROPY, q, m)
    positive, zero = deductions.branches(q)
    strict = positive.total(
        "a positive mean", times(1, least) + times(1, positive.assumed), relation=">"
    )
    first = positive.row("entropy below power", a, q, order, 1, m, q, m)
    second = positive.row("entropy below power", q, m, 2, 1, q, 1, 1)
    terms = mean.times(1, first) + times(1, mean.fact, positive.assumed)
    positive.conclude(wanted, terms + times(order, second, strict), strict)
    # where q is zero all terms are at most q F(1, 0)
    terms = times(order, below_slope(q, m, deductions))
    terms += mean.times(order - 1, below_slope(a, q, deductions))
    terms += of_nothing(2 * order - 1, zero.assumed, deductions)
    zero.conclude(wanted, terms)
    return deductions.split("entropy below a mean of powers", positive, zero)


def number_above_mean(mean: Mean, order: Fraction, deductions: Deductions) -> Fact:
    """M >= q, since F_order(a, M) >= order a - (order - 1) M."""
    a, m = mean.each.a, mean.value
    power = deductions.aside.row("entropy below power", a, m, order, 1, m, 1, 1)
    tangent = deductions.aside.row("entropy tangent", a, m, 1, 1)
    terms = times(1 / order, mean.fact) + mean.times(1 / order, power)
    least = deductions.total("a mean below", terms + mean.times((order - 1) / order, tangent))
    if least.polynomial != m - mean.inner:
        raise NotDeduced("the mean is of another weight")
    return least


def below_slope(a: Polynomial, b: Polynomial, deductions: Deductions) -> Fact:
    """F(a, b) <= a F(1, 0), of entropy."""
    parts = (Arguments(a, ZERO), Arguments(ZERO, b))
    return deductions.aside.perspective("over nothing", ENTROPY, parts)


def of_nothing(c: Fraction, nothing: Fact, deductions: Deductions) -> tuple[Term, ...]:
    """c times -q F(1, 0), where a fact says that -q is nonnegative."""
    slope = deductions.aside.row("entropy tangent", ONE, ZERO, 1, 1)
    return times(c, nothing, slope) + times(c, nothing)
