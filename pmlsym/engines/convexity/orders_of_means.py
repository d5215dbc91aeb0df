"""Means of powers of different orders above 1, near and far, with p = near - 1 and q = far - 1:

    L <= sum_x w F_near(W, L)     sum_x w F_far(W, M) <= M     m = sum_x w W
    hence  p far F_entropy(L, M) + (q - p) F_entropy(L, m) <= 0           for each outcome y,

that is L^(q near) <= M^(p far) m^(q - p). It is the row of the table that compares two powers, at
the references L and M, times w and summed. Where m = 0 so is L, since L <= m F_near(1, L). By the
sums, and tangents at numbers u and t with q near log u = p far log t:  sum L <= u where sum M <= t.
So Sibson's information rises with its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import ENTROPY, convex, log
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.entropy_of_means import above_mean, mean_of, row_within, weighed
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.powers import logarithms_apart, order_of, sign_of_power
from pmlsym.kernel.certificate import Arguments, Combine, ConvexRow, Split, Term, Use
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)
UNIT = Fraction(1)


@dataclass(frozen=True)
class _Pair:
    """Two means of the same powers, of orders near and far, and facts of them."""

    lower: Mean
    upper: Mean
    near: Fraction
    far: Fraction

    @property
    def p(self) -> Fraction:
        """The order near, less one."""
        return self.near - 1

    @property
    def q(self) -> Fraction:
        """The order far, less one."""
        return self.far - 1

    @property
    def m(self) -> Polynomial:
        """The mean of what the powers are of."""
        return mean_of(self.upper)

    @property
    def wanted(self) -> Polynomial:
        """What is to be nonnegative."""
        low, high = self.lower.value, self.upper.value
        between = (self.q - self.p) * convex(ENTROPY, low, self.m)
        return -self.p * self.far * convex(ENTROPY, low, high) - between

    @property
    def gap(self) -> Polynomial:
        """X >= 0, which is what is to be shown of logarithms where all is positive."""
        low, high = log(self.lower.value), log(self.upper.value)
        rest = (self.q - self.p) * log(self.m)
        return self.p * self.far * high - self.q * self.near * low + rest


def means_in_order(deductions: Deductions) -> Iterator[Fact]:
    """Offer the comparison of each two means of different orders, outcome by outcome."""
    means = [mean for fact in deductions.sequent.facts for mean in means_of(fact)]
    for lower, upper in product(means, means):
        near, far = order_of(lower.each.function), order_of(upper.each.function)
        if lower.sign > 0 or upper.sign < 0 or near is None or far is None or not 1 < near < far:
            continue
        if (lower.each.a, lower.weight) != (upper.each.a, upper.weight):
            continue
        pair = _Pair(lower, upper, near, far)
        found = _compared(pair, deductions)
        if found is not None:
            yield found
            yield from _summed(pair, found, deductions)


def _summed(pair: _Pair, found: Fact, deductions: Deductions) -> Iterator[Fact]:
    """The sum over outcomes, and  sum L <= u  at the numbers of the goal and the facts."""
    low, high, letters = pair.lower.value, pair.upper.value, found.indices
    sums = [
        deductions.perspective("a sum of means", ENTROPY, (Arguments(low, b, letters),))
        for b in (high, pair.m)
    ]
    whole, above = sum_over(low, *letters), sum_over(high, *letters)
    numbers = _single(deductions.sequent.goal + whole)
    for fact, u in product(deductions.sequent.facts, numbers):
        for t in _single(fact.polynomial + above) if fact.relation == ">=" else ():
            first = deductions.row("entropy tangent", whole, above, u, t)
            second = deductions.row("entropy tangent", whole, ONE, u, ONE)
            if None in (first, second, *sums):
                continue
            c, d = pair.p * pair.far, pair.q - pair.p
            terms = _times(t, UNIT, found, letters)
            for k, each in ((c, sums[0]), (d, sums[1]), (d, second)):
                terms += _times(t, k, each) if each is not None else []
            terms += [*_times(ONE, c, first), *_times(u, c, fact)]
            for k, number in ((c + d, u), (-c, t)):
                for log_ in logarithms_apart(number, deductions):
                    terms += _times(t * low, k, log_, letters)
            bound = deductions.total("means against numbers", terms, t)
            if bound is not None:
                yield bound


def _single(polynomial: Polynomial) -> tuple[Polynomial, ...]:
    """The polynomial, if it is a product of numbers."""
    plain = len(polynomial) == 1 and not polynomial.free and 1 in polynomial.terms.values()
    return (polynomial,) if plain and not any(at for _, at in polynomial.atoms()) else ()


def _times(
    number: Polynomial, c: Fraction, fact: Fact | None, over: tuple[Index, ...] = ()
) -> list[Term]:
    """A fact times c and a number, summed over letters."""
    assert fact is not None
    terms = expanded(number, Use(fact.name, fact.indices))
    return [Term(c * t.coefficient, t.uses, (*t.summed, *over)) for t in terms]


def _compared(pair: _Pair, deductions: Deductions) -> Fact | None:
    """The comparison, by splits at m and at L."""
    m, low, high = pair.m, pair.lower.value, pair.upper.value
    letters = tuple(i for i in pair.wanted.free if i not in deductions.constants)
    if set(pair.wanted.free) != set(letters) or not is_plain(m, ">="):
        return None
    name = f"{low} and {m}"
    of_m, of_low, of_high = (Use(f"{name}: {k}") for k in ("the mean", "the lower", "the upper"))
    least = above_mean(pair.upper, pair.far, deductions)
    zero = _none_where_mean_is(pair, of_m, Fact(of_low.fact, -low), deductions)
    nothing = _nothing(pair, of_low, deductions)
    rows = _rows(pair, name, {m: of_m, low: of_low, high: of_high})
    if least is None or zero is None or nothing is None or rows is None:
        return None
    deductions.hide(least)
    above = (Term(UNIT, (Use(least.name, least.indices),)), Term(UNIT, (of_m,)))
    gap = _gap(pair, name, rows[0].statement, (of_m, of_high, of_low))
    terms = (
        Term(pair.p * pair.far, (Use(rows[1].statement.name),)),
        Term(pair.q - pair.p, (Use(rows[2].statement.name),)),
        Term(UNIT, (of_low, Use(gap.statement.name))),
    )
    last = Combine(Fact(f"{name}: compared", pair.wanted), terms)
    positive = (Combine(Fact(of_high.fact, high, (), ">"), above), *rows, gap, last)
    within = Fact(f"{name}: within", pair.wanted)
    inner = Split(within, of_low.fact, low, positive, (nothing,))
    statement = Fact("means in order", pair.wanted, letters)
    return deductions.add(Split(statement, of_m.fact, m, (inner,), (zero, nothing)))


def _none_where_mean_is(
    pair: _Pair, case: Use, wanted: Fact, deductions: Deductions
) -> Combine | None:
    """-L >= 0 where -m >= 0, since L <= m F_near(1, L) as W <= 1."""
    each, low = pair.lower.each, pair.lower.value
    parts = (Arguments(each.a, each.a * low), Arguments(ZERO, low - each.a * low))
    chord = deductions.perspective("at most one", each.function, parts)
    unit = next((t.term for t in terms_in(convex(each.function, ONE, low)) if t.term), None)
    signed = sign_of_power(unit, pair.near, deductions) if unit is not None else None
    if chord is None or signed is None:
        return None
    deductions.hide(chord, signed)
    terms = [
        Term(UNIT, (Use(pair.lower.fact.name, pair.lower.fact.indices),)),
        Term(UNIT, (case, Use(signed.name, low.free))),
    ]
    terms += weighed(pair.lower, chord, UNIT)
    return Combine(wanted, tuple(terms))


def _nothing(pair: _Pair, case: Use, deductions: Deductions) -> Combine | None:
    """What is wanted where -L >= 0: each F(L, b) is at most L F(1, 0)."""
    low = pair.lower.value
    slope = deductions.row("entropy tangent", ONE, ZERO, ONE, ONE)
    terms, whole = [], pair.q * pair.near
    for c, b in ((pair.p * pair.far, pair.upper.value), (pair.q - pair.p, pair.m)):
        parts = (Arguments(low, ZERO), Arguments(ZERO, b))
        above = deductions.perspective("over nothing", ENTROPY, parts)
        deductions.hide(above)
        if above is None:
            return None
        terms.append(Term(c, (Use(above.name, above.indices),)))
    if slope is None:
        return None
    deductions.hide(slope)
    terms += [Term(whole, (case, Use(slope.name))), Term(whole, (case,))]
    return Combine(Fact(f"{case.fact}: nothing", pair.wanted), tuple(terms))


def _rows(
    pair: _Pair, name: str, shown: dict[Polynomial, Use]
) -> tuple[ConvexRow, ConvexRow, ConvexRow] | None:
    """The powers compared, and F(L, b) <= L (log L - log b) at M and m."""
    a, m, low, high = pair.lower.each.a, pair.m, pair.lower.value, pair.upper.value
    orders = (pair.near, 1, pair.far)
    found = (
        row_within("power below power", name, (a, low), (*orders, high, m, high, low), shown),
        *(
            row_within("entropy below power", f"{name}: {b}", (low, b), (2, 1, low, 1, 1), shown)
            for b in (high, m)
        ),
    )
    first, second, third = found
    return (first, second, third) if first and second and third else None


def _gap(pair: _Pair, name: str, row: Fact, uses: tuple[Use, Use, Use]) -> Split:
    """X >= 0, times m M L: the row's mean, where X > 0 is not known."""
    of_m, of_high, of_low = uses
    lower, upper = (Use(x.fact.name, x.fact.indices) for x in (pair.lower, pair.upper))
    case = Use(f"{name}: the gap")
    wanted = Fact(f"{name}: logarithms", pair.gap)
    terms = (
        *weighed(pair.lower, row, UNIT),
        Term(pair.p, (of_m, of_low, upper)),
        Term(pair.q, (of_m, of_high, lower)),
        Term(UNIT, (case, of_m, of_high, lower)),
    )
    derived = Combine(wanted, terms, (of_m, of_high, of_low))
    known = Combine(wanted, (Term(UNIT, (case,)),))
    return Split(wanted, case.fact, pair.gap, (known,), (derived,))
