"""Every entry of the catalogue, paper by paper, in the order of the papers."""

from __future__ import annotations

from pmlsym.catalogue import pml23, psp, qid24, rdp
from pmlsym.catalogue.entry import Entry
from pmlsym.errors import UnknownName

ENTRIES: tuple[Entry, ...] = (*pml23.ENTRIES, *rdp.ENTRIES, *qid24.ENTRIES, *psp.ENTRIES)

_BY_ID = {entry.id: entry for entry in ENTRIES}


def entry_of(entry_id: str) -> Entry:
    """The entry under an id. Raises UnknownName if there is none.

    >>> entry_of("PML23/sec-i-example").kind
    'numeric example'
    """
    if entry_id not in _BY_ID:
        raise UnknownName(f"the catalogue has no entry {entry_id}")
    return _BY_ID[entry_id]
