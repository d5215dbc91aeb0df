"""Tails of powers: from Renyi privacy to privacy up to a probability.

    t F_excess(a, c b) <= F(a, b)                      t = c^(order - 1), the order above 1
    sum_y e (a - c b) <= sum_y F_excess(a, c b)        every event e, 0 <= e <= 1

So  sum_y F(a, b) <= u  and  t = u/d  give  sum_y e (a - c b) <= d,  which is what a goal says about
an event. A divisor, such as d, is a number that has a reciprocal; that log t is (order - 1) log c
is shown by what is known of logarithms. And c is at least 1, as a level is: since u >= F(1, 1) = 1
and d <= 1,

    (order - 1) (c - 1)  >=  (order - 1) log c  =  log u - log d  >=  0
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from pmlsym.calculus.convex_term import ENTROPY, ConvexTerm, convex, log
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import target
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import averaged_letters
from pmlsym.engines.convexity.occurrences import pairs_at, product_of, terms_in
from pmlsym.engines.convexity.orders.powers import order_of, sign_of_distance
from pmlsym.engines.convexity.rows import is_log
from pmlsym.kernel.certificate import Arguments, Combine, Use


@dataclass(frozen=True)
class _Tail:
    """A goal  number - sum over letters of event (times a - above b) >= 0."""

    event: Polynomial
    a: Polynomial
    b: Polynomial
    times: Polynomial
    above: Polynomial
    number: Polynomial
    over: tuple[Index, ...]


def offer_tails_of_powers(term: ConvexTerm, deductions: Deductions) -> None:
    """Offer a search the goal about an event's tail, divided, from a bound of powers."""
    order = order_of(term.function)
    if order is None or not term.letters or sign_of_distance(order, deductions) <= 0:
        return
    logs = [t.term.b for t in deductions.sequent.tensors if t.term and is_log(t.term)]
    for d in logs if deductions.sequent.goal + 1 in logs else ():
        with suppress(NotDeduced):
            _offer_level(deductions.sequent.goal + 1, d, term, order, deductions)
    for tail in _tails(term, deductions):
        for bound in deductions.bounds(_sum_of_powers(term, tail)):
            with suppress(NotDeduced):
                _offer_tail(tail, order, bound, deductions)


def _offer_level(
    c: Polynomial, d: Polynomial, term: ConvexTerm, order: Polynomial, deductions: Deductions
) -> None:
    """Offer a search that c is at least 1, where (order - 1) log c is log u - log d."""
    summed, aside = averaged_letters(term), deductions.aside
    value = sum_over(convex(term.function, term.a, term.b), *summed)
    for use, most in deductions.bounds(value):
        difference, gap = (order - 1) * log(c) - log(most) + log(d), order - 1
        terms = deductions.terms_of_gap(difference, deductions.terms_to_zero(difference))
        whole = aside.perspective("a sum", term.function, (Arguments(term.a, term.b, summed),))
        above = aside.total("a level", times(1, use) + times(1, whole))
        number = times(-1, aside.row("entropy of number", most, ONE))
        tangent = times(1, aside.row("entropy tangent", most, ONE, ONE, ONE))
        terms += times(1, aside.total("of a level", tangent + number + times(1, above), most))
        terms += times(1, aside.row("entropy tangent", ONE, d, ONE, ONE))
        terms += times(1, deductions.use_for(1 - d))
        slope = aside.row("entropy tangent", ONE, c, ONE, ONE)
        deductions.total("a level", terms + times(1, slope, deductions.use_for(gap, ">")), gap)


def _sum_of_powers(term: ConvexTerm, tail: _Tail) -> Polynomial:
    """The sum of the powers of the goal's pairs, whose bound deductions need for a tail."""
    return sum_over(convex(term.function, tail.a, tail.b), *tail.over)


def _tails(term: ConvexTerm, deductions: Deductions) -> Iterator[_Tail]:
    """Ways to read the goal as an event's mass beyond a level, to be deduced from powers."""
    goal = deductions.sequent.goal
    for monomial in (m for m, c in goal if c < 0):
        aim = target(monomial)
        events = [each for each in aim.atoms if each[0].role == "event"]
        if len(events) != 1:
            continue
        event, beside = product_of(events), [each for each in aim.atoms if each not in events]
        letters = tuple(dict.fromkeys(i for _, at in aim.atoms for i in at))
        for a, b in pairs_at(terms_in(convex(term.function, term.a, term.b))[0], letters):
            number = Polynomial({m: c for m, c in goal if not Polynomial({m: c}).free})
            sum_a, sum_b = (sum_over(event * p, *aim.shared) for p in (a, b))
            factor = quotient(product_of(beside), a)
            rest = goal - number + (0 if factor is None else factor * sum_a)
            above = quotient(rest, sum_b) if rest else None
            if factor is not None and above is not None and not (factor.free or above.free):
                yield _Tail(event, a, b, factor, above, number, aim.shared)


def _offer_tail(
    tail: _Tail, order: Polynomial, bound: tuple[Use, Polynomial], deductions: Deductions
) -> None:
    """Offer a search the goal about a tail, from  most - most q sum e (a - c b) >= 0."""
    (use, most), d, aside = bound, quotient(tail.number, tail.times), deductions.aside
    if d is None or tail.times not in (ONE, d):
        raise NotDeduced("another number than the probability is divided by")
    q, inverse = aside.reciprocal(d)
    c, t = (tail.above if tail.times == ONE else tail.above * q), most * q
    row = aside.row("excess below power", tail.a, tail.b, order, c, t)
    zero = aside.row("excess tangent", tail.a, c * tail.b, 0)
    event = aside.row("excess tangent", tail.a, c * tail.b, tail.event)
    terms = times(1, row) + times(t, event)
    if (order - 1) * log(c) != log(t):
        terms += times(t, _equal_logarithms(order, c, (most, d, q), aside), zero)
    below = aside.total("below a power", terms)
    summed = sum_over(tail.event * (tail.a - c * tail.b), *tail.over)
    whole = times(d, use) + times(d, below, over=tail.over) + times(most * summed, inverse)
    divided = aside.total("a tail", whole, most)
    if tail.times == ONE:
        deductions.offer(divided)
        return
    less = times(-tail.above * sum_over(tail.event * tail.b, *tail.over), inverse)
    deductions.total("a tail", times(d, divided) + less)


def _equal_logarithms(
    order: Polynomial,
    c: Polynomial,
    numbers: tuple[Polynomial, Polynomial, Polynomial],
    deductions: Deductions,
) -> Fact:
    """Deduce (order - 1) log c - log (most q) = 0  by what a sequent says of logarithms."""
    most, d, q = numbers
    difference = (order - 1) * log(c) - log(most) + log(d)
    terms = deductions.terms_of_gap(difference, deductions.terms_to_zero(difference))
    terms += times(-1, deductions.row("log of product", most, q))
    terms += times(1, deductions.row("log of product", q, d))
    terms += times(1, deductions.same(ENTROPY, (ONE, q * d), (ONE, ONE)))
    gap = (order - 1) * log(c) - log(most * q)
    return deductions.add(Combine(Fact("equal logarithms", gap, (), "=="), terms))
