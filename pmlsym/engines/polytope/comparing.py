"""A measure of the prior beside a number: solved for it, as a linear condition, at its worst.

2*pml(P, W) + 1 <= ldp(C)        pml(P, W) <= (ldp(C) - 1)/2
exp(pml(P, W)) <= 3              pml(P, W) <= log(3)
max(A, B) <= c                   A <= c and B <= c

A level t that is no rational is taken a little too generously, between rationals: then no prior
that meets the comparison is lost, and one that is found is evaluated exactly by whoever asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import RELATIONS
from pmlsym.claims.subjects import subjects
from pmlsym.claims.unit import measure_in_nats
from pmlsym.engines.polytope.conditions import Linear
from pmlsym.engines.polytope.extremes import Supremum
from pmlsym.engines.polytope.shapes import ABOVE, ALWAYS, NEVER, ZERO, Ends, ShapeReader
from pmlsym.errors import Unsupported
from pmlsym.evidence.verdict import PriorBound, WorstLetter
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
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.numbers.number import INFINITY, Exact, Infinite, Number, exp_of, log_of, rational

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


def condition(
    measure: Measure, relation: str, bound: Number, shapes: ShapeReader, *, digits: int
) -> Linear:
    """Where the measure and the number compare so. Raises Unsupported where that is no such."""
    level = exp_of(bound) if measure.is_log else bound
    ends: Ends
    if isinstance(level, Infinite) and level.direction > 0:
        ends = None
    elif isinstance(level, Infinite) or level < 0:
        return ALWAYS if relation in ABOVE else NEVER
    elif isinstance(level, Exact) and not level.logs:
        ends = (level.rational, level.rational)
    else:
        low, high = level.enclose(digits)
        ends = (max(low, ZERO), high)
    return shapes.condition(measure, relation, ends)


def worst_value(
    measure: Measure, shapes: ShapeReader, priors: PriorPolytope, *, largest: bool
) -> PriorBound | None:
    """The largest (or smallest) value and its prior; nothing where it is not the easy end.

    Raises Unsupported where the measure is no extreme of ratios of linear forms.
    """
    found = shapes.shape(measure).worst(priors, largest=largest)
    if found is None:
        return None
    level = INFINITY if found.level is None else rational(found.level)
    value = log_of(level) if measure.is_log else level
    return stated(measure, shapes, value, found, largest=largest)


def stated(
    measure: Measure, shapes: ShapeReader, value: Number, found: Supremum, *, largest: bool
) -> PriorBound:
    """The worst value of a measure with the priors and the letters that were found."""
    forms = shapes.forms
    letters = (WorstLetter(i.name, k, forms.names.word(i.alphabet, k)) for i, k in found.at)
    return PriorBound(
        measure.text,
        largest,
        value,
        found.attained,
        found.prior,
        found.inside,
        tuple(letters),
        forms.prior.name,
        forms.words,
        measure_in_nats(measure),
    )


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
