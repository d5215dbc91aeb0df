"""A measure compared with a number: solved for the measure, as a linear condition, at its worst.

2*pml(P, W) + 1 <= ldp(C)        pml(P, W) <= (ldp(C) - 1)/2
exp(pml(P, W)) <= 3              pml(P, W) <= log(3)
max(A, B) <= c                   A <= c and B <= c

A level t that is not rational is taken a little too generously, between rationals: then no prior
that meets the comparison is lost, and the caller must evaluate a prior that is found exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import RELATIONS
from pmlsym.claims.subjects import subjects
from pmlsym.claims.unit import measure_in_nats
from pmlsym.engines.polytope.conditions import Linear
from pmlsym.engines.polytope.measure_shapes import ABOVE, ALWAYS, NEVER, ZERO, Ends, ShapeReader
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
from pmlsym.linear.ratio_supremum import Supremum
from pmlsym.numbers.number import INFINITY, Exact, Infinite, Number, exp_of, log_of, rational

Reading = Callable[[Quantity], Number]


@dataclass(frozen=True)
class ComparedMeasure:
    """A measure, a relation and a number: measure <= number, or another relation."""

    measure: Measure
    relation: str
    number: Number


def split_extremes(claim: Claim, prior: Tensor) -> Claim:
    """A claim to decide over priors with max(A, B) <= c split into A <= c and B <= c, and so on."""
    if not isinstance(claim, Comparison):
        return rebuild(claim, [split_extremes(part, prior) for part in children(claim)])
    left, relation, right = claim.left, claim.relation, claim.right
    if isinstance(right, Extreme) and _depends_on(right, prior):
        left, relation, right = right, Comparison.FLIPPED[relation], left
    if not isinstance(left, Extreme):
        return claim
    join = Conjunction if left.is_maximum == (relation in ("<=", "<")) else Disjunction
    return join(
        tuple(split_extremes(Comparison(body, relation, right), prior) for body in left.bodies)
    )


def solved_for_measure(claim: Comparison, prior: Tensor, number: Reading) -> ComparedMeasure | bool:
    """The measure for which a comparison is solved to decide it over priors; or its plain truth.

    Raises Unsupported where more than one quantity depends on the prior.
    """
    left, relation, right = claim.left, claim.relation, claim.right
    if not _depends_on(left, prior):
        if not _depends_on(right, prior):
            return RELATIONS[relation](number(left), number(right))
        left, relation, right = right, Comparison.FLIPPED[relation], left
    if _depends_on(right, prior):
        raise Unsupported("both sides depend on the prior")
    return _comparison_of_measure(left, relation, number(right), prior, number)


def linear_condition(
    measure: Measure, relation: str, bound: Number, shapes: ShapeReader, *, digits: int
) -> Linear:
    """The linear condition on a counterexample's prior that relates a measure to a number.

    Raises Unsupported where it is not linear.
    """
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
    """Find the largest (or smallest) value of a measure over a set of priors, with that prior.

    Raises Unsupported where the measure is not an extreme of ratios of linear forms.
    """
    worst = shapes.shape(measure).worst(priors, largest=largest)
    if worst is None:
        return None
    level = INFINITY if worst.level is None else rational(worst.level)
    value = log_of(level) if measure.is_log else level
    return prior_bound(measure, shapes, value, worst, largest=largest)


def prior_bound(
    measure: Measure, shapes: ShapeReader, value: Number, worst: Supremum, *, largest: bool
) -> PriorBound:
    """The worst value of a measure in a decision over priors as a bound, with prior and letters."""
    forms = shapes.forms
    letters = (WorstLetter(i.name, k, forms.names.word(i.alphabet, k)) for i, k in worst.at)
    return PriorBound(
        measure.text,
        largest,
        value,
        worst.attained,
        worst.prior,
        worst.inside,
        tuple(letters),
        forms.prior.name,
        forms.words,
        measure_in_nats(measure),
    )


def _comparison_of_measure(
    body: Quantity, relation: str, bound: Number, prior: Tensor, number: Reading
) -> ComparedMeasure | bool:
    """A comparison solved for the one measure that varies, to decide it over a set of priors."""
    match body:
        case Measure():
            return ComparedMeasure(body, relation, bound)
        case Sum(terms):
            inner, others = _varying_and_others(terms, prior)
            for term in others:
                bound = bound - _finite_number(number(term))
            return _comparison_of_measure(inner, relation, bound, prior, number)
        case Product(factors):
            inner, others = _varying_and_others(factors, prior)
            scale = rational(1)
            for factor in others:
                scale = scale * _finite_number(number(factor))
            return _without_factor(inner, scale, relation, bound, prior, number)
        case Division(above, below) if not _depends_on(below, prior):
            scale = 1 / _finite_number(number(below))
            return _without_factor(above, scale, relation, bound, prior, number)
        case Exponential(inner):
            if bound < 0:
                return relation in (">", ">=")
            return _comparison_of_measure(inner, relation, log_of(bound), prior, number)
        case Logarithm(Measure(is_log=False, least=least) as inner) if least is not None:
            return _comparison_of_measure(inner, relation, exp_of(bound), prior, number)
    raise Unsupported(f"{type(body).__name__} of a measure that depends on the prior")


def _without_factor(
    inner: Quantity, scale: Number, relation: str, bound: Number, prior: Tensor, number: Reading
) -> ComparedMeasure | bool:
    """The comparison to decide over priors, solved for a measure, with its factor divided out."""
    if not scale.sign():
        raise Unsupported("a measure that depends on the prior has the factor 0")
    turned = relation if scale > 0 else Comparison.FLIPPED[relation]
    return _comparison_of_measure(inner, turned, bound / scale, prior, number)


def _varying_and_others(
    parts: tuple[Quantity, ...], prior: Tensor
) -> tuple[Quantity, list[Quantity]]:
    """The one part of a quantity to decide that depends on the prior, and the others."""
    varying = [part for part in parts if _depends_on(part, prior)]
    if len(varying) != 1:
        raise Unsupported("several measures that depend on the prior are put together")
    return varying[0], [part for part in parts if part is not varying[0]]


def _finite_number(value: Number) -> Number:
    """A number beside a measure to decide over priors. Raises Unsupported if it is infinite."""
    if isinstance(value, Infinite):
        raise Unsupported("an infinite number is added to what depends on the prior")
    return value


def _depends_on(quantity: Quantity, prior: Tensor) -> bool:
    """Whether a quantity of the claim to decide depends on the prior that ranges over the set."""
    return not isinstance(quantity, Constant) and prior in subjects(quantity).tensors
