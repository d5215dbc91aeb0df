"""Powers of different orders at the same arguments, compared at the levels in sight.

The rows of the table about orders hold at all scales r, t, u > 0, and are tight where the sums of
powers are these:  sum F_near = u/r  and  sum F_far = t/r.  A fact or a goal that compares a sum of
powers with a number tells its scale, a product of tensors; that of another order is its power, as
(u/r)^q = (t/r)^p, with p = near - 1 and q = far - 1, the orders less one. So the logarithms in a
row cancel, or are those that the goal has. An order above 1 is compared with one below by the
entropy that is between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product

from pmlsym.calculus.convex_term import ConvexTerm, Function
from pmlsym.calculus.normal_form import Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.kernel.certificate import Arguments

ZERO = constant(0)
ORDERS = {"square": Fraction(2), "root": Fraction(1, 2), "entropy": Fraction(1)}

Scale = tuple[tuple[Factor, int], ...]
"""A product of factors with exponents, which may be negative."""


def order_of(function: Function) -> Fraction | None:
    """The order of a power that is a number; 1 is entropy's."""
    if function.order is None:
        return ORDERS.get(function.name)
    return None if any(function.order.atoms()) else Fraction(sum(c for _, c in function.order))


def orders_compared(known: Iterable[Tensor], deductions: Deductions) -> Iterator[Fact]:
    """Offer the rows that compare orders; the numbers, positive, to multiply the goal with."""
    scales: dict[ConvexTerm, dict[Scale, None]] = {}
    for polynomial in deductions.sequent.polynomials:
        for term, scale in _scales_in(polynomial):
            scales.setdefault(term, {})[scale] = None
    for terms in _by_arguments(known, scales, deductions):
        if min(terms) < 1 < max(terms) or 1 in terms:
            for order, term in terms.items():
                for scale in scales.get(term, {}) if order != 1 else ():
                    with suppress(NotDeduced):
                        yield from _above_entropy(term, order, scale, deductions)
        for near, far in permutations(terms, 2):
            if abs(far - 1) > abs(near - 1) > 0 and (far > 1) == (near > 1):
                both = (scales.get(terms[near], {}), scales.get(terms[far], {}))
                for at_near, at_far in _fitting(*both, (far - 1) / (near - 1)):
                    scales_of_row = _products(at_near, at_far)
                    with suppress(NotDeduced):
                        yield from _below_far(terms[near], near, far, scales_of_row, deductions)


def _by_arguments(
    known: Iterable[Tensor], scales: dict[ConvexTerm, dict[Scale, None]], deductions: Deductions
) -> Iterator[dict[Fraction, ConvexTerm]]:
    """The terms of the same arguments by their orders, those of turned arguments among them."""
    grouped: dict[tuple[Polynomial, Polynomial], dict[Fraction, ConvexTerm]] = {}
    for term in (t.term for t in dict.fromkeys(known) if t.term):
        order = order_of(term.function)
        if order is not None and order > 0:
            grouped.setdefault((term.a, term.b), {})[order] = term
    for (a, b), terms in grouped.items():
        for order, term in grouped.get((b, a), {}).items() if a != b else ():
            if order < 1:
                with suppress(NotDeduced):
                    turned = _turned(term, order, deductions)
                    if 1 - order not in terms:
                        terms[1 - order] = turned
                        scales[turned] = scales.get(term, {})
        yield terms


def _fitting(
    near: Iterable[Scale], far: Iterable[Scale], ratio: Fraction
) -> Iterator[tuple[Scale, Scale]]:
    """The scales of two orders of which one is in sight, and the other one its power."""
    both = [(scale, _power(scale, ratio)) for scale in near]
    both += [(found, scale) for scale in far if (found := _power(scale, 1 / ratio)) is not None]
    for at_near, at_far in dict.fromkeys(both):
        if at_far is not None:
            yield at_near, at_far


def _scales_in(polynomial: Polynomial) -> Iterator[tuple[ConvexTerm, Scale]]:
    """The terms with what they are compared with, over the numbers beside them."""
    plain = [m for m, _ in polynomial if not has_term(Polynomial({m: 1}))]
    for monomial, _ in polynomial:
        terms = terms_in(Polynomial({monomial: 1}))
        beside = [f for f in monomial if not any(t.is_term for t, _ in f) and _is_number(f)]
        for tensor, other in product(terms, plain):
            if tensor.term is not None and all(map(_is_number, other)):
                exponents = Counter(other)
                exponents.subtract(beside)
                yield tensor.term, tuple(sorted((f, k) for f, k in exponents.items() if k))


def _is_number(factor: Factor) -> bool:
    return not any(letters or t.is_size for t, letters in factor)


