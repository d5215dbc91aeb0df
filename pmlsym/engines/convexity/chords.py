"""Chords: the line through the ends of two rays bounds a term whose arguments lie between them.

Two facts say where they lie. With p = v (alpha a - beta b) >= 0 and q = v (gamma b - delta a) >= 0,
and D = alpha gamma - beta delta >= 0, the point D v (a, b) is p (gamma, delta) + q (beta, alpha),
so

    D v F(a, b)  <=  p F(gamma, delta) + q F(beta, alpha)

Where an end is (c, 1) or (1, c), the table has its value: F(E, 1) = -E F(1, E). Without a fact from
below, the lower ray is (0, 1), and its end adds nothing. The sum over the letters in which both
arguments sum to one is often a multiple of a number that is zero at worst, such as E - 1, and is
divided by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm, prod

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.terms import (
    NotDeduced,
    shown_times,
    times,
    times_terms,
    use_of_fact,
)
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import averaged_letters, reduced_fact
from pmlsym.engines.convexity.excess import split_at_excess
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.orders.powers import terms_of_logarithms
from pmlsym.engines.convexity.orders.powers_of_numbers import power_of_number, scales_of_power
from pmlsym.engines.convexity.rays import Ray, Wedge, wedge
from pmlsym.engines.convexity.squares import root_of_square
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)
FROM_NOTHING = Ray(ONE, ZERO, ONE, Term(Fraction(1), ()))
"""a >= 0: the ray of (0, 1)."""


@dataclass(frozen=True)
class End:
    """A `factor` that is shown to be >= 0, times F(a, b) at the end of a ray."""

    factor: Polynomial
    shown: Use
    a: Polynomial
    b: Polynomial

    @property
    def arguments(self) -> Arguments:
        """The arguments F(v a, v b) at a ray's end, for a deduction by a chord."""
        return Arguments(self.factor * self.a, self.factor * self.b)


