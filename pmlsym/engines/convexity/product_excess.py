"""The excess of products, as of two releases: what both have in common multiplies.

With the excess u of a over b, and v of c over d, m = (a - u)(c - v) is below a c and below b d, so

    F(a c, b d)  <=  F(m, m) + F(a c - m, b d - m)  <=  a c - (a - u)(c - v)

Where a number bounds v summed over its outcomes, that is a factor of what a and b have in common.
Summed over outcomes:  1 - (1 - T)(1 - T')  for total variations T and T'.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.means import pairs_in_sight
from pmlsym.engines.convexity.occurrences import Pair
from pmlsym.kernel.certificate import Arguments
from pmlsym.kernel.shown import is_plain


def offer_product_excess(term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions) -> None:
    """Offer the bound of an excess of products by the excess of a factor in sight."""
    for a, b in pairs_in_sight(term, known) if term.function == EXCESS else ():
        c, d = quotient(term.a, a), quotient(term.b, b)
        if c and d and ONE not in (c, d) and all(is_plain(p, ">=") for p in (a, b, c, d)):
            with suppress(NotDeduced):
                _offer_bound(term, (a, b), (c, d), deductions)


def _offer_bound(term: ConvexTerm, first: Pair, second: Pair, deductions: Deductions) -> None:
    """Offer  F(a c, b d) <= a c - (a - u)(c - v)."""
    u, v = convex(EXCESS, *first), convex(EXCESS, *second)
    common = (first[0] - u) * (second[0] - v)
    over, under, below = _rows(first, deductions)
    over_, under_, below_ = _rows(second, deductions)
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


def _rows(pair: Pair, deductions: Deductions) -> tuple[Fact, Fact, Fact]:
    """That u >= 0, u - a + b >= 0 and a - u >= 0."""
    return (
        deductions.row("excess tangent", *pair, 0),
        deductions.row("excess tangent", *pair, 1),
        deductions.row("excess above", *pair),
    )
