"""The entries of [PSP], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.psp import (
    appendices,
    asymptotic_capacity,
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
    introduction,
    perfect_privacy,
    fundamental_properties,
    optimal_mapping,
    example_two,
    two_binary_samples,
    private_information,
    noisy_observations,
    asymptotic_capacity,
    self_disclosure,
    partial_processing,
    uniformised_samples,
    figures,
    appendices,
)

ENTRIES: tuple[Entry, ...] = tuple(entry for section in SECTIONS for entry in section.ENTRIES)
