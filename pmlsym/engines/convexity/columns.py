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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.division import averaged_letters, divided, reduced
from pmlsym.engines.convexity.extreme_entries import extreme_entry
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.shown import is_plain


@dataclass(frozen=True)
class Column:
    """A tensor at letters, of which `letter` runs in a column, and what is known of its ratio.

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
                column = _with_least(fact, entry, letter, other, ratio, deductions)
                if column is not None:
                    yield column


def of_column(term: ConvexTerm, column: Column, deductions: Deductions) -> Iterator[Fact]:
    """Bounds of the mean of a term whose first argument is the entry of a column."""
    names = _letters_at(column.entry, term.a)
    if names is None or term.function.name not in ("square", "excess"):
        return
    placed = _Placed(term, substitute(column.least, names), column.ratio, column, names, deductions)
    for letter, weight in weights(term):
        if letter == names.get(column.letter, column.letter):
            mean = placed.squared if term.function.name == "square" else placed.exceeded
            if term.function.name == "square" and _is_beside_excess(term, deductions):
                both = placed.compared(letter, weight)
                if both is not None:
                    yield both
            found = mean(letter, weight)
            if found is None:
                continue
            yield found
            for other in averaged_letters(term) if term.function.name == "excess" else ():
                if other != letter:
                    use = (_at_own(found),)
                    whole = deductions.total("two values", (Term(Fraction(1), use, (other,)),))
                    if whole is not None:
                        size = column.ratio - 1
                        yield reduced(whole, size, deductions.about(whole), deductions)


@dataclass(frozen=True)
class _Placed:
    """A term F(a, b) with  m <= a <= k m  at its letters."""

    term: ConvexTerm
    m: Polynomial
    k: Polynomial
    column: Column
    names: dict[Index, Index]
    deductions: Deductions

    def use(self, fact: Fact) -> Use:
        return Use(fact.name, tuple(self.names.get(i, i) for i in fact.indices))

    def squared(self, letter: Index, weight: Polynomial) -> Fact | None:
        """4 k sum w F(a, b) <= (k + 1)^2 b."""
        own, m, k, b = self.deductions, self.m, self.k, self.term.b
        row = own.row("square times", self.term.a, b)
        square = _square((k + 1) * b, 2 * k * m, own)
        if row is None or square is None:
            return None
        own.hide(row, square)
        between = (self.use(self.column.lower), self.use(self.column.upper))
        terms = (
            *expanded(4 * k * weight, _at_own(row)),
            *expanded(4 * k * weight, *between),
        )
        return self._divided("two values", _over(letter, terms), square, b)

    def compared(self, letter: Index, weight: Polynomial) -> Fact | None:
        """sum w F_square(a, b) <= b + (k - 1) sum w F_excess(a, b)."""
        own, m, k, a, b = self.deductions, self.m, self.k, self.term.a, self.term.b
        above = own.row("square times", a, b)
        slopes = [own.row("excess tangent", a, b, g) for g in (ONE, 0 * ONE)]
        lower = self.use(self.column.lower)
        mean = own.total("of the mean", _over(letter, expanded(weight, lower)))
        more, size = own.show(b - m), own.show(k - 1)
        own.hide(above, *slopes, mean)
        if above is None or slopes[0] is None or slopes[1] is None or not (more and size):
            return None
        factors = (
            (_at_own(above),),
            (lower, _at_own(slopes[0])),
            (self.use(self.column.upper), _at_own(slopes[1])),
            (more, size, _at_own(slopes[1])),
        )
        terms = (_over(letter, expanded(weight, *uses)) for uses in factors)
        whole = own.total("two values", (term for group in terms for term in group))
        own.hide(whole)
        return None if whole is None else divided(whole, b, own, (slopes[1], own.facts[size.fact]))

    def exceeded(self, letter: Index, weight: Polynomial) -> Fact | None:
        """(k - 1) sum w F(a, b) <= (g - 1)^2 b,  where k = g^2."""
        own, m, k, b = self.deductions, self.m, self.k, self.term.b
        for side in (self.column.lower, self.column.upper):
            own.hide(own.total("of the mean", _over(letter, expanded(weight, self.use(side)))))
        g, secant = _root(k), self._secant()
        square = None if g is None or secant is None else _square(b, g * m, own)
        if secant is None or square is None:
            return None
        own.hide(secant, square)
        terms = expanded(weight, _at_own(secant))
        return self._divided("two values", _over(letter, terms), square, m)

    def _secant(self) -> Fact | None:
        """(k-1) m F(a, b) <= (a - m) F(k m, b) + (k m - a) F(m, b),  with the values of excess."""
        own, m, k, a, b = self.deductions, self.m, self.k, self.term.a, self.term.b
        f, size = self.term.function, (k - 1) * m
        lower, upper = self.column.lower, self.column.upper
        ends = ((a - m, lower, k * m), (k * m - a, upper, m))
        for _, fact, end in ends:
            for argument in (end, b):
                own.hide(own.total("at an end", expanded(argument, self.use(fact))))
        parts = [Arguments(factor * end, factor * b) for factor, _, end in ends]
        whole = own.perspective("a secant", f, parts)
        scaled = [own.scale(f, factor, end, b) for factor, _, end in ends]
        scaled.append(own.scale(f, size, a, b))
        values = [own.row("excess all", k * m, b), own.row("excess none", m, b)]
        own.hide(whole, *scaled, *values)
        if whole is None or any(fact is None for fact in (*scaled, *values)):
            return None
        terms = [Term(Fraction(1), (_at_own(whole),))]
        for scale, sign in zip(scaled, (-1, -1, 1), strict=True):
            assert scale is not None
            terms.append(Term(Fraction(sign), (_at_own(scale),)))
        for row, (_, shown, _) in zip(values, ends, strict=True):
            assert row is not None
            terms.append(Term(Fraction(-1), (self.use(shown), _at_own(row))))
        return own.total("a secant", terms)

    def _divided(
        self, name: str, terms: Iterable[Term], square: Fact, divisor: Polynomial
    ) -> Fact | None:
        """The sum of terms and a square, divided by what may be zero."""
        own = self.deductions
        mean = own.total(name, (*terms, Term(Fraction(1), (_at_own(square),))))
        own.hide(mean)
        use = own.show(self.k * self.m - self.term.b)
        helping = () if use is None or use == PLAIN else (own.facts[use.fact],)
        return None if mean is None else divided(mean, divisor, own, helping)


def _is_beside_excess(term: ConvexTerm, deductions: Deductions) -> bool:
    """Whether the sequent speaks of the excess of the same arguments."""
    other = convex(EXCESS, term.a, term.b)
    return set(other.tensors) <= {t for f in deductions.sequent.polynomials for t in f.tensors}


def _with_least(
    fact: Fact,
    entry: Polynomial,
    letter: Index,
    other: Index,
    ratio: Polynomial,
    deductions: Deductions,
) -> Column | None:
    """The column with its smallest entry, chosen and defined."""
    least = extreme_entry(entry, letter, deductions, largest=False)
    if least is None:
        return None
    upper = least.attained("below its multiple", fact, ratio, other, deductions)
    deductions.hide(upper)
    if upper is None:
        return None
    return Column(entry, letter, least.name, ratio, least.bound, upper, fact)


def _square(u: Polynomial, v: Polynomial, deductions: Deductions) -> Fact | None:
    """(u - v)^2 >= 0, for u >= 0."""
    tangent = deductions.row("square tangent", u, ONE, v)
    times = deductions.row("square times", u, ONE)
    deductions.hide(tangent, times)
    if tangent is None or times is None:
        return None
    return deductions.total(
        "a square", (Term(Fraction(1), (_at_own(f),)) for f in (tangent, times))
    )


def _root(polynomial: Polynomial) -> Polynomial | None:
    """The square root of a monomial that is a square."""
    if len(polynomial) != 1:
        return None
    ((monomial, c),) = polynomial.terms.items()
    half, c = monomial[::2], Fraction(c)
    top, bottom = isqrt(c.numerator), isqrt(c.denominator)
    if half != monomial[1::2] or (top * top, bottom * bottom) != (c.numerator, c.denominator):
        return None
    return Polynomial({half: Fraction(top, bottom)})


def _letters_at(entry: Polynomial, a: Polynomial) -> dict[Index, Index] | None:
    """The letters at which an entry is an argument."""
    mine, yours = list(entry.atoms()), list(a.atoms())
    if len(yours) != 1 or mine[0][0] != yours[0][0] or len(a) != 1:
        return None
    names = dict(zip(mine[0][1], yours[0][1], strict=True))
    return names if a == substitute(entry, names) else None


def _over(letter: Index, terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(Term(t.coefficient, t.uses, (*t.summed, letter)) for t in terms)


def _at_own(fact: Fact) -> Use:
    return Use(fact.name, fact.indices)
