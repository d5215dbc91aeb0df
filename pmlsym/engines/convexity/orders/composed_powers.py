"""Composition of Renyi privacy: the powers of the rows of releases in turn, one after the other.

A hypothesis says  u - sum_z F(W(x,..,z), W(x',..,z)) >= 0  of a release, whatever came before. For
all of them F is of the products A and B of their rows; with A', B' and U' before a release,

    u U' - sum F(A, B)  =  u (U' - sum F(A', B'))  +  sum F(A', B') (u - sum_z F(W, W'))

since F(A, B) = F(A', B') F(W, W'), of an order above 1 by A' <= m' B' and W <= m W'. The level
of the goal is the product of the u, or is so by its logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from math import prod

from pmlsym.calculus.convex_term import ConvexTerm, convex, log
from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.instantiation import Lemma
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences
from pmlsym.engines.convexity.orders.powers import (
    log_of_product,
    logarithms_apart,
    order_of,
    sign_at_letters,
    sign_of_distance,
)
from pmlsym.engines.convexity.products import ratio_above
from pmlsym.kernel.certificate import Combine, Use

MANY = 3
"""From so many releases on search is long; of two it finds what is as short."""

MOST_WAYS = 16
"""The most choices of facts for the releases, where several are about one."""


def composed_power_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The goal, where it bounds the power of a product of rows, each of which a fact bounds."""
    whole = _bounded_power(sequent.goal)
    if whole is None or len([*whole.a.atoms()]) < MANY or sequent.relation != ">=":
        return ()
    level = sequent.goal + sum_over(convex(whole.function, whole.a, whole.b), *whole.summed)
    every = [
        [row for fact in sequent.facts if (row := _row_at(fact, entry, whole)) is not None]
        for entry in whole.a.atoms()
    ]
    for chosen in islice(product(*every), MOST_WAYS):
        in_turn = sorted(chosen, key=lambda row: len(row.a.free))
        with suppress(NotDeduced):
            deductions = Deductions(sequent)
            terms = times(1, _all_together(in_turn, whole, deductions))
            if (numbers := prod((row.number for row in in_turn), start=ONE)) != level:
                terms += times(1, _product_of_levels(level, numbers, deductions))
            last = Combine(Fact("all releases", sequent.goal), terms)
            return ((*deductions.steps, last),)
    return ()


def _bounded_power(polynomial: Polynomial) -> Occurrence | None:
    """The power of which a polynomial is a number less the sum."""
    powers = [*occurrences(polynomial)]
    if len(powers) != 1 or powers[0].coefficient != -1 or powers[0].beside:
        return None
    (power,) = powers
    single = len(power.a) == len(power.b) == 1 and order_of(power.function) is not None
    return power if single else None


@dataclass(frozen=True)
class _Row:
    """A fact  u - sum F(W, W') >= 0,  whose letters have `names` in the goal; a and b are W and W'
    there.
    """

    fact: Fact
    power: Occurrence
    names: dict[Index, Index]
    number: Polynomial
    a: Polynomial
    b: Polynomial

    @property
    def outcomes(self) -> tuple[Index, ...]:
        """The letters of the goal that are summed over."""
        return tuple(self.names[i] for i in self.power.summed)


def _row_at(fact: Fact, entry: Atom, whole: Occurrence) -> _Row | None:
    """What a fact says of an entry, beside one that the other product has."""
    power = _bounded_power(fact.polynomial) if fact.relation == ">=" else None
    if power is None or power.function != whole.function:
        return None
    number = fact.polynomial + sum_over(convex(power.function, power.a, power.b), *power.summed)
    own, beside = [*power.a.atoms()], [*power.b.atoms()]
    if number.free or len(own) != 1 or len(beside) != 1 or own[0][0] != entry[0]:
        return None
    for other in whole.b.atoms():
        pairs = [*zip(own[0][1], entry[1], strict=True)]
        if other[0] == beside[0][0]:
            pairs += zip(beside[0][1], other[1], strict=True)
            names = dict(pairs)
            if all(names[i] == j for i, j in pairs) and {*names} >= {*fact.indices}:
                rows = (atom(tensor, *at) for tensor, at in (entry, other))
                return _Row(fact, power, names, number, *rows)
    return None


def _all_together(in_turn: Sequence[_Row], whole: Occurrence, deductions: Deductions) -> Fact:
    """The bound of the power of all rows by the product of the numbers."""
    f, order, aside = whole.function, order_of(whole.function), deductions.aside
    if order is None or sign_of_distance(order, deductions) <= 0:
        raise NotDeduced("the order is not known to be above one")
    (first, *rest) = in_turn
    a, b, seen = first.a, first.b, first.outcomes
    reached, number, ratio = _bound(first, deductions), first.number, _ratio(first, deductions)
    for k, row in enumerate(rest, 2):
        own, sign = _ratio(row, deductions), sign_at_letters(f, a, b, order, deductions)
        power = aside.row("power of product", a, b, order, 1, row.a, row.b, ratio, own)
        terms = times(row.number, reached) + times(1, sign, _bound(row, deductions), over=seen)
        above = times(own * row.b, aside.use_for(ratio * b - a))
        above += times(a, aside.use_for(own * row.b - row.a))
        aside.total("a ratio of products", above)
        seen = (*seen, *row.outcomes)
        a, b, number, ratio = a * row.a, b * row.b, number * row.number, ratio * own
        reached = deductions.total(f"{k} together", terms + times(-1, power, over=seen))
    if reached.polynomial != number - sum_over(convex(f, whole.a, whole.b), *whole.summed):
        raise NotDeduced("these are not all releases in turn")
    return reached


def _ratio(row: _Row, deductions: Deductions) -> Polynomial:
    """A number m with W <= m W'."""
    letters = tuple({*row.a.free, *row.b.free})
    term = ConvexTerm(row.power.function, tuple(sorted(letters)), row.a, row.b)
    return ratio_above((row.a, row.b), term, deductions)


def _bound(row: _Row, deductions: Deductions) -> Fact:
    """What the fact of a release says at the letters of the goal, with one term for each power.

    Where y' is y there, a power is another term than at y and y': F(v a, v b) = v F(a, b) with
    v = 1 where the two are one, summed over y'.
    """
    f, names, aside = row.power.function, dict(row.names), deductions.aside
    terms = times(1, Use(row.fact.name, tuple(names[i] for i in row.fact.indices)))
    same = [i for i in names if i not in row.power.a.free and names[i] in row.a.free]
    if same:
        apart = {i: Index(i.alphabet, f"{names[i].name}''") for i in same}
        v = prod((equal_letters(names[i], apart[i]) for i in same), start=ONE)
        scaled = aside.scale(f, v, row.a, substitute(row.power.b, {**names, **apart}))
        one = aside.total("is one term", times(1, scaled, over=(*apart.values(),)), relation="==")
        terms += times(-1, one, over=row.outcomes)
    return aside.total("given what was released", terms)


def _product_of_levels(level: Polynomial, numbers: Polynomial, deductions: Deductions) -> Fact:
    """The fact that a level is at least a product of numbers, as their logarithms say."""
    gap, aside = log(level) - log_of_product(numbers), deductions.aside
    terms = deductions.terms_of_gap(gap, deductions.terms_to_value(gap))
    for apart in logarithms_apart(numbers, deductions):
        terms += times(-1, apart)
    equal = aside.total("logarithms", terms, relation="==")
    tangent = aside.row("entropy tangent", ONE, level, ONE, numbers)
    return deductions.total("a product of levels", times(1, tangent) + times(numbers, equal))
