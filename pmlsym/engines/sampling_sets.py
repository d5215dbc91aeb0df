"""What a search knows of priors from hypotheses: priors of a set are drawn from it.

A hypothesis P in {..} then holds on every instance that is drawn, and batches read the rest of the
claim; what is confirmed exactly is the claim with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.given_entries import sets_of
from pmlsym.engines.over_priors.drawing import drawn_priors
from pmlsym.engines.sampling_tensors import Sampled, sample_of
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Condition
from pmlsym.model.prior import Prior
from pmlsym.model.prior_polytope import PriorPolytope

PRIORS = 48
"""Different priors of a batch: those of its instances repeat, since exact mixtures take time."""

LARGEST_SEED = 2**31
SHORTEST = 10**6
"""Denominators up to which the float of a mass is read back."""

Sets = Mapping[str, PriorPolytope]


def sets_in(claim: Claim) -> dict[str, PriorPolytope]:
    """The sets of priors that the claim names, by the prior that each is of."""
    return {
        tensor.name: condition.within
        for condition in sets_of(claim)
        if isinstance(condition.subject, Prior) and isinstance(condition.within, PriorPolytope)
        for tensor in condition.subject.body.tensors
    }


def full_supports_in(claim: Claim) -> frozenset[str]:
    """The tensors of priors that the claim somewhere assumes to have full support."""
    conditions = [part for part in walk(claim) if isinstance(part, Condition)]
    subjects_ = [c.subject for c in conditions if c.kind == "fullsupport"]
    return frozenset(
        t.name for s in subjects_ if isinstance(s, Prior) for t in s.body.tensors if t.alphabets
    )


def sampled_sets(
    rng: np.random.Generator,
    tensors: tuple[Tensor, ...],
    sets: Sets,
    sizes: Mapping[str, int],
    count: int,
) -> dict[str, Sampled]:
    """Samples of the priors that have sets, of so many instances."""
    found = {}
    for tensor in tensors:
        if tensor.name in sets:
            own = Random(int(rng.integers(LARGEST_SEED)))
            drawn = drawn_priors(sets[tensor.name], own, min(count, PRIORS))
            found[tensor.name] = sample_of(drawn, [sizes[a] for a in tensor.alphabets], count)
    return found


def read_back(floats: Any) -> Any:
    """The short rationals that floats are near, in an array of objects.

    >>> read_back(np.array([0.25, 1 / 3])).tolist()
    [Fraction(1, 4), Fraction(1, 3)]
    """
    found = np.empty(floats.shape, dtype=object)
    for place in np.ndindex(floats.shape):
        found[place] = Fraction(float(floats[place])).limit_denominator(SHORTEST)
    return found
