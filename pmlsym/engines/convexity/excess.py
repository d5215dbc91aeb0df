"""Excesses: bounds by what two arguments have in common, and by what each has beyond the other.

Of the excess F, and any c that is below a and b,

    F(a, b)  <=  F(c, c) + F(a - c, b - c)  <=  a - c

Such a c is a known lower bound of both, the share of a in b, as P(x)W(x,y) is of P_Y(y), a itself
where the letters of a and b are one, and where a known number is a multiple of both. And for any c
that is above a and b,  F(a, b) + b  is at most c, since it is the larger of both.

Let u = F(p, q), and v = u - p + q, both nonnegative; p - u is the smaller of both.

The triangle: F(a, c) is at most D(a, b) + D(b, c), where D(a, b) is F(a, b), or F(b, a) + a - b,
whichever is in sight, since both are at least zero and a - b; and F(a, c) at most D(a, c).

Pairs in sight are taken at multiples by numbers, and  s F(a, b) <= (s - 1) a + F(a, s b), s >= 1.

The excess of products, as of two releases: with the excess u of a over b, and v of c over d,
m = (a - u)(c - v) is below a c and below b d, so

    F(a c, b d)  <=  F(m, m) + F(a c - m, b d - m)  <=  a c - (a - u)(c - v)

Where a number bounds v summed over its outcomes, that is a factor of what a and b have in common.
Summed over outcomes:  1 - (1 - T)(1 - T')  for total variations T and T'.

Terms of mixtures of p and q: with c = p - u, p is c + u and q is c + v. So for a = i p + j q and
b = k p + l q, with numbers i, j, k, l >= 0,

    F(a, b)  <=  c F(i + j, k + l) + u F(i, k) + v F(j, l)

By this Le Cam's divergence and that of Jensen and Shannon are at most multiples of total variation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial, constant, equal_letters, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import Ingredient, letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.means import pairs_in_sight
from pmlsym.engines.convexity.occurrences import Pair, occurrences, pairs_at, product_of
from pmlsym.engines.convexity.rays import bounds_above, bounds_below
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import PLAIN, Arguments, Term
from pmlsym.kernel.shown import instance, is_plain

ZERO = constant(0)

Numbers = tuple[Fraction, Fraction]


def offer_common_parts(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> None:
    """Offer a search the bounds of an excess by what is below both arguments."""
    a, b = term.a, term.b
    for c, factor in _common_parts(term, compared, deductions) if term.function == EXCESS else ():
        common, rest = factor * c, (factor * (a - c), factor * (b - c))
        with suppress(NotDeduced):
            parts = (Arguments(common, common), Arguments(*rest))
            terms = times(1, deductions.aside.perspective("what is in common", EXCESS, parts))
            if rest[0]:
                terms += times(1, deductions.aside.row("excess above", *rest))
            deductions.total("beyond it", terms, factor if is_plain(factor, ">") else ONE)


def offer_common_bounds(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> None:
    """Offer a search  F(a, b) + b <= c  for each known envelope c above both arguments."""
    compared = [
        one for one in compared if any(t.role == "envelope" for t in one.polynomial.tensors)
    ]
    if term.function != EXCESS or not compared:
        return
    a, b = term.a, term.b
    above_b = {(c, v): term_above for c, v, term_above in bounds_above(b, compared, term.letters)}
    for c, factor, above_a in bounds_above(a, compared, term.letters):
        if (c, factor) not in above_b:
            continue
        wanted = factor * (c - b - convex(EXCESS, a, b))
        cases = (above_a,), (above_b[c, factor],)
        with suppress(NotDeduced):
            split_at_excess("what is above both", wanted, (a, b), factor, cases, deductions)


def split_at_excess(
    name: str,
    wanted: Polynomial,
    pair: Pair,
    factor: Polynomial,
    cases: tuple[tuple[Term, ...], tuple[Term, ...]],
    deductions: Deductions,
) -> Fact:
    """Deduce what has minus `factor` times the excess of a pair, by a split at the pair.

    The terms of the two `cases` come to the rest of it where a > b, and where a <= b.
    """
    branches = deductions.branches(pair[0] - pair[1])
    for branch, row, terms in zip(branches, ("excess all", "excess none"), cases, strict=True):
        branch.conclude(wanted, terms + times(-factor, branch.row(row, *pair)))
    return deductions.split(name, *branches)


def _common_parts(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> Iterator[tuple[Polynomial, Polynomial]]:
    """Pairs (c, v) for deductions: v (a - c) >= 0 and v (b - c) >= 0 may hold of an excess."""
    a, b = term.a, term.b
    for _, weight in weights(a, b):
        yield weight * a, ONE
    for c, factor, _ in bounds_below(a, compared, term.letters):
        yield c, factor
    for one, other in _equal_letters(term):
        yield equal_letters(one, other) * a, ONE
    for fact in deductions.plain_facts:
        for letters in letters_among(fact.indices, term.letters) if fact.relation == "==" else ():
            for monomial, number in instance(fact, letters):
                multiple = quotient(Polynomial({monomial: number}), a)
                if multiple and not multiple.free and is_plain(multiple, ">="):
                    yield a, multiple


def offer_apart(fact: Fact, term: ConvexTerm, deductions: Deductions) -> None:
    """Offer a search a bound A - B sum F >= 0 of an excess, times 1 - d with d = 1{x = x'}.

    Where the letters are equal, both arguments are the same and there is no excess. Also offer what
    the bound says about an excess below a mean of such excesses.
    """
    if term.function != EXCESS:
        return
    over = tuple(i for i in term.letters if i not in fact.indices)
    part = Polynomial({m: -c for m, c in fact.polynomial if has_term(Polynomial({m: 1}))})
    b = quotient(part, sum_over(convex(EXCESS, term.a, term.b), *over))
    if b is None or not over:
        return
    for one, other in _equal_letters(term):
        with suppress(NotDeduced):
            is_one = equal_letters(one, other)
            none = deductions.aside.scale(EXCESS, is_one, term.a, term.b)
            terms = times(1, fact, apart_use(one, other)) + times(b, none, over=over)
            apart = deductions.total("of letters that differ", terms)
            if _offer_mean_apart(apart, b, term, deductions):
                deductions.hide(fact, apart)


def _offer_mean_apart(apart: Fact, b: Polynomial, term: ConvexTerm, deductions: Deductions) -> bool:
    """Offer a search the mean of a bound of excesses that is above another, and say if one is.

    The result is whether there is such a mean.
    """
    is_offered = False
    ((tensor, letters),) = convex(EXCESS, term.a, term.b).atoms()
    for mean in deductions.offered:
        for each in occurrences(mean.polynomial) if len(mean.polynomial) == 2 else ():
            ((other, at), *_) = convex(each.function, each.a, each.b).atoms()
            if other != tensor or each.coefficient != 1:
                continue
            names = dict(zip(letters, at, strict=True))
            over = tuple(names[i] for i in letters if i not in apart.indices)
            at_mean = use_of_fact(apart, names)
            terms = times(product_of(each.beside), at_mean, over=each.summed)
            deductions.total("in the mean", times(b, mean, over=over) + terms)
            is_offered = True
    return is_offered


def _equal_letters(term: ConvexTerm) -> Iterator[tuple[Index, Index]]:
    """Pairs of letters for deductions: if they are equal, so are the arguments of an excess."""
    for one, other in combinations(term.letters, 2):
        if one.alphabet == other.alphabet:
            a, b = (substitute(argument, {one: other}) for argument in (term.a, term.b))
            if a == b:
                yield one, other


def offer_triangles(term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions) -> None:
    """Offer a search bounds of an excess by two others that share an argument, or its reverse."""
    a, c = term.a, term.b
    if term.function != EXCESS:
        return
    plain = [*pairs_in_sight(term, in_sight)]
    for pair in plain:
        with suppress(NotDeduced):
            _offer_stretched(term, pair, deductions)
    pairs = [*plain, *(each for pair in plain for each in _multiples_at(pair, a, c))]
    from_a = [(b, turned) for p, q in pairs for b, turned in _partners_of(a, p, q)]
    from_c = [(b, not turned) for p, q in pairs for b, turned in _partners_of(c, p, q)]
    # every pair in sight may be a step from a or to c, so there are as many paths as pairs of pairs
    paths: list[tuple[tuple[Polynomial, ...], tuple[bool, ...]]] = []
    paths += [((a, b, c), (i, j)) for (b, i), (other, j) in product(from_a, from_c) if b == other]
    paths += [((a, c), (True,)) for b, is_turned in from_a if b == c and is_turned]
    for points, turned in paths:
        with suppress(NotDeduced):
            _offer_path(points, turned, deductions)


def _multiples_at(pair: Pair, a: Polynomial, c: Polynomial) -> Iterator[Pair]:
    """The multiples of a pair of arguments for deductions, at which one of them is a or c."""
    for argument, wanted in product(pair, (a, c)):
        number = quotient(wanted, argument)
        if number and number != ONE and not number.free and is_plain(number, ">="):
            yield number * pair[0], number * pair[1]


def _offer_stretched(term: ConvexTerm, pair: Pair, deductions: Deductions) -> None:
    """Offer a search  s F(a, b) <= (s - 1) a + F(a, s b)  for s >= 1, by a split at a - b."""
    a, b = term.a, term.b
    s = quotient(pair[1], b) if pair[0] == a else None
    if not s or s == ONE or s.free:
        return
    size = deductions.use_for(s - 1)
    least = [deductions.row("excess tangent", *pair, g) for g in (0, 1)]
    wanted = (s - 1) * a + convex(EXCESS, *pair) - s * convex(EXCESS, a, b)
    rest = times((s - 1) * a) if size == PLAIN else times(a, size)
    cases = times(1, least[1]), rest + times(1, least[0])
    split_at_excess("a multiple", wanted, (a, b), s, cases, deductions)


def _partners_of(a: Polynomial, p: Polynomial, q: Polynomial) -> Iterator[tuple[Polynomial, bool]]:
    """The other argument of an excess (p, q) for deductions, where one of them is a."""
    if p == a:
        yield q, False
    if q == a:
        yield p, True


def _offer_path(
    points: tuple[Polynomial, ...], turned: tuple[bool, ...], deductions: Deductions
) -> None:
    """Offer a search the triangle F(a, c) <= D(a, b) + D(b, c) of excesses, by a split."""
    a, c = points[0], points[-1]
    least, total = [], ZERO
    for (p, q), is_turned in zip(pairwise(points), turned, strict=True):
        pair = (q, p) if is_turned else (p, q)
        slopes = [deductions.row("excess tangent", *pair, g) for g in (0, 1)]
        least.append(slopes[::-1] if is_turned else slopes)
        total = total + convex(EXCESS, *pair) + (p - q if is_turned else ZERO)
    none, more = (tuple(t for rows in least for t in times(1, rows[g])) for g in (0, 1))
    wanted = total - convex(EXCESS, a, c)
    split_at_excess("a triangle", wanted, (a, c), ONE, (more, none), deductions)


def offer_product_excess(
    term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search the bound of an excess of products by the excess of a factor that it sees."""
    for a, b in pairs_in_sight(term, in_sight) if term.function == EXCESS else ():
        c, d = quotient(term.a, a), quotient(term.b, b)
        if c and d and ONE not in (c, d) and all(is_plain(p, ">=") for p in (a, b, c, d)):
            with suppress(NotDeduced):
                _offer_bound(term, (a, b), (c, d), deductions)


def _offer_bound(term: ConvexTerm, first: Pair, second: Pair, deductions: Deductions) -> None:
    """Offer a search the bound  F(a c, b d) <= a c - (a - u)(c - v)  of an excess of products."""
    u, v = convex(EXCESS, *first), convex(EXCESS, *second)
    common = (first[0] - u) * (second[0] - v)
    over, under, below = excess_rows(first, deductions)
    over_, under_, below_ = excess_rows(second, deductions)
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


def excess_rows(pair: Pair, deductions: Deductions) -> tuple[Fact, Fact, Fact]:
    """Deduce the rows  u >= 0,  u - a + b >= 0  and  a - u >= 0  of the excess u of a over b."""
    return (
        deductions.row("excess tangent", *pair, 0),
        deductions.row("excess tangent", *pair, 1),
        deductions.row("excess above", *pair),
    )


def offer_split_by_excess(
    term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search the bounds of a convex term by the excesses that it sees."""
    if term.function == EXCESS:
        return
    for tensor in in_sight:
        if tensor.term is None or tensor.term.function != EXCESS:
            continue
        for p, q in pairs_at(tensor, term.letters):
            first, second = _shares_of(term.a, p, q), _shares_of(term.b, p, q)
            if first is not None and second is not None:
                with suppress(NotDeduced):
                    _offer_split(term.function, p, q, first, second, deductions)


def _shares_of(whole: Polynomial, p: Polynomial, q: Polynomial) -> Numbers | None:
    """The numbers i, j >= 0 with  whole = i p + j q,  to deduce a split of an argument; or None."""
    shares = []
    for part, other in ((p, q), (q, p)):
        apart = next((m for m, _ in part if m not in other.terms), None)
        if apart is None:
            return None
        shares.append(Fraction(whole.terms.get(apart, 0)) / Fraction(part.terms[apart]))
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
    """Offer a search a bound of F at two mixtures of p and q, by their common part and excesses."""
    (i, j), (k, ell), v = first, second, convex(EXCESS, p, q)
    over, under, below = excess_rows((p, q), deductions)
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
        terms += part.value_equality(f, deductions)
    deductions.total("in common and apart", terms)


@dataclass(frozen=True)
class _Part:
    """A polynomial that a row says is nonnegative, and how much of it each argument has."""

    size: Polynomial
    a: Fraction
    b: Fraction
    row: Fact

    def value_equality(self, f: Function, deductions: Deductions) -> tuple[Term, ...]:
        """The certificate terms that put -a F(1, a) in the place of F(a, 1), for entropy."""
        terms: tuple[Term, ...] = ()
        for monomial, c in convex(f, self.a * ONE, self.b * ONE) if f == ENTROPY else ():
            for tensor, _ in (atom for factor in monomial for atom in factor):
                if tensor.term is not None and tensor.term.b == ONE:
                    with suppress(NotDeduced):
                        row = deductions.aside.row("entropy of number", tensor.term.a, ONE)
                        terms += times(-Fraction(c), self.row, row)
        return terms
