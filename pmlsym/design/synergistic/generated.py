"""Disclosure from datasets too large to enumerate: column generation with the bounds of the paper.

Any model, not only i.i.d. samples; six and more binary samples are within reach. The mechanism is
exact and private. For a latent with few values the gap to the best closes; else it is certified by
Proposition 2 of [PSP].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.design.cell_generation import MOST_VALUES, generate_by_cells
from pmlsym.design.column_generation import GeneratedMechanism, generate_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic.bounds import least_conditional_information
from pmlsym.design.synergistic.sample_model import SampleModel
from pmlsym.design.utilities.mutual_information import MutualInformation


def generated_disclosure(
    model: SampleModel, *, effort: float = 30.0, seed: int = 0
) -> GeneratedMechanism:
    """A private mapping for W and a certified bound on I_s(W, X^n), without enumeration.

    Up to four values of W, cells of its laws close the gap; beyond, vertices are generated and
    Proposition 2 is the bound.

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> float(generated_disclosure(xor, effort=2.0).gap) < 1e-6
    True
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    latent, known = model.posterior_of_latent, least_conditional_information(model)
    if len(model.latent_masses) > MOST_VALUES:
        bounds = [("Proposition 2", known)]
        return generate_mechanism(
            polytope, MutualInformation(latent), bounds=bounds, effort=effort, seed=seed
        )
    found = generate_by_cells(polytope, latent, effort=effort)
    if known.upper < found.bound:
        return replace(found, bound=known.upper, bound_name="Proposition 2")
    return found
