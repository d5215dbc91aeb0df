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
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded, has_term
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences, product_of
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.certificate import Combine, Split, Term, Use
from pmlsym.kernel.shown import is_plain

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
            parts = _parts(fact, deductions)
            for part in parts:
                others = tuple(other for other in parts if other is not part)
                equal = _without_excess if part.distance is None else _without_distance
                found.update(dict.fromkeys(equal(fact, part, others, deductions)))
    return Ideas(tuple(found))


@dataclass(frozen=True)
class _Part:
    """The weight w and h >= 0 in a sum  -scale sum w h >= 0  over letters; h is what a fact says.

    Where h is F(a, b) less its tangent, there is the line that says how far a and b are apart.
    """

    weight: Polynomial
    positive: Fact
    scale: Fraction
    letters: tuple[Index, ...]
    a_and_b: tuple[Polynomial, Polynomial]
    distance: _Distance | None = None


def _parts(fact: Fact, deductions: Deductions) -> tuple[_Part, ...]:
    """The parts of a sum that the fact says is not positive; none where it is no such sum."""
    found = [_part(each, deductions) for each in occurrences(fact.polynomial)]
    parts = tuple(part for part in found if part is not None)
    rest = fact.polynomial
    for part in parts:
        rest = rest + _whole(part)
    is_sum = set(rest.terms) <= {()} and rest.terms.get((), 0) <= 0
    return parts if len(parts) == len(found) and is_sum else ()


def _whole(part: _Part) -> Polynomial:
    return part.scale * sum_over(part.weight * part.positive.polynomial, *part.letters)


def _part(each: Occurrence, deductions: Deductions) -> _Part | None:
    weight = product_of(each.beside)
    letters = tuple(dict.fromkeys(i for i in each.summed if i in {*each.letters, *weight.free}))
    a, b, f = each.a, each.b, each.function
    distance = DISTANCES.get(f.name)
    if set(letters) != {*each.letters, *weight.free} or not is_plain(weight, ">="):
        return None
    if distance is not None:
        positive = deductions.row(distance.tangent, a, b, *distance.parameters)
    else:
        positive = deductions.row("excess tangent", a, b, 0 * ONE) if f == EXCESS else None
    deductions.hide(positive)
    ((term, _),) = convex(f, a, b).terms.items()
    if positive is None or term not in positive.polynomial.terms:
        return None
    scale = -each.coefficient / Fraction(positive.polynomial.terms[term])
    return _Part(weight, positive, scale, letters, (a, b), distance) if scale > 0 else None


def _without_excess(
    fact: Fact, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Iterator[Fact]:
    a, b = part.a_and_b
    slope = deductions.row("excess tangent", a, b, ONE)
    none = _at_each(fact, part, others, deductions)
    deductions.hide(slope)
    if slope is None or none is None:
        return
    terms = (Term(Fraction(1), (_own(none),)), *expanded(part.weight, _own(slope)))
    below = deductions.total("not above", terms)
    if below is None:
        return
    yield below
    nothing = sum_over(part.weight * (b - a), *part.letters)
    if not nothing:
        plain = _Part(ONE, below, Fraction(1), part.letters, part.a_and_b)
        above = _at_each(None, plain, (), deductions)
        deductions.offer(above)
        if above is not None:
            yield above


def _without_distance(
    fact: Fact, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Iterator[Fact]:
    a, b = part.a_and_b
    half, *slopes = (deductions.row("excess tangent", a, b, constant(g)) for g in (HALF, 0, 1))
    deductions.hide(half, *slopes)
    none = _at_each(fact, part, others, deductions)
    square = None if half is None else _square(part, half, deductions)
    if none is None or square is None or half is None:
        return
    terms = (Term(Fraction(1), (_own(none),)), *expanded(part.weight, _own(square)))
    apart = deductions.total("no distance", terms)
    equal = None if apart is None else _rooted(apart, part.weight, half, deductions)
    deductions.hide(square, apart, equal)
    for row in slopes if equal is not None else ():
        if row is not None and equal is not None:
            twice = expanded(2 * part.weight, _own(row))
            found = deductions.total("equal", (Term(Fraction(1), (_own(equal),)), *twice))
            if found is not None:
                yield found


def _at_each(
    fact: Fact | None, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Fact | None:
    """-w h >= 0 at each letter: what the fact says, and all of the sum but this.

    Without a fact the sum of the part is plainly zero.
    """
    scale, letters = part.scale, part.letters
    terms = [] if fact is None else [Term(1 / scale, (Use(fact.name),))]
    for other in others:
        for term in expanded(other.weight * (other.scale / scale), _own(other.positive)):
            terms.append(replace(term, summed=(*term.summed, *other.letters)))
    names: dict[Index, Index] = {}
    for letter in letters:  # the sum over all letters is that at one, and over those apart from it
        names[letter] = Index(letter.alphabet, f"{letter.name}*o")
        for term in expanded(part.weight, _own(part.positive)):
            moved = tuple(
                Use(use.fact, tuple(names.get(i, i) for i in use.indices)) for use in term.uses
            )
            apart = Use(declared_name(delta(letter.alphabet), "<= 1"), (names[letter], letter))
            summed = (*term.summed, *names.values())
            terms.append(Term(term.coefficient, (*moved, apart), summed))
    for declared in declared_facts(delta(letter.alphabet) for letter in letters):
        deductions.facts.setdefault(declared.name, declared)
    found = deductions.total("nothing at each letter", terms)
    deductions.hide(found)
    return found


def _square(part: _Part, half: Fact, deductions: Deductions) -> Fact | None:
    """h - l e^2 >= 0, where e = |a - b| is twice F - (a - b)/2."""
    (a, b), distance = part.a_and_b, part.distance
    assert distance is not None
    for most in MOST_ARGUMENTS:
        beside = (deductions.show(most - a), deductions.show(most - b), _own(part.positive))
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
