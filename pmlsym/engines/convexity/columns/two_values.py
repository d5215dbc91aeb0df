"""Means of terms in a column that varies by a factor: bounds that two-valued columns attain.

With m <= A <= k m, as in column.py, and b = sum_w A over the column,

    square    (A - m)(k m - A) >= 0          gives  b sum w F(A, b) <= (k+1) m b - k m^2
              (2 k m - (k+1) b)^2 >= 0             4 k sum w F(A, b) <= (k+1)^2 b
    both      b F_square(A, b) <= A b + m (A - b) + (k-1) m F_excess(A, b), by (A - m)(A - b)
                                                   sum w F_square <= b + (k-1) sum w F_excess

and by the secant, where i is 0 or 1, as (k-1) m (A, i A + b) is a sum of multiples of its ends,

    (k-1) m F(A, i A + b)  <=  (A - m) F(k m, i k m + b) + (k m - A) F(m, i m + b)

    entropy   F(k m, b) = k F(m, b) + k m e,  b F(m, b) = -m F(b, m),  e = log k
                              (k-1) sum w F(A, b) <= e k (b - m) - (k-1) F(b, m)
    excess    (k-1) m sum w F(A, b) <= (b - m)(k m - b)
              (b - g m)^2 >= 0, k = g^2            (g+1) sum w F(A, b) <= (g-1) b
    root      F(k m, b) = g F(m, b), k = g^2 = h^4, and 2 h F(m, b) >= -(h^2 m + b)
                                                   (k-1) sum w F(A, b) <= -2 h (g-1) b

and for Le Cam's divergence, with D = (k m + b)(m + b), by (A - m)(k m - A) b^2 >= 0,

    D A^2 <= (A + b) (k m^2 (A - b) + (k+1) m b A),   A^2 >= (A + b) F_square(A, A + b)
                                     D sum w F_square(A, A + b) <= (k+1) m b^2
    (b - g m)^2 >= 0, k = g^2        (g+1)^2 sum w F_square(A, A + b) <= (k+1) b

All are divided by what may be zero (division.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, SQUARE, ConvexTerm, convex, log
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.columns.column import Column
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import averaged_letters, divided_fact
from pmlsym.engines.convexity.logarithms import bound_by_slope
from pmlsym.engines.convexity.occurrences import letters_of_entry
from pmlsym.engines.convexity.references import weights
from pmlsym.engines.convexity.squares import root_of_square, square_of_difference, square_root
from pmlsym.kernel.certificate import PLAIN, Arguments, Term, Use
from pmlsym.kernel.checker import expand

ZERO, HALF = constant(0), constant(Fraction(1, 2))


def offer_in_column(term: ConvexTerm, column: Column, deductions: Deductions) -> None:
    """Offer a search bounds of the mean of a term whose first argument is a column's entry."""
    names = letters_of_entry(column.entry, term.a)
    if names is None:
        return
    lower, upper = (use_of_fact(fact, names) for fact in (column.lower, column.upper))
    least, a = substitute(column.least, names), term.a
    bounds = _BOUNDS.get(term.function.name, ()) if len(a) == 1 else ()
    for slope, bound in bounds:
        for letter, weight in weights(a, term.b - slope * a):
            if letter == names.get(column.letter, column.letter):
                between = _Between(
                    term, slope, letter, weight, least, column.ratio, lower, upper, deductions
                )
                with suppress(NotDeduced):
                    bound(between)


