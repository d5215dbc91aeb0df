"""The entries of [QID24], one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
