"""Bounds of means of powers by the largest base: Sibson's information, Arimoto's entropy.

A mean L of order o > 1 is at most  M^(q/o) m^(1/o),  where q = o - 1, M is above all bases of the
powers, and m is their mean. The tangent of that at numbers c and e, outcome by outcome,

    o c L  <=  r c m + q e M                        where F(c, e) <= r c

is all that a bound of  sum L  by a bound of  sum M  needs. It follows by

    M L <= m F(M, L)                                as F(a, L) <= (a/M) F(M, L) where a <= M
    F(M, L) (o c L - q e M)  <=  M L F(c, e)        the tangent of the power

where m and L are positive, so that m F(M, L) is; where one of them is zero so is L.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.orders.orders_of_means import (
    ZERO,
    no_mean_without_mass,
    single_products,
)
from pmlsym.engines.convexity.orders.powers import (
    factor_and_uses,
    order_of,
    positive_product,
    sign_of_distance,
)
from pmlsym.engines.convexity.orders.powers_of_numbers import power_of_number
from pmlsym.kernel.certificate import Arguments
from pmlsym.kernel.shown import is_plain


def offer_means_below_largest(deductions: Deductions) -> None:
    """Offer a search the bound of each sum of power means by an envelope of their arguments."""
    envelopes = [t for t in deductions.sequent.tensors if t.role == "envelope"]
    for lower in (mean for fact in deductions.sequent.facts for mean in means_of(fact)):
        order, letters = order_of(lower.each.function), lower.number[1]
        if lower.sign > 0 or order is None or sign_of_distance(order, deductions) <= 0:
            continue
        for tensor in envelopes:
            if tensor.alphabets == tuple(i.alphabet for i in letters):
                pair = _Pair(lower, order, atom(tensor, *letters))
                for bound, largest in _sums_at_most(pair.high, deductions):
                    _offer_goal(pair, bound, largest, deductions)
                    _offer_contradiction(pair, bound, largest, deductions)


@dataclass(frozen=True)
class _Pair:
    """A mean of powers of an order above 1, and a bound above all bases of the powers."""

    lower: Mean
    order: Polynomial
    high: Polynomial

    @property
    def q(self) -> Polynomial:
        """The order of the power mean less one, in deductions."""
        return self.order - 1

    @property
    def whole(self) -> Polynomial:
        """The sum of the power means over outcomes, which deductions bound."""
        return sum_over(self.lower.value, *self.lower.number[1])


def _sums_at_most(each: Polynomial, deductions: Deductions) -> Iterator[tuple[Fact, Polynomial]]:
    """The facts that a sum over letters is at most a number, for deductions, with the number."""
    whole = sum_over(each, *each.free)
    for fact in deductions.sequent.facts:
        for number in single_products(fact.polynomial + whole) if fact.relation == ">=" else ():
            yield fact, number


def _offer_goal(pair: _Pair, bound: Fact, largest: Polynomial, deductions: Deductions) -> None:
    """Offer a search  sum L <= u  of power means L, where the goal says so and  sum M <= t."""
    for most in single_products(deductions.sequent.goal + pair.whole):
        with suppress(NotDeduced):
            each = _tangent(pair, (largest, most), most, deductions)
            c, distance = factor_and_uses(pair.q, deductions)
            terms = times(1, each, over=each.indices) + times(c * most, bound, *distance)
            positive = positive_product(deductions, pair.order, largest)
            deductions.total("means below the largest", terms, positive)


def _offer_contradiction(
    pair: _Pair, bound: Fact, largest: Polynomial, deductions: Deductions
) -> None:
    """Offer a search a contradiction:  sum L >= u  and  sum M <= m,  but  m t < 1."""
    for strict, other in product(deductions.plain_facts, deductions.sequent.facts):
        numbers = single_products(1 - strict.polynomial) if strict.relation == ">" else ()
        for least in single_products(pair.whole - other.polynomial) if numbers else ():
            with suppress(NotDeduced):
                scale = _rest_of_product(numbers[0], largest)
                each = _tangent(pair, (ONE, least * scale), least, deductions)
                c, distance = factor_and_uses(pair.q, deductions)
                terms = times(1, each, over=each.indices) + times(pair.order, other)
                terms += times(c * least * scale, bound, *distance)
                positive = positive_product(deductions, least, strict.polynomial, pair.q)
                deductions.contradict(terms, positive)


def _rest_of_product(whole: Polynomial, part: Polynomial) -> Polynomial:
    """A product of levels without a part of it. Raises NotDeduced if it has no such part."""
    rest = quotient(whole, part)
    if rest is None:
        raise NotDeduced(f"{part} is no part of {whole}")
    return rest


def _tangent(
    pair: _Pair, numbers: tuple[Polynomial, Polynomial], r: Polynomial, deductions: Deductions
) -> Fact:
    """Deduce  r c m - o c L + q e M >= 0  of a power mean L and its envelope M, by outcomes."""
    lower, order, high, q = pair.lower, pair.order, pair.high, pair.q
    (c, e), m, low, each = numbers, lower.inner, lower.value, lower.each
    wanted = r * c * m - order * c * low + q * e * high
    if {*wanted.free} & deductions.constants or not is_plain(m, ">="):
        raise NotDeduced(f"{m} is not a mass at all letters")
    power = power_of_number(each.function, (c, e), (r, ONE), deductions.aside)
    above, below = _above_all(pair, deductions)
    weights = quotient(above.polynomial + m, high) or ONE
    d, distance = factor_and_uses(q, deductions)
    with_mass, without_mass = deductions.branches(m)
    both, nothing = with_mass.branches(low)
    terms = times(1, above) + times(1, with_mass.assumed)
    strict = both.total("the largest", terms, weights, relation=">")
    positive = both.total("a power", times(1, below) + times(1, strict, both.assumed), relation=">")
    row = both.row("power tangent", c, e, order, high, low)
    terms = times(m, row) + times(m * high * low, power) + times(r * c * m, below)
    both.conclude(wanted, terms, positive)
    zero = no_mean_without_mass(lower, order, without_mass, deductions)
    for branch, none in ((nothing, nothing.assumed), (without_mass, zero)):
        terms = times(r * c * m) + times(order * c, none)
        branch.conclude(wanted, terms + times(d * e * high, *distance))
    with_mass.split("within", both, nothing)
    return deductions.split("a mean below the largest", with_mass, without_mass)


def _above_all(pair: _Pair, deductions: Deductions) -> tuple[Fact, Fact]:
    """Deduce that M >= m, times the sum of the weights, and that M L <= m F(M, L)."""
    lower, each, high, aside = pair.lower, pair.lower.each, pair.high, deductions.aside
    shared, use = ONE, deductions.find_use(high - each.a)
    if use is None:
        shared, use = lower.weight, deductions.use_for(lower.weight * (high - each.a))
    rest = ONE if shared == lower.weight else lower.weight
    least = aside.total("above all", times(rest, use, over=each.summed))
    gap = aside.total("below the largest", times(lower.value, use))
    parts = (
        Arguments(shared * each.a * high, shared * each.a * lower.value),
        Arguments(ZERO, gap.polynomial),
    )
    chord = aside.perspective("up to the largest", each.function, parts)
    terms = times(rest, chord, over=each.summed) + times(high, lower.fact)
    return least, aside.total("a mean below the largest", terms)