def chords(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Derive the chords of a convex term between two rays, those from (0, 1) first, and sums."""
    held = wedge_of_term(term, compared)
    simple: list[Fact] = []
    for high, low in product(held.upper, (FROM_NOTHING, *held.lower)):
        if not low.term.uses:  # it is plain, and so is every multiple of it
            low = replace(low, factor=high.factor)
        elif not high.term.uses:
            high = replace(high, factor=low.factor)
        size = low.alpha * high.alpha - low.beta * high.beta
        if not size or low.factor != high.factor:
            continue
        if term.function == EXCESS and low.beta == high.beta == ONE and low.alpha == high.alpha:
            with suppress(NotDeduced):
                fact = _chord_of_excess(term, low, high, deductions)
                for letter in averaged_letters(term):
                    yield deductions.total("chords", times(1, fact, over=(letter,)))
                yield fact
                continue
        with suppress(NotDeduced):
            fact = _chord(term, low, high, size, deductions)
            if is_plain(size, ">="):
                fact = reduced_fact(fact, size, (), deductions)
                simple.append(fact)
            else:
                for letter in averaged_letters(term):
                    with suppress(NotDeduced):
                        summed = deductions.total("chords", times(1, fact, over=(letter,)))
                        yield reduced_fact(summed, size, simple, deductions)
            yield fact


def _chord_of_excess(term: ConvexTerm, low: Ray, high: Ray, deductions: Deductions) -> Fact:
    """Derive (k + 1) v F(a, b) <= v (k a - b)  of an excess, where  a <= k b  and  b <= k a.

    It is the chord divided by k - 1, but is shown without the chord, by a split at a - b.
    """
    a, b, v, k = term.a, term.b, high.factor, high.alpha
    above, below = (
        times(1, deductions.aside.total("beside a ray", (ray.term,))) for ray in (low, high)
    )
    wanted = v * (k * a - b) - (k + 1) * v * convex(EXCESS, a, b)
    return split_at_excess("chord", wanted, (a, b), (k + 1) * v, (below, above), deductions)


def wedge_of_term(term: ConvexTerm, compared: Iterable[Ingredient]) -> Wedge:
    """The rays of facts between which deductions put a convex term's arguments."""
    if len(term.a) == len(term.b) == 1:
        return wedge(term.a, term.b, compared)
    plain = Wedge((), _plain_ray(term))
    if len(term.a) != 1:
        return plain
    ((monomial, c),) = term.a
    k = constant(Fraction(term.b.terms.get(monomial, 0)) / Fraction(c))
    rest = term.b - k * term.a
    if len(rest) != 1 or not is_plain(k, ">="):
        return plain
    rays = wedge(term.a, rest, compared)
    lower = tuple(replace(ray, alpha=ray.alpha + k * ray.beta) for ray in rays.lower)
    upper = tuple(replace(ray, beta=ray.beta + k * ray.alpha) for ray in rays.upper)
    return Wedge(lower, (*upper, *plain.upper))


def _plain_ray(term: ConvexTerm) -> tuple[Ray, ...]:
    """A ray for a search: a <= c b for a convex term's arguments, by their coefficients alone."""
    shares = [Fraction(c) / Fraction(term.b.terms.get(m, 0) or -1) for m, c in term.a]
    if not is_plain(term.b, ">=") or min(shares) <= 0:
        return ()
    return (Ray(constant(max(shares)), ONE, ONE, Term(Fraction(1), ())),)


def _chord(term: ConvexTerm, low: Ray, high: Ray, size: Polynomial, deductions: Deductions) -> Fact:
    """Derive the chord D v F(a, b) <= the values of F at the ends of two rays."""
    v, f = high.factor, term.function
    above = v * (low.alpha * term.a - low.beta * term.b)
    below = v * (high.alpha * term.b - high.beta * term.a)
    ends = [
        _end(low, above, (high.alpha, high.beta), deductions),
        _end(high, below, (low.beta, low.alpha), deductions),
    ]
    terms = times(1, deductions.aside.perspective("a chord", f, [end.arguments for end in ends]))
    for end in ends:
        terms += scaled_terms(f, end.factor, (end.a, end.b), deductions, by=-1)
    terms += scaled_terms(f, size * v, (term.a, term.b), deductions)
    chord = deductions.total("chord", terms_with_values(f, terms, ends, deductions))
    deductions.offer(chord)  # where the ends are worth what they are, it is what was hidden
    return chord


def scaled_terms(
    f: Function,
    factor: Polynomial,
    pair: tuple[Polynomial, Polynomial],
    deductions: Deductions,
    *,
    by: int = 1,
) -> tuple[Term, ...]:
    """The certificate terms for `by` (F(v a, v b) - v F(a, b)) = 0; none where both are alike."""
    a, b = pair
    if convex(f, factor * a, factor * b) == factor * convex(f, a, b):
        return ()
    return times(by, deductions.aside.scale(f, factor, a, b))


def _end(
    ray: Ray, factor: Polynomial, arguments: tuple[Polynomial, Polynomial], deductions: Deductions
) -> End:
    """The end of a ray for a chord to deduce; its factor and products are shown nonnegative."""
    shown = PLAIN
    if not is_plain(factor, ">="):
        shown = use_of_fact(deductions.aside.total("beside a ray", (ray.term,)))
    for argument in arguments:
        if is_plain(factor * argument, ">="):
            continue
        if not is_plain(argument, ">="):
            raise NotDeduced(f"{argument} may be negative")
        deductions.state("at an end", times(argument, shown))
    return End(factor, shown, *arguments)


def terms_with_values(
    f: Function, terms: tuple[Term, ...], ends: Sequence[End], deductions: Deductions
) -> tuple[Term, ...]:
    """The terms of a chord to deduce, with F at its ends replaced by its value, as far as known."""
    values = [_end_value(f, end, deductions) for end in ends]
    denominators = [value[0] for value in values]
    replaced = times_terms(prod(denominators, start=ONE), terms)
    for k, (end, (_, row, sign)) in enumerate(zip(ends, values, strict=True)):
        if row is not None:
            others = prod((*denominators[:k], *denominators[k + 1 :]), start=ONE)
            replaced += times_terms(others, shown_times(end.factor, end.shown, row, by=sign))
    return replaced


def _end_value(
    f: Function, end: End, deductions: Deductions
) -> tuple[Polynomial, Fact | None, int]:
    """The row that gives F(a, b) a value at the end of a chord to deduce, with its sign."""
    a, b = end.a, end.b
    if not terms_in(convex(f, a, b)):
        return ONE, None, 0
    if f == ENTROPY and b != ONE:
        with suppress(NotDeduced):
            return ONE, _entropy_of_numbers(a, b, deductions), 1
    if f.name != "square" and ONE not in (a, b):
        return ONE, None, 0
    if f.name == "power":
        for r, t in scales_of_power(f, a, b, deductions):
            with suppress(NotDeduced):
                return t, power_of_number(f, (a, b), (r, t), deductions), 1
    if f == ROOT:
        with suppress(NotDeduced):
            return ONE, root_of_square(a, b, deductions), 1
    for name, sign in VALUES.get(f.name, ()) if f.name != "entropy" or b == ONE else ():
        with suppress(NotDeduced):
            row = deductions.aside.row(name, a, b)
            with suppress(NotDeduced):  # the logarithms of numbers, as far as they are known
                row = deductions.aside.total("a value", times(1, row), relation=row.relation)
            return (b if sign > 0 else ONE), row, sign
    return ONE, None, 0


def _entropy_of_numbers(a: Polynomial, b: Polynomial, deductions: Deductions) -> Fact:
    """Derive F(a, b) <= a log a - a log b, of numbers, with the logarithms of a's factors.

    With a = c n, c rational:  F + a (1 + log b - log n - log c) <= F_square(a, n)/c <= a. It is
    stated for multiples of a and b, so that the coefficients of b are whole.
    """
    whole = lcm(*(Fraction(c).denominator for _, c in b))
    a, b = whole * a, whole * b
    ((monomial, number),) = a.terms.items() if len(a) == 1 else (((), 0),)
    if a.free or b.free or number <= 0:
        raise NotDeduced(f"{a} and {b} are no numbers, or a sum")
    n, c, aside = Polynomial({monomial: 1}), constant(number), deductions.aside
    share = 1 / Fraction(number)
    terms = times(share, aside.row("entropy below power", a, b, 2, 1, n, 1, c))
    if c != ONE:
        terms += times(share * n, aside.row("square times", c, ONE))
    terms += terms_of_logarithms(((-a, n),), deductions)
    scaled = [replace(term, coefficient=term.coefficient / whole) for term in terms]
    return aside.total("of numbers", scaled)


VALUES = {
    "entropy": (("entropy of number", -1),),
    "excess": (("excess all", -1), ("excess none", -1)),
    "square": (("square times", 1),),
}
"""The rows that say what F(a, b) is, and whether they have it with a minus, or b F with a plus."""
