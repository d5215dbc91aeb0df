"""The entries of [PSP], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.psp import (
    example_two,
    fundamental_properties,
    introduction,
    optimal_mapping,
    perfect_privacy,
    two_binary_samples,
)

SECTIONS = (
    introduction,
    perfect_privacy,
    fundamental_properties,
    optimal_mapping,
    example_two,
    two_binary_samples,
)

ENTRIES: tuple[Entry, ...] = tuple(entry for section in SECTIONS for entry in section.ENTRIES)
