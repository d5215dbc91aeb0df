"""Mutual information against means of powers: for each outcome y, of every order but 1,

    (order - 1) sum_x w F_entropy(W, q)  +  order F_entropy(q, M)  <=  0        q = sum_x w W

where  sum_x w F_order(W, M) <= M,  below order 1 at least -M, and M is positive where q is. It is
the row of the table that compares entropy with a power, at the references q and M, times w and
summed. Where q = 0 every term is at most q F_entropy(1, 0), and at least its tangent. So mi(P, W)
is at most Sibson's information of every order above 1, and at least that of every order below, by
F(1, sum M) <= sum F(q, M).

Means of powers of different orders above 1, near and far, with p = near - 1 and q = far - 1:

    L <= sum_x w F_near(W, L)     sum_x w F_far(W, M) <= M     m = sum_x w W
    hence  p far F_entropy(L, M) + (q - p) F_entropy(L, m) <= 0           for each outcome y,

that is L^(q near) <= M^(p far) m^(q - p). It is the row of the table that compares two powers, at
the references L and M, times w and summed. Where m = 0 so is L, since L <= m F_near(1, L). By the
sums, and tangents at numbers u and t with q near log u = p far log t:  sum L <= u where sum M <= t.
So Sibson's information rises with its order.

Where M is above all W instead, that is with far = inf, the same divided by q holds in the limit:

    p F_entropy(L, M) + F_entropy(L, m) <= 0        L^near <= M^p m

since  M F_near(W, L) <= W F_near(M, L)  gives  M L <= m F_near(M, L). So Sibson's information is at
most maxleak.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from pmlsym.calculus.convex_term import ENTROPY, convex, log
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times, times_terms
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.logarithms import bound_by_slope
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.orders.powers import (
    factor_and_uses,
    is_positive,
    log_of_product,
    order_of,
    positive_product,
    rational_of,
    sign_at_letters,
    sign_of_power,
    tangent_at_one,
    terms_of_logarithms,
)
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)


def offer_entropy_beside_means(deductions: Deductions) -> Iterator[Fact]:
    """Offer a search the entropy bound of each power mean that a fact bounds, and its sum.

    They are offered where entropies are in sight, or lead from a mean below order 1 to what is
    above. The result says that distances of letters from one are positive, which the goal may be
    multiplied with.
    """
    terms = (tensor.term for tensor in deductions.sequent.tensors)
    in_sight = any(term and term.function == ENTROPY and term.letters for term in terms)
    below, above = (
        [mean for fact in deductions.sequent.facts for mean in means_of(fact, unit)]
        for unit in (-1, 1)
    )
    below = [mean for mean in below if mean.sign < 0]
    for mean in (*below, *(mean for mean in above if mean.sign > 0)) if in_sight or below else ():
        order, unit = order_of(mean.each.function), mean.unit
        if order is not None and is_positive(unit * (order - 1), deductions):
            with suppress(NotDeduced):
                bound = _offer_bound(mean, order, deductions)
                parts = (Arguments(mean.inner, mean.value, bound.indices),)
                deductions.perspective("a sum of means", ENTROPY, parts)
                for use in factor_and_uses(unit * (order - 1), deductions)[1]:
                    yield deductions.facts[use.fact]


def _offer_bound(mean: Mean, order: Polynomial, deductions: Deductions) -> Fact:
    """Offer a search the bound of entropies by a power mean, by a split at the mass q."""
    a, m, q, over = mean.each.a, mean.value, mean.inner, mean.each.summed
    declared = deductions.aside.use_for(m, ">") if is_plain(m, ">") else None
    if declared is None and mean.unit > 0:
        least = _multiple_above_mean(mean, order, deductions.aside)
    elif declared is None:
        least = _known_multiple_above(mean, deductions)
    are_single = {*q.free} & deductions.constants or {*mean.fact.indices} - {*q.free}
    if are_single or not (is_plain(a, ">=") and is_plain(q, ">=")):
        raise NotDeduced(f"{q} is not a mass at all letters of {mean.fact.name}")
    entropy = sum_over(mean.weight * convex(ENTROPY, a, q), *over)
    wanted = -(order - 1) * entropy - order * convex(ENTROPY, q, m)
    positive, zero = deductions.branches(q)
    if declared is None:
        strict = _positive_number(least, m, positive)
    else:
        strict = positive.total("a positive number", times(1, declared), relation=">")
    first = positive.row("entropy below power", a, q, order, mean.unit, m, q, m)
    second = positive.row("entropy below power", q, m, 2, 1, q, 1, 1)
    terms = mean.times(1, first) + times(1, mean.fact, positive.assumed)
    positive.conclude(wanted, terms + times(order, second, strict), strict)
    # where q is zero all terms are at most q F(1, 0), and at least  a - q
    c, uses = factor_and_uses(mean.unit * (order - 1), deductions)
    terms = times(order, bound_by_slope(q, m, deductions))
    terms += _terms_of_zero(order, zero.assumed, deductions)
    if mean.unit > 0:
        terms += mean.times(c, bound_by_slope(a, q, deductions), *uses)
        terms += _terms_of_zero(c, zero.assumed, deductions, *uses)
    else:
        tangent = deductions.aside.row("entropy tangent", a, q, ONE, ONE)
        terms += mean.times(c, tangent, *uses) + mean.times(c, zero.assumed, *uses)
        terms += times(c * q, *uses)
    zero.conclude(wanted, terms)
    return deductions.split("entropy below a mean of powers", positive, zero)


def _known_multiple_above(mean: Mean, deductions: Deductions) -> Fact:
    """The fact that a multiple of the power mean M is at least q, for deductions."""
    for fact in deductions.plain_facts:
        multiple = quotient(fact.polynomial + mean.inner, mean.value)
        if multiple is not None and fact.relation == ">=" and is_plain(multiple, ">"):
            return fact
    raise NotDeduced(f"{mean.value} is not known to be positive where {mean.inner} is")


def _number_above_mean(mean: Mean, order: Polynomial, deductions: Deductions) -> Fact:
    """Deduce M >= q of a power mean, since F_order(a, M) >= order a - (order - 1) M."""
    a, m = mean.each.a, mean.value
    terms = times(1, mean.fact) + mean.times(1, tangent_at_one(a, m, order, deductions.aside))
    least = _divided_total("a mean below", terms, order, deductions)
    if least.polynomial != m - mean.inner:
        raise NotDeduced("the mean is of another weight")
    return least


def _multiple_above_mean(mean: Mean, order: Polynomial, deductions: Deductions) -> Fact:
    """Deduce that a power mean M, or |X| M, is at least the sum of its arguments.

    For |X| M it follows from  M >= F_order(a, M) >= order a - (order - 1) M  for each a.
    """
    with suppress(NotDeduced):
        return _number_above_mean(mean, order, deductions)
    a, m, aside = mean.each.a, mean.value, deductions.aside
    if mean.weight != ONE or len(mean.each.summed) != 1:
        raise NotDeduced("the mean has weights that are not one in all, or several letters")
    (letter,), by = mean.each.summed, Index(mean.each.summed[0].alphabet, "other~")
    of_other = sign_at_letters(mean.each.function, substitute(a, {letter: by}), m, order, aside)
    terms = times(1, mean.fact) + times(1, apart_use(by, letter), of_other, over=(by,))
    terms += times(1, tangent_at_one(a, m, order, aside))
    each = _divided_total("above each", terms, order, aside)
    return deductions.total("above a mean", times(1, each), over=(letter,))


def _positive_number(
    least: Fact, number: Polynomial, with_mass: Deductions, branch: Deductions | None = None
) -> Fact:
    """Deduce that a number is positive where the mean is, as a multiple of it is above the mean."""
    mean, stated_in = with_mass.assumed, branch or with_mass
    factor = quotient(least.polynomial + mean.polynomial, number)
    if factor is None:
        raise NotDeduced(f"what is above {mean.polynomial} is no multiple of {number}")
    terms = times(1, least) + times(1, mean)
    return stated_in.total("a positive number", terms, factor, relation=">")


def _divided_total(
    name: str, terms: tuple[Term, ...], order: Polynomial, deductions: Deductions
) -> Fact:
    """Deduce the sum of terms, divided by the order of a power: a positive letter, or a number."""
    if any(order.atoms()):
        return deductions.total(name, terms, order)
    return deductions.total(name, times_terms(constant(1 / rational_of(order)), terms))


def _terms_of_zero(
    c: Polynomial, nothing: Fact, deductions: Deductions, *uses: Use
) -> tuple[Term, ...]:
    """Certificate terms for c times -q F(1, 0), where deductions know that -q is nonnegative."""
    slope = deductions.aside.row("entropy tangent", ONE, ZERO, 1, 1)
    return times(c, nothing, slope, *uses) + times(c, nothing, *uses)


@dataclass(frozen=True)
class _Pair:
    """A mean of powers of order near, and one of order far of the same above it."""

    lower: Mean
    upper: Mean
    near: Polynomial
    far: Polynomial

    @property
    def p(self) -> Polynomial:
        """The nearer order of two power means that deductions compare, less one."""
        return self.near - 1

    @property
    def q(self) -> Polynomial:
        """The farther order of two power means that deductions compare, less one."""
        return self.far - 1

    @property
    def between(self) -> Polynomial:
        """The distance of the orders of two power means that deductions compare."""
        return self.q - self.p

    @property
    def high(self) -> Polynomial:
        """The upper of two power means that deductions compare, at its letters."""
        return self.upper.value

    @property
    def m(self) -> Polynomial:
        """The inner mean of two power means that deductions compare."""
        return self.lower.inner

    @property
    def wanted(self) -> Polynomial:
        """The polynomial that deductions show nonnegative to compare two power means."""
        low = self.lower.value
        rest = self.between * convex(ENTROPY, low, self.m)
        return -self.p * self.far * convex(ENTROPY, low, self.high) - rest

    @property
    def gap(self) -> Polynomial:
        """The gap X in logarithms that deductions show nonnegative to compare two power means."""
        rest = self.between * log(self.m) - self.q * self.near * log(self.lower.value)
        return self.p * self.far * log(self.high) + rest


def offer_numbers_above_means(deductions: Deductions) -> None:
    """Offer a search that a number above a power mean is above the mean of its arguments."""
    for mean in (mean for fact in deductions.sequent.facts for mean in means_of(fact)):
        order = order_of(mean.each.function)
        if mean.sign > 0 and order is not None and any(order.atoms()):
            with suppress(NotDeduced):
                _number_above_mean(mean, order, deductions)


def offer_means_in_order(deductions: Deductions) -> None:
    """Offer a search the comparison of each two power means of different orders, by outcomes."""
    means = [mean for fact in deductions.sequent.facts for mean in means_of(fact)]
    for lower, upper in product(means, means):
        near, far = order_of(lower.each.function), order_of(upper.each.function)
        if lower.sign > 0 or upper.sign < 0 or near is None or far is None:
            continue
        if not (is_positive(near - 1, deductions) and is_positive(far - near, deductions)):
            continue
        if (lower.each.a, lower.weight) == (upper.each.a, upper.weight):
            with suppress(NotDeduced):
                least = _multiple_above_mean(upper, far, deductions.aside)
                pair = _Pair(lower, upper, near, far)
                _offer_sums(pair, _offer_comparison(pair, least, deductions), deductions)


def _offer_sums(pair: _Pair, each: Fact, deductions: Deductions) -> None:
    """Offer a search the sum of a comparison of power means, and  sum L <= u  at numbers.

    The other way round it offers  sum M >= t,  the goal, at the numbers of the facts that say  sum
    L >= u.
    """
    letters = each.indices
    whole, above = sum_over(pair.lower.value, *letters), sum_over(pair.high, *letters)
    of_sums = [
        deductions.perspective(
            "a sum of means", ENTROPY, (Arguments(pair.lower.value, b, letters),)
        )
        for b in (pair.high, pair.m)
    ]
    goal = deductions.sequent.goal
    (p, shown_p), (q, shown_q) = (factor_and_uses(n, deductions) for n in (pair.p, pair.q))

    def offer(u: Polynomial, t: Polynomial, of_fact: tuple[Term, ...], *by: Polynomial) -> None:
        """Offer a search the bound that sums of power means give at u and t, divided by `by`."""
        with suppress(NotDeduced):
            terms = _terms_of_sums(pair, each, of_sums, u, t, deductions) + of_fact
            divisor = positive_product(deductions, *by)
            deductions.total("means against numbers", terms, divisor)

    for fact in (each for each in deductions.sequent.facts if each.relation == ">="):
        upper = product(single_products(goal + whole), single_products(fact.polynomial + above))
        lower = product(single_products(whole - fact.polynomial), single_products(above - goal))
        for u, t in upper:
            offer(u, t, times(p * pair.far * u, fact, *shown_p), pair.near, pair.q, t)
        for u, t in lower:
            offer(u, t, times(q * pair.near * t, fact, *shown_q), pair.far, pair.p, u)


def _terms_of_sums(
    pair: _Pair,
    each: Fact,
    of_sums: Iterable[Fact],
    u: Polynomial,
    t: Polynomial,
    deductions: Deductions,
) -> tuple[Term, ...]:
    """Certificate terms for  c u sum M + d u t - (c + d) t sum L,  a deduction of power means.

    The tangents are those at u and t, for which  (c + d) log u = c log t.
    """
    low, letters = pair.lower.value, each.indices
    whole, above = sum_over(low, *letters), sum_over(pair.high, *letters)
    c, d = pair.p * pair.far, pair.between
    (p, shown_p), (gap, shown_gap) = _factors(pair, deductions)
    of_high, of_m = of_sums
    first = deductions.row("entropy tangent", whole, above, u, t)
    second = deductions.row("entropy tangent", whole, ONE, u, ONE)
    terms = times(t, each, over=letters) + times(p * pair.far * t, of_high, *shown_p)
    terms += times(gap * t, of_m, *shown_gap) + times(gap * t, second, *shown_gap)
    terms += times(p * pair.far, first, *shown_p)
    rest = (c + d) * log_of_product(u) - c * log_of_product(t)
    factors = ((c + d) * t * low, u), (-c * t * low, t)
    terms += terms_of_logarithms(factors, deductions, over=letters)
    return terms + times_terms(-t * low, deductions.terms_to_zero(rest), over=letters)


def single_products(polynomial: Polynomial) -> tuple[Polynomial, ...]:
    """The polynomial as a level that a search compares sums with, if it is a product of numbers."""
    plain = len(polynomial) == 1 and not polynomial.free and 1 in polynomial.terms.values()
    return (polynomial,) if plain and not any(at for _, at in polynomial.atoms()) else ()


def _offer_comparison(pair: _Pair, least: Fact, deductions: Deductions) -> Fact:
    """Offer a search the comparison of two power means, by a split at m, and within it at L.

    `least` says that M, or a multiple, is at least m.
    """
    m, low, high = pair.m, pair.lower.value, pair.high
    if {*pair.wanted.free} & deductions.constants or not is_plain(m, ">="):
        raise NotDeduced(f"{m} is not a mass at all letters")
    with_mass, without_mass = deductions.branches(m)
    both, nothing = with_mass.branches(low)
    strict = _positive_number(least, high, with_mass, both)
    of_high, of_m = (both.row("entropy below power", low, b, 2, 1, low, 1, 1) for b in (high, m))
    gap = _log_gap(pair, with_mass.assumed, strict, both)
    (p, shown_p), (d, shown_d) = _factors(pair, both)
    terms = times(p * pair.far, of_high, *shown_p) + times(d, of_m, *shown_d)
    both.conclude(pair.wanted, terms + times(1, both.assumed, gap))
    _conclude_without_lower(pair, nothing.assumed, nothing, deductions)
    with_mass.split("within", both, nothing)
    zero = no_mean_without_mass(pair.lower, pair.near, without_mass, deductions)
    _conclude_without_lower(pair, zero, without_mass, deductions)
    return deductions.split("means in order", with_mass, without_mass)


def no_mean_without_mass(
    lower: Mean, order: Polynomial, branch: Deductions, deductions: Deductions
) -> Fact:
    """Deduce -L >= 0 of a power mean where -m >= 0, since L <= m F_order(1, L) as W <= 1."""
    each, low = lower.each, lower.value
    parts = (Arguments(each.a, each.a * low), Arguments(ZERO, low - each.a * low))
    chord = deductions.aside.perspective("at most one", each.function, parts)
    unit = next(t.term for t in terms_in(convex(each.function, ONE, low)) if t.term)
    signed = sign_of_power(unit, order, deductions.aside)
    terms = times(1, lower.fact) + times(1, branch.assumed, Use(signed.name, low.free))
    return branch.total("no lower mean", terms + lower.times(1, chord))


def _conclude_without_lower(
    pair: _Pair, zero: Fact, branch: Deductions, deductions: Deductions
) -> None:
    """Conclude what is deduced of two power means where -L >= 0: F(L, b) <= L F(1, 0)."""
    low = pair.lower.value
    (p, shown_p), (d, shown_d) = _factors(pair, deductions)
    terms = times(p * pair.far, bound_by_slope(low, pair.high, deductions), *shown_p)
    terms += times(d, bound_by_slope(low, pair.m, deductions), *shown_d)
    terms += _terms_of_zero(p * pair.far, zero, deductions, *shown_p)
    branch.conclude(pair.wanted, terms + _terms_of_zero(d, zero, deductions, *shown_d))


def _factors(
    pair: _Pair, deductions: Deductions
) -> tuple[tuple[Polynomial, tuple[Use, ...]], tuple[Polynomial, tuple[Use, ...]]]:
    """The distances of two orders from one and from each other, as factors of certificate terms."""
    return factor_and_uses(pair.p, deductions), factor_and_uses(pair.between, deductions)


def _log_gap(pair: _Pair, mass: Fact, upper: Fact, branch: Deductions) -> Fact:
    """Deduce X >= 0, times m M L, in a branch: by the mean of a row, where X > 0 is not known."""
    positive, unknown = branch.branches(pair.gap)
    positive.conclude(pair.gap, times(1, positive.assumed))
    a, m, low, high, near = pair.lower.each.a, pair.m, pair.lower.value, pair.high, pair.near
    row = branch.row("power below power", a, low, near, 1, pair.far, high, m, high, low)
    (p, shown_p), (q, shown_q) = (factor_and_uses(n, branch) for n in (pair.p, pair.q))
    terms = pair.lower.times(1, row)
    terms += times(p, mass, branch.assumed, pair.upper.fact, *shown_p)
    terms += times(q, mass, upper, pair.lower.fact, *shown_q)
    terms += times(1, unknown.assumed, mass, upper, pair.lower.fact)
    unknown.conclude(pair.gap, terms, mass, upper, branch.assumed)
    return branch.split("logarithms", positive, unknown)
