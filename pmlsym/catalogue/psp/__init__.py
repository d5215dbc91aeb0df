"""What is made in Python for the statements of [PSP]: checks, and proofs beyond the language."""

from __future__ import annotations

from pmlsym.catalogue.psp import (
    appendices,
    asymptotic_capacity,
    capacities_of_models,
    example_two,
    figures,
    fundamental_properties,
    introduction,
    noisy_observations,
    optimal_mapping,
    partial_processing,
    perfect_privacy,
    private_information,
    self_disclosure,
    two_binary_samples,
    uniformised_samples,
)

SECTIONS = (
    appendices,
    asymptotic_capacity,
    capacities_of_models,
    example_two,
    figures,
    fundamental_properties,
    introduction,
    noisy_observations,
    optimal_mapping,
    partial_processing,
    perfect_privacy,
    private_information,
    self_disclosure,
    two_binary_samples,
    uniformised_samples,
)
