"""Bounds of other divergences by le Cam's, from both sides: letter by letter, (a - b)^2/(a + b).

With  s = a + b,  d = |a - b| = 2 F_excess(a, b) - a + b  and  T = d^2/s:

    F_entropy(a, b) - a + b              >=  3/4 T        Pinsker's line at 3/4 d/s
    F_entropy(a, s/2) + F_entropy(b, s/2)  >=  1/2 T      Pinsker's lines at 1/2 d/s, and <= T
    F_square(a, b) - 2 a + b             >=  T            the tangent at 1 + (a - b)/s
    a + b + 2 F_root(a, b)               >=  1/2 T        and <= T
    d >= T,   2 r d <= T + r^2 s                          for every number r

As terms T is  s - 4 a + 4 F_square(a, s). All is shown where s > 0, so that one may divide by s;
elsewhere both sides are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import zero_steps
from pmlsym.engines.convexity.excess import excess_rows
from pmlsym.engines.convexity.occurrences import Pair, arguments
from pmlsym.kernel.certificate import Arguments, Reciprocal, Term
from pmlsym.kernel.checker import expand
from pmlsym.kernel.shown import is_plain

ZERO, HALF = constant(0), Fraction(1, 2)

InCase = tuple[Any, ...]

Bound = Callable[["_Positive"], tuple[Polynomial, tuple[Term, ...]]]
"""A polynomial that is wanted, and terms that come to it up to multiples of  q s - 1."""


def offer_triangular_bounds(
    in_sight: Iterable[Tensor], numbers: Iterable[Polynomial], deductions: Deductions
) -> None:
    """Offer a search bounds between divergences, such as le Cam's, of a pair in sight."""
    numbers = tuple(numbers)
    for (a, b), kinds in _kinds_in_sight(in_sight).items():
        if len(kinds) > 1 and (kinds & {"lc", "js"} or kinds >= {"root", "square"}):
            bounds = [bound for kind in sorted(kinds) for bound in BOUNDS.get(kind, ())]
            if "excess" in kinds:
                bounds += [partial(_Positive.excess_below, r=r) for r in numbers]
            _offer_bounds(a, b, bounds, deductions)


def offer_below_le_cam(in_sight: Iterable[Tensor], deductions: Deductions) -> Iterator[Fact]:
    """Offer a search that Jensen-Shannon divergences in sight are at most le Cam's."""
    for (a, b), kinds in _kinds_in_sight(in_sight).items():
        if "js" in kinds:
            with suppress(NotDeduced):
                yield _offer(a, b, _Positive.halves_below, deductions)


def _offer_bounds(
    a: Polynomial, b: Polynomial, bounds: Iterable[Bound], deductions: Deductions
) -> None:
    """Offer a search bounds by le Cam's T, and what a lower and an upper bound say together."""
    (quotient_term,) = convex(SQUARE, a, a + b).terms
    by_sign: dict[bool, list[tuple[Fraction, Fact]]] = {True: [], False: []}
    for bound in bounds:
        with suppress(NotDeduced):
            fact = _offer(a, b, bound, deductions)
            c = Fraction(fact.polynomial.terms[quotient_term])
            by_sign[c > 0].append((abs(c), fact))
    for (c, above), (d, below) in product(by_sign[True], by_sign[False]):
        with suppress(NotDeduced):
            deductions.total("two divergences", times(d, above) + times(c, below))


def _kinds_in_sight(in_sight: Iterable[Tensor]) -> dict[Pair, set[str]]:
    """The pairs of arguments for deductions, with the divergences that terms in sight may be of."""
    kinds: dict[Pair, set[str]] = {}
    for term in (tensor.term for tensor in in_sight if tensor.term is not None):
        for pair, kind in _readings(term):
            if all(is_plain(part, ">=") for part in pair):
                kinds.setdefault(pair, set()).add(kind)
    return kinds


def _readings(term: ConvexTerm) -> Iterator[tuple[Pair, str]]:
    """The pairs (a, b) for deductions such that a term is F(a, b), F(a, a + b) or F(2 a, a + b)."""
    a, b = term.a, term.b
    yield (a, b), term.function.name
    if term.function == SQUARE:
        yield (a, b - a), "lc"
    if term.function == ENTROPY:
        yield (HALF * a, b - HALF * a), "js"


