"""`docs/catalogue.md`: the ledger and the errata as a document, generated from the findings."""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.catalogue.finding import AMBIGUOUS, REFUTED, Finding
from pmlsym.catalogue.sources import PAPERS
from pmlsym.report.catalogue_report import counts_text, errata_text, head_lines

_OPENING = """# The catalogue

Every statement of four papers with the status that the library found for it. This page is generated
by `pmlsym catalogue --markdown`; a single row is checked again by `pmlsym catalogue --id ID`.

- **proved**: some part is the printed statement, in its generality, and its proof is checked again:
  a certificate of the kernel for every finite alphabet, an entropy certificate for all random
  variables, or an analytic proof on the domain (which rests on Z3 where a step asks it);
- **composed**: the ingredients are proved so; a person puts them together, as the row says;
- **sampled**: a theorem that was only tried, exactly, on instances;
- **checked**: a definition, construction, algorithm or number, exactly, on so many instances;
- **ambiguous**: it has two readings; one fails on an exact instance, the other holds;
- **refuted**: an exact instance on which the printed statement fails; the second status is that
  of the corrected statement;
- **open**: none of these.

No status is written by hand: each is computed from the parts that state what is printed, and from
no others; lemmas, and remarks beside the statement, are found as well, and change nothing. Counts
are of different instances, as their draws show. A refutation is found by the engine where its own
search, run for this page, found the instance of a claim; elsewhere a check reproduces an instance
that was known. `python -m pytest -m slow tests/catalogue/test_findings.py` computes all of it again
and compares it with this page. The errata at the end are of four sorts: statements that fail;
statements that fail in one of two readings; statements that hold, or were not decided, while a
remark beside them or a step of their proof fails; and what fails only at a degenerate boundary,
such as one letter or a zero denominator. Each finding is reproduced by exact arithmetic in a test
of its own, listed in `tests/catalogue/test_errata.py`.
"""


def catalogue_document(findings: Sequence[Finding]) -> str:
    """The document: a table for each paper, then the errata.

    >>> catalogue_document([]).splitlines()[0]
    '# The catalogue'
    """
    blocks = [_OPENING, *(f"{line}." for line in head_lines(findings))]
    for paper in PAPERS:
        own = [finding for finding in findings if finding.id.startswith(f"{paper.key}/")]
        if own:
            blocks += [f"## {paper}", counts_text(own) + ".", _table(own)]
    blocks += ["## What fails as printed", f"```\n{errata_text(findings)}\n```"]
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
    words = [finding.status]
    if finding.status == AMBIGUOUS:
        words.append(f"read otherwise: {finding.corrected_status}")
    elif finding.status == REFUTED:
        words.append(f"corrected: {finding.corrected_status}")
    elif finding.fails:
        words.append("refuted beside it")
    return "; ".join(words)
