"""The largest, or smallest, value of a measure over a polytope of priors, where that is easy.

The largest of a maximum of ratios is that of each of them; the smallest of a minimum is the inverse
of the largest inverse. A sum of extreme entries grows with the support, so it is worst at the mean
of priors that give each letter what they can. Other ends are left to conditions.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pmlsym.calculus.index import Index
from pmlsym.engines.over_priors.extremes import best_of, mean, supremum
from pmlsym.engines.over_priors.forms import BoundedRatio, MassForms, ratios
from pmlsym.engines.over_priors.levels import SupportSum
from pmlsym.evidence.prior_bounds import PriorBound, WorstLetter
from pmlsym.language.nodes import Measure
from pmlsym.language.value import FractionalEvent, Larger, Largest, Ratio, Smallest, Total
from pmlsym.model.prior_polytope import PriorPolytope
from pmlsym.numbers.number import INFINITY, Number, log_of, rational

ZERO, ONE = Fraction(0), Fraction(1)


def worst_value(
    measure: Measure,
    forms: MassForms,
    priors: PriorPolytope,
    at: Mapping[Index, int],
    *,
    largest: bool,
) -> PriorBound | None:
    """The largest (or smallest) value and its prior; nothing where it is not the easy end.

    Raises Unsupported where the measure is no extreme of ratios of linear forms.
    """
    if isinstance(measure.value, Total):
        return _of_support(measure, forms, priors, at, largest=largest)
    bodies = measure.value.bodies if isinstance(measure.value, Larger) else (measure.value,)
    found: list[BoundedRatio] = []
    for body in bodies:
        if not isinstance(body, Ratio | (Largest if largest else Smallest)):
            return None
        if isinstance(body, Largest) and isinstance(body.body, FractionalEvent):
            return None  # its conditions are linear in the prior, its value is not
        found += ratios(body, forms, at, measure.defined)
    if not largest:
        if isinstance(measure.value, Larger):
            return None
        found = [BoundedRatio(each.below, each.above, each.where, each.at) for each in found]
    top = supremum(found, priors)
    if top is None:
        return None
    level = None if top.level is None else rational(top.level)
    if not largest:
        level = rational(0) if level is None else None if level == 0 else 1 / level
    value = _value(measure, INFINITY if level is None else level)
    return PriorBound(
        measure.text,
        largest,
        value,
        top.attained,
        top.prior,
        top.inside,
        tuple(WorstLetter(i.name, k, forms.names.word(i.alphabet, k)) for i, k in top.at),
        forms.prior.name,
        forms.words,
    )


def _of_support(
    measure: Measure,
    forms: MassForms,
    priors: PriorPolytope,
    at: Mapping[Index, int],
    *,
    largest: bool,
) -> PriorBound | None:
    """Attained by whoever gives mass to all letters that can have some."""
    match measure.value:
        case Total(over, Largest() | Smallest() as body):
            if isinstance(body, Largest) != largest:
                return None
        case _:
            return None
    units = [tuple(ONE if k == j else ZERO for k in range(forms.count)) for j in range(forms.count)]
    prior = mean([best_of(unit, priors) for unit in units])
    value = _value(measure, rational(SupportSum(over, body, forms, at).at(prior)))
    return PriorBound(
        measure.text, largest, value, True, prior, prior, (), forms.prior.name, forms.words
    )


def _value(measure: Measure, level: Number) -> Number:
    return log_of(level) if measure.is_log else level
