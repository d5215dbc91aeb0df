"""Worst values, and comparisons of a measure with a number as linear conditions on the prior.

A level t that is no rational is taken a little too generously, between rationals: then no prior
that meets the comparison is lost, and one that is found is evaluated exactly by whoever asked.
"""

from __future__ import annotations

from pmlsym.claims.unit import measure_in_nats
from pmlsym.engines.over_priors.conditions import Linear
from pmlsym.engines.over_priors.shapes import ABOVE, ALWAYS, NEVER, ZERO, Ends, ShapeReader
from pmlsym.evidence.prior_bounds import PriorBound, WorstLetter
from pmlsym.language.nodes import Measure
from pmlsym.model.prior_polytope import PriorPolytope
from pmlsym.numbers.number import INFINITY, Exact, Infinite, Number, exp_of, log_of, rational


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
    forms = shapes.forms
    return PriorBound(
        measure.text,
        largest,
        log_of(level) if measure.is_log else level,
        found.attained,
        found.prior,
        found.inside,
        tuple(WorstLetter(i.name, k, forms.names.word(i.alphabet, k)) for i, k in found.at),
        forms.prior.name,
        forms.words,
        measure_in_nats(measure),
    )