@dataclass(frozen=True)
class _Between:
    """A term F(a, slope a + b) with  m <= a <= k m  and  b = sum w a  over a letter.

    The uses `lower` and `upper` say that a is between.
    """

    term: ConvexTerm
    slope: int
    letter: Index
    weight: Polynomial
    m: Polynomial
    k: Polynomial
    lower: Use
    upper: Use
    deductions: Deductions

    @property
    def b(self) -> Polynomial:
        """The mean of a column's entry a, by which deductions bound a convex term."""
        return self.term.b - self.slope * self.term.a

    def offer_square(self) -> None:
        """Offer a search the bound of squares, 4 k sum w F(a, b) <= (k + 1)^2 b, in a column."""
        m, k, b, aside = self.m, self.k, self.b, self.deductions.aside
        row = aside.row("square times", self.term.a, b)
        terms = self._mean(4 * k, row) + self._mean(4 * k, self.lower, self.upper)
        self._total_over(terms, square_of_difference((k + 1) * b, 2 * k * m, aside), b)

    def offer_square_below_excess(self) -> None:
        """Offer a search sum w F_square(a, b) <= b + (k - 1) sum w F_excess(a, b)."""
        deductions, a, b = self.deductions, self.term.a, self.b
        in_sight = {t for f in deductions.sequent.polynomials for t in f.tensors}
        if not in_sight.issuperset(convex(EXCESS, a, b).tensors):
            return
        aside = deductions.aside
        above = aside.row("square times", a, b)
        slopes = [aside.row("excess tangent", a, b, g) for g in (1, 0)]
        deductions.state("of the mean", self._mean(1, self.lower))
        more, size = aside.use_for(b - self.m), aside.use_for(self.k - 1)
        products = (
            (above,),
            (self.lower, slopes[0]),
            (self.upper, slopes[1]),
            (more, size, slopes[1]),
        )
        whole = aside.total("two values", [t for each in products for t in self._mean(1, *each)])
        divided_fact(whole, b, deductions, (slopes[1], deductions.facts[size.fact]))

    def offer_excess(self) -> None:
        """Offer a search (k - 1) sum w F(a, b) <= (g - 1)^2 b for an excess, where k = g^2."""
        m, k, b, aside = self.m, self.k, self.b, self.deductions.aside
        g = square_root(k)
        terms = self._secant()
        for end, shown, value in (
            (k * m, self.lower, "excess all"),
            (m, self.upper, "excess none"),
        ):
            terms += self._mean(-1, shown, aside.row(value, end, b))
        mean = self._total_over(terms, square_of_difference(b, g * m, aside), m)
        for over in self._other_letters():
            with suppress(NotDeduced):
                self._offer_sum_of_excesses(mean, over, g)

    def _offer_sum_of_excesses(self, mean: Fact, over: tuple[Index, ...], g: Polynomial) -> None:
        """Offer a search (g + 1) sum F <= g - 1  over outcomes too, for an excess in a column."""
        common, largest = self._common_part("excess above", 1, over)
        whole = self.deductions.aside.total("two values", times(1, mean), over=over)
        size = self.deductions.aside.use_for(g - 1)
        at_one = times(g + 1, common) + times(g + 1, largest) + times(1, size)
        wanted = g - 1 - (g + 1) * sum_over(self._mean_of_term(), *over)
        factor = (g + 1) ** 2 * sum_over(self.m, *over)
        self._quotient(g - 1, wanted, times(1, whole), at_one, factor, within=self.deductions)

    def offer_root(self) -> None:
        """Offer a search (k - 1) sum w F(a, b) <= -2 h (g - 1) b for a root, with k = h^4."""
        m, k, a, b, aside = self.m, self.k, self.term.a, self.b, self.deductions.aside
        g = square_root(k)
        h = square_root(g)
        sign, value = aside.row("root above", m, b), aside.row("root square", m, b)
        apart = aside.row("power of product", k, ONE, HALF, -1, m, b, ZERO, ZERO)
        of_ratio, sizes = root_of_square(k, ONE, aside), [aside.use_for(n - 1) for n in (g, k)]
        terms = self._secant() + self._mean(-1, self.lower, apart)
        terms += self._mean(1, self.lower, of_ratio, sign)
        line = aside.row("root tangent", m, b, ONE, h)
        terms += times(1, line, sign, sizes[0]) + times(2 * h * (g - 1), value)
        # where m is zero so is b, which is at most k m
        below = self._mean(1, aside.row("root above", a, b), sizes[1])
        below += self._mean(2 * h, self.upper, sizes[0])
        wanted = (1 - k) * self._mean_of_term() - 2 * h * (g - 1) * b
        mean = self._quotient(m, wanted, terms, below, 2 * h * k, sizes[0])
        for over in self._other_letters():
            with suppress(NotDeduced):
                self._offer_sum_of_roots(mean, over, g, h)

    def _offer_sum_of_roots(
        self, mean: Fact, over: tuple[Index, ...], g: Polynomial, h: Polynomial
    ) -> None:
        """Offer a search a bound of roots summed over outcomes: (g + 1) sum F <= -2 h."""
        aside, row = self.deductions.aside, "root above"
        common, largest = self._common_part(row, self.k, over)
        each = aside.row(row, self.term.a, self.b)
        sign = aside.total("below zero", self._mean(1, each), over=over)
        whole = aside.total("two values", times(1, mean), over=over)
        at_one = times(g + 1, common) + times(g + 1, largest)
        at_one += times(1, square_of_difference(h, ONE, aside))
        wanted = -(g + 1) * sum_over(self._mean_of_term(), *over) - 2 * h
        self._quotient(
            g - 1, wanted, times(1, whole), at_one, (g + 1) ** 2, sign, within=self.deductions
        )

    def _common_part(
        self, row: str, scale: Polynomial | int, over: tuple[Index, ...]
    ) -> tuple[Fact, Fact]:
        """Derive a multiple of the sum of F(a, b) <= F(m, m) + F(a - m, b - m) in a column.

        Also derive that the sum of  k m  is at least that of b.
        """
        m, term, aside = self.m, self.term, self.deductions.aside
        rest = (term.a - m, self.b - m)
        apart = aside.perspective("in common", term.function, (Arguments(m, m), Arguments(*rest)))
        terms = self._mean(scale, apart) + self._mean(scale, aside.row(row, *rest))
        return (
            aside.total("in common", terms, over=over),
            aside.total("the largest", self._mean(1, self.upper), over=over),
        )

    def _other_letters(self) -> Iterator[tuple[Index, ...]]:
        """The letters beside the column's over which a search may sum what is deduced of it."""
        yield from ((i,) for i in averaged_letters(self.term) if i != self.letter)

    def offer_le_cam(self) -> None:
        """Offer a search (g + 1)^2 sum w F_square(a, a + b) <= (k + 1) b,  where k = g^2."""
        m, k, a, b, aside = self.m, self.k, self.term.a, self.b, self.deductions.aside
        g, low, high = square_root(k), m + b, k * m + b
        d, c, each = low * high, (g + 1) * (g + 1), convex(SQUARE, a, a + b)
        above = aside.perspective("in common", SQUARE, (Arguments(a, a), Arguments(ZERO, b)))
        terms = times(d, aside.row("square times", a, a + b)) + times(b * b, self.lower, self.upper)
        wanted = k * m * m * (a - b) + (k + 1) * m * b * a - d * each
        fact = self._quotient(a + b, wanted, terms, times(d, above), d + k * m * m)
        terms = self._mean(c, fact) + times((k + 1) * b, square_of_difference(b, g * m, aside))
        wanted = (k + 1) * b - c * self._mean_of_term()
        below = self._mean(c * high, above)
        fact = self._quotient(low, high * wanted, terms, below, c * high)
        self._quotient(
            high, wanted, times(1, fact), self._mean(c, above), c, within=self.deductions
        )

    def offer_entropy(self) -> None:
        """Offer a search (k - 1) sum w F(a, b) <= e k (b - m) - (k - 1) F(b, m),  e = log k.

        With n = e k the tangent of F(b, m) turns the right side into  b (n - (k - 1)(1 + log n -
        log(k - 1))).
        """
        m, k, b, deductions = self.m, self.k, self.b, self.deductions
        aside, rate, of_rate = deductions.aside, *_known_logarithm(k, deductions)
        size, least, is_positive = aside.use_for(k - 1), aside.use_for(rate), aside.use_for(k, ">")
        terms = self._secant()
        below, above = (
            aside.total("of the mean", self._mean(1, side)) for side in (self.lower, self.upper)
        )
        positive, zero = deductions.branches(m)
        strict = positive.assumed
        positive.total("a mass", times(1, below) + times(1, strict), relation=">")
        positive.total("the largest", times(1, strict, is_positive), relation=">")
        values = [
            positive.row("entropy below power", p, q, 2, 1, p, 1, 1)
            for p, q in ((k * m, b), (m, b), (b, m))
        ]
        apart = positive.row("log of product", k, m)
        terms += times(1, below, values[0]) + times(1, above, values[1])
        terms += times(m, size, values[2])
        terms += times(-k * m, below, apart) + times(-k * m, below, of_rate)
        wanted = rate * k * (b - m) - (k - 1) * (convex(ENTROPY, b, m) + self._mean_of_term())
        positive.conclude(wanted, terms, strict)
        # where m is zero so is b, and each term is at most b F(1, 0)
        slope = aside.row("entropy tangent", ONE, ZERO, ONE, ONE)
        terms = times(1, size, bound_by_slope(b, m, aside)) + times(k, least, below)
        terms += self._mean(1, size, bound_by_slope(self.term.a, b, aside))
        terms += times(2, size, above, slope) + times(2, size, above)
        terms += times(2 * k, size, zero.assumed, slope) + times(2 * k, size, zero.assumed)
        zero.conclude(wanted, terms)
        mean = deductions.split("two values", positive, zero)
        tangent = aside.row("entropy tangent", b, m, rate * k, k - 1)
        deductions.total("two values", times(1, mean) + times(1, tangent))

    def _mean_of_term(self) -> Polynomial:
        """The mean of the convex term over the column's letter, which deductions bound."""
        term = self.term
        return sum_over(self.weight * convex(term.function, term.a, term.b), self.letter)

    def _quotient(
        self,
        divisor: Polynomial,
        wanted: Polynomial,
        terms: tuple[Term, ...],
        zero_terms: tuple[Term, ...],
        factor: Polynomial,
        *uses: Use | Fact,
        within: Deductions | None = None,
    ) -> Fact:
        """Deduce a bound from terms for it times a divisor, and others where that is zero.

        Where it is zero, the bound is the sum of these, of `factor` times minus the divisor, and of
        what is plain.
        """
        deductions = within or self.deductions.aside
        positive, zero = deductions.branches(divisor)
        positive.conclude(wanted, terms, positive.assumed)
        zero_terms += times(factor, zero.assumed, *uses)
        rest = wanted
        for term in zero_terms:
            rest = rest - expand(term, zero.facts)
        zero.conclude(wanted, zero_terms + times(rest))
        return deductions.split("divided", positive, zero)

    def _mean(self, c: Polynomial | int, *facts: Fact | Use) -> tuple[Term, ...]:
        """Terms of a certificate: a product of facts, times c and the weight, over the letter."""
        return times(c * self.weight, *facts, over=(self.letter,))

    def _total_over(self, terms: tuple[Term, ...], square: Fact, divisor: Polynomial) -> Fact:
        """Derive a column's bound, a sum of terms and a square, divided by what may be zero."""
        mean = self.deductions.aside.total("two values", terms + times(1, square))
        return divided_fact(mean, divisor, self.deductions, self._helping_facts())

    def _helping_facts(self) -> tuple[Fact, ...]:
        """The fact, helping deductions, that a column's mean is below its largest entry."""
        use = self.deductions.find_use(self.k * self.m - self.b)
        return () if use is None or use == PLAIN else (self.deductions.facts[use.fact],)

    def _secant(self) -> tuple[Term, ...]:
        """Terms of a certificate for the mean of a secant between a column's extreme entries."""
        m, k, term, aside = self.m, self.k, self.term, self.deductions.aside
        ends = ((term.a - m, self.lower, k * m), (k * m - term.a, self.upper, m))
        points = [(end, self.slope * end + self.b) for _, _, end in ends]
        for (_, shown, _), point in zip(ends, points, strict=True):
            self.deductions.state("of the mean", self._mean(1, shown))
            for argument in point:
                aside.state("at an end", times(argument, shown))
        parts = [
            Arguments(factor * end, factor * b)
            for (factor, _, _), (end, b) in zip(ends, points, strict=True)
        ]
        terms = self._mean(1, aside.perspective("a secant", term.function, parts))
        for (factor, _, _), (end, b) in zip(ends, points, strict=True):
            terms += self._mean(-1, aside.scale(term.function, factor, end, b))
        return terms + self._mean(1, aside.scale(term.function, (k - 1) * m, term.a, term.b))


_BOUNDS = {
    "square": (
        (0, _Between.offer_square_below_excess),
        (0, _Between.offer_square),
        (1, _Between.offer_le_cam),
    ),
    "entropy": ((0, _Between.offer_entropy),),
    "excess": ((0, _Between.offer_excess),),
    "root": ((0, _Between.offer_root),),
}
"""The bounds of each function, with the slope of its second argument in the first."""


def _known_logarithm(k: Polynomial, deductions: Deductions) -> tuple[Polynomial, Fact]:
    """The number that is the logarithm of k by a fact, and that fact, for deductions."""
    if k == ONE:
        raise NotDeduced("the entries of a column are one and the same")
    ((tensor, _),) = log(k).atoms()
    equality = deductions.equality_of(tensor)
    if equality is None:
        raise NotDeduced(f"the logarithm of {k} is not known")
    return log(k) - equality.polynomial, equality
