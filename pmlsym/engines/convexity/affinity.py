"""Bounds by the affinity of two distributions, which is between total variation and divergence.

With  r = sum w sqrt(a b),  T = sum w max(a - b, 0)  and  D = sum w a log(a/b),  where the sums of
w a and w b are one:

    T^2 <= 1 - r^2                  Pinsker's line for roots at T/(1 + r);  so 2 T <= 2 - r^2
    e r^2 >= 1 + log e - D          for e > 0: the line between entropy and root at sqrt e
    r^2 >= e (1 - log e - D)        the same at 1/e

So  T^2 <= 1 - exp(-D)  (Bretagnolle and Huber) at e = exp(D), and  D >= -2 log r.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, Function, convex
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.terms import NotDeduced, plain_terms, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences, product_of
from pmlsym.kernel.certificate import Term
from pmlsym.kernel.shown import is_plain

ZERO, HALF = constant(0), Fraction(1, 2)


def offer_affinities(numbers: Iterable[Polynomial], deductions: Deductions) -> Iterator[Fact]:
    """Offer a search the bounds by the affinity of two distributions whose divergences it sees.

    It yields that the numbers e are positive, so that the goal may be multiplied by them.
    """
    for pair, functions in _pairs_in_sight(deductions).items():
        if functions >= {"excess"} and functions & {"entropy", "root"}:
            with suppress(NotDeduced):
                _offer_distance(pair, deductions)
        if functions >= {"entropy"} and functions & {"excess", "root"}:
            for number in numbers:
                with suppress(NotDeduced):
                    yield _offer_divergence(pair, number, deductions)


@dataclass(frozen=True)
class _Distributions:
    """w a and w b, each of total one over the letters `over`."""

    a: Polynomial
    b: Polynomial
    weight: Polynomial
    over: tuple[Index, ...]

    @property
    def both(self) -> tuple[Polynomial, Polynomial]:
        """The two distributions as a convex term's arguments, for deductions about affinity."""
        return self.a, self.b

    def total(self, function: Function) -> Polynomial:
        """The sum of w F(a, b), a divergence that the search sees or derives."""
        return sum_over(self.weight * convex(function, self.a, self.b), *self.over)

    def all_times(self, factor: Polynomial | Fraction | int, *facts: Fact) -> tuple[Term, ...]:
        """The terms of a certificate: a factor times w and a fact about each letter, summed."""
        return times(factor * self.weight, *facts, over=self.over)


def _pairs_in_sight(deductions: Deductions) -> dict[_Distributions, set[str]]:
    """The pairs of distributions for deductions about affinity, with their divergences' names."""
    pairs: dict[Polynomial, _Distributions] = {}
    functions: dict[_Distributions, set[str]] = {}
    for polynomial in deductions.sequent.polynomials:
        for pair, name in _pairs_in(occurrences(polynomial)):
            same = pairs.setdefault(pair.total(ROOT), pair)
            functions.setdefault(same, set()).add(name)
    return functions


def _pairs_in(terms: Iterable[Occurrence]) -> Iterator[tuple[_Distributions, str]]:
    """The pairs of distributions for deductions, under one sum of convex terms."""
    for each in terms:
        weight = product_of(t for t in each.beside if {*t[1]} & {*each.summed})
        pair = _Distributions(each.a, each.b, weight, each.summed)
        totals = {sum_over(weight * c, *each.summed) for c in (each.a, each.b)}
        if totals == {ONE} and is_plain(weight, ">="):
            yield pair, each.function.name


