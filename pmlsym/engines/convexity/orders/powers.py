"""Powers of different orders at the same arguments, compared at the levels in sight.

The rows of the table about orders hold at all scales r, t, u > 0, and are tight where the sums of
powers are these:  sum F_near = u/r  and  sum F_far = t/r.  A fact or a goal that compares a sum of
powers with a number tells its scale, a product of tensors; that of another order is its power, as
(u/r)^q = (t/r)^p, with p = near - 1 and q = far - 1, the orders less one. So the logarithms in a
row cancel, or are those that the goal has. The scales of orders that are letters are numbers whose
logarithms the sequent knows. An order above 1 is compared with one below by the entropy that is
between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from math import prod

from pmlsym.calculus.convex_term import ConvexTerm, Function, convex, log
from pmlsym.calculus.normal_form import Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times, times_terms, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.checker import expand

ZERO = constant(0)
ORDERS = {
    "square": constant(2), "root": constant(Fraction(1, 2)), "entropy": constant(1)
}  # fmt: skip

Scale = tuple[tuple[Factor, int], ...]
"""A product of factors with exponents, which may be negative."""


def order_of(function: Function) -> Polynomial | None:
    """The order by which a search compares powers, a number or a letter; that of entropy is 1."""
    return ORDERS.get(function.name) if function.order is None else function.order


def is_positive(number: Polynomial, deductions: Deductions) -> bool:
    """Whether a number, such as an order less one, can be deduced to be positive."""
    if any(number.atoms()):
        return deductions.find_use(number, ">") is not None
    return rational_of(number) > 0


def rational_of(number: Polynomial) -> Fraction:
    """The value of a number without letters, such as a known order in deductions."""
    return Fraction(sum(c for _, c in number))


def complement(order: Polynomial, deductions: Deductions) -> Polynomial:
    """One minus the order of a power in deductions: a number, or a letter that facts equate."""
    if not any(order.atoms()):
        return 1 - order
    for fact in deductions.sequent.facts:
        for other in fact.polynomial.tensors if fact.relation == "==" else ():
            if fact.polynomial in (order + atom(other) - 1, 1 - order - atom(other)):
                return atom(other)
    raise NotDeduced(f"1 - {order} has no letter")


def factor_and_uses(
    number: Polynomial, deductions: Deductions
) -> tuple[Polynomial, tuple[Use, ...]]:
    """A positive number as a factor of certificate terms, or as the use of a fact that shows it."""
    if not any(number.atoms()):
        return number, ()
    return ONE, (deductions.use_for(number, ">"),)


def sign_of_distance(order: Polynomial, deductions: Deductions) -> int:
    """The sign of a power's order less one, as far as it can be deduced; else 0."""
    return next((s for s in (1, -1) if is_positive(s * (order - 1), deductions)), 0)


def offer_orders(in_sight: Iterable[Tensor], deductions: Deductions) -> Iterator[Fact]:
    """Offer a search the rows that compare orders of powers; return numbers to multiply with."""
    scales: dict[ConvexTerm, dict[Scale, None]] = {}
    for polynomial in deductions.sequent.polynomials:
        for term, scale in _scales_in(polynomial):
            scales.setdefault(term, {})[scale] = None
    for terms in _terms_by_arguments(in_sight, scales, deductions):
        signs = {order: sign_of_distance(order, deductions) for order in terms}
        if {1, -1} <= {*signs.values()} or ONE in terms:
            for order, term in terms.items():
                others = [s * (other - 1) for other, s in signs.items() if s == -signs[order]]
                for scale in scales.get(term, {}) if signs[order] else ():
                    with suppress(NotDeduced):
                        yield from _offer_entropy_order(term, order, scale, others, deductions)
        for near, far in permutations(terms, 2):
            s = signs[near]
            if s and s == signs[far] and is_positive(s * (far - near), deductions):
                _offer_times(s * (near - 1), terms[far], deductions)
                _offer_times(s * (far - 1), terms[near], deductions)
                both = (scales.get(terms[near], {}), scales.get(terms[far], {}))
                for at_near, at_far in _fitting_scales(*both, near - 1, far - 1, deductions):
                    scales_of_row = _products_of_scales(at_near, at_far)
                    with suppress(NotDeduced):
                        yield from _offer_far_order(
                            terms[near], near, far, scales_of_row, deductions
                        )


def _terms_by_arguments(
    in_sight: Iterable[Tensor], scales: dict[ConvexTerm, dict[Scale, None]], deductions: Deductions
) -> Iterator[dict[Polynomial, ConvexTerm]]:
    """The powers that deductions compare: of the same arguments, by order, also turned."""
    grouped: dict[tuple[Polynomial, Polynomial], dict[Polynomial, ConvexTerm]] = {}
    for term in (t.term for t in dict.fromkeys(in_sight) if t.term):
        order = order_of(term.function)
        if order is None or (any(order.atoms()) and not term.letters):
            continue  # the sequent says what a number to the power of a letter is
        if is_positive(order, deductions):
            grouped.setdefault((term.a, term.b), {})[order] = term
    for (a, b), terms in grouped.items():
        for order, term in grouped.get((b, a), {}).items() if a != b else ():
            if is_positive(1 - order, deductions):
                with suppress(NotDeduced):
                    turned = _offer_turned(term, order, deductions)
                    other = complement(order, deductions)
                    if other not in terms:
                        terms[other] = turned
                        scales[turned] = scales.get(term, {})
        yield terms


