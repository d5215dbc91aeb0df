"""Other references: a mean of F(a, b), where b is the mean of a, bounded by something above a.

    b F(a, b) <= -a F(b, c)   where a <= c       with weights:   sum_s w F(a, b) <= -F(b, c)
    b F(a, b) <= a c                                             sum_s w F(a, b) <= c
    c F(a, b) <= a (c - b)                               sum_s w F(a, b) <= b - F_square(b, c)

for entropy, square and excess, and b = sum_s w a, such as P_Y(y) = sum_x P(x)W(x,y). The last is at
most -F_entropy(b, c) as well, since log u <= u - 1. The fact may have a factor, v (c - a) >= 0.
Both v and the mass b may be zero, so the statement is divided by them (division.py). Whatever the
facts say, 1 and the sum of all W(x',y) are above an entry W(x,y): so informations are at most the
logarithms of sizes, and the entropy of the outcome. And b is above w a: so they are at most the
entropy of the prior,  w F(a, b) <= -a F(w, 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import divided_fact
from pmlsym.engines.convexity.means import summands_over
from pmlsym.engines.convexity.rays import bounds_above
from pmlsym.kernel.certificate import Arguments, Term
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)

ROWS = {"entropy": "entropy reference", "square": "square reference"}
"""The line of the table for each function that has one."""


def other_references(
    term: ConvexTerm, compared: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Deduce bounds of means of a convex term by the same term at another reference."""
    a, b, name = term.a, term.b, ROWS.get(term.function.name)
    weighted = [*weights(a, b)]
    if term.function == EXCESS:
        yield from _excess_references(
            a, b, weighted, bounds_above(a, compared, term.letters), deductions
        )
    if name is None or not weighted:
        return
    above = chain(bounds_above(a, compared, term.letters), _always_above(a, weighted, deductions))
    if term.function == ENTROPY:
        for letter, weight in weighted:
            with suppress(NotDeduced):
                yield _below_entropy_of_weight(a, b, letter, weight, deductions)
    for c, factor, shown in above:
        if quotient(c, b) is not None:
            continue  # a chord says more
        deductions.state("below another", () if shown is None else (shown,))
        with suppress(NotDeduced):
            each = deductions.aside.row(name, factor * a, factor * b, factor * c)
            if factor != ONE:
                each = divided_fact(each, factor, deductions.aside)
            for letter, weight in weighted:
                rest = quotient(weight, factor)
                if rest is not None and letter not in c.free and is_plain(rest, ">="):
                    with suppress(NotDeduced):
                        mean = deductions.total("a mean", times(rest, each, over=(letter,)))
                        yield divided_fact(mean, b, deductions)
                        deductions.hide(mean)


def _below_entropy_of_weight(
    a: Polynomial, b: Polynomial, letter: Index, weight: Polynomial, deductions: Deductions
) -> Fact:
    """Deduce w F(a, b) <= -a F(w, 1)  where a sequent has the entropy of w."""
    if not {*deductions.sequent.tensors}.issuperset(convex(ENTROPY, weight, ONE).tensors):
        raise NotDeduced(f"nothing is said of the entropy of {weight}")
    by = Index(letter.alphabet, f"{letter.alphabet.lower()}~")
    part_of_other, aside = substitute(weight * a, {letter: by}), deductions.aside
    other_parts = times(part_of_other, apart_use(by, letter), over=(by,))
    part = aside.total("a part of a mean", other_parts)
    sign = aside.row("entropy reference", weight, ONE, ONE)
    below = aside.row("entropy reference", weight * a, weight * b, b)
    return divided_fact(divided_fact(below, weight, aside), b, deductions, (part, sign))


def _excess_references(
    a: Polynomial,
    b: Polynomial,
    weighted: Iterable[tuple[Index, Polynomial]],
    above_a: Iterable[tuple[Polynomial, Polynomial, Term]],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Deduce bounds of means of an excess by the square, or the entropy, at another reference."""
    aside = deductions.aside
    for c, factor, shown in above_a:
        ratio = quotient(c, b)
        for letter, weight in weighted if ratio is None or ratio.free else ():  # else by a chord
            rest = quotient(weight, factor)
            if rest is None or letter in c.free:
                continue
            with suppress(NotDeduced):
                above = aside.total("below another", (shown,))
                mean = aside.total("a mean", times(rest, above, over=(letter,)))
                aside.state("at an end", times(b, above))
                apart = Arguments(ZERO, factor * (c - a) * b)
                parts = (Arguments(factor * a * c, factor * a * b), apart)
                secant = aside.perspective("a secant", EXCESS, parts)
                value = aside.row("excess all", c, b)
                terms = times(rest, secant, over=(letter,))
                terms += times(-weight * a, value, over=(letter,))
                yield from _against_square(terms, b, c, mean, deductions)


def _against_square(
    terms: tuple[Term, ...], b: Polynomial, c: Polynomial, below: Fact, deductions: Deductions
) -> Iterator[Fact]:
    """Deduce sum w F <= b - F_square(b, c)  of an excess, and  sum w F <= -F_entropy(b, c).

    Where c is zero so is b, which is `below` it.
    """
    aside = deductions.aside
    square = aside.row("square times", b, c)
    entropy = aside.row("entropy below square", b, c, ONE)
    whole = aside.total("a mean", terms + times(1, square))
    slope = aside.row("square tangent", ONE, ZERO, ONE)
    helping = [below]
    with suppress(NotDeduced):
        helping.append(aside.total("steeply below", times(1, below, slope)))
    mean = divided_fact(whole, c, deductions, helping)
    yield mean
    yield deductions.total("by logarithms", times(1, mean) + times(1, entropy))


def _counted_alphabets(deductions: Deductions) -> set[str]:
    """The alphabets whose size or least mass facts speak of, as deductions by references need."""
    counted = {t.counted for t in deductions.sequent.tensors if t.is_size}
    for fact in deductions.plain_facts:
        single = [t for t in fact.polynomial.tensors if t.alphabets]
        if len(single) == 1 and single[0].stochastic and len(fact.polynomial.tensors) == 2:
            counted |= set(single[0].alphabets)
    return counted


def _always_above(
    a: Polynomial, weighted: Iterable[tuple[Index, Polynomial]], deductions: Deductions
) -> Iterator[tuple[Polynomial, Polynomial, None]]:
    """References that a search may always compare a mean with: one, or the sum over its letter.

    They lead to entropies and numbers of letters, and so to nothing where the sequent speaks of
    neither.
    """
    sizes = _counted_alphabets(deductions)
    terms = (t.term for t in deductions.sequent.tensors)
    has_entropy = any(t and (t.function, t.b) == (ENTROPY, ONE) and t.letters for t in terms)
    if is_plain(a, ">=") and len(a) == 1:
        for letter, _ in weighted:
            if has_entropy or sizes - {letter.alphabet}:
                yield ONE, ONE, None
            if letter.alphabet in sizes:
                yield sum_over(a, letter), ONE, None


def weights(a: Polynomial, b: Polynomial) -> Iterator[tuple[Index, Polynomial]]:
    """Letters s of an argument a and weights w for deductions, by which b is sum_s w a."""
    for letter in a.free:
        if letter not in b.free:
            for summand in summands_over(b, letter):
                weight = quotient(summand, a)
                if weight is not None and sum_over(weight * a, letter) == b:
                    yield letter, weight
