"""`docs/catalogue.md`: the ledger and the errata as a document, generated from the findings."""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.catalogue.finding import Finding
from pmlsym.catalogue.sources import PAPERS
from pmlsym.report.catalogue_report import counts_text, errata_text

_OPENING = """# The catalogue

Every statement of four papers with the status that the library found for it. This page is generated
by `pmlsym catalogue --markdown`; a single row is checked again by `pmlsym catalogue --id ID`.

- **proved**: for every alphabet size, by certificates that the kernel accepts;
- **analytic**: by bounds on exp and log, or an entropy certificate, on the stated domain;
- **proved at sizes**: by a solver, for the sizes named;
- **checked**: exactly, on the printed instance or on so many random exact ones;
- **refuted as printed**: an exact instance on which the printed statement fails; the second
  status is that of the corrected statement;
- **open**: none of these.

No status is written by hand: each is computed from the parts of its entry, and
`python -m pytest -m slow tests/catalogue/test_findings.py` computes all of them again and compares
them with this page. The errata at the end are of four sorts: statements that fail; statements that
fail in one of two readings; statements that hold, while a remark beside them or a step of their
proof does not; and what fails only at a degenerate boundary, such as one letter or a zero
denominator. A refuted row counts as its correction does. Each finding is reproduced by exact
arithmetic in a test of its own, listed in `tests/catalogue/test_errata.py`.
"""


def catalogue_document(findings: Sequence[Finding]) -> str:
    """The document: a table for each paper, then the errata.

    >>> catalogue_document([]).splitlines()[0]
    '# The catalogue'
    """
    blocks = [_OPENING, counts_text(findings) + "."]
    for paper in PAPERS:
        own = [finding for finding in findings if finding.id.startswith(f"{paper.key}/")]
        if own:
            blocks += [f"## {paper}", counts_text(own) + ".", _table(own)]
    blocks += ["## Statements that fail as printed", f"```\n{errata_text(findings)}\n```"]
    return "\n\n".join(block.strip("\n") for block in blocks)


def _table(findings: Sequence[Finding]) -> str:
    rows = ["| id | kind | statement | status |", "| --- | --- | --- | --- |"]
    for finding in findings:
        cells = (
            f"`{finding.id}`",
            finding.kind,
            f"{finding.place}: {finding.name}",
            _status(finding),
        )
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def _status(finding: Finding) -> str:
    if not finding.corrected:
        return finding.status
    return f"{finding.status}; corrected: {finding.corrected_status}"
