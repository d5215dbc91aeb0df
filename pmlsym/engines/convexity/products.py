"""Entropy of products, such as two releases, from log(ab) = log a + log b.

    w (c F(a, b) + a F(c, d) - F(ac, p))  >=  w a c (log p - log b - log d)         apart
    p (log p - log b - log d)             >=  p - b d                               together

for w a c > 0; otherwise both sides are zero. Here b, d and p are the means of a, c and ac under w,
so that nothing is divided by zero. Summed over all letters, for outcomes y and z of two releases,

    I(X; YZ)  <=  I(X; Y) + I(X; Z)         since  sum p (log p - log b - log d) = I(Y; Z) >= 0

Where p = b d, as of separate letters, the right side of the first is zero, and the sides are equal.
All is derived from lines of the table where the product is positive; where it is zero, F is below
a F(1, 0), and above 2 a + 2 R for the root R, which is zero too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from pmlsym.calculus.convex_term import ENTROPY, ROOT, ConvexTerm, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import Pair, pairs_at, terms_in
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import instance, is_plain

MOST_LEFT_OUT = 4
"""The most factors and letters that are left out of a product, one after the other."""


def entropies_of_parts(in_sight: Iterable[Tensor]) -> Iterator[Tensor]:
    """The entropies F(w a, b), for F(a, b) and F(w, 1) that a search sees, b the mean of a under w.

    It is w F(a, b) + a F(w, 1), such as the entropy of the posterior, where P(x) is a factor.
    """
    sight = {*in_sight}
    for term in (tensor.term for tensor in in_sight):
        if term is not None and term.function == ENTROPY:
            for _, weight in weights(term.a, term.b):
                if sight.issuperset(terms_in(convex(ENTROPY, weight, ONE))):
                    yield from terms_in(convex(ENTROPY, weight * term.a, term.b))


@dataclass(frozen=True)
class EntropyPart:
    """sign * times * F(a, b), where times * a is the product of all."""

    sign: int
    times: Polynomial
    a: Polynomial
    b: Polynomial


def offer_products(
    term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> Iterator[Fact]:
    """Offer a search bounds of an entropy of a product by entropies of its factors in sight."""
    if term.function != ENTROPY:
        return
    for first, second in _pairs_of_factors(term, tuple(in_sight)):
        weight, is_apart = _weight_of_means(term, first, second), term.b == first[1] * second[1]
        # a weight makes the second arguments positive where the product is; without one, a number
        # above each ratio a/b does so
        ratios: tuple[Polynomial, ...] = ()
        if is_apart and any(weight == ONE for _, weight in weights(term.a, term.b)):
            weight = ONE  # what the product is a part of is positive where it is
        if weight is None and is_apart:
            with suppress(NotDeduced):
                ratios = tuple(ratio_above(p, term, deductions) for p in (first, second))
                weight = ONE
        if weight is None:
            continue
        parts = (
            EntropyPart(1, second[0], *first),
            EntropyPart(1, first[0], *second),
            EntropyPart(-1, ONE, term.a, term.b),
        )
        with suppress(NotDeduced):
            yield _offer_apart(parts, weight, deductions, ratios)
        with suppress(NotDeduced):
            if is_apart:
                turned = tuple(replace(part, sign=-part.sign) for part in parts)
                yield _offer_apart(turned, weight, deductions, ratios)
            else:
                _offer_together(first[1], second[1], term.b, deductions)


def _pairs_of_factors(term: ConvexTerm, in_sight: Sequence[Tensor]) -> Iterator[tuple[Pair, Pair]]:
    """Pairs (a, b), (c, d) of entropies that a search sees, whose a c is the term's product."""
    pairs: list[Pair] = []
    for tensor in in_sight:
        if tensor.term is not None and tensor.term.function == ENTROPY and tensor.term != term:
            pairs += pairs_at(tensor, term.letters)
    plain = [
        (a, b)
        for a, b in dict.fromkeys(pairs)
        if a != ONE and is_plain(a, ">=") and is_plain(b, ">=")
    ]
    for k, first in enumerate(plain):
        rest = quotient(term.a, first[0])
        yield from ((first, second) for second in plain[k:] if rest == second[0])


def _weight_of_means(term: ConvexTerm, first: Pair, second: Pair) -> Polynomial | None:
    """The weight under which an entropy's references are means, of one letter or of two."""
    for letter, weight in weights(term.a, term.b):
        if all(sum_over(weight * a, letter) == b for a, b in (first, second)):
            return weight
    for one, w in weights(*first):
        for other, v in weights(*second):
            if one != other and sum_over(w * v * term.a, one, other) == term.b:
                return w * v
    return None


