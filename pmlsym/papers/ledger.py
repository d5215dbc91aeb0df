"""The ledger: the entries of all papers, in order; how they are selected and checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial

from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.kernel.certificate import Certificate
from pmlsym.papers.entry import Entry, Part, leaves_of
from pmlsym.papers.finding import EFFORT, STATUSES, Finding
from pmlsym.papers.paper_claim import PaperClaim
from pmlsym.papers.recorded import FOLDER, RecordedPart, kept_proof, results_of
from pmlsym.papers.sources import PAPERS
from pmlsym.papers.statements import OutlineLine, Statements, check_of, claim_of
from pmlsym.parallel.campaigns import FinishedTask, campaign
from pmlsym.parallel.workers import processes

Progress = Callable[[int, int, Finding], None]


def entries_of(paper: str, make_part: Callable[[OutlineLine], Part]) -> tuple[Entry, ...]:
    """The entries of a paper; `make_part` gives the parts that name a function in Python.

    >>> len(entries_of("RDP", partial(recorded_part, "RDP")))
    47
    """
    text = (FOLDER / f"{paper.lower()}.txt").read_text(encoding="utf-8")
    return Statements(paper, make_part).read(text)


def recorded_part(paper: str, line: OutlineLine) -> Part:
    """The recorded result of a paper's part; of a claim, the claim with its kept proof."""
    is_whole = True
    if line.word == "check":
        is_whole = check_of(line).complete
    elif line.word != "sequents":
        claim = claim_of(line)
        if not line.named("by"):
            return replace(claim, proof=partial(_kept_certificates, claim))
    return RecordedPart(str(line), results_of(paper).get(str(line)), is_whole)


def _kept_certificates(claim: PaperClaim, effort: float) -> Sequence[Certificate]:
    """The certificates of a paper's claim from its file; they need no effort."""
    return kept_proof(claim.to_claim(), claim.saved)


ENTRIES: tuple[Entry, ...] = tuple(
    entry for paper in PAPERS for entry in entries_of(paper.key, partial(recorded_part, paper.key))
)

_BY_ID = {entry.id: entry for entry in ENTRIES}


def claims() -> tuple[PaperClaim, ...]:
    """Every claim of the papers once, with the other forms of statements.

    >>> len(claims()) > 200
    True
    """
    parts = (part for entry in ENTRIES for part in (*leaves_of(entry.parts), *entry.also))
    return tuple(dict.fromkeys(part for part in parts if isinstance(part, PaperClaim)))


def entry_of(entry_id: str) -> Entry:
    """The entry of the catalogue under an id. Raises UnknownName if there is none.

    >>> entry_of("PML23/sec-i-example").kind
    'numeric example'
    """
    if entry_id not in _BY_ID:
        raise UnknownName(f"the catalogue has no entry {entry_id}")
    return _BY_ID[entry_id]


def select_entries(*, paper: str | None = None, ids: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The catalogue's entries of a paper, or with these ids, or all.

    Raises UnknownName for a paper or an id that does not exist, InvalidInput for an id of another
    paper.

    >>> [entry.place for entry in select_entries(ids=["PML23/sec-i-example"])]
    ['Section I, the two channels']
    """
    keys = [each.key for each in PAPERS]
    if paper is not None and paper not in keys:
        raise UnknownName(f"unknown paper {paper}; the papers are {', '.join(keys)}")
    known_ids = [entry.id for entry in ENTRIES]
    for entry_id in ids:
        if entry_id not in known_ids:
            near = get_close_matches(entry_id, known_ids, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnknownName(f"the catalogue has no entry {entry_id}{hint}")
        if paper is not None and not entry_id.startswith(f"{paper}/"):
            raise InvalidInput(f"{entry_id} is no row of {paper}")
    return tuple(
        entry
        for entry in ENTRIES
        if (paper is None or entry.paper == paper) and (not ids or entry.id in ids)
    )


def require_status(status: str | None) -> None:
    """Raises InvalidInput unless this is a status of the catalogue, or none.

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
    executor: Executor | None = None,
    shard: tuple[int, int] = (0, 1),
    journal: object | None = None,
    progress: Progress | None = None,
) -> tuple[Finding, ...]:
    """The findings, in order, about entries of papers, which are checked in processes.

    `effort` is in units, for each claim; `workers` is the number of processes, as many as there
    are cores if it is not given; `executor`, `shard` and `journal` are those of `campaign`.
    `progress` is called with the number done, the number of all and the latest finding.

    >>> [finding.status for finding in ledger(select_entries(ids=["PML23/sec-i-example"]))]
    ['checked']
    """

    def tell(done: int, total: int, latest: FinishedTask[Finding]) -> None:
        """Tells the caller how far the check of the papers' entries has come."""
        if progress is not None:
            progress(done, total, latest.result)

    tasks = [Row(entry.id, effort, seed) for entry in entries]
    if executor is not None:
        finished = campaign(tasks, executor=executor, shard=shard, journal=journal, progress=tell)
    else:
        count = min(workers or os.cpu_count() or 1, len(tasks))
        with processes(count, [Row]) as pool:
            finished = campaign(tasks, executor=pool, shard=shard, journal=journal, progress=tell)
    return tuple(task.result for task in finished)


@dataclass(frozen=True)
class Row:
    """An entry by its id, with the effort for each claim: a task of a campaign."""

    id: str
    effort: float
    seed: int

    def __str__(self) -> str:
        return f"{self.id}, effort {self.effort:g}, seed {self.seed}"

    def run(self) -> Finding:
        """The finding about this row of a paper."""
        return entry_of(self.id).check(effort=self.effort, seed=self.seed)

    def to_json(self, result: Finding) -> object:
        """The finding about a row of a paper as plain data."""
        return result.to_json()

    def from_json(self, data: object) -> Finding:
        """The finding about a row of a paper that `to_json` wrote."""
        return Finding.from_json(data)
