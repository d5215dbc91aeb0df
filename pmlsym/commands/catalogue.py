"""`pmlsym catalogue`: every statement of the papers, with the status that is found for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pmlsym.commands.options import Effort, Journal, Json, Seed, Shard, positive, seed_of, shard_of
from pmlsym.commands.terminal import line_width, print_json, print_text, tell
from pmlsym.errors import InvalidInput
from pmlsym.verbs.catalogue import catalogue as check_statements

if TYPE_CHECKING:
    from pmlsym.pages.errata import Errata
    from pmlsym.papers.finding import Finding


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
    ask: Callable[..., Any] = check_statements  # which of these go together it says itself
    found = ask(
        paper=paper,
        id=row or (),
        status=status,
        errata=errata,
        reproduce=reproduce,
        effort=units,
        seed=start,
        shard=None if shard is None else shard_of(shard),
        journal=journal,
        progress=_tell,
    )
    if reproduce is not None:
        print_text(found.text(line_width()))
    elif errata:
        _print_errata(found, as_json, markdown)
    else:
        _print_findings(found, bool(row), as_json, markdown)


def _print_findings(
    findings: tuple[Finding, ...], in_full: bool, as_json: bool, markdown: bool
) -> None:
    from pmlsym.pages.catalogue_report import (
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


def _print_errata(found: Errata, as_json: bool, markdown: bool) -> None:
    from pmlsym.pages.errata import errata_page

    if as_json:
        print_json(found.to_json())
    else:
        print_text(errata_page(found) if markdown else found.text(line_width()))


def _require_one_form(as_json: bool, markdown: bool) -> None:
    if as_json and markdown:
        raise InvalidInput("--json and --markdown are two forms; choose one")


def _tell(done: int, total: int, finding: Finding) -> None:
    """On a terminal the line that is there; else a line each, for a log."""
    if sys.stderr.isatty():
        tell(f"{done}/{total}  {finding.status}  {finding.id}")
    else:
        sys.stderr.write(f"{done}/{total}  {finding.status}  {finding.id}\n")
