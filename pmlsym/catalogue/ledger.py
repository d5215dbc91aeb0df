"""The ledger: entries selected and checked, in parallel, with progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from pmlsym.catalogue.entries import ENTRIES, entry_of
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.finding import EFFORT, STATUSES, Finding
from pmlsym.catalogue.sources import PAPERS
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.workers import in_processes

Progress = Callable[[int, int, Finding], None]


def select(*, paper: str | None = None, ids: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The entries of a paper, or under these ids, or all.

    Raises UnknownName for a paper or an id that does not exist, InvalidInput for an id of another
    paper.

    >>> [entry.place for entry in select(ids=["PML23/sec-i-example"])]
    ['Section I, the two channels']
    """
    keys = [known.key for known in PAPERS]
    if paper is not None and paper not in keys:
        raise UnknownName(f"unknown paper {paper}; the papers are {', '.join(keys)}")
    known = [entry.id for entry in ENTRIES]
    for wanted in ids:
        if wanted not in known:
            near = get_close_matches(wanted, known, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnknownName(f"the catalogue has no entry {wanted}{hint}")
        if paper is not None and not wanted.startswith(f"{paper}/"):
            raise InvalidInput(f"{wanted} is no row of {paper}")
    return tuple(
        entry
        for entry in ENTRIES
        if (paper is None or entry.paper == paper) and (not ids or entry.id in ids)
    )


def require_status(status: str | None) -> None:
    """Raise InvalidInput unless this is one of the statuses, or none.

    >>> require_status("proved")
    """
    if status is not None and status not in STATUSES:
        raise InvalidInput(f"{status!r} is no status; the statuses are {', '.join(STATUSES)}")


def ledger(
    entries: Sequence[Entry],
    *,
    effort: float = EFFORT,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> tuple[Finding, ...]:
    """Check the entries and return their findings in order.

    `effort` is in units, for each claim; `workers` is the number of processes, as many as there
    are cores if it is not given. `progress` is called with the number done, the number of all and
    the finding that has just come in.

    >>> [finding.status for finding in ledger(select(ids=["PML23/sec-i-example"]))]
    ['checked']
    """
    found: dict[str, Finding] = {}

    asked = [(entry.id, effort, seed) for entry in entries]
    for _, finding in in_processes(_check, asked, workers or os.cpu_count() or 1):
        found[finding.id] = finding
        if progress is not None:
            progress(len(found), len(entries), finding)
    return tuple(found[entry.id] for entry in entries)


def _check(entry_id: str, effort: float, seed: int) -> Finding:
    return entry_of(entry_id).check(effort=effort, seed=seed)