def ratio_above(pair: Pair, term: ConvexTerm, deductions: Deductions) -> Polynomial:
    """A number m with a <= m b, by a fact of a sequent. Raises NotDeduced without a fact."""
    a, b = pair
    if b == ONE:
        return ONE if a.free else a
    for fact in deductions.plain_facts:
        for letters in letters_among(fact.indices, term.letters):
            gap = instance(fact, letters)
            over = tuple(i for i in gap.free if i not in {*a.free, *b.free})
            number = quotient(sum_over(gap, *over) + a, b)
            if number is not None and not number.free and is_plain(number, ">="):
                deductions.state("a ratio", times(1, Use(fact.name, letters)), over)
                return number
    raise NotDeduced(f"no number is above {a} / {b}")


def _offer_apart(
    parts: Sequence[EntropyPart],
    weight: Polynomial,
    deductions: Deductions,
    ratios: Sequence[Polynomial] = (),
) -> Fact:
    """Offer a search that an entropy of a product is the sum of its factors', by cases.

    The right side is zero where the last b is the product of the others, and then left out. Where
    the b are not means, numbers are above the ratios a/b of the two factors.
    """
    whole = weight * parts[0].times * parts[0].a
    positive, zero = deductions.branches(whole)
    bounded = [(m, p) for m, p in zip(ratios, parts, strict=False) if p.b != ONE]
    for number, part in bounded:
        _state_positive(part.a, whole, positive)
        gap, least = positive.use_for(number * part.b - part.a), positive.use_for(part.a, ">")
        positive.total("positive", times(1, gap) + times(1, least), number, relation=">")
    if len(bounded) > 1:
        both = (positive.use_for(part.b, ">") for _, part in bounded)
        positive.total("positive", times(1, *both), relation=">")
    wanted = constant(0)
    above: tuple[Term, ...] = ()
    nothing: tuple[Term, ...] = ()
    for part in parts:
        wanted += part.sign * weight * part.times * convex(ENTROPY, part.a, part.b)
        above += times(weight * part.times, _entropy_in_logarithms(part, whole, positive))
        nothing += (nothing_below if part.sign > 0 else nothing_above)(weight, part, zero)
    pairs = [(-parts[0].sign, parts[0].a, parts[1].a)]
    if parts[2].b == parts[0].b * parts[1].b:
        pairs += [(parts[0].sign, parts[0].b, parts[1].b)]
    else:
        for part in parts:
            wanted += part.sign * whole * log(part.b)
            nothing += _no_logarithm(part.sign, part.b, zero)
    for sign, one, other in (each for each in pairs if ONE not in each):
        above += times(sign * whole, positive.row("log of product", one, other))
    positive.conclude(wanted, above)
    zero.conclude(wanted, nothing)
    return deductions.split("of a product", positive, zero)


def _offer_together(b: Polynomial, d: Polynomial, p: Polynomial, deductions: Deductions) -> None:
    """Offer a search  p (log p - log b - log d) >= p - b d, by cases of p."""
    wanted = p * (log(p) - log(b) - log(d)) - p + b * d
    positive, zero = deductions.branches(p)
    for part in (b, d):
        _state_positive(part, p, positive)
    above = times(p, positive.row("log of product", b, d))
    positive.conclude(wanted, above + times(1, positive.row("entropy tangent", ONE, b * d, 1, p)))
    nothing = times(1, zero.assumed) + times(b * d)
    for sign, each in ((1, p), (-1, b), (-1, d)):
        nothing += _no_logarithm(sign, each, zero)
    zero.conclude(wanted, nothing)
    deductions.split("of outcomes together", positive, zero)


def _entropy_in_logarithms(part: EntropyPart, whole: Polynomial, branch: Deductions) -> Fact:
    """Deduce sign * (F(a, b) - a (log a - log b)) >= 0 where the product is positive."""
    a, b = part.a, part.b
    for each in (b, a):
        _state_positive(each, whole, branch)
    if b == ONE:
        terms = times(part.sign, branch.row("entropy of number", a, ONE))
    elif part.sign > 0:
        terms = times(1, branch.row("entropy tangent", a, b, a, b))
    else:
        terms = times(1, branch.row("entropy reference", a, b, a))
        terms += times(1, branch.row("entropy tangent", b, a, b, a))
    return branch.total("in logarithms", terms, b)


