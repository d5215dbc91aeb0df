"""Every statement of the papers, with the status that is found for it: `pmlsym catalogue`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput

if TYPE_CHECKING:
    from pmlsym.catalogue.finding import Finding
    from pmlsym.report.errata import Erratum

EFFORT = 60.0


def catalogue(
    *,
    paper: str | None = None,
    id: str | Sequence[str] = (),
    status: str | None = None,
    errata: bool = False,
    effort: float = EFFORT,
    seed: int = 0,
    shard: tuple[int, int] | None = None,
    journal: str | Path | None = None,
    progress: Callable[[int, int, Finding], None] | None = None,
) -> tuple[Finding, ...]:
    """Check the statements of the papers; the findings, in the order of the papers.

    `paper` is PML23, RDP, QID24 or PSP, `id` a row or several; `status` and `errata` keep the rows
    of that status, and what fails as printed, found now (`pmlsym catalogue --errata` shows what the
    last run found). `effort` is in units, for each claim; `shard` and
    `journal` are those of `campaign`; `progress` is called with the number done, the number of all,
    and a finding.
    Raises UnknownName or InvalidInput where there is no such row, paper or status.

    >>> [finding.status for finding in catalogue(id="PML23/sec-i-example")]
    ['checked']
    """
    from pmlsym.catalogue.ledger import ledger, require_status, select

    require_status(status)
    ids = (id,) if isinstance(id, str) else require_kind(id, Sequence, "the ids of rows")
    names = tuple(require_kind(name, str, "the id of a row, such as PML23/thm-1") for name in ids)
    entries = select(paper=paper, ids=names)
    part = shard or (0, 1)
    every = ledger(
        entries, effort=effort, seed=seed, shard=part, journal=journal, progress=progress
    )
    return tuple(
        finding
        for finding in every
        if status in (None, finding.status) and (finding.fails or not errata)
    )


def reproduced(id: str, *, effort: float = EFFORT, seed: int = 0) -> Erratum:
    """What fails as printed in a row, found again; whatever holds instead is not looked at.

    Raises UnknownName where there is no such row, InvalidInput where nothing in it fails.

    >>> reproduced("PML23/ex-1-eq-11").failing[0].shown_by
    "the engine's own search"
    """
    from dataclasses import replace

    from pmlsym.catalogue.ledger import select
    from pmlsym.report.errata import erratum_of

    (entry,) = select(ids=[require_kind(id, str, "the id of a row, such as PML23/thm-1")])
    finding = replace(entry, correction=None).check(effort=effort, seed=seed)
    if not finding.failing:
        raise InvalidInput(f"nothing that is printed in {entry.id} was refuted")
    return erratum_of(finding)