def _fitting_scales(
    near: Iterable[Scale],
    far: Iterable[Scale],
    p: Polynomial,
    q: Polynomial,
    deductions: Deductions,
) -> Iterator[tuple[Scale, Scale]]:
    """The scales at which a search compares two orders of powers, one of them in sight.

    For orders that are letters both scales are in sight, and (u/r)^q = (t/r)^p by what is known of
    their logarithms.
    """
    if any(p.atoms()) or any(q.atoms()):
        for one, other in product(near, far):
            gap = p * _log_of_scale(other) - q * _log_of_scale(one)
            zeros = deductions.terms_to_value(gap)
            if not gap + sum((expand(zero, deductions.facts) for zero in zeros), ZERO):
                yield one, other
        return
    ratio = rational_of(q) / rational_of(p)
    both = [(scale, _scale_power(scale, ratio)) for scale in near]
    both += [
        (power, scale) for scale in far if (power := _scale_power(scale, 1 / ratio)) is not None
    ]
    for at_near, at_far in dict.fromkeys(both):
        if at_far is not None:
            yield at_near, at_far


def _scales_in(polynomial: Polynomial) -> Iterator[tuple[ConvexTerm, Scale]]:
    """The powers in a fact or goal, with the scales at which deductions compare orders."""
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
    """Whether a factor beside a power is a number, without letters, as deductions need it."""
    return not any(letters or t.is_size for t, letters in factor)


def _log_of_scale(scale: Scale) -> Polynomial:
    """The logarithm of a scale at which deductions compare orders of powers."""
    return sum((k * log(Polynomial({(factor,): 1})) for factor, k in scale), ZERO)


def _scale_power(scale: Scale, exponent: Fraction) -> Scale | None:
    """A scale for comparing powers in deductions, to an exponent, if that stays whole; or None."""
    raised = [(factor, k * exponent) for factor, k in scale]
    whole = all(k.denominator == 1 for _, k in raised)
    return tuple((factor, int(k)) for factor, k in raised) if whole else None


def _products_of_scales(near: Scale, far: Scale) -> tuple[Polynomial, Polynomial, Polynomial]:
    """Products r, t and u whose quotients are two scales of powers in deductions."""
    u, t = Counter(dict(near)), Counter(dict(far))
    r = {f: max(0, -u[f], -t[f]) for f in {*u, *t}}

    def times_r(scale: Counter[Factor]) -> Polynomial:
        """A scale of powers in deductions times r, as a product."""
        factors = (f for f in r for _ in range(r[f] + scale[f]))
        return Polynomial({tuple(sorted(factors)): 1})

    return times_r(Counter()), times_r(t), times_r(u)


