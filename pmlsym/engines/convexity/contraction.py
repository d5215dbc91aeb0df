"""Contraction: bounds of a term after a channel by the same before it, and a bound of the rows.

Let (A, B) = sum_x (p w, q w) with a channel w = W(x, y), where p and q have one total M over x, and
let d be above sum_y E over all x and x', E = F_excess(W(x,y), W(x',y)), as the coefficient of
Dobrushin is. Then, for every f,

    sum_y F(A, B) - f(1) M  <=  d ( sum_x F(p, q) - f(1) M )

Mass is moved from letters where p is larger to those where q is. With i = 1 where p < q, else 0,

    u = (1 - i)(p - q),   v = i (q - p),   T = sum_x u = sum_x v
    L(x,y)  =  sum_x' ( (1 - i(x)) v(x') + i(x) u(x') ) E

    0  <=  L  <=  T w,     sum_y L  <=  d T
    T (A, B)  =  sum_x L (p, q) + (C, C),     C  =  sum_x p (T w - L)  =  sum_x q (T w - L)

So T F(A, B) <= sum_x L F(p, q) + f(1) C; with G, which is F less its tangent at one and so not
negative, in the place of F this is summed over y and divided by T. Where T is zero, so is sum_x G.

For the excess the same holds for k p and l q with numbers k <= l, where f(1) is 0.

Source: Cohen, Iwasa, Rautu, Ruskai, Seneta, Zbaganu, Relative entropy under mappings by stochastic
matrices, 1993.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pmlsym.calculus.convex_term import EXCESS, ROOT, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import Ingredient, letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import (
    NotDeduced,
    plain_terms,
    shown_times,
    summed_terms,
    times,
    times_terms,
    use_at,
    use_of_fact,
)
from pmlsym.engines.convexity.chords import chords
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import TANGENTS
from pmlsym.engines.convexity.means import summands_over
from pmlsym.kernel.certificate import Arguments, Indicate, Term, Use
from pmlsym.kernel.shown import instance, is_plain

ZERO = constant(0)


def offer_contraction(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Offer a search the bound of a term after a channel by the distance of the channel's rows.

    A fact may state that bound; else it is a chord between rays that are `compared`, or the
    distance is what is left of a row beside the smallest entries of columns.
    """
    if term.function.name not in TANGENTS:
        return
    for after in after_channels(term):
        stated = [(use, ONE, d) for use, d in deductions.bounds(after.distance_of_rows)]
        for rows, c, d in stated or list(_derived_bounds(after, compared, deductions)):
            with suppress(NotDeduced):
                yield _Contraction(after, rows, c, d, deductions).offer()


@dataclass(frozen=True)
class AfterChannel:
    """F(k A, l B)  with  (A, B) = sum_x (p w, q w); `y` is the outcome in w."""

    function: Function
    times_p: Polynomial
    times_q: Polynomial
    p: Polynomial
    q: Polynomial
    w: Polynomial
    x: Index
    y: Index

    @property
    def other(self) -> Index:
        """Another letter beside the channel's input x, for a second row in deductions."""
        return Index(self.x.alphabet, f"{self.x.alphabet.lower()}**")

    @property
    def entries(self) -> tuple[Polynomial, Polynomial]:
        """The entries W(x, y) and W(x', y) of two rows of a channel, as deductions compare them."""
        return self.w, substitute(self.w, {self.x: self.other})

    @property
    def distance_of_rows(self) -> Polynomial:
        """The distance of two rows of the channel, by which deductions contract a term."""
        return sum_over(convex(EXCESS, *self.entries), self.y)


def after_channels(term: ConvexTerm) -> Iterator[AfterChannel]:
    """The ways to read a convex term as one after a channel, for a search to contract it."""
    alphabets = {i.alphabet for _, at in term.a.atoms() for i in at if i.is_bound}
    for alphabet in sorted(alphabets):
        x = Index(alphabet, f"{alphabet.lower()}*")
        for a in summands_over(term.a, x):
            for b in summands_over(term.b, x):
                for w in _factors(a):
                    p, q = quotient(a, w), quotient(b, w)
                    outcomes = set(w.free) - {x, *(p.free if p else ()), *(q.free if q else ())}
                    if p and q and len(outcomes) == 1 and x in w.free:
                        yield from _with_totals(term.function, p, q, w, x, outcomes.pop())


