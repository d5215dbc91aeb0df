"""The profile of a claim: facts about it as a whole that lowering needs, found once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.language.fold import contains, walk
from pmlsym.language.nodes import Claim, Implication, measures_in
from pmlsym.language.value import (
    ContractionCoefficient,
    Divergence,
    Exceeds,
    Value,
    has_events,
    mean_log_of,
)
from pmlsym.lowering.exponents import exponents_of, letters_of_orders, units_of
from pmlsym.lowering.full_support import full_support_priors
from pmlsym.lowering.orders.powers import degree_of, has_means, order_of_entropy, without_means


@dataclass(frozen=True)
class ClaimProfile:
    """The free outcomes of a claim, its scalars with domains, and the names that are taken.

    `positive` are the priors that may be taken to have full support. `has_terms` says whether there
    are means of logarithms, or divergences that are not sums of maxima; `has_means` whether there
    are sums of means of powers; `has_parts` whether there are contraction coefficients, which range
    over all parts of a prior. `exponents` are the scalars in exponents, and all numbers there are
    sums of `units`. The exponential of each logarithm is a power of its level, of this `degree`, so
    that all roots in measures are powers of levels. `has_letters` says that orders are letters,
    `has_orders` that entropies of several orders are compared.
    """

    outcomes: frozenset[Index] = frozenset()
    scalars: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    positive: tuple[Tensor, ...] = ()
    has_terms: bool = False
    has_means: bool = False
    has_parts: bool = False
    exponents: frozenset[str] = frozenset()
    units: tuple[Fraction, ...] = ()
    degree: int = 1
    has_letters: bool = False
    has_orders: bool = False


def profile_of(claim: Claim) -> ClaimProfile:
    """The profile of a claim to lower: scalars, full-support priors, exponents, kinds of terms.

    >>> from pmlsym.claim_text.question import parse
    >>> found = profile_of(parse("pml(P, W, y) <= eps"))
    >>> found.outcomes, found.scalars, found.positive, found.exponents
    (frozenset({y}), {'eps': 'real'}, (P(X),), frozenset({'eps'}))
    """
    about = subjects(claim)
    measures = [*measures_in(claim)]
    exponents = exponents_of(claim, measures)
    tensors = (tensor.name for tensor in about.tensors)
    events = any(has_events(measure.value) for measure in measures)
    tails = any(contains(m.value, Exceeds) for m in measures)
    conclusion = claim.conclusion if isinstance(claim, Implication) else claim
    concluded = {measure.value for measure in measures_in(conclusion)}
    means = any(has_means(measure.value) for measure in measures)
    logs = [measure.value for measure in measures if measure.is_log]
    return ClaimProfile(
        frozenset(index for measure in measures for index in measure.free),
        about.scalars,
        frozenset((*about.scalars, *about.outcomes, *about.alphabets, *tensors)),
        full_support_priors(claim),
        any(
            _is_of_convex_terms(value, events, tails or value not in concluded)
            for value in (measure.value for measure in measures)
        ),
        means,
        any(contains(m.value, ContractionCoefficient) for m in measures),
        exponents,
        units_of(claim, exponents),
        lcm(*(degree_of(value if means else without_means(value)) for value in logs)),
        any(True for _ in letters_of_orders(measures)),
        len({order_of_entropy(measure.value) for measure in measures} - {None}) > 1,
    )


def _is_of_convex_terms(value: Value, has_events: bool, as_maxima: bool) -> bool:
    """Whether a measure's value becomes convex terms, rather than maxima, in sequents.

    Total variation in a claim with events is a sum of maxima, with which events are compared.
    Outside other nodes it is one as well next to the mass of a tail, and where it is only assumed.
    """
    return any(
        part.function != "tv" or not (has_events or (as_maxima and part is value))
        if isinstance(part, Divergence)
        else isinstance(part, ContractionCoefficient) or mean_log_of(part) is not None
        for part in walk(value)
        if isinstance(part, Value)
    )
