"""Every entry of the catalogue, paper by paper, in the order of the papers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from pmlsym.catalogue import pml23, psp, qid24, rdp
from pmlsym.catalogue.claimed import Claimed
from pmlsym.catalogue.composed import leaves_of
from pmlsym.catalogue.deduced import Deduced
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.statements import Statements
from pmlsym.errors import UnknownName

FOLDER = Path(__file__).parent
SECTIONS: tuple[tuple[str, Sequence[ModuleType]], ...] = (
    ("PML23", pml23.SECTIONS),
    ("RDP", rdp.SECTIONS),
    ("QID24", qid24.SECTIONS),
    ("PSP", psp.SECTIONS),
)


def made_in(sections: Sequence[ModuleType]) -> dict[str, Any]:
    """What the statements of a paper may name: the public functions and proofs of its files.

    >>> "reduction" in made_in(pml23.SECTIONS)
    True
    """
    return {
        name: value
        for section in sections
        for name, value in vars(section).items()
        if isinstance(value, Deduced)
        or (isinstance(value, FunctionType) and value.__module__ == section.__name__)
    }


def _entries(paper: str, sections: Sequence[ModuleType]) -> tuple[Entry, ...]:
    text = (FOLDER / paper.lower() / "statements.txt").read_text(encoding="utf-8")
    return Statements(paper, made_in(sections)).read(text)


ENTRIES: tuple[Entry, ...] = tuple(entry for paper in SECTIONS for entry in _entries(*paper))

_BY_ID = {entry.id: entry for entry in ENTRIES}


def claims() -> tuple[Claimed, ...]:
    """Every claim of the table once, also those that say the same in another form.

    >>> len(claims()) > 200
    True
    """
    found = (part for entry in ENTRIES for part in (*leaves_of(entry.parts), *entry.also))
    return tuple(dict.fromkeys(part for part in found if isinstance(part, Claimed)))


def entry_of(entry_id: str) -> Entry:
    """The entry under an id. Raises UnknownName if there is none.

    >>> entry_of("PML23/sec-i-example").kind
    'numeric example'
    """
    if entry_id not in _BY_ID:
        raise UnknownName(f"the catalogue has no entry {entry_id}")
    return _BY_ID[entry_id]
