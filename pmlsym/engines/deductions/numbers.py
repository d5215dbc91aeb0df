"""Bounds of numbers: what facts come to when they are summed over all letters, and products of two.

    sum_y ( E W(x',y) - W(x,y) )  =  E - 1 >= 0
    sum_z ( V(y,z) - M(z) )       =  1 - sum_z M(z) >= 0
    sum_x ( m - P(x) )            =  |X| m - 1 >= 0
    (E - 1) (1 - d)  >=  0        where E d stands in the goal

Such a number, once it is known not to be negative, is a factor of other facts. The goal may also be
easier when it is multiplied by what is positive at one letter, such as the entry that attains a
measure of which a lower bound is assumed:

    W(x,y) >= s W(x',y),  W(x,y)^2 <= t W(x',y)^2,  W(x,y) > 0     give     W(x,y)^2 (t - s^2) >= 0
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, combinations_with_replacement

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import is_number
from pmlsym.engines.deductions.idea import Ideas

MOST_SUMMED = 2
"""The most letters over which a fact is summed."""

MOST_PRODUCTS = 8
"""The most products of two bounds that are offered."""

MOST_FACTORS = 6
"""The most products of two positive numbers that the goal is multiplied with."""


def numbers(deductions: Deductions) -> Ideas:
    """An idea of a search: facts without letters, as sums of one fact, and products of two."""
    sums = tuple(_sums_of_facts(deductions))
    bounds = [*sums, *_stated_bounds(deductions), *_margins_of_levels(deductions)]
    products: list[Fact] = []
    for one, other in combinations(dict.fromkeys(bounds), 2):
        if len(products) < MOST_PRODUCTS and _are_multiplied(one, other, deductions):
            with suppress(NotDeduced):
                products.append(deductions.total("product of bounds", times(1, one, other)))
    return Ideas((*sums, *products))


def _sums_of_facts(deductions: Deductions) -> Iterator[Fact]:
    """Deduce the sums of facts that have no letters left, and no sizes new to the sequent."""
    counted = {t for t in deductions.sequent.tensors if t.is_size}
    for fact in deductions.plain_facts:
        for count in range(1, MOST_SUMMED + 1) if fact.relation != "==" else ():
            for letters in combinations(fact.indices, count):
                total = sum_over(fact.polynomial, *letters)
                if not total.free and {t for t in total.tensors if t.is_size} <= counted:
                    with suppress(NotDeduced):
                        yield deductions.total("in all", times(1, fact, over=letters))


def _stated_bounds(deductions: Deductions) -> Iterator[Fact]:
    """The bounds of numbers among facts for an idea of a search, without those about a choice."""
    for fact in deductions.sequent.facts:
        is_number = not fact.polynomial.free and len(fact.polynomial) > 1
        is_chosen = any(t.role == "selector" for t in fact.polynomial.tensors)
        if fact.relation != "==" and is_number and not is_chosen:
            yield fact


def _margins_of_levels(deductions: Deductions) -> Iterator[Fact]:
    """The facts 1 - m >= 0 about levels m of the goal, for a search to multiply."""
    levels = [t for t in deductions.sequent.goal.tensors if is_number(t)]
    for level in levels:
        use = deductions.find_use(1 - atom(level))
        if use is not None and use.fact:
            yield deductions.facts[use.fact]
        elif level.is_at_most_one:
            yield deductions.facts[declared_name(level, "<= 1")]


def _are_multiplied(one: Fact, other: Fact, deductions: Deductions) -> bool:
    """Whether a monomial of the goal has numbers of two facts, which a search then multiplies."""
    first, second = ({t for t in f.polynomial.tensors if is_number(t)} for f in (one, other))
    return any(
        together & first and together & second and len(together & (first | second)) > 1
        for together in ({t for part in m for t, _ in part} for m, _ in deductions.sequent.goal)
    )


def positive_factors(deductions: Deductions) -> Ideas:
    """An idea of a search: positive facts at fixed letters, and products of two, as multipliers."""
    strict = [
        fact
        for fact in deductions.plain_facts
        if fact.relation == ">" and not fact.indices and fact.polynomial.tensors
    ]
    multipliers = list(strict)
    for one, other in combinations_with_replacement(strict, 2):
        with suppress(NotDeduced):
            pair = times(1, one, other)
            multipliers.append(deductions.aside.total("positive", pair, relation=">"))
    return Ideas(multipliers=tuple(multipliers[: len(strict) + MOST_FACTORS]))
