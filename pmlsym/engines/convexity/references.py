"""Other references: a mean of F(a, b) where b is the mean of a, by something above a.

    b F(a, b) <= -a F(b, c)   where a <= c       with weights:   sum_s w F(a, b) <= -F(b, c)
    b F(a, b) <= a c                                             sum_s w F(a, b) <= c
    c F(a, b) <= a (c - b)                               sum_s w F(a, b) <= b - F_square(b, c)

for entropy, square and excess, and b = sum_s w a, such as P_Y(y) = sum_x P(x)W(x,y). The last is at
most -F_entropy(b, c) as well, since log u <= u - 1. The fact may have a factor, v (c - a) >= 0.
Both v and the mass b may be zero, so the statement is divided by them (division.py). Above an entry
W(x,y) are, whatever the facts say, 1 and the sum of all W(x',y): so informations are at most the
logarithms of sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import chain

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import divided
from pmlsym.engines.convexity.means import opened
from pmlsym.engines.convexity.rays import bounds
from pmlsym.kernel.certificate import Arguments, Term
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)

ROWS = {"entropy": "entropy reference", "square": "square reference"}
"""The line of the table for each function that has one."""


def referred(
    term: ConvexTerm, known: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Means of a term below what has another reference."""
    a, b, name = term.a, term.b, ROWS.get(term.function.name)
    weighted = [*weights(a, b)]
    if term.function == EXCESS:
        yield from _excess(a, b, weighted, bounds(a, known, term.letters), deductions)
    if name is None or not weighted:
        return
    above = chain(bounds(a, known, term.letters), _always_above(a, weighted, _counted(deductions)))
    for c, factor, shown in above:
        if quotient(c, b) is not None:
            continue  # a chord says more
        deductions.state("below another", () if shown is None else (shown,))
        with suppress(NotDeduced):
            each = deductions.aside.row(name, factor * a, factor * b, factor * c)
            if factor != ONE:
                each = divided(each, factor, deductions.aside)
            for letter, weight in weighted:
                rest = quotient(weight, factor)
                if rest is not None and letter not in c.free and is_plain(rest, ">="):
                    with suppress(NotDeduced):
                        mean = deductions.total("a mean", times(rest, each, over=(letter,)))
                        yield divided(mean, b, deductions)
                        deductions.hide(mean)


def _excess(
    a: Polynomial,
    b: Polynomial,
    weighted: Iterable[tuple[Index, Polynomial]],
    above_a: Iterable[tuple[Polynomial, Polynomial, Term]],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Means of an excess below what has the square, or the entropy, of another reference."""
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
    """sum w F <= b - F_square(b, c), from  c sum w F <= b (c - b);  and <= -F_entropy(b, c).

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
    mean = divided(whole, c, deductions, helping)
    yield mean
    yield deductions.total("by logarithms", times(1, mean) + times(1, entropy))


def _counted(deductions: Deductions) -> set[str]:
    """The alphabets whose number of letters, or least mass, the sequent speaks of."""
    found = {t.counted for t in deductions.sequent.tensors if t.is_size}
    for fact in deductions.plain_facts:
        single = [t for t in fact.polynomial.tensors if t.alphabets]
        if len(single) == 1 and single[0].stochastic and len(fact.polynomial.tensors) == 2:
            found |= set(single[0].alphabets)
    return found


def _always_above(
    a: Polynomial, weighted: Iterable[tuple[Index, Polynomial]], sizes: AbstractSet[str]
) -> Iterator[tuple[Polynomial, Polynomial, None]]:
    """One, and the sum of a over its letter, for a >= 0 that is a single entry.

    They lead to the numbers of letters; where the sequent does not speak of these, to nothing.
    """
    if is_plain(a, ">=") and len(a) == 1:
        for letter, _ in weighted:
            if sizes - {letter.alphabet}:
                yield ONE, ONE, None
            if letter.alphabet in sizes:
                yield sum_over(a, letter), ONE, None


def weights(a: Polynomial, b: Polynomial) -> Iterator[tuple[Index, Polynomial]]:
    """Letters s of a and weights w with  b = sum_s w a."""
    for letter in a.free:
        if letter not in b.free:
            for summand in opened(b, letter):
                weight = quotient(summand, a)
                if weight is not None and sum_over(weight * a, letter) == b:
                    yield letter, weight
