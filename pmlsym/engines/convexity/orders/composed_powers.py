"""Composition of Renyi privacy: the powers of the rows of releases in turn, one after the other.

A hypothesis says  u - sum_z F(W(x,..,z), W(x',..,z)) >= 0  of a release, whatever came before. For
all of them together F takes the products A and B of their rows; with A', B' and U' before a
release,

    u U' - sum F(A, B)  =  u (U' - sum F(A', B'))  +  sum F(A', B') (u - sum_z F(W, W'))

since F(A, B) = F(A', B') F(W, W'), of an order above 1 by A' <= m' B' and W <= m W'. The same holds
where the sum is bounded from below, and for an order below 1 with -F for F. The level of the goal
is the product of the u, or its logarithm is the sum of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import Polynomial, equal_letters, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.instantiation import Lemma
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences
from pmlsym.engines.convexity.orders.powers import (
    log_of_product,
    order_of,
    sign_at_letters,
    sign_of_distance,
    terms_of_logarithms,
)
from pmlsym.engines.convexity.products import ratio_above
from pmlsym.kernel.certificate import Combine

MOST_WAYS = 16
"""The most choices of facts for the releases, where several facts are about one release."""


def composed_power_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The steps of a certificate that bound the power of a product of rows, release by release."""
    whole = _bounded_power(sequent.goal)
    order = None if whole is None else order_of(whole.function)
    sign = 0 if order is None else sign_of_distance(order, Deductions(sequent))
    if whole is None or not sign or sequent.relation != ">=":
        return ()
    every = [
        [row for fact in sequent.facts if (row := _row_at(fact, entry, whole)) is not None]
        for entry in whole.a.atoms()
    ]
    if len(every) < 2:
        return ()
    side = -sign * int(whole.coefficient)  # a bound from above, or -1, from below
    for chosen in islice(product(*every), MOST_WAYS):
        in_turn = sorted(chosen, key=lambda row: len(row.a.free))
        with suppress(NotDeduced):
            deductions = Deductions(sequent)
            terms = times(1, _all_together(in_turn, whole, side, sign, deductions))
            level, numbers = side * _number_in(sequent.goal, whole), _product_of(in_turn, side)
            if level != numbers:
                high, low = (level, numbers) if side > 0 else (numbers, level)
                terms += times(1, _level_above(high, low, deductions))
            last = Combine(Fact("all releases", sequent.goal), terms)
            return ((*deductions.steps, last),)
    return ()


def _bounded_power(polynomial: Polynomial) -> Occurrence | None:
    """The power of entries whose sum a fact or goal compares, for a search to compose; or None."""
    powers = [*occurrences(polynomial)]
    if len(powers) != 1 or abs(powers[0].coefficient) != 1 or powers[0].beside:
        return None
    (power,) = powers
    of_sums = any(i.is_bound for p in (power.a, power.b) for _, at in p.atoms() for i in at)
    return power if len(power.a) == len(power.b) == 1 and not of_sums else None


def _number_in(polynomial: Polynomial, power: Occurrence) -> Polynomial:
    """The number beside the sum of a power in a fact or goal, as a search composes powers."""
    whole = sum_over(convex(power.function, power.a, power.b), *power.summed)
    return polynomial - power.coefficient * whole


def _product_of(in_turn: Sequence[_Row], side: int) -> Polynomial:
    """Multiply the bounds of releases' powers, for a certificate of their composition."""
    return prod((side * row.number for row in in_turn), start=ONE)


@dataclass(frozen=True)
class _Row:
    """A fact about sum F(W, W') and a number, whose letters have `names` in the goal.

    a and b are W and W' there.
    """

    fact: Fact
    power: Occurrence
    names: dict[Index, Index]
    number: Polynomial
    a: Polynomial
    b: Polynomial

    @property
    def outcomes(self) -> tuple[Index, ...]:
        """The letters of the goal for this release's outcomes, where a search composes releases."""
        return tuple(self.names[i] for i in self.power.summed)


