"""The profile of a claim: what is asked of it as a whole on the way to sequents, found once.

One such thing are the scalars that it puts into exponents: those that are compared with leakages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Exponential, Measure, Scalar
from pmlsym.language.value import mean_log_of, polynomials_of
from pmlsym.lowering.full_support import full_support_priors
from pmlsym.lowering.linear import has_logs, leaves


@dataclass(frozen=True)
class ClaimProfile:
    """The free outcomes of a claim, its scalars with domains, and the names that it takes.

    `positive` are the priors that may be taken to have full support; `has_logs` says that there are
    means of logarithms; `exponents` are the scalars that are put into exponents.
    """

    outcomes: frozenset[Index] = frozenset()
    scalars: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    positive: tuple[Tensor, ...] = ()
    has_logs: bool = False
    exponents: frozenset[str] = frozenset()


def profile_of(claim: Claim) -> ClaimProfile:
    """The profile of a claim.

    >>> from pmlsym.claims.question import parse
    >>> found = profile_of(parse("pml(P, W, y) <= eps"))
    >>> found.outcomes, found.scalars, found.positive, found.exponents
    (frozenset({y}), {'eps': 'real'}, (P(X),), frozenset({'eps'}))
    """
    about = subjects(claim)
    measures = [part for part in walk(claim) if isinstance(part, Measure)]
    tensors = (tensor.name for tensor in about.tensors)
    return ClaimProfile(
        frozenset(index for measure in measures for index in measure.free),
        about.scalars,
        frozenset((*about.scalars, *about.outcomes, *about.alphabets, *tensors)),
        full_support_priors(claim),
        any(mean_log_of(measure.value) for measure in measures),
        exponents_of(claim, measures),
    )


def exponents_of(claim: Claim, measures: Iterable[Measure] = ()) -> frozenset[str]:
    """The names of the scalars whose exponentials the levels of a claim are made of.

    Those of its `measures` are the levels in them.

    >>> from pmlsym.claims.question import parse
    >>> sorted(exponents_of(parse("pml(P, W) <= a + b and b <= c and d <= 1 => d <= exp(e)")))
    ['a', 'b', 'c', 'e']
    """
    comparisons = [part for part in walk(claim) if isinstance(part, Comparison)]
    sides = [(each, [*leaves(each.left), *leaves(each.right)]) for each in comparisons]
    powers = [part.body for part in walk(claim) if isinstance(part, Exponential)]
    found = {name for body in powers for name in _scalars(walk(body))}
    found |= {name for measure in measures for name in _in_levels(measure)}
    for each, every in sides:
        if has_logs(each.left) or has_logs(each.right):
            found |= _scalars(every)
    alone = [_scalars(every) for _, every in sides if all(map(_is_number, every))]
    while more := {name for names in alone if names & found for name in names} - found:
        found |= more
    return frozenset(found)


def _scalars(parts: Iterable[object]) -> set[str]:
    return {part.name for part in parts if isinstance(part, Scalar)}


def _is_number(leaf: object) -> bool:
    return isinstance(leaf, Scalar | Constant)


def _in_levels(measure: Measure) -> set[str]:
    tensors = {tensor for p in polynomials_of(measure.value) for tensor in p.tensors}
    return {tensor.number for tensor in tensors if tensor.is_exponential}