def _state_positive(wanted: Polynomial, whole: Polynomial, branch: Deductions) -> None:
    """Deduce that a mean is positive because a part of it is, one letter after the other."""
    if branch.find_use(wanted, ">") is not None:
        return
    # breadth first over the polynomials that sums of the product can be, so that the way is short
    ways: dict[Polynomial, tuple[_Summand, ...]] = {whole: ()}
    queue = [whole]
    for polynomial in queue:
        if polynomial == wanted:
            break
        for more in _summands(polynomial) if len(ways[polynomial]) < MOST_LEFT_OUT else ():
            if more.total not in ways:
                ways[more.total] = (*ways[polynomial], more)
                queue.append(more.total)
    if wanted not in ways and not is_plain(wanted, ">"):
        raise NotDeduced(f"{wanted} is not a mean of {whole}")
    for each in ways.get(wanted, ()):
        terms = times(1, branch.use_for(each.part, ">"))
        terms += times(each.summand, apart_use(each.by, each.letter), over=(each.by,))
        branch.total("positive", terms, relation=">")


@dataclass(frozen=True)
class _Summand:
    """`total` is the sum of `summand` over `by`; at the letter the summand is `part`."""

    part: Polynomial
    summand: Polynomial
    by: Index
    letter: Index

    @property
    def total(self) -> Polynomial:
        """The sum of this summand, which is deduced to be positive as its part is."""
        return sum_over(self.summand, self.by)


def _summands(part: Polynomial) -> Iterator[_Summand]:
    """Sums of a product over a letter, of the whole or of one factor, that a search may deduce."""
    for letter in sorted(part.free):
        by = Index(letter.alphabet, f"{letter.alphabet.lower()}~")
        yield _Summand(part, substitute(part, {letter: by}), by, letter)
        for tensor, at in dict.fromkeys(part.atoms()):
            entry = None if any(i.is_bound for i in at) else atom(tensor, *at)
            rest = None if entry is None or letter not in at else quotient(part, entry)
            if entry is not None and rest is not None and letter in rest.free:
                yield _Summand(part, rest * substitute(entry, {letter: by}), by, letter)


def _no_logarithm(sign: int, b: Polynomial, zero: Deductions) -> tuple[Term, ...]:
    """Certificate terms that deduce sign * whole * log b at a zero product: -log b >= 1 - b."""
    tangent, whole = zero.row("entropy tangent", ONE, b, 1, 1), -zero.assumed.polynomial
    if sign < 0:
        return times(whole, tangent) + times(whole) + times(b, zero.assumed)
    return times(1, zero.assumed, tangent) + times(1, zero.assumed) + times(whole * b)


def nothing_above(weight: Polynomial, part: EntropyPart, zero: Deductions) -> tuple[Term, ...]:
    """Certificate terms that deduce -w k F(a, b) >= 0 at a zero product: F(a, b) <= a F(1, 0)."""
    parts = (Arguments(part.a, constant(0)), Arguments(constant(0), part.b))
    above = zero.perspective("apart", ENTROPY, parts)
    slope = zero.row("entropy tangent", ONE, constant(0), 1, 1)
    none = times(1, zero.assumed, slope) + times(1, zero.assumed)
    return times(weight * part.times, above) + none


def nothing_below(weight: Polynomial, part: EntropyPart, zero: Deductions) -> tuple[Term, ...]:
    """Certificate terms that deduce w k F(a, b) >= 0 where the product is zero, by a root R."""
    a, b, scale = part.a, part.b, weight * part.times
    root = convex(ROOT, a, b)
    above = zero.row("entropy above root", a, b)
    tangent = zero.row("entropy tangent", a, b, 1, 1)
    square = zero.row("root square", a, b)
    wanted = scale * convex(ENTROPY, a, b)
    negative, plain = zero.branches(-scale * root)
    contrary = (  # times (w k R)^2, which is zero
        *times(scale**3, square, tangent),
        *times(scale**3 * (a - b), square),
        *times(scale**3 * a * b, tangent),
        *times(scale**3 * a * a * b),
        *times(scale**2 * b * b, zero.assumed),
    )
    negative.conclude(wanted, contrary, negative.assumed, negative.assumed)
    plain.conclude(wanted, times(scale, above) + times(2, plain.assumed) + times(2 * scale * a))
    return times(1, zero.split("not negative", negative, plain))
