"""Eliminating quotients: Q(y,z) times what it is divided by, in a fact, is its numerator.

A posterior quantity enters a sequent by its definition  P_Y(y) Q(y,z) = sum_x P(x)W(x,y)U(x,y,z).
Where a fact has the left side as a part of a monomial, the right side takes its place; a quotient
that no fact mentions any more needs no definition either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.candidates import use_of
from pmlsym.engines.ingredient import ingredient
from pmlsym.engines.matching import matches, target
from pmlsym.evidence.certificate import Combine, Term, Use

"""What the names of facts begin with that define a quotient."""


def eliminate(facts: Iterable[Fact], goal: Polynomial) -> tuple[tuple[Fact, ...], list[Combine]]:
    """The facts without the quotients that can be eliminated, and the steps that do so."""
    known = tuple(facts)
    definitions = {q: fact for fact in known if (q := _quotient(fact)) is not None}
    steps: list[Combine] = []
    found = []
    for fact in known:
        step = None if fact in definitions.values() else _without(fact, definitions)
        found.append(fact if step is None else step.statement)
        steps += [] if step is None else [step]
    needed = set(goal.tensors).union(
        *(f.polynomial.tensors for f in found if f not in definitions.values())
    )
    idle = [fact for q, fact in definitions.items() if q not in needed]
    return tuple(fact for fact in found if fact not in idle), steps


def _quotient(fact: Fact) -> Tensor | None:
    """The tensor that a fact defines, if it does."""
    return fact.origin.tensor if fact.origin.kind == "definition" else None


def _without(fact: Fact, definitions: dict[Tensor, Fact]) -> Combine | None:
    """The fact with every definition used from left to right, as often as it can be."""
    polynomial = fact.polynomial
    terms: list[Term] = []
    while True:
        found = next(_uses(polynomial, definitions), None)
        if found is None:
            break
        change, term = found
        polynomial, terms = polynomial + change, [*terms, term]
    if not terms:
        return None
    indices = tuple(i for i in fact.indices if i in polynomial.free)
    statement = Fact(f"{fact.name}, by definition", polynomial, indices, fact.relation)
    first = Term(Fraction(1), (Use(fact.name, fact.indices),))
    return Combine(statement, (first, *terms))


def _uses(
    polynomial: Polynomial, definitions: dict[Tensor, Fact]
) -> Iterator[tuple[Polynomial, Term]]:
    """What can be added to a polynomial, each a zero that takes a quotient out of a monomial."""
    for monomial, c in polynomial:
        for quotient in {t for factor in monomial for t, _ in factor} & set(definitions):
            definition = ingredient(definitions[quotient])
            lead, scale = _lead(definition.polynomial, quotient)
            aim = target(monomial)
            for match in matches(definition, lead, aim, polynomial.free):
                placed = definition.at(dict(match.names), "~")
                if placed.indices or not all(t.is_nonnegative for t, _ in match.rest):
                    continue
                zero = placed.polynomial
                for tensor, indices in match.rest:
                    zero = zero * atom(tensor, *indices)
                rest = tuple(use_of(tensor, indices) for tensor, indices in match.rest)
                uses = (*placed.uses, *rest)
                own = tuple(i for i in match.shared if any(i in use.indices for use in uses))
                factor = -Fraction(c) / scale
                yield sum_over(zero, *own) * factor, Term(factor, uses, own)


def _lead(polynomial: Polynomial, quotient: Tensor) -> tuple[Monomial, Fraction]:
    """The monomial of a definition that has the quotient."""
    return next(
        (m, Fraction(c)) for m, c in polynomial if any(t == quotient for f in m for t, _ in f)
    )