def _offer(a: Polynomial, b: Polynomial, bound: Bound, deductions: Deductions) -> Fact:
    """Offer a search one bound by le Cam's divergence, by cases of a + b."""
    positive, zero = deductions.branches(a + b)
    tensor = Tensor(deductions.fresh("q"), positive=True)
    unit = Fact("a reciprocal", atom(tensor) * (a + b) - 1, (), "==")
    reciprocal = positive.add(Reciprocal(unit, tensor, positive.assumed.name))
    case = _Positive(a, b, atom(tensor), reciprocal, positive)
    wanted, terms = bound(case)
    positive.conclude(wanted, terms + case.rest(wanted, terms))
    name = positive.unused_name(f"{zero.assumed.name}: zero")
    # F_square(a, s) <= a, since it is subadditive
    parts = (Arguments(a, a), Arguments(ZERO, b))
    above = deductions.aside.perspective("in common", SQUARE, parts)
    zero.steps.extend(zero_steps(Fact(name, wanted), zero.assumed, deductions, (above,)))
    return deductions.split("le Cam's bound", positive, zero)


@dataclass(frozen=True)
class _Positive:
    """The arguments a, b >= 0 where s = a + b > 0, and q = 1/s by the equality `unit`."""

    a: Polynomial
    b: Polynomial
    q: Polynomial
    unit: Fact
    branch: Deductions

    @property
    def s(self) -> Polynomial:
        """The sum a + b of the arguments, in deductions about le Cam's divergence."""
        return self.a + self.b

    @property
    def d(self) -> Polynomial:
        """The distance |a - b|, as a convex term in deductions."""
        return 2 * convex(EXCESS, self.a, self.b) - self.a + self.b

    @property
    def t(self) -> Polynomial:
        """Le Cam's divergence T of a and b, as a convex term in deductions."""
        return self.s - 4 * self.a + 4 * convex(SQUARE, self.a, self.s)

    @property
    def halves(self) -> Polynomial:
        """The Jensen-Shannon divergence in deductions: F_entropy(a, s/2) + F_entropy(b, s/2)."""
        return convex(ENTROPY, self.a, HALF * self.s) + convex(ENTROPY, self.b, HALF * self.s)

    def rest(self, wanted: Polynomial, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """Certificate terms for the rest that deductions want, as multiples of  q s - 1 = 0."""
        left = wanted
        for term in terms:
            left = left - expand(term, self.branch.facts)
        factor = quotient(left, self.q * self.s - 1)
        if factor is None:
            raise NotDeduced(f"{left} is not a multiple of the equality")
        rest: tuple[Term, ...] = ()
        for monomial, c in factor:
            single, uses = Polynomial({monomial: c}), [self.unit]
            for tensor, at in (a for part in monomial for a in part if a[0].term is not None):
                sign, fact = self._sign_of(tensor, at)
                without = quotient(single, atom(tensor, *at))
                assert without is not None
                single, uses = sign * without, [fact, *uses]
            rest += times(single, *uses)
        return rest

    def _sign_of(self, tensor: Tensor, at: tuple[Index, ...]) -> tuple[int, Fact]:
        """The sign of a convex term, with the row of the table from which it is deduced."""
        a, b = arguments(tensor, at)
        if tensor.term is not None and tensor.term.function == ROOT:
            return -1, self.branch.row("root above", a, b)
        is_square = tensor.term is not None and tensor.term.function == SQUARE
        name = "square tangent" if is_square else "excess tangent"
        return 1, self.branch.row(name, a, b, 0)

    def square(self, root: Polynomial, by: Polynomial | Fraction | int = 1) -> tuple[Term, ...]:
        """The certificate term that says a square is nonnegative."""
        return times(by, self.branch.row("square tangent", ZERO, ONE, root))

    def below_quotient(self, c: Fraction | int = 1) -> tuple[Term, ...]:
        """Certificate terms in deductions for T <= q (a - b)^2, by  s F_square(a, s) <= a^2."""
        return times(4 * c * self.q, self.branch.row("square times", self.a, self.s))

    def above_quotient(self) -> tuple[Term, ...]:
        """Certificate terms in deductions for T >= q (a - b)^2, by F_square's tangent at a q."""
        return times(4, self.branch.row("square tangent", self.a, self.s, self.a * self.q))

    def below_distance(self, c: Fraction) -> tuple[Term, ...]:
        """Certificate terms for deducing c q d^2 >= c T, as d^2 - (a - b)^2 = 4 x (x - a + b)."""
        none, more, _ = excess_rows((self.a, self.b), self.branch)
        return times(4 * c * self.q, none, more) + self.below_quotient(c)

    def entropy_above(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound F_entropy(a, b) - a + b >= 3/4 T, with certificate terms for it."""
        c, q = Fraction(3, 4), self.q
        line = self.branch.row("excess below entropy", self.a, self.b, c * self.d * q)
        terms = times(1, line) + self.square(self.d, c / 2 * self.a * q * q)
        wanted = convex(ENTROPY, self.a, self.b) - self.a + self.b - c * self.t
        return wanted, terms + self.below_distance(c)

    def halves_above(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound F_entropy(a, s/2) + F_entropy(b, s/2) >= 1/2 T, with certificate terms."""
        r, half, terms = HALF * self.d * self.q, HALF * self.s, self.below_distance(HALF)
        none, more, _ = excess_rows((self.a, self.b), self.branch)
        for c, least in ((self.a, none), (self.b, more)):
            slopes = [self.branch.row("excess tangent", c, half, g) for g in (0, 1)]
            shifted = convex(EXCESS, c, half) - HALF * least.polynomial
            up, down = slopes if c == self.b else slopes[::-1]
            moved = self._by_sign(shifted, (times(1, up), -HALF), (times(1, down), -HALF))
            terms += times(1, self.branch.row("excess below entropy", c, half, r))
            terms += times(2 * self.q, none, moved) + times(2 * self.q, more, moved)
        return self.halves - HALF * self.t, terms

    def _by_sign(self, wanted: Polynomial, large: InCase, small: InCase) -> Fact:
        """Deduce a bound by le Cam's divergence, from terms where a > b and others where not."""
        positive, zero = self.branch.branches(self.a - self.b)
        for case, row, (terms, factor, *facts) in (
            (positive, "excess all", large),
            (zero, "excess none", small),
        ):
            value = case.row(row, self.a, self.b)
            case.conclude(wanted, terms + times(factor, *facts, value))
        return self.branch.split("by sign", positive, zero)

    def halves_below(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound F_entropy(a, s/2) + F_entropy(b, s/2) <= T, with certificate terms."""
        half, terms = HALF * self.s, self.above_quotient()
        for c in (self.a, self.b):
            terms += times(1, self.branch.row("entropy below square", c, half, 1))
            terms += times(2 * self.q, self.branch.row("square times", c, half))
        return self.t - self.halves, terms

    def square_above(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound F_square(a, b) - 2 a + b >= T, with certificate terms for it."""
        a, b, q = self.a, self.b, self.q
        terms = times(1, self.branch.row("square tangent", a, b, 1 + (a - b) * q))
        wanted = convex(SQUARE, a, b) - 2 * a + b - self.t
        return wanted, terms + self.square(a - b, a * q * q) + self.below_quotient()

    def root_above(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound a + b + 2 F_root(a, b) >= 1/2 T, with certificate terms by a square."""
        root = convex(ROOT, self.a, self.b)
        value = self.branch.row("root square", self.a, self.b)
        terms = self.square(self.s + 2 * root, HALF * self.q) + times(-2 * self.q, value)
        return self.s + 2 * root - HALF * self.t, terms + self.below_quotient(HALF)

    def root_below(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound a + b + 2 F_root(a, b) <= T, with certificate terms for it."""
        value = self.branch.row("root square", self.a, self.b)
        sign = self.branch.row("root above", self.a, self.b)
        line = self.branch.row("root tangent", self.a, self.b, 1, 1)
        terms = times(2 * self.q, sign, line) + times(4 * self.q, value) + self.above_quotient()
        return self.t - self.s - 2 * convex(ROOT, self.a, self.b), terms

    def excess_above(self) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound d >= T, with certificate terms by  d (s - d) >= 0."""
        none, more, most = excess_rows((self.a, self.b), self.branch)
        terms = times(2 * self.q, none, most) + times(2 * self.q, more, most)
        return self.d - self.t, terms + self.below_distance(Fraction(1))

    def excess_below(self, r: Polynomial) -> tuple[Polynomial, tuple[Term, ...]]:
        """The bound 2 r d <= T + r^2 s of a distance, with certificate terms for it."""
        none, more, _ = excess_rows((self.a, self.b), self.branch)
        x = convex(EXCESS, self.a, self.b)
        product = -x * (x - self.a + self.b)
        distance = self._by_sign(product, ((), Fraction(-1), none), ((), Fraction(-1), more))
        terms = self.square(self.d - r * self.s, self.q) + times(4 * self.q, distance)
        return self.t + r * r * self.s - 2 * r * self.d, terms + self.above_quotient()


BOUNDS: dict[str, tuple[Bound, ...]] = {
    "entropy": (_Positive.entropy_above,),
    "js": (_Positive.halves_above, _Positive.halves_below),
    "square": (_Positive.square_above,),
    "root": (_Positive.root_above, _Positive.root_below),
    "excess": (_Positive.excess_above,),
}
"""The bounds of each divergence by T."""