def _offer_far_order(
    term: ConvexTerm,
    near: Polynomial,
    far: Polynomial,
    scales: tuple[Polynomial, Polynomial, Polynomial],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Offer a search that F_near is at most a mean of F_far and a, two orders of powers."""
    s, (p, q) = sign_of_distance(near, deductions), (near - 1, far - 1)
    (r, t, u), aside = scales, deductions.aside
    row = aside.row("power below power", term.a, term.b, near, s, far, term.b, r, t, u)
    factors = (p, t), (-q, u), (q - p, r)
    gap = sum((c * log_of_product(number) for c, number in factors), ZERO)
    zeros = terms_of_logarithms(((-c, number) for c, number in factors), deductions)
    zeros += deductions.terms_to_value(gap)
    terms = times(1, row)
    if zeros:
        terms += times_terms(s * r * t, zeros, sign_of_power(term, near, aside))
    common = Counter(_monomial(r * u)) & Counter(_monomial(t * u)) & Counter(_monomial(r * t))
    divisor = Polynomial({tuple(sorted(common.elements())): 1})
    with suppress(NotDeduced):
        deductions.total("orders", terms, divisor)
    for number, distance in ((r * t, s * q), (r * u, s * p) if any(p.atoms()) else (ONE, ONE)):
        yield from _positive_numbers(quotient(number, divisor), deductions, distance)


def _offer_times(distance: Polynomial, term: ConvexTerm, deductions: Deductions) -> None:
    """Offer a search what a sequent says of a power, times the distance of an order from 1."""
    if any(distance.atoms()):
        (tensor,) = terms_in(convex(term.function, term.a, term.b))
        use = deductions.use_for(distance, ">")
        for fact in deductions.sequent.facts:
            if tensor in fact.polynomial.tensors and fact.relation == ">=":
                deductions.total("times a distance", times(1, fact, use))


def _offer_entropy_order(
    term: ConvexTerm,
    order: Polynomial,
    scale: Scale,
    others: Iterable[Polynomial],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Offer a search that entropy is below a power of an order from 1 on, or above it.

    The bounds are also offered times the distances of the orders on the other side of 1.
    """
    s, (r, t, _) = sign_of_distance(order, deductions), _products_of_scales((), scale)
    row = deductions.aside.row("entropy below power", term.a, term.b, order, s, term.b, r, t)
    factors = (term.a * t, r), (-term.a * t, t)
    terms = times(1, row) + terms_of_logarithms(factors, deductions)
    with suppress(NotDeduced):
        fact = deductions.total("an order and entropy", terms)
        deductions.offer(fact)
        for distance in (other for other in others if any(other.atoms())):
            _offer_times(distance, term, deductions)
            deductions.total("times a distance", times(1, fact, deductions.use_for(distance, ">")))
    yield from _positive_numbers(t, deductions, s * (order - 1))


def _positive_numbers(
    number: Polynomial | None, deductions: Deductions, distance: Polynomial = ONE
) -> Iterator[Fact]:
    """The deduced fact that a number times a distance of orders is positive, unless that is one."""
    with suppress(NotDeduced):
        whole = ONE if number is None else positive_product(deductions, number, distance)
        if whole != ONE:
            yield deductions.positive(whole)


def positive_product(deductions: Deductions, *numbers: Polynomial) -> Polynomial:
    """The product of positive numbers in deductions, without rationals, deduced to be positive."""
    factors = [number for number in numbers if any(number.atoms())]
    uses = [deductions.use_for(factor, ">") for factor in factors]
    if len(uses) > 1:
        deductions.aside.total("a positive product", times(1, *uses), relation=">")
    return prod(factors, start=ONE)


def _offer_turned(term: ConvexTerm, order: Polynomial, deductions: Deductions) -> ConvexTerm:
    """Offer a search F_order(b, a) = F_other(a, b) below order 1; the latter power."""
    other = complement(order, deductions)
    fact = deductions.row("power turned", term.a, term.b, order, other)
    for tensor in terms_in(fact.polynomial):
        if tensor.term is not None and tensor.term.a == term.b:
            return tensor.term
    raise NotDeduced("the turned term is of one function with the other")


def log_of_product(number: Polynomial) -> Polynomial:
    """The sum of the logarithms of a product's factors, which deductions put in its own place."""
    return sum((log(Polynomial({(factor,): 1})) for factor in _monomial(number)), ZERO)


def logarithms_apart(number: Polynomial, deductions: Deductions) -> Iterator[Fact]:
    """Deduce facts whose sum splits the logarithm of a product into those of its factors."""
    ((left, c),) = number.terms.items()
    while len(left) > 1:
        first, left = Polynomial({left[:1]: 1}), left[1:]
        with suppress(NotDeduced):
            yield deductions.aside.row("log of product", first, Polynomial({left: c}))


def terms_of_logarithms(
    factors: Iterable[tuple[Polynomial | Fraction | int, Polynomial]],
    deductions: Deductions,
    *facts: Fact,
    over: tuple[Index, ...] = (),
) -> tuple[Term, ...]:
    """Certificate terms by which deductions split logarithms of products, times factors."""
    apart = ((c, fact) for c, number in factors for fact in logarithms_apart(number, deductions))
    return tuple(term for c, fact in apart for term in times(c, fact, *facts, over=over))


def sign_of_power(term: ConvexTerm, order: Polynomial, deductions: Deductions) -> Fact:
    """Deduce the sign of a power: above order 1 it is above the excess, below it not positive."""
    f, a, b, aside = term.function, term.a, term.b, deductions.aside
    if f.name == "square":
        return deductions.row("square tangent", a, b, ZERO)
    if f.name == "root":
        return deductions.row("root above", a, b)
    if is_positive(order - 1, deductions):
        above = aside.row("excess below power", a, b, order, 1, 1)
        terms = times(1, above) + times(1, aside.row("excess tangent", a, b, 0))
    else:
        parts = (Arguments(a, ZERO), Arguments(ZERO, b))
        above = aside.perspective("a part over nothing", f, parts)
        turned = aside.row("power turned", a, ZERO, order, complement(order, deductions))
        terms = times(1, above) + times(-1, turned)
    return deductions.total("the sign of a power", terms)


def sign_at_letters(
    function: Function, a: Polynomial, b: Polynomial, order: Polynomial, deductions: Deductions
) -> Use:
    """The use of the deduced sign of a power, at letters of its arguments."""
    ((tensor, at),) = convex(function, a, b).atoms()
    if tensor.term is None:
        raise NotDeduced(f"the power of {a} and {b} is no term")
    sign = sign_of_power(tensor.term, order, deductions)
    return use_of_fact(sign, dict(zip(tensor.term.letters, at, strict=True)))


def tangent_at_one(a: Polynomial, b: Polynomial, order: Polynomial, deductions: Deductions) -> Fact:
    """Deduce the tangent of a power where a is b:  F(a, b) >= F(1, 1) (order a - (order - 1) b)."""
    row = deductions.aside.row("power tangent", a, b, order, 1, 1)
    return deductions.total("a tangent", times(1, row))


def _monomial(single: Polynomial) -> Monomial:
    """The monomial of a number in deductions that is one product."""
    return next(iter(single))[0]
