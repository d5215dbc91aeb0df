"""The entries of [PML23], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.pml23 import (
    equality_conditions,
    gain_appendix,
    gain_functions,
    introduction,
    properties,
    randomized_functions,
)

SECTIONS = (
    introduction,
    randomized_functions,
    gain_functions,
    gain_appendix,
    properties,
    equality_conditions,
)

ENTRIES: tuple[Entry, ...] = tuple(entry for section in SECTIONS for entry in section.ENTRIES)
