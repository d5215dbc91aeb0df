"""Equalities of the arguments of a divergence, letter by letter, where the divergence is zero.

Let  h(a, b) = k (F(a, b) - its tangent at a = b) >= 0, and  sum w h <= 0  with w >= 0. Then w h is
at most 0 at each letter, as it is the sum less what is left of it. Let e = |a - b|, which is 2 F of
the excess less a - b. By Pinsker's line of the table, or a similar line, at r a multiple of e,

    l e^2  <=  h      with some l > 0, where a and b are at most one, or two,

so that  w e^2 <= 0, and w e <= 0: otherwise w e > 0, and  w e (-w e) = w (-w e^2) >= 0. Last,

    w (b - a) >= 0,    w (a - b) >= 0,

which mention no term. An excess says one of them at once, and the other by the sum, which is zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import EXCESS, convex
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, delta
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times, use_at, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences, product_of
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.certificate import Term
from pmlsym.kernel.shown import is_plain

HALF = Fraction(1, 2)

MOST_ARGUMENTS = (1, 2)
"""Bounds of arguments: of entries and masses, and of sums of two."""


@dataclass(frozen=True)
class _Distance:
    """A line  2 r |a - b| <= h + r^2 (x a + y b - z h),  taken at r = `share` e.

    h is a multiple of F less its tangent at one, which `tangent` says with `parameters`. Where a
    and b are at most one, the line gives  (2 share - share^2 (x + y)) e^2 <= h  with a positive
    multiple; where they are at most c, it does so at the share divided by c.
    """

    row: str
    tangent: str
    parameters: tuple[int, ...]
    share: Fraction
    x: Fraction
    y: Fraction
    z: Fraction = Fraction(0)


DISTANCES = {
    "entropy": _Distance(
        "excess below entropy",
        "entropy tangent",
        (1, 1),
        Fraction(1, 2),
        Fraction(2, 3),
        Fraction(4, 3),
    ),
    "square": _Distance(
        "excess below square", "square tangent", (1,), Fraction(1), Fraction(0), Fraction(1)
    ),
    "root": _Distance(  # a + b - 2 F  =  2 a + 2 b - h
        "excess below root",
        "root tangent",
        (1, 1),
        Fraction(1, 4),
        Fraction(2),
        Fraction(2),
        Fraction(1),
    ),
}
"""The line for each function whose divergence may be zero."""


def equality_cases(deductions: Deductions) -> Ideas:
    """An idea of a search: arguments of a divergence that is zero are equal, letter by letter."""
    equalities: dict[Fact, None] = {}
    for fact in deductions.sequent.facts:
        plain = set(fact.polynomial.free) <= {*fact.indices, *deductions.constants}
        if fact.relation != ">" and plain and has_term(fact.polynomial):
            with suppress(NotDeduced):
                parts = _parts_of_sum(fact, deductions)
                for part in parts:
                    others = tuple(other for other in parts if other is not part)
                    equal = (
                        _equalities_by_excess if part.distance is None else _equalities_by_distance
                    )
                    with suppress(NotDeduced):
                        equalities.update(dict.fromkeys(equal(fact, part, others, deductions)))
    return Ideas(tuple(equalities))


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


def _parts_of_sum(fact: Fact, deductions: Deductions) -> tuple[_Part, ...]:
    """The parts of a sum of convex terms that is not positive, for deductions of equality."""
    parts = tuple(
        [
            _part_of(each, {*fact.indices, *deductions.constants}, deductions)
            for each in occurrences(fact.polynomial)
        ]
    )
    rest = fact.polynomial
    for part in parts:
        each = part.weight * part.positive.polynomial
        rest = rest + part.scale * sum_over(each, *part.letters)
    if not set(rest.terms) <= {()} or rest.terms.get((), 0) > 0:
        raise NotDeduced(f"{fact.name} does not say that such a sum is not positive")
    return parts


def _part_of(each: Occurrence, every: Set[Index], deductions: Deductions) -> _Part:
    """The part of a sum with one convex term less its tangent, for deductions of equality."""
    weight = product_of(each.beside)
    letters = tuple(dict.fromkeys(i for i in each.summed if i in {*each.letters, *weight.free}))
    a, b, f = each.a, each.b, each.function
    distance = DISTANCES.get(f.name)
    if set(letters) != {*each.letters, *weight.free} - every or not is_plain(weight, ">="):
        raise NotDeduced("a term is not summed over all of its letters")
    if distance is not None:
        positive = deductions.aside.row(distance.tangent, a, b, *distance.parameters)
    elif f == EXCESS:
        positive = deductions.aside.row("excess tangent", a, b, 0)
    else:
        raise NotDeduced(f"{f.name} has no row about distances")
    ((term, _),) = convex(f, a, b).terms.items()
    if term not in positive.polynomial.terms:
        raise NotDeduced("the tangent is not about the term")
    scale = -each.coefficient / Fraction(positive.polynomial.terms[term])
    if scale <= 0:
        raise NotDeduced("the fact is not an upper bound of the term")
    return _Part(weight, positive, scale, letters, (a, b), distance)


def _equalities_by_excess(
    fact: Fact, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Iterator[Fact]:
    """Deduce w (b - a) >= 0 from an excess that is zero, and w (a - b) >= 0 where they sum to 0."""
    a, b = part.a_and_b
    slope = deductions.aside.row("excess tangent", a, b, 1)
    none = _nothing_at_each_letter(fact, part, others, deductions.aside)
    below = deductions.total("not above", times(1, none) + times(part.weight, slope))
    yield below
    if not sum_over(part.weight * (b - a), *part.letters):
        plain = _Part(ONE, below, Fraction(1), part.letters, part.a_and_b)
        above = _nothing_at_each_letter(None, plain, (), deductions)
        deductions.offer(above)
        yield above


def _equalities_by_distance(
    fact: Fact, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Iterator[Fact]:
    """Deduce that a and b are equal, from a divergence that is zero, by their distance."""
    (a, b), aside = part.a_and_b, deductions.aside
    half, *slopes = [aside.row("excess tangent", a, b, g) for g in (HALF, 0, 1)]
    none = _nothing_at_each_letter(fact, part, others, aside)
    square = _squared_distance(part, half, aside)
    apart = aside.total("no distance", times(1, none) + times(part.weight, square))
    equal = _no_distance(apart, part.weight, half, aside)
    for row in slopes:
        with suppress(NotDeduced):
            yield deductions.total("equal", times(1, equal) + times(2 * part.weight, row))


def _nothing_at_each_letter(
    fact: Fact | None, part: _Part, others: tuple[_Part, ...], deductions: Deductions
) -> Fact:
    """Deduce that no summand w h is above zero at any letter, from a fact that the sum is not.

    Without a fact the sum of the part is plainly zero.
    """
    terms = () if fact is None else times(1 / part.scale, fact)
    for other in others:
        share = other.weight * (other.scale / part.scale)
        terms += times(share, other.positive, over=other.letters)
    names: dict[Index, Index] = {}
    for letter in part.letters:  # the sum over all is one summand and the sum over the others
        names[letter] = Index(letter.alphabet, f"{letter.name}*o")
        for term in times(part.weight, part.positive, over=tuple(names.values())):
            moved = (use_at(use, names) for use in term.uses)
            uses = (*moved, apart_use(names[letter], letter))
            terms += (Term(term.coefficient, uses, term.summed),)
    deductions.declare(*(delta(letter.alphabet) for letter in part.letters))
    return deductions.total("nothing at each letter", terms)


def _squared_distance(part: _Part, half: Fact, deductions: Deductions) -> Fact:
    """Deduce h - l e^2 >= 0, where e = |a - b| is twice F - (a - b)/2."""
    (a, b), distance = part.a_and_b, part.distance
    assert distance is not None
    most = next(
        (m for m in MOST_ARGUMENTS if deductions.find_use(m - a) and deductions.find_use(m - b)), 0
    )
    if not most:
        raise NotDeduced("the arguments are not known to be bounded")
    beside = (
        deductions.use_for(most - a),
        deductions.use_for(most - b),
        use_of_fact(part.positive),
    )
    r = distance.share / most
    terms = times(1, deductions.row(distance.row, a, b, 2 * r * half.polynomial))
    for fact, share in zip(beside, (distance.x, distance.y, distance.z), strict=True):
        terms += times(4 * r * r * share, half, half, fact)
    return deductions.total("distance", terms)


def _no_distance(apart: Fact, weight: Polynomial, half: Fact, deductions: Deductions) -> Fact:
    """Deduce -w e >= 0 of a distance e, from  -l w e^2 >= 0."""
    product = 2 * weight * half.polynomial
    square, at_most_zero = product * product, weight * apart.polynomial
    monomial = next(iter(square.terms))
    ratio = -Fraction(square.terms[monomial]) / Fraction(at_most_zero.terms[monomial])
    positive, zero = deductions.branches(product)
    positive.conclude(-product, times(ratio * weight, apart), positive.assumed)
    zero.conclude(-product, times(1, zero.assumed))
    return deductions.split("not apart", positive, zero)
