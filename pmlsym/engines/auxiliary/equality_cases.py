"""Where a divergence is zero its arguments are equal, letter by letter.

Let  h(a, b) = k (F(a, b) - its tangent at a = b) >= 0, and  sum w h <= 0  with w >= 0. Then w h is
at most 0 at each letter, as it is the sum less what is left of it. Let e = |a - b|, which is 2 F of
the excess less a - b. By Pinsker's line of the table, and its like, at r a multiple of e,

    l e^2  <=  h      with some l > 0, where a and b are at most one, or two,

so that  w e^2 <= 0, and w e <= 0: else w e > 0, and  w e (-w e) = w (-w e^2) >= 0. Last,

    w (b - a) >= 0,    w (a - b) >= 0,

which mention no term. An excess says one of them at once, and the other by the sum, which is zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.convex_term import EXCESS, convex
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact, declared_facts, declared_name
from pmlsym.calculus.tensor import Index, delta
from pmlsym.engines.auxiliary.idea import Ideas
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded, has_term
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences, product_of
from pmlsym.evidence.certificate import Combine, Split, Term, Use
from pmlsym.evidence.shown import is_plain

HALF = Fraction(1, 2)

MOST_ARGUMENTS = (1, 2)
"""What arguments are known to be at most: entries and masses, and sums of two."""


@dataclass(frozen=True)
class _Distance:
    """A line  2 r |a - b| <= h + r^2 (x a + y b - z h),  taken at r = `share` e.

    h is a multiple of F less its tangent at one, which `tangent` says with `parameters`. Where a
    and b are at most one, the line gives  (2 share - share^2 (x + y)) e^2 <= h  with a positive
    multiple; where they are at most c, so it does at the share divided by c.
    """

    row: str
    tangent: str
    parameters: tuple[Polynomial, ...]
    share: Fraction
    x: Fraction
    y: Fraction
    z: Fraction = Fraction(0)


DISTANCES = {
    "entropy": _Distance(
        "excess below entropy",
        "entropy tangent",
        (ONE, ONE),
        Fraction(1, 2),
        Fraction(2, 3),
        Fraction(4, 3),
    ),
    "square": _Distance(
        "excess below square", "square tangent", (ONE,), Fraction(1), Fraction(0), Fraction(1)
    ),
    "root": _Distance(  # a + b - 2 F  =  2 a + 2 b - h
        "excess below root",
        "root tangent",
        (ONE, ONE),
        Fraction(1, 4),
        Fraction(2),
        Fraction(2),
        Fraction(1),
    ),
}
"""By the function whose divergence is zero."""


def equality_cases(deductions: Deductions) -> Ideas:
    """The facts that arguments are equal, up to a factor that may be zero."""
    found: dict[Fact, None] = {}
    for fact in deductions.sequent.facts:
        if fact.relation != ">" and not fact.polynomial.free and has_term(fact.polynomial):
            for each in occurrences(fact.polynomial):
                found.update(dict.fromkeys(_equal(fact, each, deductions)))
    return Ideas(tuple(found))


def _equal(fact: Fact, each: Occurrence, deductions: Deductions) -> Iterator[Fact]:
    """w (b - a) >= 0 and w (a - b) >= 0, from a fact that says that sum w h is not positive."""
    weight = product_of(each.beside)
    letters = tuple(dict.fromkeys(i for i in each.summed if i in {*each.letters, *weight.free}))
    if set(letters) == {*each.letters, *weight.free} and is_plain(weight, ">="):
        sum_ = _Sum(fact, weight, letters)
        if each.function == EXCESS:
            yield from _without_excess(sum_, each, deductions)
        elif each.function.name in DISTANCES:
            yield from _without_distance(sum_, each, deductions)


@dataclass(frozen=True)
class _Sum:
    """A fact that says that a sum over letters, with a weight, is not positive."""

    fact: Fact
    weight: Polynomial
    letters: tuple[Index, ...]


def _without_excess(total: _Sum, each: Occurrence, deductions: Deductions) -> Iterator[Fact]:
    low, slope = (deductions.row("excess tangent", each.a, each.b, g) for g in (0 * ONE, ONE))
    deductions.hide(low, slope)
    if low is None or slope is None:
        return
    none = _at_each(total, low, -each.coefficient, deductions)
    if none is None:
        return
    terms = (Term(Fraction(1), (_own(none),)), *expanded(total.weight, _own(slope)))
    below = deductions.total("not above", terms)
    if below is None:
        return
    yield below
    nothing = sum_over(total.weight * (each.b - each.a), *total.letters)
    if not nothing:
        plain = _Sum(Fact("", nothing), ONE, total.letters)
        above = _at_each(plain, below, Fraction(1), deductions)
        deductions.offer(above)
        if above is not None:
            yield above


def _without_distance(total: _Sum, each: Occurrence, deductions: Deductions) -> Iterator[Fact]:
    distance, weight = DISTANCES[each.function.name], total.weight
    tangent = deductions.row(distance.tangent, each.a, each.b, *distance.parameters)
    half, *slopes = (
        deductions.row("excess tangent", each.a, each.b, constant(g)) for g in (HALF, 0, 1)
    )
    deductions.hide(tangent, half, *slopes)
    if tangent is None or half is None:
        return
    ((term, _),) = convex(each.function, each.a, each.b).terms.items()
    scale = -each.coefficient / Fraction(tangent.polynomial.terms[term])
    none = _at_each(total, tangent, scale, deductions)
    square = _square(each, distance, half, tangent, deductions)
    if none is None or square is None:
        return
    terms = (Term(Fraction(1), (_own(none),)), *expanded(weight, _own(square)))
    apart = deductions.total("no distance", terms)
    equal = None if apart is None else _rooted(apart, weight, half, deductions)
    deductions.hide(square, apart, equal)
    for row in slopes if equal is not None else ():
        if row is not None and equal is not None:
            twice = expanded(2 * weight, _own(row))
            found = deductions.total("equal", (Term(Fraction(1), (_own(equal),)), *twice))
            if found is not None:
                yield found


def _at_each(
    total: _Sum, part: Fact, scale: Fraction, deductions: Deductions
) -> Fact | None:
    """-w h >= 0 at each letter, where h >= 0 is the part, and the fact says  -scale sum w h >= 0.

    A fact without a name is a sum that is plainly zero.
    """
    fact, weight, letters = total.fact, total.weight, total.letters
    rest = fact.polynomial + sum_over(weight * part.polynomial, *letters) * scale
    if scale <= 0 or not set(rest.terms) <= {()} or rest.terms.get((), 0) > 0:
        return None
    terms = [Term(1 / scale, (Use(fact.name),))] if fact.name else []
    others: dict[Index, Index] = {}
    for letter in letters:  # the sum over all letters is that at one, and over those apart from it
        others[letter] = Index(letter.alphabet, f"{letter.name}*o")
        for term in expanded(weight, _own(part)):
            moved = tuple(
                Use(use.fact, tuple(others.get(i, i) for i in use.indices)) for use in term.uses
            )
            apart = Use(declared_name(delta(letter.alphabet), "<= 1"), (others[letter], letter))
            summed = (*term.summed, *others.values())
            terms.append(Term(term.coefficient, (*moved, apart), summed))
    for declared in declared_facts(delta(letter.alphabet) for letter in letters):
        deductions.facts.setdefault(declared.name, declared)
    found = deductions.total("nothing at each letter", terms)
    deductions.hide(found)
    return found


def _square(
    each: Occurrence, distance: _Distance, half: Fact, tangent: Fact, deductions: Deductions
) -> Fact | None:
    """h - l e^2 >= 0, where e = |a - b| is twice F - (a - b)/2."""
    a, b = each.a, each.b
    for most in MOST_ARGUMENTS:
        beside = (deductions.show(most - a), deductions.show(most - b), _own(tangent))
        if None not in beside:
            break
    r = distance.share / most
    row = deductions.row(distance.row, a, b, 2 * r * half.polynomial)
    deductions.hide(row)
    if row is None or None in beside:
        return None
    terms = [Term(Fraction(1), (_own(row),))]
    for use, share in zip(beside, (distance.x, distance.y, distance.z), strict=True):
        if share and use is not None:
            terms.append(Term(4 * r * r * share, (_own(half), _own(half), use)))
    return deductions.total("distance", terms)


def _rooted(apart: Fact, weight: Polynomial, half: Fact, deductions: Deductions) -> Fact | None:
    """-w e >= 0, from  -l w e^2 >= 0."""
    product = 2 * weight * half.polynomial
    if set(product.free) & deductions.constants:
        return None
    name = "apart"
    while name in deductions.facts:
        name += "'"
    square, known = product * product, weight * apart.polynomial
    monomial = next(iter(square.terms))
    ratio = -Fraction(square.terms[monomial]) / Fraction(known.terms[monomial])
    inside = Fact(f"{name}: not", -product)
    positive = Combine(inside, expanded(ratio * weight, _own(apart)), (Use(name),))
    zero = Combine(replace(inside, name=f"{name}: zero"), (Term(Fraction(1), (Use(name),)),))
    statement = Fact("not apart", -product, tuple(product.free))
    return deductions.add(Split(statement, name, product, (positive,), (zero,)))


def _own(fact: Fact) -> Use:
    return Use(fact.name, fact.indices)
