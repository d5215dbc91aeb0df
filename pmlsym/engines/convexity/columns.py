"""Informations of a channel whose columns vary by a factor: bounds that two-valued columns attain.

From  k A(x',y) - A(x,y) >= 0  for all x, x', local differential privacy with k = exp(eps), the
smallest entry of a column is m(y) = A(x0(y),y), and  m <= A <= k m.  With b = sum_x w A:

    square    (A - m)(k m - A) >= 0          gives  b sum w F(A, b) <= (k+1) m b - k m^2
              (2 k m - (k+1) b)^2 >= 0             4 k sum w F(A, b) <= (k+1)^2 b
    excess    (k-1) m (A, b) is  (A-m)(k m, b) + (k m - A)(m, b),  so that
              (k-1) m sum w F(A, b) <= (b - m)(k m - b)
              (b - g m)^2 >= 0, k = g^2            (g+1) sum w F(A, b) <= (g-1) b
    both      b F_square(A, b) <= A b + m (A - b) + (k-1) m F_excess(A, b), by (A - m)(A - b)
                                                   sum w F_square <= b + (k-1) sum w F_excess

All are divided by b and m, which may be zero (division.py). Squares are nonnegative by two lines
of the table:  u^2 >= F_square(u, 1) >= 2 v u - v^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import averaged_letters, divided_fact, reduced_fact
from pmlsym.engines.convexity.extreme_entries import extreme_entry
from pmlsym.engines.convexity.occurrences import letters_of_entry
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.shown import is_plain


@dataclass(frozen=True)
class Column:
    """A tensor at letters, where `letter` runs in a column, and the known ratio of its entries.

    `least` is below all entries; ratio times least is above them, as follows from `pairs` and
    says no less.
    """

    entry: Polynomial
    letter: Index
    least: Polynomial
    ratio: Polynomial
    lower: Fact
    upper: Fact
    pairs: Fact


def columns(deductions: Deductions) -> Iterator[Column]:
    """The tensors whose columns vary by a factor, as facts say, with a new smallest entry."""
    for fact in deductions.plain_facts:
        if fact.relation == "==" or len(fact.polynomial) != 2:
            continue
        (one, c), (two, d) = sorted(fact.polynomial.terms.items(), key=lambda item: -item[1])
        entry = Polynomial({two: -d})
        if d != -1 or len(two) != 1 or len(two[0]) != 1 or not set(entry.free) <= {*fact.indices}:
            continue
        for letter, other in product(fact.indices, fact.indices):
            if letter == other or letter.alphabet != other.alphabet or other in entry.free:
                continue
            ratio = quotient(Polynomial({one: c}), substitute(entry, {letter: other}))
            if ratio is not None and is_plain(ratio, ">=") and not ratio.free:
                with suppress(NotDeduced):
                    least = extreme_entry(entry, letter, deductions, largest=False)
                    upper = least.attained(
                        "below its multiple", fact, ratio, other, deductions.aside
                    )
                    yield Column(entry, letter, least.name, ratio, least.bound, upper, fact)


def offer_in_column(term: ConvexTerm, column: Column, deductions: Deductions) -> None:
    """Offer bounds of the mean of a term whose first argument is the entry of a column."""
    names = letters_of_entry(column.entry, term.a)
    if names is None or term.function.name not in ("square", "excess"):
        return
    lower, upper = (
        Use(f.name, tuple(names.get(i, i) for i in f.indices)) for f in (column.lower, column.upper)
    )
    least = substitute(column.least, names)
    between = _Between(term, least, column.ratio, lower, upper, deductions)
    for letter, weight in weights(term.a, term.b):
        if letter != names.get(column.letter, column.letter):
            continue
        with suppress(NotDeduced):
            if term.function.name == "square":
                between.offer_square_below_excess(letter, weight)
        with suppress(NotDeduced):
            if term.function.name == "square":
                between.offer_square(letter, weight)
            else:
                between.offer_excess(letter, weight)


@dataclass(frozen=True)
class _Between:
    """A term F(a, b) with  m <= a <= k m,  which the uses `lower` and `upper` say."""

    term: ConvexTerm
    m: Polynomial
    k: Polynomial
    lower: Use
    upper: Use
    deductions: Deductions

    def offer_square(self, letter: Index, weight: Polynomial) -> None:
        """4 k sum w F(a, b) <= (k + 1)^2 b."""
        m, k, b, aside = self.m, self.k, self.term.b, self.deductions.aside
        row = aside.row("square times", self.term.a, b)
        square = square_of_difference((k + 1) * b, 2 * k * m, aside)
        terms = times(4 * k * weight, row, over=(letter,))
        terms += times(4 * k * weight, self.lower, self.upper, over=(letter,))
        self._divided(terms, square, b)

    def offer_square_below_excess(self, letter: Index, weight: Polynomial) -> None:
        """sum w F_square(a, b) <= b + (k - 1) sum w F_excess(a, b), where excess is in sight."""
        deductions, a, b = self.deductions, self.term.a, self.term.b
        in_sight = {t for f in deductions.sequent.polynomials for t in f.tensors}
        if not in_sight.issuperset(convex(EXCESS, a, b).tensors):
            return
        aside = deductions.aside
        above = aside.row("square times", a, b)
        slopes = [aside.row("excess tangent", a, b, g) for g in (1, 0)]
        deductions.state("of the mean", times(weight, self.lower, over=(letter,)))
        more, size = aside.use_for(b - self.m), aside.use_for(self.k - 1)
        products = (
            (above,),
            (self.lower, slopes[0]),
            (self.upper, slopes[1]),
            (more, size, slopes[1]),
        )
        whole = aside.total(
            "two values", [t for each in products for t in times(weight, *each, over=(letter,))]
        )
        divided_fact(whole, b, deductions, (slopes[1], deductions.facts[size.fact]))

    def offer_excess(self, letter: Index, weight: Polynomial) -> None:
        """(k - 1) sum w F(a, b) <= (g - 1)^2 b,  where k = g^2; and its sum over other letters."""
        m, k, b, deductions = self.m, self.k, self.term.b, self.deductions
        for side in (self.lower, self.upper):
            deductions.state("of the mean", times(weight, side, over=(letter,)))
        secant = self._secant()
        square = square_of_difference(b, square_root(k) * m, deductions.aside)
        mean = self._divided(times(weight, secant, over=(letter,)), square, m)
        for other in averaged_letters(self.term):
            if other != letter:
                with suppress(NotDeduced):
                    whole = deductions.total("two values", times(1, mean, over=(other,)))
                    reduced_fact(whole, k - 1, deductions.offered_about(whole), deductions)

    def _secant(self) -> Fact:
        """(k-1) m F(a, b) <= (a - m) F(k m, b) + (k m - a) F(m, b),  with the values of excess."""
        m, k, a, b, aside = self.m, self.k, self.term.a, self.term.b, self.deductions.aside
        ends = ((a - m, self.lower, k * m, "excess all"), (k * m - a, self.upper, m, "excess none"))
        for _, shown, end, _ in ends:
            for argument in (end, b):
                aside.state("at an end", times(argument, shown))
        parts = [Arguments(factor * end, factor * b) for factor, _, end, _ in ends]
        terms = times(1, aside.perspective("a secant", EXCESS, parts))
        for factor, _, end, _ in ends:
            terms += times(-1, aside.scale(EXCESS, factor, end, b))
        terms += times(1, aside.scale(EXCESS, (k - 1) * m, a, b))
        for _, shown, end, value in ends:
            terms += times(-1, shown, aside.row(value, end, b))
        return aside.total("a secant", terms)

    def _divided(self, terms: tuple[Term, ...], square: Fact, divisor: Polynomial) -> Fact:
        """The sum of terms and a square, divided by what may be zero."""
        deductions = self.deductions
        mean = deductions.aside.total("two values", terms + times(1, square))
        use = deductions.find_use(self.k * self.m - self.term.b)
        helping = () if use is None or use == PLAIN else (deductions.facts[use.fact],)
        return divided_fact(mean, divisor, deductions, helping)


def square_of_difference(u: Polynomial, v: Polynomial, deductions: Deductions) -> Fact:
    """(u - v)^2 >= 0, for u >= 0."""
    tangent = deductions.row("square tangent", u, ONE, v)
    product = deductions.row("square times", u, ONE)
    return deductions.total("a square", times(1, tangent) + times(1, product))


def square_root(polynomial: Polynomial) -> Polynomial:
    """The square root of a monomial that is a square. Raises NotDeduced for any other."""
    ((monomial, c), *others) = polynomial.terms.items()
    half, c = monomial[::2], Fraction(c)
    top, bottom = isqrt(c.numerator), isqrt(c.denominator)
    is_square = half == monomial[1::2] and (top * top, bottom * bottom) == c.as_integer_ratio()
    if others or not is_square:
        raise NotDeduced(f"{polynomial} is not the square of a monomial")
    return Polynomial({half: Fraction(top, bottom)})
