"""The profile of a claim: what is asked of it as a whole on the way to sequents, found once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Divergence, Value, has_events, mean_log_of
from pmlsym.lowering.exponents import exponents_of, units_of
from pmlsym.lowering.full_support import full_support_priors


@dataclass(frozen=True)
class ClaimProfile:
    """The free outcomes of a claim, its scalars with domains, and the names that it takes.

    `positive` are the priors that may be taken to have full support; `has_terms` says that there
    are means of logarithms, or divergences that are no sums of maxima; `exponents` are the scalars
    that are put into exponents, and `units` the numbers of which the others there are sums.
    """

    outcomes: frozenset[Index] = frozenset()
    scalars: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    positive: tuple[Tensor, ...] = ()
    has_terms: bool = False
    exponents: frozenset[str] = frozenset()
    units: tuple[Fraction, ...] = ()


def profile_of(claim: Claim) -> ClaimProfile:
    """The profile of a claim.

    >>> from pmlsym.claims.question import parse
    >>> found = profile_of(parse("pml(P, W, y) <= eps"))
    >>> found.outcomes, found.scalars, found.positive, found.exponents
    (frozenset({y}), {'eps': 'real'}, (P(X),), frozenset({'eps'}))
    """
    about = subjects(claim)
    measures = [part for part in walk(claim) if isinstance(part, Measure)]
    exponents = exponents_of(claim, measures)
    tensors = (tensor.name for tensor in about.tensors)
    events = any(has_events(measure.value) for measure in measures)
    return ClaimProfile(
        frozenset(index for measure in measures for index in measure.free),
        about.scalars,
        frozenset((*about.scalars, *about.outcomes, *about.alphabets, *tensors)),
        full_support_priors(claim),
        any(_has_terms(measure, events) for measure in measures),
        exponents,
        units_of(claim, exponents),
    )


def _has_terms(measure: Measure, has_events: bool) -> bool:
    """Whether a measure is made of convex terms and not, as total variation is, of maxima too.

    Inside another node, as between two rows, total variation is one of terms alone, unless events
    are spoken of, with which sums of maxima are compared.
    """
    return any(
        part.function != "tv" or not (has_events or part is measure.value)
        if isinstance(part, Divergence)
        else mean_log_of(part) is not None
        for part in walk(measure.value)
        if isinstance(part, Value)
    )
