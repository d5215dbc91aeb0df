"""Composition of ratios of rows: factor by factor, one row is at most a multiple of another.

    t W(x',y) - W(x,y) >= 0,  s V(x',z) - V(x,z) >= 0,  ..

give  t s .. W(x',y)V(x',z) .. - W(x,y)V(x,z) .. >= 0,  by

    A1 A2 A3 - B1 B2 B3  =  (A1 - B1) A2 A3  +  B1 (A2 - B2) A3  +  B1 B2 (A3 - B3)

in as many terms as there are factors, where a search would try products of facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.effort import passed
from pmlsym.calculus.normal_form import Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.engines.certificates.instantiation import MANY, Lemma
from pmlsym.engines.certificates.placement import letters_at
from pmlsym.engines.certificates.quotient import shared, without
from pmlsym.engines.certificates.releases_in_turn import ONE
from pmlsym.engines.certificates.terms import NotDeduced, plain_terms, use_of_fact
from pmlsym.kernel.certificate import Combine, Term, Use


def composed_row_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The step that derives c A - B >= 0, by facts that bound each factor of B by some of A."""
    sides = _compared_products(sequent.goal)
    if sides is None or sequent.relation != ">=":
        return ()
    common = shared(*sides)
    larger, smaller = (without(each, common) or () for each in sides)
    if len(smaller) < MANY:
        return ()
    rows = [(fact, pair) for fact in sequent.facts if (pair := _compared_products(fact.polynomial))]
    for in_turn in _bounds(rows, smaller, Polynomial({larger: sequent.goal.terms[sides[0]]})):
        with suppress(NotDeduced):
            terms = tuple(_gap_terms(Polynomial({common: 1}), in_turn))
            return ((Combine(Fact("all releases", sequent.goal), terms),),)
    return ()


def _compared_products(polynomial: Polynomial) -> tuple[Monomial, Monomial] | None:
    """The products A and B of a fact c A - B by which a search composes rows, or None."""
    sides = sorted(polynomial, key=lambda each: each[1])
    if len(sides) != 2 or sides[0][1] != -1 or sides[1][1] <= 0:
        return None
    return sides[1][0], sides[0][0]


@dataclass(frozen=True)
class _Row:
    """A fact A - B >= 0 at letters of the goal."""

    larger: Polynomial
    smaller: Polynomial
    use: Use


def _bounds(
    rows: Sequence[tuple[Fact, tuple[Monomial, Monomial]]],
    smaller: Sequence[Factor],
    larger: Polynomial,
) -> Iterator[tuple[_Row, ...]]:
    """The ways for a search to bound factors by facts, which together give a larger product."""
    if not smaller:
        if larger == ONE:
            yield ()
        return
    ((left, c),) = larger
    for row in _rows_about(rows, smaller[0], left):
        ((taken, by),) = row.larger
        rest = without(left, taken)
        if rest is not None:
            for others in _bounds(rows, smaller[1:], Polynomial({rest: Fraction(c) / by})):
                yield (row, *others)
        if passed():
            return


def _rows_about(
    rows: Sequence[tuple[Fact, tuple[Monomial, Monomial]]], factor: Factor, larger: Monomial
) -> Iterator[_Row]:
    """The facts by which a search bounds a factor of the goal: by a number, or another factor."""
    smaller = Polynomial({(factor,): 1})
    for fact, (above, below) in rows:
        if len(below) != 1 or _names(below[0]) != _names(factor):
            continue
        lettered = [each for each in above if _has_letters(each)]
        numbers = tuple(each for each in above if not _has_letters(each))
        places = [each for each in larger if [_names(each)] == [*map(_names, lettered)]]
        for place in dict.fromkeys(places) if lettered else (None,):
            product = numbers if place is None else tuple(sorted((*numbers, place)))
            bound = Polynomial({product: fact.polynomial.terms[above]})
            names = letters_at(fact.polynomial, fact.indices, bound - smaller)
            if names is not None:
                yield _Row(bound, smaller, use_of_fact(fact, names))


def _gap_terms(common: Polynomial, in_turn: Sequence[_Row]) -> Iterator[Term]:
    """The terms of a certificate that derive a gap of two products, bounded factor by factor."""
    for k, row in enumerate(in_turn):
        others = common
        for each in in_turn[:k]:
            others *= each.smaller
        for each in in_turn[k + 1 :]:
            others *= each.larger
        yield from plain_terms(others, row.use)


def _names(factor: Factor) -> list[str]:
    """The names of a factor's tensors, by which a search finds facts about rows for it."""
    return [tensor.name for tensor, _ in factor]


def _has_letters(factor: Factor) -> bool:
    """Whether a factor that a search is to bound by facts has letters, and is not a number."""
    return any(at for _, at in factor)
