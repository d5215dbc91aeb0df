"""Logarithms of numbers:  log b <= log n  where b <= n and n > 0, and  c log c >= c - 1."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.rows import is_log
from pmlsym.evidence.certificate import PLAIN, Term, Use


def in_order(
    terms: Iterable[ConvexTerm], numbers: Iterable[Polynomial], deductions: Deductions
) -> None:
    """Compare each logarithm of a sum with those of numbers, by the tangent at the number."""
    for term in terms:
        if not is_log(term):
            continue
        for number in numbers:
            if number == term.b or deductions.show(number, ">") is None:
                continue
            less = deductions.show(number - term.b)
            row = deductions.row("entropy tangent", ONE, term.b, ONE, number) if less else None
            if row is None or less is None:
                continue
            terms_ = [Term(Fraction(1), (Use(row.name),))]
            terms_ += deductions.times(number - term.b, less) if less != PLAIN else []
            deductions.total("logarithms in order", terms_, number)


def from_below(term: ConvexTerm, deductions: Deductions) -> Fact | None:
    """Offer  c log c >= c - 1  for a logarithm of a letter c; the fact that c is positive.

    It is the tangent of F(c, 1) at one, with F(c, 1) = -c F(1, c).
    """
    c = term.b
    if not is_log(term) or len(c) != 1 or list(c.terms) == [()]:
        return None
    use = deductions.show(c, ">")
    row = deductions.row("entropy of number", c, ONE) if use else None
    tangent = deductions.row("entropy tangent", c, ONE, ONE, ONE) if row else None
    if use is None or row is None or tangent is None:
        return None
    deductions.hide(row, tangent)
    deductions.total(
        "a logarithm from below",
        (Term(Fraction(1), (Use(tangent.name),)), Term(Fraction(-1), (Use(row.name),))),
    )
    return deductions.facts[use.fact]