def _with_totals(
    function: Function, p: Polynomial, q: Polynomial, w: Polynomial, x: Index, y: Index
) -> Iterator[AfterChannel]:
    """A term after a channel that deductions may contract, if p and q have the same total."""
    k, ell = sum_over(p, x), sum_over(q, x)
    if k == ell:
        yield AfterChannel(function, ONE, ONE, p, q, w, x, y)
    elif function == EXCESS:
        one, other = quotient(p, k), quotient(q, ell)
        if one and other and sum_over(one, x) == sum_over(other, x):
            yield AfterChannel(function, k, ell, one, other, w, x, y)


def _factors(polynomial: Polynomial) -> Iterator[Polynomial]:
    """The factors of an argument, each of which may be the entry of a channel for deductions."""
    if len(polynomial) == 1:
        ((monomial, _),) = polynomial.terms.items()
        for part in dict.fromkeys(monomial):
            yield Polynomial({(part,): 1})


def _derived_bounds(
    after: AfterChannel, compared: Iterable[Ingredient], deductions: Deductions
) -> Iterator[tuple[Use, Polynomial, Polynomial]]:
    """Facts, derived by a search, that c times the distance of rows is at most d; with c and d."""
    ((tensor, letters),) = convex(EXCESS, *after.entries).atoms()
    assert tensor.term is not None
    aside, outcome = deductions.aside, tensor.term.letters[letters.index(after.y)]
    for chord in [*chords(tensor.term, compared, aside)]:
        is_summed = outcome not in chord.polynomial.free
        rows = chord if is_summed else aside.total("of rows", times(1, chord, over=(outcome,)))
        yield from deductions.bounds_in(rows, after.distance_of_rows)
    for fact in deductions.plain_facts:
        for letters in letters_among(fact.indices, (after.x, after.y)):
            least = after.w - instance(fact, letters)
            if fact.relation == "==" or after.x in least.free or not is_plain(least, ">="):
                continue
            with suppress(NotDeduced):
                yield from _bounds_beside(after, least, deductions)


def _bounds_beside(
    after: AfterChannel, least: Polynomial, deductions: Deductions
) -> Iterator[tuple[Use, Polynomial, Polynomial]]:
    """Derive that the distance of rows is at most  1 - sum_y m,  where m(y) is below a column.

    It is a part of F(m, m) + F(w - m, w' - m). Also derive what facts say that  1 - sum_y m  is at
    most.
    """
    (w, w_other), aside = after.entries, deductions.aside
    parts = (Arguments(least, least), Arguments(w - least, w_other - least))
    terms = times(1, aside.perspective("beside the least", EXCESS, parts))
    terms += times(1, aside.row("excess above", w - least, w_other - least))
    terms = summed_terms(terms, (after.y,))
    chosen = set(least.tensors)
    for fact in deductions.plain_facts:
        if (
            fact.relation != "=="
            and not fact.indices
            and not chosen.isdisjoint(fact.polynomial.tensors)
        ):
            rows = aside.total("rows beside the least", terms + times(1, fact))
            if chosen.isdisjoint(rows.polynomial.tensors):
                yield from deductions.bounds_in(rows, after.distance_of_rows)


