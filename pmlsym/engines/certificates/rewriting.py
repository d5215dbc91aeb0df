"""Equalities that are used from left to right: what they define is replaced by its value.

    P_Y(y) Q(y,z) = sum_x P(x)W(x,y)U(x,y,z)      a quotient, by its definition
    -F(1, E) = eps                                a term whose value is known, log exp(eps) = eps

A term has no sign, so an equality that mentions one would be a demand for each of its monomials;
where the value takes the place of the term, nothing is demanded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import ingredient, matches, target
from pmlsym.kernel.certificate import Combine, Term, Use

MOST_LOWERED = 6
"""So many statements are made of one by means, at most."""

MOST = 40
"""So many uses of equalities in a fact, at most: two of them may lead back to each other."""

Rewrites = Mapping[Tensor, Fact]
"""The equality to use for each tensor."""


def quotients(facts: Iterable[Fact]) -> dict[Tensor, Fact]:
    """The definitions of quotients among the facts."""
    return {
        fact.origin.tensor: fact
        for fact in facts
        if fact.origin.kind == "definition" and fact.origin.tensor is not None
    }


def values(facts: Iterable[Fact]) -> dict[Tensor, Fact]:
    """The equalities that say what a term is: one that stands alone, and occurs nowhere else."""
    found: dict[Tensor, Fact] = {}
    for fact in facts:
        if fact.relation != "==" or fact.origin.kind == "definition":
            continue
        alone = [t for t in fact.polynomial.tensors if t.is_term and _stands_alone(t, fact)]
        if alone:
            found.setdefault(max(alone, key=lambda t: (len(t.name), t)), fact)
    return found


def rewritten(fact: Fact, rewrites: Rewrites) -> Combine | None:
    """The fact with every equality used, as often as it can be; nothing if none can."""
    polynomial = fact.polynomial
    terms: list[Term] = []
    while len(terms) < MOST:
        found = next(_uses(polynomial, rewrites), None)
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


def lowered(statement: Fact, means: Iterable[Fact]) -> Iterator[tuple[Fact, tuple[Combine, ...]]]:
    """The statement with terms replaced by what is at least as large, and the steps back to it.

    Once by each of the means, and by each of them what came of that.
    """
    usable = [(term, fact) for fact in means for term in _bounded(fact)]
    left: list[tuple[Fact, tuple[Combine, ...]]] = [(statement, ())]
    for count in range(MOST_LOWERED):
        if count == len(left):
            return
        own, back = left[count]
        for term, fact in usable:
            step = rewritten(own, {term: fact})
            if step is not None:
                named = replace(step.statement, name=f"{statement.name} lowered {len(left)}")
                step = replace(step, statement=named)
                left.append((named, (undone(step, own), *back)))
                if len(left) <= MOST_LOWERED:
                    yield left[-1]


def undone(step: Combine, statement: Fact) -> Combine:
    """The statement from what a step, which adds to it, makes of it."""
    first, *added = step.terms
    whole = replace(first, uses=(Use(step.statement.name, step.statement.indices),))
    return Combine(statement, (whole, *(replace(t, coefficient=-t.coefficient) for t in added)))


def _bounded(fact: Fact) -> Iterator[Tensor]:
    """The term that a mean bounds from above."""
    for monomial, c in fact.polynomial:
        if c < 0 and len(monomial) == 1 and len(monomial[0]) == 1:
            ((tensor, _),) = monomial[0]
            if tensor.is_term and _stands_alone(tensor, fact):
                yield tensor


def _stands_alone(term: Tensor, fact: Fact) -> bool:
    """Whether a term is a monomial, at the letters that the fact quantifies, and in no other."""
    own = [m for m, _ in fact.polynomial if any(t == term for part in m for t, _ in part)]
    inside = any(t.term and term in t.term.tensors for t in fact.polynomial.tensors)
    if len(own) != 1 or len(own[0]) != 1 or len(own[0][0]) != 1 or inside:
        return False
    ((_, letters),) = own[0][0]
    return set(letters) == set(fact.indices) and len(set(letters)) == len(letters)


def _uses(polynomial: Polynomial, rewrites: Rewrites) -> Iterator[tuple[Polynomial, Term]]:
    """What can be added to a polynomial, each a zero that takes a tensor out of a monomial."""
    for monomial, c in polynomial:
        for tensor in sorted({t for part in monomial for t, _ in part} & set(rewrites)):
            equality = ingredient(rewrites[tensor])
            lead, scale = _lead(equality.polynomial, tensor)
            aim = target(monomial)
            for match in matches(equality, lead, aim, polynomial.free):
                placed = equality.at(dict(match.names), "~")
                if placed.indices or not all(t.is_nonnegative for t, _ in match.rest):
                    continue
                zero = placed.polynomial
                for other, indices in match.rest:
                    zero = zero * atom(other, *indices)
                rest = tuple(_declared(other, indices) for other, indices in match.rest)
                uses = (*placed.uses, *rest)
                own = tuple(i for i in match.shared if any(i in use.indices for use in uses))
                times = -Fraction(c) / scale
                if times > 0 and rewrites[tensor].relation != "==":
                    continue  # what replaces it must not be less
                yield sum_over(zero, *own) * times, Term(times, uses, own)


def _declared(tensor: Tensor, indices: tuple[Index, ...]) -> Use:
    return Use(declared_name(tensor, ">= 0"), indices)


def _lead(polynomial: Polynomial, tensor: Tensor) -> tuple[Monomial, Fraction]:
    """The monomial of an equality that has the tensor."""
    return next(
        (m, Fraction(c)) for m, c in polynomial if any(t == tensor for f in m for t, _ in f)
    )
