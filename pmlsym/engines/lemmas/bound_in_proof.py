"""Bounds that a proof has, and levels that are quotients, which become numbers for lemmas.

    n D - d N >= 0      becomes      n r D - N >= 0      where  r d = 1

A lemma has a number for each of its levels. So a level such as 1/m, for m <= pmin(P), becomes a
tensor r of its own before it stands for one; at the end it is a quotient again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.normal_form import factor
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import Body
from pmlsym.engines.certificates.quotient import without
from pmlsym.engines.certificates.terms import NotDeduced, negated, times
from pmlsym.engines.lemmas.open_proof import Inverse, OpenProof
from pmlsym.kernel.certificate import Term
from pmlsym.lowering.level import Level

ONE = constant(1)


@dataclass(frozen=True)
class BoundInProof:
    """A bound of a measure that a proof has: the level, and the facts that state it, in order.

    `own`, times the level `times`, is in the place of the tensor that its form brings.
    """

    level: Level
    facts: tuple[Fact, ...]
    own: Body | None = None
    times: Polynomial = ONE


def without_quotient(proof: OpenProof, bound: BoundInProof) -> BoundInProof:
    """The bound that a lemma is applied to, with a number for a quotient as its level."""
    below = bound.level.denominator
    if below == ONE:
        return bound
    inverse = proof.inverse(below)
    if inverse is None:
        raise NotDeduced(f"the level {below} is not plainly positive")
    level = without_product(bound.level.numerator * atom(inverse.tensor), inverse)
    facts = (_multiple_of(proof, f, atom(inverse.tensor), inverse) for f in bound.facts)
    return replace(bound, level=Level(level), facts=tuple(facts))


def with_quotients(proof: OpenProof, bound: BoundInProof) -> BoundInProof:
    """The bound that lemmas led to, with quotients again for the numbers that replaced them."""
    for inverse in proof.inverses.values():
        number = factor(((inverse.tensor, ()),))
        # Each round takes away one power of the number r, multiplied by its level q with r q = 1.
        while any(number in monomial for monomial in bound.level.numerator.terms):
            above = without_product(bound.level.numerator * inverse.level, inverse)
            level = Level(above, bound.level.denominator * inverse.level)
            facts = (_multiple_of(proof, f, inverse.level, inverse) for f in bound.facts)
            bound = replace(bound, level=level, facts=tuple(facts))
            body = bound.own
            if body is not None and any(number in m for m in body.polynomial.terms):
                body = replace(
                    body, polynomial=without_product(body.polynomial * inverse.level, inverse)
                )
                bound = replace(bound, own=body, times=bound.times * inverse.level)
    return bound


def without_product(polynomial: Polynomial, inverse: Inverse) -> Polynomial:
    """The polynomial of a lemma's bound with 1 for r q, where r is one over a level q."""
    return polynomial - sum((zero for _, zero in _zeros_in(polynomial, inverse)), constant(0))


def _multiple_of(proof: OpenProof, fact: Fact, positive: Polynomial, inverse: Inverse) -> Fact:
    """Derive in an open proof the multiple of a fact by a positive polynomial, with 1 for r q.

    The fact itself where it speaks of no level.
    """
    whole, terms = fact.polynomial * positive, times(positive, fact, strictly=True)
    zeros = [*_zeros_in(whole, inverse)]
    if not zeros:
        return fact
    for term, zero in zeros:
        whole = whole - zero
        terms += negated((term,))
    indices = tuple(i for i in fact.indices if i in whole.free)
    return proof.derive(fact.name, whole, indices, terms, fact.relation)


def _zeros_in(polynomial: Polynomial, inverse: Inverse) -> Iterator[tuple[Term, Polynomial]]:
    """The multiples of r q - 1 in a polynomial that has r q, each with a certificate's term."""
    ((lead, scale),) = (m for m in inverse.fact.polynomial if m[0])
    for monomial, c in polynomial:
        left = without(monomial, lead)
        while left is not None:
            part = Polynomial({left: Fraction(c) / scale})
            if not all(tensor.is_nonnegative for tensor in part.tensors):
                break
            (term,) = times(part, inverse.fact)
            yield term, part * inverse.fact.polynomial
            monomial, left = left, without(left, lead)
