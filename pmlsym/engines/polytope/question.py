"""A claim about concrete channels and one prior, as a question about a polytope of priors.

All that the claim names has entries, except this prior. The polytope is that of a hypothesis
P in {..}, or else every prior.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.given_entries import (
    free_priors,
    letter_labels,
    prior_set_conditions,
    without_prior_sets,
)
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Claim
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, every_prior
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class PriorQuestion:
    """A claim with its only free prior, the set of priors, and what is left of it."""

    claim: Claim
    rest: Claim
    prior: Tensor
    priors: PriorPolytope
    sizes: Mapping[str, int]

    @property
    def scope(self) -> str:
        """The text of the set of priors over which a question is decided."""
        within = self.priors.text(letter_labels(self.claim, self.prior))
        return f"the given entries, every prior {self.prior.name} in {{{within}}}"

    def instance(self, masses: Masses, outcomes: Mapping[str, int]) -> Instance:
        """The instance of a claim to decide at one prior of its set."""
        shape = [self.sizes[alphabet] for alphabet in self.prior.alphabets]
        return Instance(self.sizes, {self.prior.name: nest(masses, shape)}, outcomes=dict(outcomes))


def question_of(claim: Claim) -> PriorQuestion | None:
    """The question to decide over a set of priors that a claim is; None if it is not one.

    Everything has entries but one prior, and numbers are given; a set of priors is a hypothesis.
    """
    about = subjects(claim)
    free = free_priors(claim)
    tables = {data.tensor.name for data in about.data}
    if len(free) != 1 or about.scalars or not tables or free[0].indicator:
        return None
    (prior,) = free
    if {tensor.name for tensor in about.tensors} != tables | {prior.name}:
        return None
    sizes = sizes_in(about.data)
    if not set(about.alphabets) <= set(sizes):
        return None
    count = prod(sizes[alphabet] for alphabet in prior.alphabets)
    named = prior_set_conditions(claim)
    rest = without_prior_sets(claim)
    subjects_of_sets = [c.subject.body.tensors for c in named if isinstance(c.subject, Prior)]
    if (
        len(named) > 1
        or prior_set_conditions(rest)
        or any(tensors != (prior,) for tensors in subjects_of_sets)
    ):
        return None
    priors = named[0].within if named else None
    if not isinstance(priors, PriorPolytope):
        priors = every_prior(count)
    if priors.count != count:
        raise Unsupported(f"{priors} is of {priors.count} letters, the channel has {count}")
    return PriorQuestion(claim, rest, prior, priors, sizes)
