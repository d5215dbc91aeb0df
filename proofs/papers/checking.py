"""The lines of the ledger that name something in Python, and what each of them comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from time import process_time

from pmlsym.papers.entry import Part, leaves_of
from pmlsym.papers.entry import find as found_of
from pmlsym.papers.finding import EFFORT
from pmlsym.papers.ledger import ENTRIES
from pmlsym.papers.recorded import CERTIFICATES, RecordedPart, RecordedResult, result_of
from proofs.papers.made import LIVE
from proofs.table import name_of


@dataclass(frozen=True)
class Line:
    """A line of the table of a paper, which Python checks: results are recorded under it."""

    paper: str
    text: str

    @property
    def kind(self) -> str:
        """What stands in the line: a check, sequents, or a claim."""
        word = self.text.partition(" ")[0]
        return word if word in ("check", "sequents") else "claim"


@cache
def parts() -> dict[Line, Part]:
    """The parts that Python makes, by their lines, in the order of the papers."""
    return {line: part for pairs in rows().values() for line, part in pairs}


@cache
def rows() -> dict[str, tuple[tuple[Line, Part], ...]]:
    """The lines and the parts of each row that has some, by its id."""
    made = {
        entry.id: tuple(_lines(entry.paper, entry.parts, own.parts))
        for entry, own in zip(ENTRIES, LIVE, strict=True)
    }
    return {row: pairs for row, pairs in made.items() if pairs}


def _lines(
    paper: str, recorded: tuple[Part, ...], live: tuple[Part, ...]
) -> Iterator[tuple[Line, Part]]:
    for kept, part in zip(leaves_of(recorded), leaves_of(live), strict=True):
        if isinstance(kept, RecordedPart):
            yield Line(paper, kept.line), part


def checked(line: Line) -> tuple[RecordedResult, float]:
    """What a line comes to, with the name of its certificates if they are kept, and the seconds.

    >>> checked(Line("PML23", "check two_channels: both channels"))[0].status
    'checked'
    """
    start, part = process_time(), parts()[line]
    found = found_of(part, effort=EFFORT, seed=0)
    name = name_of(part)
    kept = name if (CERTIFICATES / f"{name}.json").is_file() else ""
    return result_of(found, kept), process_time() - start
