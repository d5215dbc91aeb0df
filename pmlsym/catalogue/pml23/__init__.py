"""The entries of [PML23], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.pml23 import introduction

SECTIONS = (introduction,)

ENTRIES: tuple[Entry, ...] = tuple(entry for section in SECTIONS for entry in section.ENTRIES)
