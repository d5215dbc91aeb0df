"""Bounds of numbers: what facts come to when they are summed over all letters, and products of two.

    sum_y ( E W(x',y) - W(x,y) )  =  E - 1 >= 0
    sum_z ( V(y,z) - M(z) )       =  1 - sum_z M(z) >= 0
    sum_x ( m - P(x) )            =  |X| m - 1 >= 0
    (E - 1) (1 - d)  >=  0        where E d stands in the goal

Such a number, once it is known not to be negative, is a factor of other facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.certificate import Term, Use

MOST_SUMMED = 2
"""Over so many letters a fact is summed, at most."""

MOST_PRODUCTS = 8
"""So many products of two bounds are offered, at most."""


def numbers(deductions: Deductions) -> Ideas:
    """The facts without letters that sums of one fact are, then products of two."""
    found = tuple(_sums(deductions))
    bounds = [*found, *_stated(deductions), *_margins(deductions)]
    products: list[Fact] = []
    for one, other in combinations(dict.fromkeys(bounds), 2):
        if len(products) < MOST_PRODUCTS and _are_multiplied(one, other, deductions):
            term = Term(Fraction(1), (Use(one.name), Use(other.name)))
            product = deductions.total("product of bounds", (term,))
            products += [product] if product is not None else []
    return Ideas((*found, *products))


def _sums(deductions: Deductions) -> Iterator[Fact]:
    """The sums that speak of no letter, nor of how many there are where nothing else does."""
    counted = {t for t in deductions.sequent.tensors if t.is_size}
    for fact in deductions.plain_facts:
        if fact.relation == "==":
            continue
        for count in range(1, MOST_SUMMED + 1):
            for letters in combinations(fact.indices, count):
                total = sum_over(fact.polynomial, *letters)
                if not total.free and {t for t in total.tensors if t.is_size} <= counted:
                    term = Term(Fraction(1), (Use(fact.name, fact.indices),), letters)
                    found = deductions.total("in all", (term,))
                    if found is not None:
                        yield found


def _stated(deductions: Deductions) -> Iterator[Fact]:
    """The bounds of numbers among the facts, but for those about a weighting or a choice."""
    for fact in deductions.sequent.facts:
        is_number = not fact.polynomial.free and len(fact.polynomial) > 1
        is_chosen = any(t.role == "selector" for t in fact.polynomial.tensors)
        if fact.relation != "==" and is_number and not is_chosen:
            yield fact


def _margins(deductions: Deductions) -> Iterator[Fact]:
    """1 - m >= 0, declared of a level or shown by what is known of it."""
    levels = [t for t in deductions.sequent.goal.tensors if _is_number(t)]
    for level in levels:
        use = deductions.show(1 - atom(level))
        if use is not None and use.fact:
            yield deductions.facts[use.fact]
        elif level.is_at_most_one:
            yield deductions.facts[declared_name(level, "<= 1")]


def _are_multiplied(one: Fact, other: Fact, deductions: Deductions) -> bool:
    """Whether the goal has numbers of both in one monomial, of each another."""
    first, second = ({t for t in f.polynomial.tensors if _is_number(t)} for f in (one, other))
    return any(
        own & first and own & second and len(own & (first | second)) > 1
        for own in ({t for part in m for t, _ in part} for m, _ in deductions.sequent.goal)
    )


def _is_number(tensor: Tensor) -> bool:
    return not (tensor.alphabets or tensor.is_size or tensor.is_term or tensor.is_delta)
