"""The excess of products, as of two releases: what both have in common multiplies.

With the excess u of a over b, and v of c over d, m = (a - u)(c - v) is below a c and below b d, so

    F(a c, b d)  <=  F(m, m) + F(a c - m, b d - m)  <=  a c - (a - u)(c - v)

Where a number bounds v summed over its outcomes, that is a factor of what a and b have in common.
Summed over outcomes:  1 - (1 - T)(1 - T')  for total variations T and T'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.occurrences import arguments
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import is_plain


def product_excess(
    term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions
) -> Iterator[Fact]:
    """The bound of an excess of products by the excess of a factor in sight, and of the other."""
    if term.function != EXCESS:
        return
    for tensor in known:
        if tensor.term is None or tensor.term.function != EXCESS or tensor.term == term:
            continue
        options = ([i for i in term.letters if i.alphabet == a] for a in tensor.alphabets)
        for letters in product(*options):
            a, b = arguments(tensor, letters)
            c, d = quotient(term.a, a), quotient(term.b, b)
            if c and d and ONE not in (c, d) and all(is_plain(p, ">=") for p in (a, b, c, d)):
                found = _bounded(term, (a, b), (c, d), deductions)
                if found is not None:
                    yield found


def _bounded(
    term: ConvexTerm,
    first: tuple[Polynomial, Polynomial],
    second: tuple[Polynomial, Polynomial],
    deductions: Deductions,
) -> Fact | None:
    """F(a c, b d) <= a c - (a - u)(c - v)."""
    u, v = convex(EXCESS, *first), convex(EXCESS, *second)
    common = (first[0] - u) * (second[0] - v)
    rows = [_rows(pair, deductions) for pair in (first, second)]
    if None in rows:
        return None
    (over, under, below), (over_, under_, below_) = (row for row in rows if row is not None)
    shown = (
        deductions.total("in common", (Term(Fraction(1), (below, below_)),)),
        deductions.total(
            "beyond it", (*expanded(first[0], over_), Term(Fraction(1), (below_, over)))
        ),
        deductions.total(
            "beyond it", (*expanded(first[1], under_), Term(Fraction(1), (below_, under)))
        ),
    )
    rest = (term.a - common, term.b - common)
    parts = (Arguments(common, common), Arguments(*rest))
    whole = deductions.perspective("what both have in common", EXCESS, parts)
    above = deductions.row("excess above", *rest)
    deductions.hide(*shown, whole, above)
    if whole is None or above is None:
        return None
    for letter in v.free:
        for use, _ in () if letter in u.free else deductions.bounds(sum_over(v, letter)):
            deductions.total("what is in common, times a bound", (Term(Fraction(1), (below, use)),))
    uses = (Use(fact.name, fact.indices) for fact in (whole, above))
    return deductions.total("of products", [Term(Fraction(1), (use,)) for use in uses])


def _rows(
    pair: tuple[Polynomial, Polynomial], deductions: Deductions
) -> tuple[Use, Use, Use] | None:
    """That u >= 0, u - a + b >= 0 and a - u >= 0."""
    found = (
        deductions.row("excess tangent", *pair, 0 * ONE),
        deductions.row("excess tangent", *pair, ONE),
        deductions.row("excess above", *pair),
    )
    uses = [Use(fact.name, fact.indices) for fact in found if fact is not None]
    return (uses[0], uses[1], uses[2]) if len(uses) == len(found) else None
