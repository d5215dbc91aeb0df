"""Powers of numbers above order 1, bounded from above by what is known of logarithms.

    t F(n, d)  <=  r n      where  q (log n - log d) = log r - log t,  q = order - 1

The row about logarithms bounds powers from below alone. So the turned power is bounded by it:

    F(n, d) F(d, n) = n d          r F(d, n)  >=  t d (1 + log r - log t + q (log d - log n))

So a level is a power where a fact says that its logarithm is  log r - log t + order log n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction

from pmlsym.calculus.convex_term import Function, convex
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times, times_terms
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.orders.powers import (
    factor_and_uses,
    log_of_product,
    order_of,
    sign_of_distance,
    sign_of_power,
    terms_of_logarithms,
)
from pmlsym.engines.convexity.rows import is_log, logarithms_in


def offer_powers_of_numbers(in_sight: Iterable[Tensor], deductions: Deductions) -> Iterator[Fact]:
    """Offer a search levels as powers of numbers; the facts that the bases are positive.

    The goal may be multiplied with these bases.
    """
    functions = dict.fromkeys(t.term.function for t in in_sight if t.term and t.term.letters)
    for function in functions:
        order = order_of(function)
        if order is None or not any(order.atoms()):
            continue
        for n, r, t in _powers_by_logarithms(order, deductions):
            with suppress(NotDeduced):
                power_of_number(function, (n, ONE), (r, n * t), deductions)
                term = next(p.term for p in terms_in(convex(function, n, ONE)) if p.term)
                sign = sign_of_power(term, order, deductions.aside)
                for fact in deductions.plain_facts:
                    if not fact.indices and {*t.tensors} & {*fact.polynomial.tensors}:
                        deductions.total("times a power", times(1, sign, fact))
                yield deductions.positive(n)


def _powers_by_logarithms(
    order: Polynomial, deductions: Deductions
) -> Iterator[tuple[Polynomial, Polynomial, Polynomial]]:
    """Numbers n, r and t with  order log n = log r - log t,  which deductions read off a fact."""
    for fact in deductions.sequent.facts:
        logs = [*logarithms_in(fact.polynomial)] if fact.relation == "==" else []
        powers = [each for each in logs if each[1] in (order, -order)]
        others = [each for each in logs if each[1] in (ONE, -ONE)]
        if len(powers) == 1 and len(logs) == len(others) + 1 == len(fact.polynomial):
            (n, k), scale = powers[0], {1: ONE, -1: ONE}
            for number, c in others:
                scale[1 if c * k == -order else -1] *= number
            yield n, scale[1], scale[-1]


def scales_of_power(
    function: Function, n: Polynomial, d: Polynomial, deductions: Deductions
) -> Iterator[tuple[Polynomial, Polynomial]]:
    """Scales r/t for deductions that may be (n/d)^(order - 1), of numbers with known logarithms."""
    order, number = order_of(function), d if n == ONE else n
    if order is None:
        return
    if not any(order.atoms()):
        (distance,) = {c for _, c in order - 1} or {0}
        powers = [number ** int(distance)] if Fraction(distance).denominator == 1 else []
    else:
        of_logs = (
            t.term.b
            for f in deductions.sequent.facts
            for t in terms_in(f.polynomial)
            if t.term and is_log(t.term)
        )
        powers = [b for b in dict.fromkeys(of_logs) if len(b) == 1 and not b.free]
    for power in powers:
        yield (power, ONE) if d == ONE else (ONE, power)


def power_of_number(
    function: Function,
    numbers: tuple[Polynomial, Polynomial],
    scale: tuple[Polynomial, Polynomial],
    deductions: Deductions,
) -> Fact:
    """Deduce  r n - t F(n, d) >= 0  of a power of numbers n and d, at a scale r/t of products."""
    order, (n, d), (r, t), aside = order_of(function), numbers, scale, deductions.aside
    power = convex(function, n, d)  # a term, times what n and d have in common
    term = next((tensor.term for tensor in terms_in(power)), None)
    if order is None or term is None or sign_of_distance(order, deductions) <= 0:
        raise NotDeduced(f"{power} is no power that is known to be above order 1")
    q = order - 1
    terms = times(1, aside.row("entropy below power", d, n, order, 1, n, r, t))
    with suppress(NotDeduced):  # where d is 1 the entropy is a logarithm
        entropy = times(1, aside.row("entropy tangent", d, n, d, n))
        c, distance = factor_and_uses(q, deductions)
        terms += times(c * t, aside.total("entropy of numbers", entropy, n), *distance)
    factors = ((ONE, r), (-ONE, t), (q, d), (-q, n))
    gap = sum((k * log_of_product(number) for k, number in factors), 0 * ONE)
    terms += times_terms(t * d, deductions.terms_of_gap(gap, deductions.terms_to_zero(gap)))
    terms += terms_of_logarithms(((k * t * d, number) for k, number in factors), deductions)
    below = aside.total("a turned power", terms)
    ratios = (_ratio(n, d, aside), _ratio(d, n, aside))
    row = aside.row("power of product", n, d, order, 1, d, n, *ratios)
    product = aside.total("a product of powers", times(1, row), relation="==")
    common = quotient(power, convex(function, term.a, term.b))
    assert common is not None
    whole = times(common, sign_of_power(term, order, aside), below) + times(r, product)
    return deductions.total("a power of numbers", whole, d)


def _ratio(n: Polynomial, d: Polynomial, deductions: Deductions) -> Polynomial:
    """Deduce k d >= n for two numbers, with k = n q and q d = 1; the ratio k."""
    if d == ONE:
        return n
    q, inverse = deductions.reciprocal(d)
    deductions.total("a ratio", times(n, inverse))
    return n * q
