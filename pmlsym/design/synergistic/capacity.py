"""Synergistic disclosure capacity and efficiency, and self-disclosure. [PSP, Defs. 2 and 4]

I_s(W, X^n) = max I(W; Y) over W - X^n - Y with Y independent of every sample; the case A r = A p of
a posterior polytope with utility -H(P_{W|X} r). Self-disclosure takes W = X^n.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.design.bracket import Bracket, entropy
from pmlsym.design.column_generation import GeneratedMechanism
from pmlsym.design.optimal_mechanism import OptimalMechanism, optimal_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic.sample_model import SampleModel
from pmlsym.design.utilities.mutual_information import MutualInformation


@dataclass(frozen=True)
class Disclosure:
    """A disclosure capacity, the entropy it is compared with, and an optimal mechanism.

    `mechanism` is None when the prior is the only private posterior; the capacity is then 0. A
    generated one stands where enumeration is too large; the capacity is then a wider bracket.
    """

    capacity: Bracket
    entropy: Bracket
    mechanism: OptimalMechanism | GeneratedMechanism | None

    @property
    def efficiency(self) -> Bracket:
        """capacity / entropy; 0 when there is nothing to disclose."""
        if self.entropy.upper == 0:
            return Bracket.exactly(0)
        return self.capacity.over(self.entropy)

    @property
    def outputs(self) -> int:
        """How many outcomes the optimal mechanism found has."""
        return 1 if self.mechanism is None else len(self.mechanism.weights)


def synergistic_disclosure(model: SampleModel) -> Disclosure:
    """I_s(W, X^n), eta = I_s / H(W) and an optimal mapping. [PSP, Def. 2, Thm. 1]

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = synergistic_disclosure(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]))
    >>> round(float(xor.efficiency), 12), xor.outputs
    (1.0, 2)
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    utility = MutualInformation(model.posterior_of_latent)
    return _disclosure(polytope, utility, entropy(model.latent_masses))


def self_disclosure(model: SampleModel) -> Disclosure:
    """The largest I(X^n; Y) under perfect sample privacy, and its share of H(X^n). [PSP, Def. 4]

    >>> from pmlsym.design.synergistic import function_model
    >>> fair = self_disclosure(function_model(["1/8"] * 8, (2, 2, 2), [0] * 8))
    >>> round(float(fair.efficiency), 12)
    0.666666666667
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    return _disclosure(polytope, MutualInformation(), entropy(model.masses))


def _disclosure(
    polytope: PosteriorPolytope, utility: MutualInformation, whole: Bracket
) -> Disclosure:
    if polytope.is_point:
        return Disclosure(Bracket.exactly(0), whole, None)
    mechanism = optimal_mechanism(polytope, utility)
    return Disclosure(mechanism.optimum, whole, mechanism)
