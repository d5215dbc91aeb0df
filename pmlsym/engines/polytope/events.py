"""Worst events of outcomes, as linear conditions on the prior: every set of outcomes is tried.

    tail > c       some set S of outcomes that exceed the level has  P_Y(S) > c

    eml > log t    some x of positive mass and some a in [0,1]^Y with  sum_y a P_Y >= delta  have
                   sum_y a(y)(W(x,y) - t P_Y(y)) > 0

A best a is a set S, or a set and a part of one more outcome y that fills it up to delta: a(y) =
(delta - P_Y(S))/P_Y(y). Entries of a given channel do not depend on the prior, so that both are
linear in it, the second after multiplying by P_Y(y):

    W(x,S) - t P_Y(S) > 0                                       where  P_Y(S) >= delta
    (W(x,S) - t delta) P_Y(y) + W(x,y)(delta - P_Y(S)) > 0      where  P_Y(S) <= delta <= P_Y(S + y)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from pmlsym.calculus.algebra import read
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.engines.polytope.conditions import All, Atom, Linear, Some
from pmlsym.engines.polytope.linear_forms import MassForms, choices
from pmlsym.errors import Unsupported
from pmlsym.language.value import FractionalEvent, Largest
from pmlsym.linear.prior_polytope import Masses

Letters = Mapping[Index, int]

MOST_OUTCOMES = 10
"""The number of outcomes up to which every set of them is tried: 1,023 sets."""


def where_mass_is_above(
    over: Sequence[Index],
    weight: Polynomial,
    exceeds: Callable[[Letters], Linear],
    forms: MassForms,
    at: Letters,
) -> Callable[[Fraction, bool], Linear]:
    """The condition on a counterexample's prior that the mass of outcomes is above a bound."""
    places = choices(over, forms.sizes, at)
    masses = [form_at(weight, forms, place) for place in places]
    each = [exceeds(place) for place in places]

    def above(bound: Fraction, strict: bool) -> Linear:
        """The condition on a counterexample's prior that the mass is above a bound, by subsets."""
        conditions: list[Linear] = []
        for chosen in _subsets(len(places)):
            mass = _above(_total(masses, chosen, forms), bound, strict)
            conditions.append(All((mass, *(each[k] for k in chosen))))
        return Some(tuple(conditions))

    return above


def where_event_is_above(
    value: Largest, forms: MassForms, at: Letters
) -> Callable[[Fraction, bool], Linear]:
    """The condition on a counterexample's prior that the best fractional event is above a level.

    Raises Unsupported where what an event collects depends on the prior.
    """
    event = value.body
    assert isinstance(event, FractionalEvent)
    delta = number_at(event.delta, forms, at)

    def above(level: Fraction, strict: bool) -> Linear:
        """The condition on a counterexample's prior that an event of mass delta exceeds a level."""
        conditions: list[Linear] = []
        for letter in choices(value.over, forms.sizes, at):
            counts = Atom(form_at(value.where, forms, letter), strict=True)
            places = choices(event.over, forms.sizes, letter)
            parts = [number_at(event.part, forms, place) for place in places]
            masses = [form_at(event.mass, forms, place) for place in places]
            events = _event_conditions(parts, masses, delta, level, strict, forms)
            conditions.append(All((counts, Some(tuple(events)))))
        return Some(tuple(conditions))

    return above


def _event_conditions(
    parts: Sequence[Fraction],
    masses: Sequence[Masses],
    delta: Fraction,
    level: Fraction,
    strict: bool,
    forms: MassForms,
) -> Iterator[Linear]:
    """The linear conditions on a counterexample's prior, one for each event above a level."""
    for chosen in _subsets(len(parts)):
        part, mass = sum((parts[k] for k in chosen), Fraction(0)), _total(masses, chosen, forms)
        whole = tuple(part - level * m for m in mass)
        some = Atom(mass, strict=True)
        yield All((some, _above(mass, delta, False), Atom(whole, strict=strict)))
        for k in set(range(len(parts))) - set(chosen):
            more = masses[k]
            filled = tuple(
                (part - level * delta) * b + parts[k] * (delta - a)
                for a, b in zip(mass, more, strict=True)
            )
            least = tuple(delta - a for a in mass)
            most = tuple(a + b for a, b in zip(mass, more, strict=True))
            fits = (Atom(least, strict=False), _above(most, delta, False), Atom(more, strict=True))
            if delta:
                yield All((*fits, Atom(filled, strict=strict)))


def form_at(polynomial: Polynomial, forms: MassForms, place: Letters) -> Masses:
    """The coefficients of a form in the prior's masses at letters, to decide an event's mass."""
    array = read(polynomial, forms)
    return forms.dense(array[tuple(place[i] for i in array.indices)])


def number_at(polynomial: Polynomial, forms: MassForms, place: Letters) -> Fraction:
    """A number of a measure to decide over priors, at letters. Raises Unsupported at masses."""
    form = form_at(polynomial, forms, place)
    if len(set(form)) > 1:
        raise Unsupported("what an event collects depends on the prior")
    return form[0]


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    """All subsets of outcomes, any of which may be the worst event to decide over priors."""
    if count > MOST_OUTCOMES:
        raise Unsupported(f"the events of {count} outcomes are too many")
    for marks in product((False, True), repeat=count):
        yield tuple(k for k, mark in enumerate(marks) if mark)


def _total(masses: Sequence[Masses], chosen: Sequence[int], forms: MassForms) -> Masses:
    """The mass of chosen outcomes, linear in the prior, in deciding events over a set of priors."""
    return tuple(sum((masses[k][j] for k in chosen), Fraction(0)) for j in range(forms.count))


def _above(form: Masses, bound: Fraction, strict: bool) -> Atom:
    """The linear condition on a counterexample's prior that a form is above a bound."""
    return Atom(tuple(c - bound for c in form), strict=strict)
