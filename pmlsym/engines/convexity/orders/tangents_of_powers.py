"""Powers of masses that have a largest one, by tangents: min-entropy against every order.

    a F(1, t)  >=  F(a, 1) (1 + q (1 - a t))       q = order - 1, the tangent of a power at a
    sum a = 1,  a <= m,  m t <= 1   =>   F(1, t) - sum F(a, 1)  >=  q (1 - m t) sum F(a, 1)  >=  0

since q F >= 0, above order 1 and below it. Where m t < 1 this is more than zero, which contradicts
that the sum is not below F(1, t).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.orders.powers import (
    factor_and_uses,
    order_of,
    positive_product,
    sign_of_distance,
    sign_of_power,
    tangent_at_one,
)
from pmlsym.kernel.certificate import Use
from pmlsym.kernel.shown import instance


def offer_tangents_of_powers(in_sight: Iterable[Tensor], deductions: Deductions) -> None:
    """Offer a search bounds of sums of powers of masses by a number, if there is a largest mass.

    Where orders are letters it also offers the tangents at 1 of the powers that the goal has more
    of.
    """
    terms = [tensor.term for tensor in in_sight if tensor.term]
    numbers = [term for term in terms if not term.letters and term.a == ONE]
    for number, each in product(numbers, terms):
        if each.letters and each.b == ONE and each.function == number.function:
            for use, most in _upper_bounds(each.a, deductions):
                with suppress(NotDeduced):
                    _offer_below(each, number, (use, most), deductions)
    wanted = terms_in(*(Polynomial({m: c}) for m, c in deductions.sequent.goal if c > 0))
    for term in (tensor.term for tensor in wanted if tensor.term and tensor.term.letters):
        order = order_of(term.function)
        if order is not None and any(order.atoms()):
            with suppress(NotDeduced):
                tangent_at_one(term.a, term.b, order, deductions)


def _upper_bounds(a: Polynomial, deductions: Deductions) -> Iterator[tuple[Use, Polynomial]]:
    """The uses of facts that a mass is at most a number, for deductions about its powers."""
    for fact in deductions.plain_facts:
        for letters in letters_among(fact.indices, a.free) if fact.relation != "==" else ():
            most = instance(fact, letters) + a
            if not most.free:
                yield Use(fact.name, letters), most


def _offer_below(
    each: ConvexTerm, number: ConvexTerm, largest: tuple[Use, Polynomial], deductions: Deductions
) -> None:
    """Offer a search the bound of a sum of powers by the largest mass, or a contradiction to it."""
    order = order_of(each.function)
    s = 0 if order is None else sign_of_distance(order, deductions)
    if order is None or not s:
        raise NotDeduced("the function is no power that is known to be above or below order 1")
    (bound, most), t, aside = largest, number.b, deductions.aside
    tangent = aside.row("power tangent", ONE, t, order, each.a, ONE)
    sign = sign_of_power(each, order, aside)
    c, distance = factor_and_uses(s * (order - 1), deductions)
    terms = times(1, tangent) + times(c * t, sign, bound, *distance)
    gap = deductions.use_for(1 - most * t)
    below = terms + times(c, sign, gap, *distance)
    fact = deductions.total("below the largest", below, over=each.letters)
    value = fact.polynomial + sum_over(convex(each.function, each.a, ONE), *each.letters)
    for other in deductions.sequent.facts:
        if other.polynomial == -fact.polynomial and other.relation != "==":
            strict = deductions.use_for(1 - most * t, ">")
            whole = aside.total("strictly below", terms, over=each.letters)
            against = times(c, other if s > 0 else fact, strict, *distance)
            positive = positive_product(deductions, s * value, 1 - most * t, s * (order - 1))
            none = times(1, whole) + times(1, other) + against
            deductions.contradict(none, positive)
