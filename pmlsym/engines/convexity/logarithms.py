"""Logarithms of numbers:  log b <= log n  where b <= n and n > 0, and  c log c >= c - 1.

So log c >= 0 where c >= 1, and such a logarithm is a factor of bounds of other numbers.
"""

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


def from_below(term: ConvexTerm, deductions: Deductions, *, is_factor: bool) -> Fact | None:
    """Offer  c log c >= c - 1  for a logarithm of a letter c; the fact that c is positive.

    Where c is to be a factor; and that the logarithm is not negative.

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
    below = (Term(Fraction(1), (Use(tangent.name),)), Term(Fraction(-1), (Use(row.name),)))
    if is_factor:
        deductions.total("a logarithm from below", below)
    least = deductions.show(c - 1)
    if least is not None:
        rest = Term(Fraction(1), () if least == PLAIN else (least,))
        positive = deductions.total("a logarithm of at least one", (*below, rest), c)
        if positive is not None:
            _multiply(positive, deductions)
    return deductions.facts[use.fact] if is_factor else None


def _multiply(positive: Fact, deductions: Deductions) -> None:
    """Offer a logarithm times the bounds of numbers that stand beside it in the goal."""
    logs = set(positive.polynomial.tensors)
    beside = {
        t
        for monomial, _ in deductions.sequent.goal
        if logs & {t for factor in monomial for t, _ in factor}
        for factor in monomial
        for t, _ in factor
    }
    for fact in deductions.plain_facts:
        own = beside & {*fact.polynomial.tensors} - logs
        if own and fact.relation == ">=" and not fact.indices:
            uses = (Use(fact.name), Use(positive.name))
            deductions.total("times a logarithm", (Term(Fraction(1), uses),))
