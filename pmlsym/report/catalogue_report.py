"""The ledger of the catalogue, its findings against the papers, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from pmlsym.catalogue.finding import REFUTED, STATUSES, Finding, PartFinding
from pmlsym.report.instance_text import instance_line

WIDTH = 100

SORTS = (
    "The statement fails:",
    "The statement fails in one of two readings:",
    "The statement holds; what is printed beside it, or in its proof, does not:",
    "Only at a degenerate boundary:",
)
"""The headings of the errata, in order."""


def ledger_text(findings: Sequence[Finding]) -> str:
    """A line for each entry, and the count of each status.

    >>> ledger_text([])
    '0 entries'
    """
    width = max((len(finding.id) for finding in findings), default=0)
    lines = [
        f"{finding.status:<18}  {finding.id:<{width}}  {_shortened(finding.name, 76 - width)}"
        for finding in findings
    ]
    return "\n".join([*lines, counts_text(findings)])


def counts_text(findings: Sequence[Finding]) -> str:
    """How many entries there are, and how many of each status."""
    counts = Counter(finding.status for finding in findings)
    shown = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    total = f"{len(findings)} {'entry' if len(findings) == 1 else 'entries'}"
    return f"{total}: {shown}" if shown else total


def finding_text(finding: Finding) -> str:
    """One entry with everything that was found about it."""
    lines = [f"{finding.id}  {finding.status}", f"    {finding.place}: {finding.name}"]
    for part in (*finding.parts, *finding.also):
        lines += _part_lines(part)
    if finding.correction:
        lines += _correction_lines(finding)
    return "\n".join(lines)


def errata_text(findings: Iterable[Finding]) -> str:
    """The statements that fail: why, where, what holds instead; four sorts of them apart.

    >>> errata_text([])
    'no printed statement was refuted'
    """
    failing = [finding for finding in findings if finding.status == REFUTED]
    if not failing:
        return "no printed statement was refuted"
    blocks: list[str] = []
    for sort, heading in enumerate(SORTS):
        own = [_erratum(finding) for finding in failing if sort_of(finding) == sort]
        blocks += [heading, *own] if own else []
    return "\n\n".join(blocks)


def sort_of(finding: Finding) -> int:
    """The place in `SORTS` of a finding against a paper."""
    if finding.boundary:
        return 3
    if finding.is_beside:
        return 2
    return 1 if finding.reading else 0


def ledger_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """The data of `pmlsym catalogue --json`."""
    return {
        "counts": dict(Counter(finding.status for finding in findings)),
        "entries": [_finding_data(finding) for finding in findings],
    }


def _erratum(finding: Finding) -> str:
    lines = [f"{finding.id}  ({finding.place})", *_wrapped(finding.name, 4)]
    if finding.reason:
        lines += _wrapped(f"fails: {finding.reason}", 4)
    for part in (*finding.parts, *finding.also):
        if part.status == REFUTED:
            lines += _part_lines(part)
    if finding.boundary:
        lines += _wrapped(f"only at the boundary: {finding.boundary}", 4)
    if finding.reading:
        lines += _wrapped(f"holds if read so: {finding.reading}", 4)
    return "\n".join([*lines, *_correction_lines(finding)])


def _correction_lines(finding: Finding) -> list[str]:
    if not finding.correction:
        return []
    lines = _wrapped(f"instead ({finding.corrected_status}): {finding.correction}", 4)
    for part in finding.corrected:
        lines += _part_lines(part)
    return lines


def _part_lines(part: PartFinding) -> list[str]:
    lines = _wrapped(f"{part.status}: {part.text}", 6)
    if part.detail:
        lines += _wrapped(part.detail, 10)
    if part.instance is not None:
        lines += _wrapped(instance_line(part.instance), 10)
    return lines


def _wrapped(text: str, indent: int) -> list[str]:
    blank = " " * indent
    return wrap(text, WIDTH, initial_indent=blank, subsequent_indent=blank, break_long_words=False)


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 2]}.."


def _finding_data(finding: Finding) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": finding.id,
        "kind": finding.kind,
        "name": finding.name,
        "place": finding.place,
        "status": finding.status,
        "seconds": round(finding.seconds, 3),
        "parts": [_part_data(part) for part in finding.parts],
        "also": [_part_data(part) for part in finding.also],
    }
    if finding.correction:
        data["correction"] = {
            "statement": finding.correction,
            "reason": finding.reason,
            "boundary": finding.boundary or None,
            "reading": finding.reading or None,
            "sort": SORTS[sort_of(finding)].rstrip(":"),
            "status": finding.corrected_status,
            "parts": [_part_data(part) for part in finding.corrected],
        }
    return data


def _part_data(part: PartFinding) -> dict[str, Any]:
    return {
        "text": part.text,
        "status": part.status,
        "detail": part.detail,
        "seconds": round(part.seconds, 3),
        "instance": None if part.instance is None else part.instance.to_json(),
    }
