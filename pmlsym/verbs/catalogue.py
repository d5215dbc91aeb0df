"""Every statement of the papers, with its status: `pmlsym catalogue`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, overload

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput
from pmlsym.io.arguments import EachEffort, Journal, Option, Seed, Shard

if TYPE_CHECKING:
    from pmlsym.papers.errata import Errata, Erratum
    from pmlsym.papers.finding import Finding

EFFORT = 60.0


@overload
def catalogue(
    *, errata: Literal[True], paper: str | None = None, id: str | Sequence[str] = ()
) -> "Errata": ...


@overload
def catalogue(*, reproduce: str, effort: float = EFFORT, seed: int = 0) -> "Erratum": ...


@overload
def catalogue(
    *,
    paper: str | None = None,
    id: str | Sequence[str] = (),
    status: str | None = None,
    effort: float = EFFORT,
    seed: int = 0,
    shard: tuple[int, int] | None = None,
    journal: str | Path | None = None,
    progress: "Callable[[int, int, Finding], None] | None" = None,
) -> "tuple[Finding, ...]": ...


def catalogue(
    *,
    paper: Annotated[str | None, Option("PML23, RDP, QID24 or PSP only.")] = None,
    id: Annotated[str | Sequence[str], Option("This row, in full.")] = (),
    status: Annotated[
        str | None, Option("Print rows of this status only: proved, sampled, ..")
    ] = None,
    errata: Annotated[bool, Option("What fails as printed, of the last results.")] = False,
    reproduce: Annotated[
        str | None, Option("Find again what fails in this row.", metavar="ID")
    ] = None,
    effort: EachEffort = EFFORT,
    seed: Seed = 0,
    shard: Shard = None,
    journal: Journal = None,
    progress: "Callable[[int, int, Finding], None] | None" = None,
) -> "tuple[Finding, ...] | Errata | Erratum":
    """The statements of the papers with their status, as `pmlsym catalogue` prints them.

    Claims are decided again, and certificates checked. Statements that Python checks, in a clone of
    the project, have a recorded status: `python -m proofs.papers` checks them again.

    `paper` is PML23, RDP, QID24 or PSP, `id` a row or several; `status` keeps the rows of that
    status. `errata` gives the statements that fail as printed in the last run, with its day and
    version, and checks nothing; `reproduce` finds again the failure in a row. `effort` is in units,
    for each claim; `shard` and `journal` are those of `campaign`; `progress` is called with the
    number done, the number of all, and a finding.
    Raises UnknownName or InvalidInput where there is
    no such row, paper or status, and for arguments that exclude each other.

    >>> [finding.status for finding in catalogue(id="PML23/sec-i-example")]
    ['checked']
    >>> catalogue(errata=True, paper="RDP").every[0].id
    'RDP/ex-3.1'
    """
    ids = (id,) if isinstance(id, str) else require_kind(id, Sequence, "the ids of rows")
    names = tuple(require_kind(name, str, "the id of a row, such as PML23/thm-1") for name in ids)
    if reproduce is not None:
        if errata or paper or names or status or shard or journal:
            raise InvalidInput("reproduce names a row, and takes effort and seed alone")
        return _reproduce_erratum(reproduce, effort, seed)
    if errata:
        if status or shard or journal:
            raise InvalidInput("errata are those of the last run, by paper and id; none is run")
        from pmlsym.papers.errata import last_errata

        return last_errata().chosen(paper, names)
    from pmlsym.papers.ledger import ledger, require_status, select_entries

    require_status(status)
    entries = select_entries(paper=paper, ids=names)
    part = shard or (0, 1)
    findings = ledger(
        entries, effort=effort, seed=seed, shard=part, journal=journal, progress=progress
    )
    return tuple(finding for finding in findings if status in (None, finding.status))


def _reproduce_erratum(row: str, effort: float, seed: int) -> "Erratum":
    """The answer of the verb `catalogue` to `reproduce`: an erratum, found again."""
    from dataclasses import replace

    from pmlsym.papers.errata import erratum_of
    from pmlsym.papers.ledger import select_entries

    (entry,) = select_entries(ids=[require_kind(row, str, "the id of a row, such as PML23/thm-1")])
    finding = replace(entry, correction=None).check(effort=effort, seed=seed)
    if not finding.failing:
        raise InvalidInput(f"nothing that is printed in {entry.id} was refuted")
    return erratum_of(finding)
