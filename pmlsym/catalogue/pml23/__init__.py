"""The entries of [PML23], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.pml23 import (
    common_maximiser,
    composition,
    data_processing,
    equality_conditions,
    event_leakage,
    f_information,
    gain_appendix,
    gain_functions,
    guarantees,
    introduction,
    local_privacy,
    max_information,
    properties,
    randomized_functions,
    similar_outcomes,
    total_variation,
)

SECTIONS = (
    introduction,
    randomized_functions,
    gain_functions,
    gain_appendix,
    properties,
    equality_conditions,
    guarantees,
    data_processing,
    similar_outcomes,
    event_leakage,
    common_maximiser,
    composition,
    max_information,
    local_privacy,
    f_information,
    total_variation,
)

ENTRIES: tuple[Entry, ...] = tuple(entry for section in SECTIONS for entry in section.ENTRIES)