def _row_at(fact: Fact, entry: Atom, whole: Occurrence) -> _Row | None:
    """The fact by which a search bounds the power of an entry of the goal, or None."""
    power = _bounded_power(fact.polynomial) if fact.relation == ">=" else None
    if power is None:
        return None
    number, of_a, of_b = _number_in(fact.polynomial, power), [*power.a.atoms()], [*power.b.atoms()]
    kind = (power.function, power.coefficient)
    if kind != (whole.function, whole.coefficient) or number.free or len(of_a) != 1:
        return None
    for others in zip(whole.b.atoms()) if of_b else ((),):
        pairs = [*zip((*of_a, *of_b), (entry, *others), strict=False)]
        if all(one[0] == there[0] for one, there in pairs):
            letters = [pair for one, there in pairs for pair in zip(one[1], there[1], strict=True)]
            names = dict(letters)
            if all(names[i] == j for i, j in letters) and {*names} >= {*fact.indices}:
                a, b = (substitute(argument, names) for argument in (power.a, power.b))
                return _Row(fact, power, names, number, a, b)
    return None


def _all_together(
    in_turn: Sequence[_Row], whole: Occurrence, side: int, sign: int, deductions: Deductions
) -> Fact:
    """Deduce the bound of the power of all rows by the product of the releases' numbers."""
    f, order, aside = whole.function, order_of(whole.function), deductions.aside
    assert order is not None
    (first, *rest) = in_turn
    a, b, seen = first.a, first.b, first.outcomes
    reached, ratio = _at_goal(first, deductions), _ratio(first, sign, deductions)
    for k, row in enumerate(rest, 2):
        of_row, shown = _ratio(row, sign, deductions), sign_at_letters(f, a, b, order, deductions)
        power = aside.row("power of product", a, b, order, sign, row.a, row.b, ratio, of_row)
        terms = times(side * row.number, reached)
        terms += times(1, shown, _at_goal(row, deductions), over=seen)
        seen = (*seen, *row.outcomes)
        reached = deductions.total(
            f"{k} together", terms + times(whole.coefficient, power, over=seen)
        )
        if sign > 0:
            above = times(of_row * row.b, aside.use_for(ratio * b - a))
            above += times(a, aside.use_for(of_row * row.b - row.a))
            deductions.state("a ratio of products", above)
        a, b, ratio = a * row.a, b * row.b, ratio * of_row
    if _number_in(reached.polynomial, whole) != side * _product_of(in_turn, side):
        raise NotDeduced("these are not all releases in turn")
    return reached


def _ratio(row: _Row, sign: int, deductions: Deductions) -> Polynomial:
    """A number m with W <= m W' for a release's row, as deductions need it above order 1."""
    if sign < 0:
        return ONE
    letters = tuple({*row.a.free, *row.b.free})
    term = ConvexTerm(row.power.function, tuple(sorted(letters)), row.a, row.b)
    return ratio_above((row.a, row.b), term, deductions)


def _at_goal(row: _Row, deductions: Deductions) -> Fact:
    """Deduce the fact of a release at the goal's letters, with one convex term for each power.

    Where y' = y there, the power is a different term than for two letters y and y': F(v a, v b) = v
    F(a, b) with v = 1 where the two are one, summed over y'.
    """
    f, names, aside = row.power.function, dict(row.names), deductions.aside
    terms = times(1, use_of_fact(row.fact, names))
    same = [i for i in names if i not in row.power.a.free and names[i] in row.a.free]
    if same:
        apart = {i: Index(i.alphabet, f"{names[i].name}''") for i in same}
        v = prod((equal_letters(names[i], apart[i]) for i in same), start=ONE)
        scaled = aside.scale(f, v, row.a, substitute(row.power.b, {**names, **apart}))
        one = aside.total("is one term", times(1, scaled, over=(*apart.values(),)), relation="==")
        terms += times(row.power.coefficient, one, over=row.outcomes)
    return aside.total("given what was released", terms)


def _level_above(level: Polynomial, other: Polynomial, deductions: Deductions) -> Fact:
    """Deduce that a product of levels is at least another, as their logarithms say."""
    gap, aside = log_of_product(level) - log_of_product(other), deductions.aside
    terms = deductions.terms_of_gap(gap, deductions.terms_to_value(gap))
    terms += terms_of_logarithms(((1, level), (-1, other)), deductions)
    equal = aside.total("logarithms", terms, relation="==")
    tangent = aside.row("entropy tangent", ONE, level, ONE, other)
    return deductions.total("a product of levels", times(1, tangent) + times(other, equal))
