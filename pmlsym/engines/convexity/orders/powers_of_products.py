"""Powers of products as products of powers: of two releases, or of the levels of their orders.

    F(a c, b d) = F(a, b) F(c, d)      F(a, b) (u - sum F(c, d)) >= 0     orders above 1
    w = u v                            where log w = log u + log v, as of levels and their powers

Below order 1 the first has a minus. Above it a <= m b and c <= k d are needed, for numbers m and k
that a fact names, or the mean of one about the products.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import prod

from pmlsym.calculus.convex_term import ConvexTerm, convex, log
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import Pair, pairs_at
from pmlsym.engines.convexity.orders.powers import order_of, sign_at_letters, sign_of_distance
from pmlsym.engines.convexity.products import ratio_above
from pmlsym.engines.convexity.rows import is_log
from pmlsym.kernel.certificate import Use
from pmlsym.kernel.shown import instance

MOST_LEVELS = 6
"""The most levels whose products are looked for: three for each of two releases."""


MOST_FACTORS = 3
"""The most factors of one product, such as that of three releases."""


def offer_power_of_product(
    term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search a power of products as a product of powers that it sees, and bounds of it."""
    order = order_of(term.function)
    s = 0 if order is None else sign_of_distance(order, deductions)
    if order is None or not s or not term.letters:
        return
    for pairs in _factors(term, tuple(in_sight)):
        with suppress(NotDeduced):
            factors = [
                _Factor(*pair, ratio_above(pair, term, deductions) if s > 0 else ONE)
                for pair in pairs
            ]
            uses = [sign_at_letters(term.function, *pair, order, deductions) for pair in pairs]
            deductions.offer(_power_of_product(factors, uses, order, s, deductions))
            _offer_bounds(term, pairs, uses, deductions)


@dataclass(frozen=True)
class _Factor:
    """Arguments a and b of one factor, and a number that is above a/b."""

    a: Polynomial
    b: Polynomial
    ratio: Polynomial


def _factors(term: ConvexTerm, in_sight: Sequence[Tensor]) -> Iterator[tuple[Pair, ...]]:
    """The arguments of powers in sight whose product makes up a power, for deductions."""
    same = [t for t in in_sight if t.term and t.term.function == term.function and t.term != term]
    pairs = dict.fromkeys(pair for t in same for pair in pairs_at(t, term.letters))
    for count in range(2, MOST_FACTORS + 1):
        is_any = False
        for chosen in combinations(pairs, count):
            above, below = zip(*chosen, strict=True)
            if (prod(above, start=ONE), prod(below, start=ONE)) == (term.a, term.b):
                is_any = True
                yield chosen
        if is_any:
            return


def _power_of_product(
    factors: Sequence[_Factor],
    uses: Sequence[Use],
    order: Polynomial,
    s: int,
    deductions: Deductions,
) -> Fact:
    """Deduce that the power of a product is the product of powers, one factor after the other."""
    (first, *rest), aside = factors, deductions.aside
    last = rest[0]
    for more in rest[1:]:
        if s > 0:
            terms = times(last.ratio * last.b, aside.use_for(more.ratio * more.b - more.a))
            terms += times(more.a, aside.use_for(last.ratio * last.b - last.a))
            aside.total("a ratio of products", terms)
        last = _Factor(last.a * more.a, last.b * more.b, last.ratio * more.ratio)
    row = aside.row(
        "power of product", first.a, first.b, order, s, last.a, last.b, first.ratio, last.ratio
    )
    if len(rest) == 1:
        return row
    others = _power_of_product(rest, uses[1:], order, s, deductions)
    terms = times(1, row) + times(1, uses[0], others)
    return aside.total("power of product", terms, relation="==")


def offer_products_of_levels(in_sight: Iterable[Tensor], deductions: Deductions) -> Iterator[Fact]:
    """Offer a search that a level is the product of two, if facts say so of their logarithms.

    Where the goal has one of the two, yields that the other is positive, which it may be multiplied
    with.
    """
    logs = [t for t in in_sight if t.term and is_log(t.term) and deductions.equality_of(t)]
    numbers = [t.term.b for t in logs if t.term is not None]
    in_goal = {t for t, _ in deductions.sequent.goal.atoms()}
    for whole in numbers if len(numbers) <= MOST_LEVELS else ():
        others = [number for number in numbers if number != whole]
        for first, second in combinations_with_replacement(others, 2):
            with suppress(NotDeduced):
                _offer_product_of_levels(whole, first, second, deductions)
                for one, other in ((first, second), (second, first)):
                    if not in_goal.isdisjoint(one.tensors):
                        yield deductions.positive(other)


def _offer_product_of_levels(
    whole: Polynomial, first: Polynomial, second: Polynomial, deductions: Deductions
) -> None:
    """Offer a search w = u v by tangents of the logarithm:  p - q <= p (log p - log q) = 0."""
    gap, both = log(whole) - log(first) - log(second), first * second
    zeros, aside = deductions.terms_of_gap(gap, deductions.terms_to_value(gap)), deductions.aside
    apart = aside.row("log of product", first, second)
    less = (*zeros, *times(-1, apart))
    equal = aside.total("logarithms", less, relation="==")
    for sign, p, q in ((1, both, whole), (-1, whole, both)):
        tangent = aside.row("entropy tangent", ONE, q, ONE, p)
        deductions.total("a product of levels", times(1, tangent) + times(sign * p, equal))


def _offer_bounds(
    term: ConvexTerm, pairs: Sequence[Pair], uses: Sequence[Use], deductions: Deductions
) -> None:
    """Offer a search what facts say of sums of one factor's powers, times powers of the others."""
    for k, pair in enumerate(pairs):
        others = [*uses[:k], *uses[k + 1 :]]
        chosen = [each for n in range(len(others)) for each in combinations(others, n + 1)]
        for shown in _uses_about_power(convex(term.function, *pair), term, deductions):
            for powers in chosen:
                with suppress(NotDeduced):
                    deductions.total("times a power", times(1, *powers, shown))


def _uses_about_power(power: Polynomial, term: ConvexTerm, deductions: Deductions) -> Iterator[Use]:
    """The uses of facts about a sum of a power, which deductions multiply by other powers."""
    tensors = {*power.tensors}
    for fact in deductions.sequent.facts:
        if fact.relation != ">=" or tensors.isdisjoint(fact.polynomial.tensors):
            continue
        for letters in letters_among(fact.indices, term.letters):
            stated = instance(fact, letters)
            summed = [i for i in power.free if i not in stated.free]
            whole = sum_over(power, *summed)
            if any(set(n) <= set(m) for (m, _), (n, _) in product(stated, whole)):
                yield Use(fact.name, letters)