def _power(scale: Scale, exponent: Fraction) -> Scale | None:
    """The scale to a power, if that has whole exponents."""
    raised = [(factor, k * exponent) for factor, k in scale]
    whole = all(k.denominator == 1 for _, k in raised)
    return tuple((factor, int(k)) for factor, k in raised) if whole else None


def _products(near: Scale, far: Scale) -> tuple[Polynomial, Polynomial, Polynomial]:
    """The products r, t and u of which two scales, u/r and t/r, are the quotients."""
    u, t = Counter(dict(near)), Counter(dict(far))
    r = {f: max(0, -u[f], -t[f]) for f in {*u, *t}}

    def times_r(scale: Counter[Factor]) -> Polynomial:
        factors = (f for f in r for _ in range(r[f] + scale[f]))
        return Polynomial({tuple(sorted(factors)): 1})

    return times_r(Counter()), times_r(t), times_r(u)


def _below_far(
    term: ConvexTerm,
    near: Fraction,
    far: Fraction,
    scales: tuple[Polynomial, Polynomial, Polynomial],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Offer that F_near is at most a mean of F_far and a; by what it is multiplied there."""
    s, (p, q) = 1 if near > 1 else -1, (near - 1, far - 1)
    (r, t, u), aside = scales, deductions.aside
    row = aside.row("power below power", term.a, term.b, near, s, far, term.b, r, t, u)
    signed = sign_of_power(term, near, aside)
    terms = times(1, row)
    for c, number in ((p, t), (-q, u), (q - p, r)):
        for part in logarithms_apart(number, deductions):
            terms += times(-s * c * r * t, part, signed)
    common = Counter(_monomial(r * u)) & Counter(_monomial(t * u)) & Counter(_monomial(r * t))
    divisor = Polynomial({tuple(sorted(common.elements())): 1})
    with suppress(NotDeduced):
        deductions.total("orders", terms, divisor)
    yield from _positive(quotient(r * t, divisor), deductions)


def _above_entropy(
    term: ConvexTerm, order: Fraction, scale: Scale, deductions: Deductions
) -> Iterator[Fact]:
    """Offer that entropy is below a power, from order 1 on, or above it."""
    s, (r, t, _) = 1 if order > 1 else -1, _products((), scale)
    row = deductions.aside.row("entropy below power", term.a, term.b, order, s, term.b, r, t)
    terms = times(1, row)
    for sign, number in ((1, r), (-1, t)):
        for part in logarithms_apart(number, deductions):
            terms += times(sign * term.a * t, part)
    with suppress(NotDeduced):
        deductions.offer(deductions.total("an order and entropy", terms))
    yield from _positive(t, deductions)


def _positive(number: Polynomial | None, deductions: Deductions) -> Iterator[Fact]:
    """The fact that a number is positive, but for one."""
    if number is not None and number != ONE:
        with suppress(NotDeduced):
            yield deductions.positive(number)


def _turned(term: ConvexTerm, order: Fraction, deductions: Deductions) -> ConvexTerm:
    """Offer F_order(b, a) = F_other(a, b) below order 1; the latter."""
    fact = deductions.row("power turned", term.a, term.b, order, 1 - order)
    for tensor in terms_in(fact.polynomial):
        if tensor.term is not None and tensor.term.a == term.b:
            return tensor.term
    raise NotDeduced("the turned term is of one function with the other")


def logarithms_apart(number: Polynomial, deductions: Deductions) -> Iterator[Fact]:
    """Facts whose sum says that the logarithm of a product is the sum of those of its factors."""
    left = _monomial(number)
    while len(left) > 1:
        first, left = Polynomial({left[:1]: 1}), left[1:]
        with suppress(NotDeduced):
            yield deductions.aside.row("log of product", first, Polynomial({left: 1}))


def sign_of_power(term: ConvexTerm, order: Fraction, deductions: Deductions) -> Fact:
    """The sign of a power: above 1 it is above the excess, below F(a, b) <= F(a, 0) = 0."""
    f, a, b, aside = term.function, term.a, term.b, deductions.aside
    if f.name == "square":
        return deductions.row("square tangent", a, b, ZERO)
    if f.name == "root":
        return deductions.row("root above", a, b)
    if order > 1:
        above = aside.row("excess below power", a, b, order, 1, 1)
        terms = times(1, above) + times(1, aside.row("excess tangent", a, b, 0))
    else:
        parts = (Arguments(a, ZERO), Arguments(ZERO, b))
        above = aside.perspective("a part over nothing", f, parts)
        terms = times(1, above) + times(-1, aside.row("power turned", a, ZERO, order, 1 - order))
    return deductions.total("the sign of a power", terms)


def _monomial(single: Polynomial) -> Monomial:
    return next(iter(single))[0]
