"""Total variation after a channel, by the distance of its rows: terms inside terms.

Let u = F(p, q) with the excess F, and v = u - p + q, both nonnegative; their sums over x are one
number T if p and q sum to one. For A = sum_x p w and B = sum_x q w, where w = W(x, y):

    F(A, B)  <=  F(sum u w, sum v w)          what p and q have in common, p - u, is worth nothing
    T F(sum u w, sum v w)  <=  sum_x sum_x' u(x) v(x') F(W(x,y), W(x',y))        mass is moved

Summed over y, a bound of the rows gives T times the coefficient of Dobrushin.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, shown_times, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import divided
from pmlsym.engines.convexity.means import opened
from pmlsym.kernel.certificate import PLAIN, Arguments, Use
from pmlsym.kernel.shown import is_plain


def offer_contraction(term: ConvexTerm, deductions: Deductions) -> None:
    """Offer the sum over outcomes of an excess below that of the inputs times a bound of rows."""
    if term.function != EXCESS:
        return
    for p, q, w, x, y in _common_channel(term):
        transport = _Transport(p, q, w, x, y)
        rows = sum_over(convex(EXCESS, w, transport.w_other), y)
        for use, d in deductions.bounds(rows):
            with suppress(NotDeduced):
                transport.offer_bound(use, d, deductions)


def _common_channel(
    term: ConvexTerm,
) -> Iterator[tuple[Polynomial, Polynomial, Polynomial, Index, Index]]:
    """(a, b) = sum_x (p w, q w)  with p and q of total one: p, q, w, x, and the outcome of w."""
    alphabets = {i.alphabet for _, at in term.a.atoms() for i in at if i.is_bound}
    for alphabet in sorted(alphabets):
        x = Index(alphabet, f"{alphabet.lower()}*1")
        for a in opened(term.a, x):
            for b in opened(term.b, x):
                for w in _factors(a):
                    p, q = quotient(a, w), quotient(b, w)
                    if p and q and sum_over(p, x) == sum_over(q, x) == ONE:
                        outcomes = set(w.free) - {x, *p.free, *q.free}
                        if len(outcomes) == 1 and x in w.free:
                            yield p, q, w, x, outcomes.pop()


def _factors(polynomial: Polynomial) -> Iterator[Polynomial]:
    """The factors of a monomial."""
    if len(polynomial) == 1:
        ((monomial, _),) = polynomial.terms.items()
        for part in dict.fromkeys(monomial):
            yield Polynomial({(part,): 1})


@dataclass(frozen=True)
class _Transport:
    """F(A, B)  with  (A, B) = sum_x (p w, q w); `y` is the outcome in w."""

    p: Polynomial
    q: Polynomial
    w: Polynomial
    x: Index
    y: Index

    @property
    def other(self) -> Index:
        """Another letter beside x."""
        return Index(self.x.alphabet, f"{self.x.alphabet.lower()}*2")

    @property
    def w_other(self) -> Polynomial:
        return substitute(self.w, {self.x: self.other})

    @property
    def u(self) -> Polynomial:
        """F(p, q), which is nonnegative and at most p."""
        return convex(EXCESS, self.p, self.q)

    @property
    def v(self) -> Polynomial:
        return self.u - self.p + self.q

    def offer_bound(self, rows: Use, d: Polynomial, deductions: Deductions) -> None:
        """Offer  sum_y F(A, B) <= T d,  and what a bound of T makes of it."""
        total = sum_over(self.u, self.x)
        fact = self._times_total(rows, total, deductions.aside)
        least = PLAIN if is_plain(d, ">=") else self._least(rows, deductions)
        mass = deductions.shown(total)
        means = deductions.about(fact)
        helping = [*means]
        with suppress(
            NotDeduced
        ):  # where T is zero, so is T d, and F(A, B) is below it by its mean
            nothing = deductions.aside.total("nothing is moved", shown_times(d, least, mass))
            helping = [nothing, *means]
        divided(fact, total, deductions, helping)
        for use, _ in deductions.bounds(total):
            with suppress(NotDeduced):
                deductions.total("of the bound", shown_times(d, least, use))

    def _least(self, rows: Use, deductions: Deductions) -> Use:
        """d >= 0: what it bounds is nonnegative."""
        row = deductions.aside.row("excess tangent", self.w, self.w_other, 0 * ONE)
        terms = times(1, rows) + times(1, row, over=(self.y,))
        return use_of_fact(deductions.total("a bound of rows", terms))

    def _times_total(self, rows: Use, total: Polynomial, deductions: Deductions) -> Fact:
        """T d - T sum_y F(A, B) >= 0."""
        self._state_masses(deductions)
        x, other, y, w = self.x, self.other, self.y, self.w
        a, b = sum_over(self.u * w, x), sum_over(self.v * w, x)
        common = sum_over((self.p - self.u) * w, x)
        both = self.u * substitute(self.v, {x: other})
        parts = (Arguments(a, b), Arguments(common, common))
        gone = deductions.perspective("what is common", EXCESS, parts)
        part = Arguments(both * w, both * self.w_other, (x, other))
        spread = deductions.perspective("mass is moved", EXCESS, (part,))
        each = deductions.scale(EXCESS, both, w, self.w_other)
        whole = deductions.scale(EXCESS, total, a, b)
        mass, pair = deductions.shown(total), deductions.shown(both)
        return deductions.total(
            "mass is moved",
            (
                *shown_times(total, mass, gone, over=(y,)),
                *times(1, spread, over=(y,)),
                *times(-1, each, over=(x, other, y)),
                *times(1, whole, over=(y,)),
                *shown_times(both, pair, rows, over=(x, other)),
            ),
        )

    def _state_masses(self, deductions: Deductions) -> None:
        """State that u, v, p - u, these times w, and u v are nonnegative."""
        x, other = self.x, self.other
        shown = (
            deductions.row("excess tangent", self.p, self.q, 0 * ONE),
            deductions.row("excess tangent", self.p, self.q, ONE),
            deductions.row("excess above", self.p, self.q),
        )
        if not is_plain(self.w, ">="):
            raise NotDeduced(f"{self.w} may be negative")
        for fact in shown:
            deductions.state("of a row", times(self.w, fact, over=(x,)))
        moved = tuple(other if i == x else i for i in shown[1].indices)
        for entry in (ONE, self.w, self.w_other):
            deductions.state("moved", times(entry, shown[0], Use(shown[1].name, moved)))
        deductions.state("all of it", times(1, shown[0], over=(x,)))
