"""`pmlsym catalogue`: every statement of the papers, with the status that is found for it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.options import Effort, Journal, Json, Seed, Shard, positive, seed_of, shard_of
from pmlsym.commands.terminal import line_width, print_json, print_text, tell
from pmlsym.errors import InvalidInput
from pmlsym.verbs.catalogue import catalogue as check_statements

if TYPE_CHECKING:
    from pmlsym.catalogue.finding import Finding


def catalogue(
    paper: Annotated[str | None, typer.Option(help="PML23, RDP, QID24 or PSP only.")] = None,
    row: Annotated[list[str] | None, typer.Option("--id", help="This row, in full.")] = None,
    status: Annotated[
        str | None, typer.Option(help="Print rows of this status only: proved, sampled, ..")
    ] = None,
    errata: Annotated[bool, typer.Option("--errata", help="Print what fails as printed.")] = False,
    effort: Effort = "60",
    seed: Seed = "0",
    shard: Shard = None,
    journal: Journal = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print as a page.")] = False,
) -> None:
    """Check the statements of the papers; progress goes to standard error."""
    from pmlsym.report.catalogue_report import (
        catalogue_document,
        counted_text,
        errata_document,
        errata_text,
        finding_text,
        ledger_data,
        ledger_text,
    )

    _require_one_form(errata, as_json, markdown, status)
    findings = check_statements(
        paper=paper,
        id=row or (),
        status=status,
        errata=errata,
        effort=positive(effort, "--effort", "units"),
        seed=seed_of(seed),
        shard=shard_of(shard),
        journal=journal,
        progress=_tell,
    )
    if as_json:
        print_json(ledger_data(findings))
    elif markdown:
        print_text((errata_document if errata else catalogue_document)(findings))
    elif errata:
        print_text(errata_text(findings, line_width()))
    elif row:
        blocks = [finding_text(finding, line_width()) for finding in findings]
        blocks.append(counted_text(findings, line_width()))
        print_text("\n\n".join(blocks))
    else:
        print_text(ledger_text(findings, line_width()))


def _require_one_form(errata: bool, as_json: bool, markdown: bool, status: str | None) -> None:
    if errata and status is not None:
        raise InvalidInput("--errata prints what is refuted as printed; leave out --status")
    if as_json and markdown:
        raise InvalidInput("--json and --markdown are two forms; choose one")


def _tell(done: int, total: int, finding: Finding) -> None:
    """On a terminal the line that is there; else a line each, for a log."""
    if sys.stderr.isatty():
        tell(f"{done}/{total}  {finding.status}  {finding.id}")
    else:
        sys.stderr.write(f"{done}/{total}  {finding.status}  {finding.id}\n")
