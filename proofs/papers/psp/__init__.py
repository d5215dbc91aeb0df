"""What is made in Python for the statements of [PSP]: checks, and proofs beyond the language."""

from __future__ import annotations

from proofs.papers.psp import (
    affinities,
    appendices,
    asymptotic_capacity,
    corrected_mappings,
    drawn_letters,
    example_two,
    feasible_features,
    few_datasets,
    fresh_samples,
    noisy_observations,
    null_line,
    optimal_mapping,
    partial_processing,
    perfect_privacy,
    self_disclosure,
    two_binary_samples,
)

SECTIONS = (
    perfect_privacy,
    feasible_features,
    null_line,
    few_datasets,
    optimal_mapping,
    example_two,
    two_binary_samples,
    noisy_observations,
    affinities,
    drawn_letters,
    fresh_samples,
    corrected_mappings,
    asymptotic_capacity,
    self_disclosure,
    partial_processing,
    appendices,
)
