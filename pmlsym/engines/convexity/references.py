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
from fractions import Fraction
from itertools import chain

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.division import divided
from pmlsym.engines.convexity.means import opened
from pmlsym.engines.convexity.rays import bounds
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)

ROWS = {"entropy": "entropy reference", "square": "square reference"}
"""The line of the table for each function that has one."""


def referred(
    term: ConvexTerm, known: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Means of a term below what has another reference."""
    if term.function == EXCESS and term.a.free:
        yield from _excess(term, known, deductions)
    name = ROWS.get(term.function.name)
    if name is None or not term.a.free:
        return
    a, b = term.a, term.b
    weighted = list(weights(term))
    above = chain(bounds(a, known, term.letters), _always_above(a, weighted, _counted(deductions)))
    for c, factor, shown in above if weighted else ():
        if quotient(c, b) is not None:
            continue  # a chord says more
        if shown is not None:
            deductions.hide(deductions.total("below another", (shown,)))
        row = deductions.row(name, factor * a, factor * b, factor * c)
        if row is None:
            continue
        deductions.hide(row)
        each = row if factor == ONE else divided(row, factor, deductions)
        if each is None:
            continue
        deductions.hide(each)
        for letter, weight in weighted:
            rest = quotient(weight, factor)
            if rest is None or letter in c.free or not is_plain(rest, ">="):
                continue
            terms = expanded(rest, Use(each.name, each.indices))
            mean = deductions.total("a mean", (_summed(term, letter) for term in terms))
            found = divided(mean, b, deductions) if mean is not None else None
            if found is not None:
                deductions.hide(mean)
                yield found


def _excess(
    term: ConvexTerm, known: Iterable[Ingredient], deductions: Deductions
) -> Iterator[Fact]:
    """Means of an excess below what has the square, or the entropy, of another reference."""
    a, b = term.a, term.b
    for c, factor, shown in bounds(a, known, term.letters):
        ratio = quotient(c, b)
        if ratio is not None and not ratio.free:
            continue  # a chord says as much
        above = deductions.total("below another", (shown,))
        deductions.hide(above)
        for letter, weight in weights(term):
            rest = quotient(weight, factor)
            if above is None or rest is None or letter in c.free:
                continue
            own = Use(above.name, above.indices)
            mean = deductions.total("a mean", (_summed(t, letter) for t in expanded(rest, own)))
            end = deductions.total("at an end", expanded(b, own))
            apart = Arguments(ZERO, factor * (c - a) * b)
            parts = (Arguments(factor * a * c, factor * a * b), apart)
            secant = deductions.perspective("a secant", EXCESS, parts)
            value = deductions.row("excess all", c, b)
            deductions.hide(mean, end, secant, value)
            if secant is None or value is None or mean is None:
                continue
            terms = (
                *expanded(rest, Use(secant.name, secant.indices)),
                *expanded(-weight * a, Use(value.name, value.indices)),
            )
            summed = tuple(_summed(each, letter) for each in terms)
            yield from _against_square(summed, b, c, mean, deductions)


def _against_square(
    terms: tuple[Term, ...], b: Polynomial, c: Polynomial, below: Fact, deductions: Deductions
) -> Iterator[Fact]:
    """sum w F <= b - F_square(b, c), from  c sum w F <= b (c - b);  and <= -F_entropy(b, c).

    Where c is zero so is b, which is `below` it.
    """
    square = deductions.row("square times", b, c)
    entropy = deductions.row("entropy below square", b, c, ONE)
    deductions.hide(square, entropy)
    if square is None or entropy is None:
        return
    own = Term(Fraction(1), (Use(square.name, square.indices),))
    whole = deductions.total("a mean", (*terms, own))
    slope = deductions.row("square tangent", ONE, ZERO, ONE)
    uses = tuple(Use(f.name, f.indices) for f in (below, slope) if f is not None)
    steep = deductions.total("steeply below", (Term(Fraction(1), uses),))
    deductions.hide(whole, slope, steep)
    helping = (below,) if steep is None else (below, steep)
    found = None if whole is None else divided(whole, c, deductions, helping)
    if found is not None:
        yield found
        rows = (Term(Fraction(1), (Use(f.name, f.indices),)) for f in (found, entropy))
        again = deductions.total("by logarithms", rows)
        if again is not None:
            yield again


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


def weights(term: ConvexTerm) -> Iterator[tuple[Index, Polynomial]]:
    """Letters s of a and weights w with  b = sum_s w a."""
    for letter in term.a.free:
        if letter not in term.b.free:
            for summand in opened(term.b, letter):
                weight = quotient(summand, term.a)
                if weight is not None and sum_over(weight * term.a, letter) == term.b:
                    yield letter, weight


def _summed(term: Term, letter: Index) -> Term:
    return Term(Fraction(term.coefficient), term.uses, (*term.summed, letter))
