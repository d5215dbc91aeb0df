"""Bounds of logarithms:  log b <= log n  where b <= n and n > 0, and  c log c >= c - 1.

So log c >= 0 where c >= 1, and such a logarithm is a factor of bounds of other numbers. Beside the
square of a logarithm,  (c + 1) log c >= 2 (c - 1)  where c >= 1, the best bound at one: the line of
Pinsker at r = 3/2 (c - 1)/(c + 2) is  c (c + 2) log c >= (c - 1) (5 c + 1)/2, and

    (c - 1) (5 c + 1) (c + 1)  =  4 c (c + 2) (c - 1) + (c - 1)^3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, product

from pmlsym.calculus.convex_term import ENTROPY, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.terms import NotDeduced, negated, shown_times, times, times_terms
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.rows import is_log, logarithms_in
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use

ZERO = constant(0)


def offer_log_order(
    terms: Iterable[ConvexTerm], numbers: Iterable[Polynomial], deductions: Deductions
) -> None:
    """Offer a search comparisons of logarithms of sums with those of numbers, by tangents."""
    for term, number in product(filter(is_log, terms), numbers):
        with suppress(NotDeduced):
            if number != term.b:
                deductions.use_for(number, ">")
                less = deductions.use_for(number - term.b)
                row = deductions.row("entropy tangent", ONE, term.b, ONE, number)
                rest = shown_times(number - term.b, less) if less != PLAIN else ()
                deductions.total("logarithms in order", times(1, row) + rest, number)


def offer_equal_products(deductions: Deductions) -> Iterator[Fact]:
    """Offer a search a b >= c  and  c >= a b,  where a fact says that  log a + log b - log c = 0.

    It yields the facts that a and b are positive, which the goal may be multiplied with.
    """
    for fact in deductions.sequent.facts:
        logs = [*logarithms_in(fact.polynomial)] if fact.relation == "==" else []
        numbers = [[n for n, c in logs if c == sign] for sign in (ONE, -ONE)]
        if not all(numbers) or not 2 < sum(map(len, numbers)) == len(fact.polynomial):
            continue
        with suppress(NotDeduced):
            (one, of_one), (two, of_two) = (_product_with_log(n, deductions) for n in numbers)
            equal = of_one + negated(of_two)
            for sign, (n, d) in ((1, (one, two)), (-1, (two, one))):
                zero = (*equal, *times(-1, fact))  # log n - log d, or with the other sign
                row = deductions.aside.row("entropy tangent", ONE, n, ONE, d)
                deductions.total("of equal logarithms", times(1, row) + times_terms(sign * d, zero))
            for number in chain(*(side for side in numbers if len(side) > 1)):
                yield deductions.positive(number)


def _product_with_log(
    numbers: Sequence[Polynomial], deductions: Deductions
) -> tuple[Polynomial, tuple[Term, ...]]:
    """The product of numbers, and certificate terms for its logarithm less the sum of theirs."""
    product_of, terms = numbers[0], tuple[Term, ...]()
    for number in numbers[1:]:
        row = deductions.aside.row("log of product", product_of, number)
        product_of, terms = product_of * number, terms + times(1, row)
    return product_of, terms


def offer_log_bounds(term: ConvexTerm, deductions: Deductions, *, is_factor: bool) -> Fact | None:
    """Offer a search  c log c >= c - 1  for a logarithm of a number c; the fact that c is positive.

    The bound is offered where c is to be a factor, and also that the logarithm is not negative.

    It is the tangent of F(c, 1) at one, with F(c, 1) = -c F(1, c).
    """
    c = term.b
    if not is_log(term) or len(c) != 1 or list(c.terms) == [()]:
        return None
    try:
        strict = deductions.positive(c)
        row = deductions.aside.row("entropy of number", c, ONE)
        below = times(1, deductions.aside.row("entropy tangent", c, ONE, ONE, ONE)) + times(-1, row)
    except NotDeduced:
        return None
    if is_factor:
        with suppress(NotDeduced):
            deductions.total("a logarithm from below", below)
    beside = _tensors_beside(term, deductions)
    least = deductions.find_use(c - 1) if beside else None
    if least is not None:
        with suppress(NotDeduced):
            rest = times(1) if least == PLAIN else times(1, least)
            positive = deductions.total("a logarithm of at least one", below + rest, c)
            _offer_products(positive, beside, deductions)
            if least != PLAIN and beside & _tensors_of_logarithm(term, deductions):
                return _offer_secant(c, least, positive, deductions)
    return strict if is_factor else None


def _tensors_of_logarithm(term: ConvexTerm, deductions: Deductions) -> set[Tensor]:
    """The tensors of a logarithm in a sequent, and of its value, for deductions."""
    logarithm = set(convex(term.function, term.a, term.b).tensors)
    values = (fact for t in logarithm if (fact := deductions.equality_of(t)) is not None)
    return logarithm.union(*(fact.polynomial.tensors for fact in values)) - set(term.b.tensors)


def _tensors_beside(term: ConvexTerm, deductions: Deductions) -> set[Tensor]:
    """The tensors beside a logarithm in the goal, whose bounds deductions multiply it with."""
    logarithm, tensors = _tensors_of_logarithm(term, deductions), set()
    for monomial, _ in deductions.sequent.goal:
        factors = [{t for t, _ in factor} for factor in monomial]
        for place, factor in enumerate(factors):
            if factor & logarithm:
                tensors |= set().union(*factors[:place], *factors[place + 1 :])
    return tensors


def _offer_products(positive: Fact, beside: set[Tensor], deductions: Deductions) -> None:
    """Offer a search a logarithm times the bounds of numbers beside it in the goal."""
    numbers = beside - set(positive.polynomial.tensors)
    for fact in deductions.plain_facts:
        if fact.relation == ">=" and not fact.indices and numbers & {*fact.polynomial.tensors}:
            with suppress(NotDeduced):
                deductions.total("times a logarithm", times(1, fact, positive))


def _offer_secant(c: Polynomial, least: Use, positive: Fact, deductions: Deductions) -> Fact:
    """Offer a search  (c + 1) log c >= 2 (c - 1), also times log c; return the fact c + 1 > 0."""
    aside, more = deductions.aside, c - 1
    q, of_q = aside.reciprocal(c + 2)
    multiplier = deductions.positive(c + 1)
    r, squares = Fraction(3, 2) * more * q, Fraction(3, 2) * more * more
    pinsker = aside.row("excess below entropy", c, ONE, r)
    excess, number = aside.row("excess all", c, ONE), aside.row("entropy of number", c, ONE)
    line = times(1, pinsker) + times(4 * r, excess) + times(-1, number)
    first = aside.total("by Pinsker", line + times(-squares * q, of_q))
    second = aside.total("by Pinsker", times(c + 2, first) + times(squares, of_q))
    cube = times(Fraction(1, 2), least, least, least)
    secant = deductions.total(
        "a logarithm above its secant", times(c + 1, second) + cube, c * (c + 2)
    )
    deductions.total("times the logarithm", times(1, secant, positive))
    return multiplier


def bound_by_slope(a: Polynomial, b: Polynomial, deductions: Deductions) -> Fact:
    """Deduce F(a, b) <= a F(1, 0), of entropy."""
    parts = (Arguments(a, ZERO), Arguments(ZERO, b))
    return deductions.aside.perspective("over nothing", ENTROPY, parts)