def _offer_distance(pair: _Distributions, deductions: Deductions) -> None:
    """Offer a search T^2 <= 1 - r^2: of  2 s T <= 1 - r + s^2 (1 + r)  at  s = T/(1 + r)."""
    affinity, distance, aside = -pair.total(ROOT), pair.total(EXCESS), deductions.aside
    signs = pair.all_times(1, aside.row("root above", pair.a, pair.b))
    positive = aside.total("one and an affinity", signs + times(1), relation=">")
    size = aside.total("a distance", pair.all_times(1, aside.row("excess tangent", *pair.both, 0)))
    q, reciprocal = aside.reciprocal(1 + affinity)
    line = aside.row("excess below root", *pair.both, distance * q)
    # 2 T^2 q <= 1 - r + T^2 q^2 (1 + r), where  q (1 + r) = 1  twice
    below = pair.all_times(HALF, line) + times(-q, size, size, reciprocal)
    by_line = times(1, aside.total("by the affinity", below), positive)
    apart = by_line + times(1, size, size, reciprocal)
    deductions.total("distance and affinity", apart)
    nearest = aside.row("square tangent", ZERO, ONE, 1 - distance)  # (1 - T)^2 >= 0
    deductions.total("distance and affinity", apart + times(1, nearest))
    for above, less in deductions.bounds(-distance):
        with suppress(NotDeduced):  # T^2 >= c^2, by (T - c)^2 >= 0 and T >= c = -less
            square = aside.row("square tangent", ZERO, ONE, distance + less)
            terms = apart + times(1, square) + plain_terms(-2 * less, above)
            deductions.total("distance and affinity", terms)


def _offer_divergence(pair: _Distributions, number: Polynomial, deductions: Deductions) -> Fact:
    """Offer a search the bounds of the affinity by divergence and a number e; the fact e > 0.

    They are  t (1 + log s - log t - D/2) <= s r  at s = 1 and t = e; and where s^2 = e, at t = 1
    and t = e, with  2 s r <= 1 + s^2 r^2  and  2 s r <= s^2 + r^2.
    """
    aside, affinity, name = deductions.aside, -pair.total(ROOT), "divergence and affinity"
    strict = deductions.positive(number)

    def line(s: Polynomial, t: Polynomial) -> tuple[Term, ...]:
        """The terms of a certificate with twice the line between entropy and root."""
        row = aside.row("entropy below power", *pair.both, HALF, -1, pair.b, s, t)
        return pair.all_times(2, row)

    def square(root: Polynomial) -> tuple[Term, ...]:
        """The term of a certificate that says a square is nonnegative."""
        return times(1, aside.row("square tangent", ZERO, ONE, root))

    deductions.total(name, line(ONE, number))
    size = aside.total("an affinity", pair.all_times(1, aside.row("root above", *pair.both)))
    root, value, twice = _root_of_number(number, aside)
    first = line(root, ONE) + square(root * affinity - 1) + times(-1, size, size, value)
    deductions.total(name, first + times(-1, twice))
    second = line(root, number) + square(root - affinity) + times(-1, value)
    deductions.total(name, second + times(-1, strict, twice))
    return strict


def _root_of_number(number: Polynomial, deductions: Deductions) -> tuple[Polynomial, Fact, Fact]:
    """The root s of a number e > 0, with the derived facts  s^2 = e  and  2 log s = log e."""
    root = -convex(ROOT, ONE, number)
    value = deductions.row("root square", ONE, number)
    _state_positive_root(number, deductions)
    product = deductions.row("log of product", root, root)
    same = deductions.same(ENTROPY, (ONE, root * root), (ONE, number))
    both = times(1, product) + times(1, same)
    return root, value, deductions.total("the logarithm of a root", both, relation="==")


def _state_positive_root(number: Polynomial, deductions: Deductions) -> None:
    """Derive sqrt e > 0: it is above e or above one, so that  (1 + e) sqrt e >= e."""
    root, strict = -convex(ROOT, ONE, number), deductions.positive(number)
    turned = deductions.row("power turned", ONE, number, HALF, HALF)
    wanted = (1 + number) * root - number
    large, small = deductions.branches(number - 1)
    above = large.row("root above least", ONE, number)
    large.conclude(wanted, times(1, above) + times(1, strict, above) + times(1))
    other = times(1, small.row("root above least", number, ONE)) + times(-1, turned)
    above = small.total("above it", other)
    small.conclude(wanted, times(1, above) + times(1, strict, above) + times(1, strict, strict))
    least = deductions.split("a root", large, small)
    deductions.total("one and a number", times(1, strict) + times(1), relation=">")
    both = times(1, least) + times(1, strict)
    deductions.total("a root", both, 1 + number, relation=">")
