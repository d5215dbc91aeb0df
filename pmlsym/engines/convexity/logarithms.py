"""Logarithms of numbers:  log b <= log n  where b <= n and n > 0, and  c log c >= c - 1.

So log c >= 0 where c >= 1, and such a logarithm is a factor of bounds of other numbers. Beside the
square of a logarithm,  (c + 1) log c >= 2 (c - 1)  where c >= 1, the best bound at one: the line of
Pinsker at r = 3/2 (c - 1)/(c + 2) is  c (c + 2) log c >= (c - 1) (5 c + 1)/2, and

    (c - 1) (5 c + 1) (c + 1)  =  4 c (c + 2) (c - 1) + (c - 1)^3
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.rows import is_log
from pmlsym.kernel.certificate import PLAIN, Reciprocal, Term, Use


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
    beside = _beside(term, deductions)
    least = deductions.show(c - 1) if beside else None
    if least is not None:
        rest = Term(Fraction(1), () if least == PLAIN else (least,))
        positive = deductions.total("a logarithm of at least one", (*below, rest), c)
        if positive is not None:
            _multiply(positive, beside, deductions)
            if least != PLAIN and beside & _of(term, deductions):
                return _secant(c, least, positive, deductions)
    return deductions.facts[use.fact] if is_factor else None


def _of(term: ConvexTerm, deductions: Deductions) -> set[Tensor]:
    """A logarithm, and what it is known to be."""
    own = set(convex(term.function, term.a, term.b).tensors)
    known = (fact for t in own if (fact := deductions.value_of(t)) is not None)
    return own.union(*(fact.polynomial.tensors for fact in known)) - set(term.b.tensors)


def _beside(term: ConvexTerm, deductions: Deductions) -> set[Tensor]:
    """What stands beside a logarithm in the goal, the logarithm itself where it is squared."""
    own, found = _of(term, deductions), set()
    for monomial, _ in deductions.sequent.goal:
        factors = [{t for t, _ in factor} for factor in monomial]
        for place, factor in enumerate(factors):
            if factor & own:
                found |= set().union(*factors[:place], *factors[place + 1 :])
    return found


def _multiply(positive: Fact, beside: set[Tensor], deductions: Deductions) -> None:
    """Offer a logarithm times the bounds of numbers that stand beside it in the goal."""
    own = beside - set(positive.polynomial.tensors)
    for fact in deductions.plain_facts:
        if fact.relation == ">=" and not fact.indices and own & {*fact.polynomial.tensors}:
            uses = (Use(fact.name), Use(positive.name))
            deductions.total("times a logarithm", (Term(Fraction(1), uses),))


def _secant(c: Polynomial, least: Use, positive: Fact, deductions: Deductions) -> Fact | None:
    """Offer  (c + 1) log c >= 2 (c - 1), also times the logarithm; the fact that c + 1 > 0."""
    divisor, multiplier = deductions.show(c + 2, ">"), deductions.show(c + 1, ">")
    if divisor is None or multiplier is None:
        return None
    tensor = Tensor(deductions.fresh("q"), positive=True)
    q, more = atom(tensor), c - 1
    inverse = deductions.add(
        Reciprocal(Fact("a reciprocal", q * (c + 2) - 1, (), "=="), tensor, divisor.fact)
    )
    r = Fraction(3, 2) * more * q
    facts = (
        inverse,
        deductions.row("excess below entropy", c, ONE, r),
        deductions.row("excess all", c, ONE),
        deductions.row("entropy of number", c, ONE),
    )
    deductions.hide(*facts)
    if any(fact is None for fact in facts):
        return None
    of_q, pinsker, excess, number = (Use(fact.name) for fact in facts if fact is not None)
    squares = Fraction(3, 2) * more * more
    line = (
        Term(Fraction(1), (pinsker,)),
        *expanded(4 * r, excess),
        Term(Fraction(-1), (number,)),
        *expanded(-squares * q, of_q),
    )
    first = deductions.total("by Pinsker", line)
    if first is None:
        return None
    terms = (*expanded(c + 2, Use(first.name)), *expanded(squares, of_q))
    second = deductions.total("by Pinsker", terms)
    deductions.hide(first, second)
    if second is None:
        return None
    cube = Term(Fraction(1, 2), (least, least, least))
    terms = (*expanded(c + 1, Use(second.name)), cube)
    found = deductions.total("a logarithm above its secant", terms, c * (c + 2))
    if found is not None:
        uses = (Use(found.name), Use(positive.name))
        deductions.total("times the logarithm", (Term(Fraction(1), uses),))
    return deductions.facts[multiplier.fact]
