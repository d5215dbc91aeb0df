"""Bounds by what two arguments have in common, and by what each is beyond the other: excesses.

Let u = F(p, q) with the excess F, and v = u - p + q, both nonnegative; p - u is the smaller of
both.

Total variation after a channel, by the distance of its rows. The sums of u and v over x are one
number T if p and q sum to one. For A = sum_x p w and B = sum_x q w, where w = W(x, y):

    F(A, B)  <=  F(sum u w, sum v w)          what p and q have in common, p - u, is worth nothing
    T F(sum u w, sum v w)  <=  sum_x sum_x' u(x) v(x') F(W(x,y), W(x',y))        mass is moved

Summed over y, a bound of the rows gives T times the coefficient of Dobrushin.

The excess of products, as of two releases: with the excess u of a over b, and v of c over d,
m = (a - u)(c - v) is below a c and below b d, so

    F(a c, b d)  <=  F(m, m) + F(a c - m, b d - m)  <=  a c - (a - u)(c - v)

Where a number bounds v summed over its outcomes, that is a factor of what a and b have in common.
Summed over outcomes:  1 - (1 - T)(1 - T')  for total variations T and T'.

Terms of mixtures of p and q: with c = p - u, p is c + u and q is c + v. So for a = i p + j q and
b = k p + l q, with numbers i, j, k, l >= 0,

    F(a, b)  <=  c F(i + j, k + l) + u F(i, k) + v F(j, l)

It is what makes Le Cam's divergence and that of Jensen and Shannon multiples of total variation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, shown_times, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import divided
from pmlsym.engines.convexity.means import opened, pairs_in_sight
from pmlsym.engines.convexity.occurrences import Pair, pairs_at
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

Numbers = tuple[Fraction, Fraction]


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
        shown = _rows((self.p, self.q), deductions)
        if not is_plain(self.w, ">="):
            raise NotDeduced(f"{self.w} may be negative")
        for fact in shown:
            deductions.state("of a row", times(self.w, fact, over=(x,)))
        moved = tuple(other if i == x else i for i in shown[1].indices)
        for entry in (ONE, self.w, self.w_other):
            deductions.state("moved", times(entry, shown[0], Use(shown[1].name, moved)))
        deductions.state("all of it", times(1, shown[0], over=(x,)))


def offer_product_excess(term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions) -> None:
    """Offer the bound of an excess of products by the excess of a factor in sight."""
    for a, b in pairs_in_sight(term, known) if term.function == EXCESS else ():
        c, d = quotient(term.a, a), quotient(term.b, b)
        if c and d and ONE not in (c, d) and all(is_plain(p, ">=") for p in (a, b, c, d)):
            with suppress(NotDeduced):
                _offer_bound(term, (a, b), (c, d), deductions)


def _offer_bound(term: ConvexTerm, first: Pair, second: Pair, deductions: Deductions) -> None:
    """Offer  F(a c, b d) <= a c - (a - u)(c - v)."""
    u, v = convex(EXCESS, *first), convex(EXCESS, *second)
    common = (first[0] - u) * (second[0] - v)
    over, under, below = _rows(first, deductions)
    over_, under_, below_ = _rows(second, deductions)
    deductions.state("in common", times(1, below, below_))
    deductions.state("beyond it", times(first[0], over_) + times(1, below_, over))
    deductions.state("beyond it", times(first[1], under_) + times(1, below_, under))
    rest = (term.a - common, term.b - common)
    parts = (Arguments(common, common), Arguments(*rest))
    whole = deductions.aside.perspective("what both have in common", EXCESS, parts)
    above = deductions.aside.row("excess above", *rest)
    for letter in v.free:
        for use, _ in () if letter in u.free else deductions.bounds(sum_over(v, letter)):
            with suppress(NotDeduced):
                deductions.total("what is in common, times a bound", times(1, below, use))
    deductions.total("of products", times(1, whole) + times(1, above))


def _rows(pair: Pair, deductions: Deductions) -> tuple[Fact, Fact, Fact]:
    """That u >= 0, u - a + b >= 0 and a - u >= 0."""
    return (
        deductions.row("excess tangent", *pair, 0),
        deductions.row("excess tangent", *pair, 1),
        deductions.row("excess above", *pair),
    )


def offer_split_by_excess(
    term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer the bounds of a term by the excesses in sight."""
    if term.function == EXCESS:
        return
    for tensor in known:
        if tensor.term is None or tensor.term.function != EXCESS:
            continue
        for p, q in pairs_at(tensor, term.letters):
            first, second = _shares(term.a, p, q), _shares(term.b, p, q)
            if first is not None and second is not None:
                with suppress(NotDeduced):
                    _offer_split(term.function, p, q, first, second, deductions)


def _shares(whole: Polynomial, p: Polynomial, q: Polynomial) -> Numbers | None:
    """The numbers i, j >= 0 with  whole = i p + j q."""
    shares = []
    for own, other in ((p, q), (q, p)):
        apart = next((m for m, _ in own if m not in other.terms), None)
        if apart is None:
            return None
        shares.append(Fraction(whole.terms.get(apart, 0)) / Fraction(own.terms[apart]))
    i, j = shares
    return (i, j) if min(shares) >= 0 and i * p + j * q == whole else None


def _offer_split(
    f: Function,
    p: Polynomial,
    q: Polynomial,
    first: Numbers,
    second: Numbers,
    deductions: Deductions,
) -> None:
    """Offer the bound, if it has no end that is as large as N lets it be."""
    (i, j), (k, ell), v = first, second, convex(EXCESS, p, q)
    over, under, below = _rows((p, q), deductions)
    every = (
        _Part(p - v, i + j, k + ell, below),
        _Part(v, i, k, over),
        _Part(v - p + q, j, ell, under),
    )
    parts = [part for part in every if part.a or part.b]
    if any(f.grows and not part.b for part in parts):
        raise NotDeduced("an end is as large as N lets it be")
    for part in parts:
        for share in {part.a, part.b} - {0, 1}:
            deductions.state("a share", times(share, part.row))
    arguments = [Arguments(part.a * part.size, part.b * part.size) for part in parts]
    terms = times(1, deductions.aside.perspective("apart", f, arguments))
    for part, pair in zip(parts, arguments, strict=True):
        a, b = part.a * ONE, part.b * ONE
        if convex(f, pair.a, pair.b) != part.size * convex(f, a, b):
            terms += times(-1, deductions.aside.scale(f, part.size, a, b))
    for part in parts:
        terms += part.valued(f, deductions)
    deductions.total("in common and apart", terms)


@dataclass(frozen=True)
class _Part:
    """A polynomial that a row says is nonnegative, and how much of it each argument has."""

    size: Polynomial
    a: Fraction
    b: Fraction
    row: Fact

    def valued(self, f: Function, deductions: Deductions) -> tuple[Term, ...]:
        """What puts the logarithm -a F(1, a) for F(a, 1), of entropy."""
        terms: tuple[Term, ...] = ()
        for monomial, c in convex(f, self.a * ONE, self.b * ONE) if f == ENTROPY else ():
            for tensor, _ in (atom for factor in monomial for atom in factor):
                if tensor.term is not None and tensor.term.b == ONE:
                    with suppress(NotDeduced):
                        row = deductions.aside.row("entropy of number", tensor.term.a, ONE)
                        terms += times(-Fraction(c), self.row, row)
        return terms
