"""Bounds of sums of powers of masses, by that of one letter and that of m letters alike.

    F(p, 1) <= p F(1, 1)                  as p <= 1:   Renyi's entropies are not negative
    F(1, m) <= sum_x F(p(x), 1)           as |X| <= m: they are at most log m
    m^(k-1) sum_x p(x)^k >= 1             the same where a power is a polynomial

The second is convexity, with (0, m - |X|) beside the letters. For a number m the table says what
F(1, m) is, at scales u: with  log u = (order - 1) log m  the rows are equalities there. The third
is z^k - k z + k - 1 = (z - 1)^2 (z^(k-2) + 2 z^(k-3) + ..) >= 0  at z = m p(x), summed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import target
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import product_of
from pmlsym.engines.convexity.orders.powers import (
    order_of,
    rational_of,
    sign_of_power,
    terms_of_logarithms,
)
from pmlsym.kernel.certificate import Arguments
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)


def offer_sum_of_masses(term: ConvexTerm, deductions: Deductions) -> None:
    """Offer a search the bounds of a power of masses p, and of its sum, where p sums to one."""
    f, a, letters = term.function, term.a, term.letters
    order = order_of(f)
    if term.b != ONE or order is None or not letters or sum_over(a, *letters) != ONE:
        return
    with suppress(NotDeduced):
        deductions.use_for(1 - a)
        deductions.perspective("at most one", f, (Arguments(a, a), Arguments(ZERO, 1 - a)))
    for number, least in _numbers_of_letters(letters, deductions):
        with suppress(NotDeduced):
            rest = Arguments(ZERO, least.polynomial)
            deductions.perspective("alike", f, (Arguments(a, ONE, letters), rest))
            if not any(order.atoms()) and order != ONE:
                _offer_power_of_number(term, rational_of(order), number, deductions)


def _numbers_of_letters(
    letters: tuple[Index, ...], deductions: Deductions
) -> Iterator[tuple[Polynomial, Fact]]:
    """The products of numbers that can be deduced to be at least as many as the letters."""
    count = sum_over(ONE, *letters)
    equal = [f for f in deductions.sequent.facts if f.relation == "==" and len(f.polynomial) == 2]
    for fact in deductions.plain_facts:
        number = fact.polynomial + count
        if fact.relation == ">=" and len(number) == 1 and not number.free:
            yield number, fact
            for value in equal:  # of a root the equality  u^k - m = 0
                other = number + value.polynomial
                if len(other) == 1:
                    with suppress(NotDeduced):
                        _state_positive(number, value, other, deductions)
                    terms = times(1, fact) + times(1, value)
                    yield other, deductions.aside.total("as a power", terms)


def _state_positive(
    number: Polynomial, value: Fact, power: Polynomial, deductions: Deductions
) -> None:
    """Deduce that powers of a root u are positive, where u^k = m >= 1."""
    ((monomial, _),) = power.terms.items()
    root, aside = Polynomial({monomial[:1]: 1}), deductions.aside
    if root ** len(monomial) != power:
        raise NotDeduced(f"{power} is not the power of one number")
    whole = sum((root**j for j in range(len(monomial))), ZERO)
    aside.total("more than one", times(whole, strictly=True), relation=">")
    terms = times(1, deductions.use_for(number - 1)) + times(1, value)
    least = aside.total("a root", terms, whole)
    strict = aside.total("a positive root", times(1, least) + times(1), relation=">")
    for j in range(2, len(monomial) + 2):
        aside.total("positive powers", times(1, *(strict,) * j), relation=">")


def _offer_power_of_number(
    term: ConvexTerm, order: Fraction, number: Polynomial, deductions: Deductions
) -> None:
    """Offer a search that F(1, m) is at least its value, a power of the root in m = v^n.

    Above 1 by the row about entropy, r F >= 1 with r = m^(order - 1). Below it by that about a
    smaller order at (1, 1), where the power is -1.
    """
    ((monomial, _),) = number.terms.items()
    q = order - 1
    if len({*monomial}) != 1 or (len(monomial) * q).denominator != 1:
        raise NotDeduced(f"the power of {number} is no product")
    scale = Polynomial({monomial[:1]: 1}) ** int(abs(len(monomial) * q))
    f, aside, power = term.function, deductions.aside, convex(term.function, ONE, number)
    if q > 0:
        row = aside.row("entropy below power", ONE, number, order, 1, number, scale, 1)
        terms = times(1, row) + terms_of_logarithms(((1, scale), (-q, number)), deductions)
    else:
        far = order / 2
        row = aside.row("power below power", ONE, number, order, -1, far, ONE, 1, 1, scale)
        sign = sign_of_power(ConvexTerm(f, (), ONE, number), constant(order), aside)
        factors = (-q * (far - 1), number), (1 - far, scale)
        terms = times(1, row) + terms_of_logarithms(factors, deductions, sign)
    deductions.total(f"the power of {number}, {power}", terms)


def powers_of_masses(deductions: Deductions) -> Iterator[Fact]:
    """Deduce facts about sums of whole powers of masses in the goal, at numbers of letters."""
    for monomial, c in deductions.sequent.goal:
        aim = target(monomial)
        counts = Counter(each for each in aim.atoms if each[1])
        if c < 0 or len(counts) != 1:
            continue
        ((each, k),) = counts.items()
        mass, letters = product_of([each]), aim.shared
        if k < 2 or set(each[1]) != set(letters):
            continue
        if sum_over(mass, *letters) == ONE and is_plain(mass, ">="):
            for number, least in _numbers_of_letters(letters, deductions):
                with suppress(NotDeduced):
                    yield _power_of_masses(mass, letters, k, number, least, deductions)


def _power_of_masses(
    mass: Polynomial,
    letters: tuple[Index, ...],
    k: int,
    number: Polynomial,
    least: Fact,
    deductions: Deductions,
) -> Fact:
    """Deduce m^(k-1) sum p^k >= 1 of masses p of m letters at most, divided by m > 0."""
    z, aside = number * mass, deductions.aside
    below, above = aside.row("square tangent", z, ONE, 1), aside.row("square times", z, ONE)
    square = aside.total("a square", times(1, below) + times(1, above))
    factor = sum(((k - 1 - j) * z**j for j in range(k - 1)), ZERO)
    terms = times(factor, square, over=letters) + times(k - 1, least)
    return deductions.total("a power of masses", terms, number)
