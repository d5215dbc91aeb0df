"""Disclosure from datasets too large to enumerate: column generation with the bounds of the paper.

Any model, not only i.i.d. samples; six and more binary samples are within reach. The mechanism is
exact and private; the gap to the best is certified by Proposition 2 (or Lemma 6 and the largest
masses, for self-disclosure) of [PSP].
"""

from __future__ import annotations

from pmlsym.design.column_generation import GeneratedMechanism, generate_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic.bounds import (
    largest_surprise_bound,
    least_conditional_information,
    self_disclosure_bound,
)
from pmlsym.design.synergistic.sample_model import SampleModel
from pmlsym.design.utilities.mutual_information import MutualInformation


def generated_disclosure(
    model: SampleModel, *, budget: float = 30.0, seed: int = 0
) -> GeneratedMechanism:
    """A private mapping for W and a certified bound on I_s(W, X^n), without enumeration.

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> float(generated_disclosure(xor, budget=2.0).gap) < 1e-9
    True
    """
    polytope = PosteriorPolytope(model.dataset_masses, (model.privacy(),))
    bounds = [("Proposition 2", least_conditional_information(model))]
    utility = MutualInformation(model.posterior_of_latent)
    return generate_mechanism(polytope, utility, bounds=bounds, budget=budget, seed=seed)


def generated_self_disclosure(
    model: SampleModel, *, budget: float = 30.0, seed: int = 0
) -> GeneratedMechanism:
    """A private mapping of X^n itself and a certified bound on its self-disclosure.

    >>> from pmlsym.design.synergistic import function_model
    >>> fair = function_model(["1/8"] * 8, (2, 2, 2), [0] * 8)
    >>> float(generated_self_disclosure(fair, budget=2.0).gap) < 1e-9
    True
    """
    polytope = PosteriorPolytope(model.dataset_masses, (model.privacy(),))
    bounds = [
        ("Lemma 6", self_disclosure_bound(model)),
        ("largest surprise", largest_surprise_bound(model)),
    ]
    return generate_mechanism(
        polytope, MutualInformation(), bounds=bounds, budget=budget, seed=seed
    )
