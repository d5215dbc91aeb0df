"""Divergences after a channel whose columns vary by a factor, by the square of the distance before.

Let (A, B) = sum_x (p w, q w) with m(y) <= w = W(x, y) <= k m(y), where p and q sum to one, and let
u = F_excess(p, q), v = u - p + q and T = sum_x u = sum_x v, the total variation. Then

    (k - 1) m T - (A - B)  =  sum_x u (k m - w)  +  sum_x v (w - m)   >=  0,    and so with A - B

so that B (F_square(A, B) - 2 A + B) <= (A - B)^2 <= ((k - 1) m T)^2; with m <= B, divided by B,

    sum_y F_square(A, B) - 1  <=  (k - 1)^2 T^2,     and F_entropy is below F_square - A

Source: Duchi, Jordan, Wainwright, Local privacy and statistical minimax rates, 2013, whose Theorem
1 has four times that for both orders together.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, SQUARE, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.terms import NotDeduced, times, times_terms, use_of_fact
from pmlsym.engines.convexity.columns.column import Column
from pmlsym.engines.convexity.contraction import AfterChannel, after_channels
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import letters_of_entry, terms_in
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)


def offer_squared_distance(
    term: ConvexTerm, column: Column, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search the bound of a term after a column's channel, where it sees the distance."""
    if term.function not in (SQUARE, ENTROPY):
        return
    sight = set(in_sight)
    for after in after_channels(term):
        names = letters_of_entry(column.entry, after.w)
        if names is None or sum_over(after.p, after.x) != ONE:
            continue
        if names.get(column.letter, column.letter) != after.x:
            continue
        for turned in (False, True):
            p, q = (after.q, after.p) if turned else (after.p, after.q)
            if sight.issuperset(terms_in(convex(EXCESS, p, q))):
                sides = use_of_fact(column.lower, names), use_of_fact(column.upper, names)
                least = substitute(column.least, names)
                with suppress(NotDeduced):
                    _Bound(after, turned, least, column.ratio, sides, deductions).offer()


@dataclass(frozen=True)
class _Bound:
    """A term after a channel with  m <= w <= k m,  as the two uses `sides` say.

    The distance is that of p over q, or, if `turned`, that of q over p.
    """

    after: AfterChannel
    turned: bool
    m: Polynomial
    k: Polynomial
    sides: tuple[Use, ...]
    deductions: Deductions

    def offer(self) -> None:
        """Offer a search the bound by the squared distance, summed over outcomes."""
        way, deductions = self.after, self.deductions
        x, y, aside = way.x, way.y, deductions.aside
        each = self._bound_at_outcome()
        lower, _ = self.sides
        terms = times(1, each, over=(y,)) + self._times_squares(times(way.q, lower, over=(x, y)))
        if way.function == ENTROPY:
            a, b = self._arguments
            terms += times(1, aside.row("entropy below square", a, b, 1), over=(y,))
        fact = deductions.total("by the distance", terms)
        for use, number in deductions.bounds(self._total.polynomial):
            if is_plain(number, ">="):  # n^2 - T^2 = (n + T)(n - T)
                more = self._times_size(times(1, use, self._total) + times(number, use))
                deductions.total("by a bound of the distance", times(1, fact) + more)

    @cached_property
    def _arguments(self) -> tuple[Polynomial, Polynomial]:
        """The arguments A and B, after the channel, of the term that deductions bound."""
        way = self.after
        return sum_over(way.p * way.w, way.x), sum_over(way.q * way.w, way.x)

    @cached_property
    def _parts(self) -> tuple[Fact, Fact]:
        """Derive u >= 0 and v >= 0, the excesses of p over q and of q over p."""
        way, aside = self.after, self.deductions.aside
        pair = (way.q, way.p) if self.turned else (way.p, way.q)
        rows = tuple(aside.row("excess tangent", *pair, slope) for slope in (0, 1))
        u, v = rows[::-1] if self.turned else rows
        return u, v

    @cached_property
    def _total(self) -> Fact:
        """Derive T >= 0, that the distance before the channel is not negative."""
        return self.deductions.aside.total(
            "a distance", times(1, self._parts[0], over=(self.after.x,))
        )

    def _times_squares(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """Terms of a certificate times (k - 1)^2 T^2, the squared distance."""
        return self._times_size(terms, self._total, self._total)

    def _times_size(self, terms: tuple[Term, ...], *facts: Fact) -> tuple[Term, ...]:
        """Terms of a certificate times (k - 1)^2 and facts."""
        gap = self.k - 1
        if is_plain(gap, ">="):
            return times_terms(gap * gap, terms, *facts)
        return times_terms(ONE, terms, self._size, self._size, *facts)

    @cached_property
    def _size(self) -> Use:
        """The use of the fact k - 1 >= 0 in deductions, for the ratio k of a column's entries."""
        return self.deductions.aside.use_for(self.k - 1)

    def _bound_at_outcome(self) -> Fact:
        """Derive (k - 1)^2 m T^2 - (F_square(A, B) - 2 A + B) >= 0, by cases of B."""
        deductions, way, (a, b) = self.deductions, self.after, self._arguments
        aside, (lower, upper), x = deductions.aside, self.sides, way.x
        u, v = self._parts
        bounds = [
            aside.total(
                "moved within a column",
                times(1, one, upper, over=(x,)) + times(1, other, lower, over=(x,)),
            )
            for one, other in ((u, v), (v, u))
        ]
        above = aside.total("the least", times(way.q, lower, over=(x,)))
        terms = times(1, *bounds) + times(1, aside.row("square times", a, b))
        terms += self._times_squares(times(self.m, above))
        whole = aside.total("squared", terms)
        wanted = (self.k - 1) ** 2 * self.m * self._total.polynomial**2
        wanted = wanted - convex(SQUARE, a, b) + 2 * a - b
        positive, zero = aside.branches(b)
        positive.conclude(wanted, times(1, whole), positive.assumed)
        parts = (Arguments(a, ZERO), Arguments(ZERO, b))
        split = aside.perspective("over nothing", SQUARE, parts)
        slope = aside.row("square tangent", ONE, ZERO, 1)
        below = times(way.p, upper, over=(x,)) + times(self.k, above)
        terms = times(1, split) + self._times_squares(times(self.m)) + times(1, zero.assumed)
        for term in (*below, *times(self.k, zero.assumed)):
            terms += times(term.coefficient, *term.uses, slope, over=term.summed)
        zero.conclude(wanted, terms)
        return aside.split("by the distance, divided", positive, zero)