@dataclass(frozen=True)
class _Contraction:
    """A term after a channel, and the fact `rows`: c times the distance of rows is at most d."""

    after: AfterChannel
    rows: Use
    c: Polynomial
    d: Polynomial
    deductions: Deductions

    def offer(self) -> Fact:
        """Offer a search the bound of the term after the channel, by cases of the moved mass T."""
        self._state_needs()
        moved = self._multiple()
        positive, zero = self.deductions.branches(self._mass)
        positive.conclude(self._bound, times(1, moved), positive.assumed)
        zero.conclude(self._bound, self._terms_at_zero(zero.assumed))
        return self.deductions.split("contracted", positive, zero)

    @property
    def _bound(self) -> Polynomial:
        """The bound to derive: d (sum_x F(p, q) - f(1) M) - c (sum_y F(A, B) - f(1) M)."""
        way, x = self.after, self.after.x
        a, b = sum_over(way.p * way.w, x), sum_over(way.q * way.w, x)
        equal = self._at_equality(sum_over(way.p, x))
        before, after = sum_over(self._term(way.p, way.q), x), sum_over(self._term(a, b), way.y)
        return self.d * (before - equal) - self.c * (after - equal)

    def _term(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The convex term F(k a, l b) that deductions contract, with multiples k and l."""
        return convex(self.after.function, self.after.times_p * a, self.after.times_q * b)

    def _at_equality(self, mass: Polynomial) -> Polynomial:
        """The convex term F(k c, l c) that deductions take off both sides; zero of an excess."""
        return ZERO if self.after.function == EXCESS else self._term(mass, mass)

    @cached_property
    def _aside(self) -> Deductions:
        """Deductions on the way to a bound by contraction, whose facts the search does not try."""
        return self.deductions.aside

    @cached_property
    def _sign(self) -> Fact:
        """Deduce (1 - 2 i)(p - q) >= 0, which introduces the indicator i of p < q."""
        gap = self.after.p - self.after.q
        letters = tuple(gap.free)
        name = self.deductions.fresh("shift")
        tensor = Tensor(name, tuple(i.alphabet for i in letters), indicator=True, role="event")
        signed = (1 - 2 * atom(tensor, *letters)) * gap
        return self._aside.add(Indicate(Fact("its sign", signed, letters), tensor, gap))

    @cached_property
    def _indicator(self) -> Polynomial:
        """The indicator i of p < q at x, as a step of the certificate introduces it."""
        gap, signed = self.after.p - self.after.q, self._sign.polynomial
        tensor = next(t for t in signed.tensors if t not in set(gap.tensors))
        return atom(tensor, *self._sign.indices)

    def _side(self, sign: int) -> tuple[Polynomial, Use]:
        """The indicator i, or 1 - i, with the use in deductions that it is not negative."""
        ((tensor, letters),) = self._indicator.atoms()
        if sign < 0:
            return 1 - self._indicator, Use(declared_name(tensor, "<= 1"), letters)
        return self._indicator, Use(declared_name(tensor, ">= 0"), letters)

    @cached_property
    def _beyond_q(self) -> Fact:
        """Derive u >= 0, for what p is beyond q."""
        return self._aside.total("beyond q", times(1, self._side(-1)[1], self._sign))

    @cached_property
    def _beyond_p(self) -> Fact:
        """Derive v >= 0, for what q is beyond p."""
        return self._aside.total("beyond p", times(1, self._side(1)[1], self._sign))

    @property
    def _mass(self) -> Polynomial:
        """The moved mass T, by whose cases the contraction is derived."""
        return sum_over(self._beyond_q.polynomial, self.after.x)

    def _at_other(self, thing: Use | Fact) -> Use:
        """The use in deductions of a fact at x' in the place of x, and at x in that of x'."""
        swapped = {self.after.x: self.after.other, self.after.other: self.after.x}
        return use_at(use_of_fact(thing) if isinstance(thing, Fact) else thing, swapped)

    def _over_pairs(
        self, first: Use | Fact, second: Use | Fact, *more: Fact, by: Fraction = Fraction(1)
    ) -> tuple[Term, ...]:
        """Certificate terms that weigh two facts by what p has beyond q, and q beyond p."""
        (_, not_i), (_, i) = self._side(-1), self._side(1)
        over = (self.after.other,)
        terms = times(by, not_i, self._at_other(self._beyond_p), first, *more, over=over)
        return terms + times(by, i, self._at_other(self._beyond_q), second, *more, over=over)

    @cached_property
    def _shares(self) -> Fact:
        """Derive L >= 0, for the mass of each row that is moved."""
        w, w_other = self.after.entries
        excess = self._aside.row("excess tangent", w, w_other, 0)
        turned = self._aside.row("excess tangent", w_other, w, 1)
        return self._aside.total("what is moved", self._over_pairs(excess, turned))

    @cached_property
    def _rest(self) -> Fact:
        """Derive T w - L >= 0, for the mass of each row that stays."""
        w, w_other = self.after.entries
        excess = self._aside.row("excess above", w, w_other)
        turned = self._aside.row("excess above", w_other, w)
        return self._aside.total("what stays", self._over_pairs(excess, turned))

    @cached_property
    def _above_tangent(self) -> Fact:
        """Derive that F is above its tangent where p : q is k : l; twice that for roots."""
        f, way = self.after.function, self.after
        at = (ZERO,) if f == EXCESS else TANGENTS[f.name]
        return self._aside.row(f"{f.name} tangent", way.times_p * way.p, way.times_q * way.q, *at)

    @property
    def _half(self) -> Fraction:
        """The factor of tangents in deductions: a half for the root, which is stated twice."""
        return Fraction(1, 2) if self.after.function == ROOT else Fraction(1)

    def _state_needs(self) -> None:
        """Derive that what is moved, what stays and what is in common are not negative."""
        way, aside = self.after, self._aside
        staying = aside.total("staying", plain_terms(way.p, self._rest))
        (_, not_i), (_, i) = self._side(-1), self._side(1)
        smaller = aside.total("in common", plain_terms(way.p, i) + plain_terms(way.q, not_i))
        for share in (way.times_p * way.p, way.times_q * way.q):
            aside.state("moved", plain_terms(share, self._shares))
        for fact in (self._beyond_q, self._beyond_p):
            aside.state("in all", times(1, fact), over=(way.x,))
        for share in dict.fromkeys((way.times_p, way.times_q)):
            aside.state("staying", plain_terms(share, staying), over=(way.x,))
            for fact in (self._beyond_q, self._beyond_p, smaller):
                aside.state("a share", plain_terms(share, fact))
        if way.times_p != way.times_q:
            gap = way.times_q - way.times_p
            for fact, over in ((staying, (way.x,)), (smaller, ())):
                aside.state("none", shown_times(gap, aside.use_for(gap), fact), over=over)

    def _multiple(self) -> Fact:
        """Derive T times the bound of a term after a channel."""
        way, f, aside = self.after, self.after.function, self._aside
        k, ell, p, q, x, y = way.times_p, way.times_q, way.p, way.q, way.x, way.y
        moving = self._shares.polynomial
        common = sum_over(p * self._rest.polynomial, x)
        parts = (
            Arguments(k * p * moving, ell * q * moving, (x,)),
            Arguments(k * common, ell * common),
        )
        a, b = sum_over(p * way.w, x), sum_over(q * way.w, x)
        terms = times(1, aside.perspective("moved and staying", f, parts), over=(y,))
        terms += times(-1, aside.scale(f, moving, k * p, ell * q), over=(x, y))
        terms += times(1, aside.scale(f, self._mass, k * a, ell * b), over=(y,))
        terms = times_terms(self.c, terms + self._no_excess(common, over=(y,)))
        slack = self._over_pairs(
            self.rows, self._at_other(self.rows), self._above_tangent, by=self._half
        )
        return aside.total("mass is moved", terms + summed_terms(slack, (x,)))

    def _no_excess(self, mass: Polynomial, over: tuple[Index, ...]) -> tuple[Term, ...]:
        """Certificate terms that take off F(k c, l c), an excess that deductions know as zero."""
        k, ell = self.after.times_p, self.after.times_q
        if k == ell:
            return ()
        return times(-1, self._aside.row("excess none", k * mass, ell * mass), over=over)

    def _terms_at_zero(self, case: Fact) -> tuple[Term, ...]:
        """Terms of a certificate that come to the bound of the contraction, where -T >= 0.

        F(A, B) is at most its mean, so that  d S - c S >= 0  remains with S = sum_x G.  And
        F(p, q) <= F(p - u, p - u) + u F(1, 0),  so that S is at most a multiple of T.
        """
        way, f, aside = self.after, self.after.function, self._aside
        k, ell, p, q, x, y = way.times_p, way.times_q, way.p, way.q, way.x, way.y
        mean = aside.perspective("a mean", f, (Arguments(k * p * way.w, ell * q * way.w, (x,)),))
        u, v = self._beyond_q.polynomial, self._beyond_p.polynomial
        parts = (
            Arguments(k * (p - u), ell * (p - u)),
            Arguments(k * u, ZERO),
            Arguments(ZERO, ell * v),
        )
        apart = aside.perspective("in common and apart", f, parts)
        slope = aside.row(f"{f.name} tangent", k, ZERO, *TANGENTS[f.name])
        least = self._term(ONE, ZERO) - self._half * slope.polynomial
        terms = times(1, mean, over=(y,)) + times(1, apart, over=(x,))
        terms += self._no_excess(p - u, over=(x,))
        terms += times(-1, aside.scale(f, u, k, ZERO), over=(x,))
        terms += times(self._half, case, slope) + times(least - self._at_equality(ONE), case)
        tangents = times(self._half, self._above_tangent, over=(x,))
        return times_terms(self.c, terms) + self._times_bound(tangents)

    def _times_bound(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """Terms of a certificate times d, the bound of the distance of rows."""
        if is_plain(self.d, ">="):
            return times_terms(self.d, terms)
        return times_terms(ONE, terms, self._least)

    @property
    def _least(self) -> Use:
        """The use of the derived fact d >= 0, since d bounds what is not negative."""
        row = self._aside.row("excess tangent", *self.after.entries, 0)
        terms = times(1, self.rows) + times(self.c, row, over=(self.after.y,))
        return use_of_fact(self._aside.total("a bound of rows", terms))
