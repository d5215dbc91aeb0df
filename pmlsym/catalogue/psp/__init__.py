"""The entries of [PSP], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
