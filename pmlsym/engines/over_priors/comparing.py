"""A comparison with a measure of the prior alone on one side, and a number on the other.

2*pml(P, W) + 1 <= ldp(C)        pml(P, W) <= (ldp(C) - 1)/2
exp(pml(P, W)) <= 3              pml(P, W) <= log(3)
max(A, B) <= c                   A <= c and B <= c
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import RELATIONS
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.fold import children, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Sum,
)
from pmlsym.numbers.number import Infinite, Number, exp_of, log_of, rational

Reading = Callable[[Quantity], Number]


@dataclass(frozen=True)
class Compared:
    """measure relation number."""

    measure: Measure
    relation: str
    number: Number


def spread(claim: Claim, prior: Tensor) -> Claim:
    """The claim without largest or smallest of several quantities alone on one side."""
    if not isinstance(claim, Comparison):
        return rebuild(claim, [spread(part, prior) for part in children(claim)])
    left, relation, right = claim.left, claim.relation, claim.right
    if isinstance(right, Extreme) and _speaks(right, prior):
        left, relation, right = right, Comparison.FLIPPED[relation], left
    if not isinstance(left, Extreme):
        return claim
    join = Conjunction if left.is_maximum == (relation in ("<=", "<")) else Disjunction
    return join(tuple(spread(Comparison(body, relation, right), prior) for body in left.bodies))


def alone(claim: Comparison, prior: Tensor, number: Reading) -> Compared | bool:
    """The measure, the relation and the number; or the truth, where no measure is of the prior.

    Raises Unsupported where more than one quantity depends on the prior.
    """
    left, relation, right = claim.left, claim.relation, claim.right
    if not _speaks(left, prior):
        if not _speaks(right, prior):
            return RELATIONS[relation](number(left), number(right))
        left, relation, right = right, Comparison.FLIPPED[relation], left
    if _speaks(right, prior):
        raise Unsupported("both sides depend on the prior")
    return _alone(left, relation, number(right), prior, number)


def _alone(
    body: Quantity, relation: str, bound: Number, prior: Tensor, number: Reading
) -> Compared | bool:
    match body:
        case Measure():
            return Compared(body, relation, bound)
        case Sum(terms):
            inner, others = _apart(terms, prior)
            for term in others:
                bound = bound - _finite(number(term))
            return _alone(inner, relation, bound, prior, number)
        case Product(factors):
            inner, others = _apart(factors, prior)
            scale = rational(1)
            for factor in others:
                scale = scale * _finite(number(factor))
            return _scaled(inner, scale, relation, bound, prior, number)
        case Division(above, below) if not _speaks(below, prior):
            scale = 1 / _finite(number(below))
            return _scaled(above, scale, relation, bound, prior, number)
        case Exponential(inner):
            if bound < 0:
                return relation in (">", ">=")
            return _alone(inner, relation, log_of(bound), prior, number)
        case Logarithm(Measure(is_log=False, least=least) as inner) if least is not None:
            return _alone(inner, relation, exp_of(bound), prior, number)
    raise Unsupported(f"{type(body).__name__} of a measure that depends on the prior")


def _scaled(
    inner: Quantity, scale: Number, relation: str, bound: Number, prior: Tensor, number: Reading
) -> Compared | bool:
    if not scale.sign():
        raise Unsupported("a measure that depends on the prior has the factor 0")
    turned = relation if scale > 0 else Comparison.FLIPPED[relation]
    return _alone(inner, turned, bound / scale, prior, number)


def _apart(parts: tuple[Quantity, ...], prior: Tensor) -> tuple[Quantity, list[Quantity]]:
    """The one part that depends on the prior, and the others."""
    varying = [part for part in parts if _speaks(part, prior)]
    if len(varying) != 1:
        raise Unsupported("several measures that depend on the prior are put together")
    return varying[0], [part for part in parts if part is not varying[0]]


def _finite(value: Number) -> Number:
    if isinstance(value, Infinite):
        raise Unsupported("an infinite number is added to what depends on the prior")
    return value


def _speaks(quantity: Quantity, prior: Tensor) -> bool:
    return not isinstance(quantity, Constant) and prior in subjects(quantity).tensors
