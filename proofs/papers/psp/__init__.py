"""What is made in Python for the statements of [PSP]: checks, and proofs beyond the language."""

from __future__ import annotations

from proofs.papers.psp import (
    appendices,
    asymptotic_capacity,
    example_two,
    feasible_features,
    noisy_observations,
    optimal_mapping,
    partial_processing,
    perfect_privacy,
    self_disclosure,
    two_binary_samples,
)

SECTIONS = (
    perfect_privacy,
    feasible_features,
    optimal_mapping,
    example_two,
    two_binary_samples,
    noisy_observations,
    asymptotic_capacity,
    self_disclosure,
    partial_processing,
    appendices,
)
