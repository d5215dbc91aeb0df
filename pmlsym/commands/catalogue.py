"""`pmlsym catalogue`: every statement of the papers, with the status that is found for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.options import Effort, Journal, Json, Seed, Shard, positive, seed_of, shard_of
from pmlsym.commands.terminal import line_width, print_json, print_text, tell
from pmlsym.errors import InvalidInput
from pmlsym.verbs.catalogue import catalogue as check_statements
from pmlsym.verbs.catalogue import reproduced

if TYPE_CHECKING:
    from pmlsym.catalogue.finding import Finding


def catalogue(
    paper: Annotated[str | None, typer.Option(help="PML23, RDP, QID24 or PSP only.")] = None,
    row: Annotated[list[str] | None, typer.Option("--id", help="This row, in full.")] = None,
    status: Annotated[
        str | None, typer.Option(help="Print rows of this status only: proved, sampled, ..")
    ] = None,
    errata: Annotated[
        bool, typer.Option("--errata", help="What fails as printed, of the last results.")
    ] = False,
    reproduce: Annotated[
        str | None, typer.Option(metavar="ID", help="Find again what fails in this row.")
    ] = None,
    effort: Effort = "60",
    seed: Seed = "0",
    shard: Shard = None,
    journal: Journal = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print as a page.")] = False,
) -> None:
    """Check the statements of the papers; progress goes to standard error."""
    _require_one_form(as_json, markdown)
    units, start = positive(effort, "--effort", "units"), seed_of(seed)
    if reproduce is not None:
        _print_reproduced(reproduce, units, start)
    elif errata:
        if status is not None or journal is not None or shard is not None:
            raise InvalidInput("--errata shows the last results, by --paper or --id, and runs none")
        _print_errata(paper, row or (), as_json, markdown)
    else:
        findings = check_statements(
            paper=paper,
            id=row or (),
            status=status,
            effort=units,
            seed=start,
            shard=shard_of(shard),
            journal=journal,
            progress=_tell,
        )
        _print_findings(findings, bool(row), as_json, markdown)


def _print_findings(
    findings: tuple[Finding, ...], in_full: bool, as_json: bool, markdown: bool
) -> None:
    from pmlsym.report.catalogue_report import (
        catalogue_document,
        counted_text,
        finding_text,
        ledger_data,
        ledger_text,
    )

    if as_json:
        print_json(ledger_data(findings))
    elif markdown:
        print_text(catalogue_document(findings))
    elif in_full:
        blocks = [finding_text(finding, line_width()) for finding in findings]
        blocks.append(counted_text(findings, line_width()))
        print_text("\n\n".join(blocks))
    else:
        print_text(ledger_text(findings, line_width()))


def _print_errata(paper: str | None, rows: Sequence[str], as_json: bool, markdown: bool) -> None:
    """What the last run found, without checking anything."""
    from pmlsym.report.errata import errata_page, errata_text, last_errata

    found = last_errata().chosen(paper, rows)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(errata_page(found) if markdown else errata_text(found, line_width()))


def _print_reproduced(row: str, effort: float, seed: int) -> None:
    from pmlsym.report.errata import failures_text

    print_text(failures_text(reproduced(row, effort=effort, seed=seed), line_width()))


def _require_one_form(as_json: bool, markdown: bool) -> None:
    if as_json and markdown:
        raise InvalidInput("--json and --markdown are two forms; choose one")


def _tell(done: int, total: int, finding: Finding) -> None:
    """On a terminal the line that is there; else a line each, for a log."""
    if sys.stderr.isatty():
        tell(f"{done}/{total}  {finding.status}  {finding.id}")
    else:
        sys.stderr.write(f"{done}/{total}  {finding.status}  {finding.id}\n")
