"""Total variation after a channel, by the distance of its rows: terms inside terms.

Let u = F(p, q) with the excess F, and v = u - p + q, both nonnegative; their sums over x are one
number T if p and q sum to one. For A = sum_x p w and B = sum_x q w, where w = W(x, y):

    F(A, B)  <=  F(sum u w, sum v w)          what p and q have in common, p - u, is worth nothing
    T F(sum u w, sum v w)  <=  sum_x sum_x' u(x) v(x') F(W(x,y), W(x',y))        mass is moved

Summed over y, a bound of the rows gives T times the coefficient of Dobrushin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.division import divided
from pmlsym.engines.convexity.means import opened
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.shown import is_plain


def contracted(term: ConvexTerm, deductions: Deductions) -> Iterator[Fact]:
    """The sum over outcomes of an excess below that of the inputs times a bound of the rows."""
    if term.function != EXCESS:
        return
    for p, q, w, x, y in _common_channel(term):
        moved = _Moved(p, q, w, x, y)
        rows = sum_over(convex(EXCESS, w, moved.w_other), y)
        for use, d in deductions.bounds(rows):
            yield from moved.contracted(use, d, deductions)


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
class _Moved:
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

    def contracted(self, rows: Use, d: Polynomial, deductions: Deductions) -> Iterator[Fact]:
        """sum_y F(A, B) <= T d, and what a bound of T makes of it."""
        total = sum_over(self.u, self.x)
        fact = self._times_total(rows, total, deductions)
        least = PLAIN if is_plain(d, ">=") else self._least(rows, deductions)
        mass = deductions.show(total)
        if fact is None or least is None or mass is None:
            return
        # where T is zero, so is T d, and F(A, B) is below it by its mean
        product = deductions.total("nothing is moved", deductions.times(d, least, mass))
        means = deductions.about(fact)
        deductions.hide(fact, product)
        helping = means if product is None else (product, *means)
        found = divided(fact, total, deductions, helping)
        if found is None:
            return
        yield found
        for use, _ in deductions.bounds(total):
            larger = deductions.total("of the bound", deductions.times(d, least, use))
            if larger is not None:
                yield larger

    def _least(self, rows: Use, deductions: Deductions) -> Use | None:
        """d >= 0: what it bounds is nonnegative."""
        row = deductions.row("excess tangent", self.w, self.w_other, 0 * ONE)
        if row is None:
            return None
        deductions.hide(row)
        terms = (Term(Fraction(1), (Use(row.name, row.indices),), (self.y,)),)
        fact = deductions.total("a bound of rows", (Term(Fraction(1), (rows,)), *terms))
        return None if fact is None else Use(fact.name, fact.indices)

    def _times_total(self, rows: Use, total: Polynomial, deductions: Deductions) -> Fact | None:
        """T d - T sum_y F(A, B) >= 0."""
        if not self._show_masses(deductions):
            return None
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
        mass, pair = deductions.show(total), deductions.show(both)
        deductions.hide(gone, spread, each, whole)
        if not (gone and spread and each and whole and mass and pair):
            return None
        at = {fact.name: Use(fact.name, fact.indices) for fact in (gone, spread, each, whole)}
        terms = (
            *(_over((y,), term) for term in deductions.times(total, mass, at[gone.name])),
            Term(Fraction(1), (at[spread.name],), (y,)),
            Term(Fraction(-1), (at[each.name],), (x, other, y)),
            Term(Fraction(1), (at[whole.name],), (y,)),
            *(_over((x, other), term) for term in deductions.times(both, pair, rows)),
        )
        return deductions.total("mass is moved", terms)

    def _show_masses(self, deductions: Deductions) -> bool:
        """State that u, v, p - u, these times w, and u v are nonnegative."""
        x, other = self.x, self.other
        shown = (
            deductions.row("excess tangent", self.p, self.q, 0 * ONE),
            deductions.row("excess tangent", self.p, self.q, ONE),
            deductions.row("excess above", self.p, self.q),
        )
        deductions.hide(*shown)
        uses = [Use(fact.name, fact.indices) for fact in shown if fact is not None]
        if len(uses) < len(shown) or not is_plain(self.w, ">="):
            return False
        for use in uses:
            deductions.hide(deductions.total("of a row", expanded(self.w, use), over=(x,)))
        moved = tuple(other if i == x else i for i in uses[1].indices)
        pair = (uses[0], Use(uses[1].fact, moved))
        for entry in (ONE, self.w, self.w_other):
            deductions.hide(deductions.total("moved", expanded(entry, *pair)))
        deductions.hide(deductions.total("all of it", (Term(Fraction(1), (uses[0],), (x,)),)))
        return True


def _over(letters: tuple[Index, ...], term: Term) -> Term:
    return replace(term, summed=(*term.summed, *letters))
