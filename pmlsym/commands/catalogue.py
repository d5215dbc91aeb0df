"""`pmlsym catalogue`: every statement of the papers, with its status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pmlsym.commands.from_verb import Json, VerbArguments
from pmlsym.commands.terminal import line_width, print_json, print_text, tell
from pmlsym.errors import InvalidInput
from pmlsym.verbs.catalogue import catalogue

if TYPE_CHECKING:
    from pmlsym.papers.errata import Errata
    from pmlsym.papers.finding import Finding


def answer(
    arguments: VerbArguments,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print as a page.")] = False,
) -> None:
    """Check and print the papers' statements, or as a clone found them (*); progress on stderr."""
    if as_json and markdown:
        raise InvalidInput("--json and --markdown are two forms; choose one")
    result: Any = catalogue(**arguments, progress=_show_progress)
    if "reproduce" in arguments:
        print_text(result.text(line_width()))
    elif "errata" in arguments:
        _print_errata(result, as_json, markdown)
    else:
        _print_findings(result, "id" in arguments, as_json, markdown)


def _print_findings(
    findings: tuple[Finding, ...], in_full: bool, as_json: bool, markdown: bool
) -> None:
    """Print the catalogue's findings to the terminal: JSON, a page, in full, or a table."""
    from pmlsym.papers.catalogue_report import (
        catalogue_document,
        finding_text,
        head_text,
        ledger_data,
        ledger_text,
    )

    if as_json:
        print_json(ledger_data(findings))
    elif markdown:
        print_text(catalogue_document(findings))
    elif in_full:
        blocks = [finding_text(finding, line_width()) for finding in findings]
        blocks.append(head_text(findings, line_width()))
        print_text("\n\n".join(blocks))
    else:
        print_text(ledger_text(findings, line_width()))


def _print_errata(errata: Errata, as_json: bool, markdown: bool) -> None:
    """Print errata to the terminal as JSON, as a page, or as text."""
    from pmlsym.papers.errata import errata_page

    if as_json:
        print_json(errata.to_json())
    else:
        print_text(errata_page(errata) if markdown else errata.text(line_width()))


def _show_progress(done: int, total: int, finding: Finding) -> None:
    """Print progress on standard error: the terminal's status line, or a line for each row."""
    if sys.stderr.isatty():
        tell(f"{done}/{total}  {finding.status}  {finding.id}")
    else:
        sys.stderr.write(f"{done}/{total}  {finding.status}  {finding.id}\n")
