"""The ledger of the catalogue, its findings against the papers, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pmlsym.catalogue.entry import THEOREMS
from pmlsym.catalogue.finding import (
    AMBIGUOUS,
    FINDERS,
    PROOFS,
    PROVED,
    REFUTED,
    STATUSES,
    Finding,
    PartFinding,
    leaves,
)
from pmlsym.display import WIDTH, fitted
from pmlsym.report.instance_text import instance_line

PAGE = 100
"""Letters of a line of the page of errata."""

SORTS = (
    "The statement fails:",
    "The statement fails in one of two readings:",
    "The statement holds; what is printed beside it, or in its proof, does not:",
    "Only at a degenerate boundary:",
)
"""The headings of the errata, in order."""


def ledger_text(findings: Sequence[Finding], width: int = WIDTH) -> str:
    """A line for each entry, and the counts, in lines of so many letters.

    >>> ledger_text([])
    '0 entries'
    """
    longest = max((len(finding.id) for finding in findings), default=0)
    room = width - longest - 13
    lines = [
        f"{finding.status:<9}  {finding.id:<{longest}}  {_shortened(finding.name, room)}"
        for finding in findings
    ]
    return "\n".join([*lines, counted_text(findings, width)])


def counted_text(findings: Sequence[Finding], width: int = WIDTH) -> str:
    """What `head_lines` count, in lines of so many letters."""
    return "\n".join(part for line in head_lines(findings) for part in fitted(line, width))


def counts_text(findings: Sequence[Finding]) -> str:
    """How many entries there are, and how many of each status."""
    counts = Counter(finding.status for finding in findings)
    shown = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    total = f"{len(findings)} {'entry' if len(findings) == 1 else 'entries'}"
    return f"{total}: {shown}" if shown else total


def head_lines(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Everything that is counted: statuses, proofs, who found what fails, and instances.

    >>> head_lines([])
    ('0 entries',)
    """
    if not findings:
        return (counts_text(findings),)
    theorems = [finding for finding in findings if finding.kind in THEOREMS]
    parts = [part for finding in findings for part in leaves(finding.all_parts)]
    return (
        counts_text(findings),
        f"theorems (inequalities, equivalences, closed forms, limits): {counts_text(theorems)}",
        _proofs_line(findings),
        _refutations_line(findings),
        _instances_line([part for part in parts if part.instances]),
    )


def _proofs_line(findings: Sequence[Finding]) -> str:
    """What the proved statements rest on; one that needs several kinds counts for each."""
    proved = [finding for finding in findings if finding.status == PROVED]
    kinds = Counter(kind for finding in proved for kind in finding.proofs)
    shown = ", ".join(f"{kinds[kind]} by {kind}s" for kind in PROOFS if kinds[kind])
    return f"proved: {shown or 'none'}"


def _refutations_line(findings: Sequence[Finding]) -> str:
    failing = [finding for finding in findings if finding.fails]
    own = [finding for finding in failing if finding.status in (REFUTED, AMBIGUOUS)]
    finders = Counter(finding.found_by for finding in failing)
    shown = ", ".join(f"{finders[finder]} by {finder}" for finder in FINDERS if finders[finder])
    return (
        f"something printed fails in {len(failing)} entries: {len(own)} statements, "
        f"{len(failing) - len(own)} times beside one; found: {shown or 'nothing'}"
    )


def _instances_line(parts: Sequence[PartFinding]) -> str:
    """Parts that several entries share are counted once."""
    counts = {(part.text, part.detail): part.instances for part in parts}
    total, alone = sum(counts.values()), sum(count == 1 for count in counts.values())
    return (
        f"tried on instances: {len(counts)} parts, {total} different instances in all; "
        f"{alone} of the parts on a single one"
    )


def finding_text(finding: Finding, width: int = WIDTH) -> str:
    """One entry with everything that was found about it, in lines of so many letters."""
    lines = [f"{finding.id}  {finding.status}", f"    {finding.place}: {finding.name}"]
    for role, parts in _roles(finding):
        lines += [f"    {role}:"] if parts and role != STATEMENT else []
        for part in parts:
            lines += _part_lines(part)
    if finding.correction:
        lines += _correction_lines(finding)
    return _fitted(lines, width)


STATEMENT = "statement"


def _roles(finding: Finding) -> tuple[tuple[str, tuple[PartFinding, ...]], ...]:
    return (
        (STATEMENT, finding.statement),
        ("lemmas", finding.lemmas),
        ("beside it", finding.remarks),
    )


def errata_text(findings: Iterable[Finding], width: int = PAGE) -> str:
    """The statements that fail: why, where, what holds instead; four sorts of them apart.

    >>> errata_text([])
    'nothing printed was refuted'
    """
    failing = [finding for finding in findings if finding.fails]
    if not failing:
        return "nothing printed was refuted"
    blocks: list[str] = []
    for sort, heading in enumerate(SORTS):
        own = [_erratum(finding, width) for finding in failing if sort_of(finding) == sort]
        blocks += [heading, *own] if own else []
    return "\n\n".join(blocks)


def sort_of(finding: Finding) -> int:
    """The place in `SORTS` of a finding against a paper."""
    if finding.boundary:
        return 3
    if finding.status not in (REFUTED, AMBIGUOUS):
        return 2
    return 1 if finding.reading else 0


def ledger_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """The data of `pmlsym catalogue --json`."""
    return {
        "counts": dict(Counter(finding.status for finding in findings)),
        "found_by": dict(Counter(finding.found_by for finding in findings if finding.fails)),
        "entries": [_finding_data(finding) for finding in findings],
    }


def _erratum(finding: Finding, width: int) -> str:
    lines = [f"{finding.id}  ({finding.place})", _indented(finding.name, 4)]
    if finding.reason:
        lines.append(_indented(f"fails: {finding.reason}", 4))
    for part in finding.failing:
        lines += _part_lines(part)
    if finding.boundary:
        lines.append(_indented(f"only at the boundary: {finding.boundary}", 4))
    if finding.reading:
        lines.append(_indented(f"holds if read so: {finding.reading}", 4))
    return _fitted([*lines, *_correction_lines(finding)], width)


def _correction_lines(finding: Finding) -> list[str]:
    if not finding.correction:
        return []
    lines = [_indented(f"instead ({finding.corrected_status}): {finding.correction}", 4)]
    for part in finding.corrected:
        lines += _part_lines(part)
    return lines


def _part_lines(part: PartFinding, depth: int = 0) -> list[str]:
    blank = 6 + 4 * depth
    lines = [_indented(f"{part.status}: {part.text}", blank)]
    if part.detail:
        lines.append(_indented(part.detail, blank + 4))
    if part.instance is not None:
        lines.append(_indented(instance_line(part.instance), blank + 4))
    if part.status == REFUTED:
        lines.append(_indented(f"found by {part.shown_by}", blank + 4))
    for ingredient in part.ingredients:
        lines += _part_lines(ingredient, depth + 1)
    return lines


def _indented(text: str, indent: int) -> str:
    return " " * indent + text


def _fitted(lines: Sequence[str], width: int) -> str:
    """The lines, what does not fit going on below where it began."""
    blanks = [" " * (len(line) - len(line.lstrip())) for line in lines]
    parts = [
        fitted(line.lstrip(), width, blank, blank)
        for line, blank in zip(lines, blanks, strict=True)
    ]
    return "\n".join(part for several in parts for part in several)


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
        "statement": [_part_data(part) for part in finding.statement],
        "lemmas": [_part_data(part) for part in finding.lemmas],
        "remarks": [_part_data(part) for part in finding.remarks],
        "fails": finding.fails,
        "found_by": finding.found_by or None,
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
    data: dict[str, Any] = {
        "text": part.text,
        "status": part.status,
        "detail": part.detail,
        "shown_by": part.shown_by or None,
        "instances": part.instances,
        "seconds": round(part.seconds, 3),
        "instance": None if part.instance is None else part.instance.to_json(),
    }
    if part.ingredients:
        data["ingredients"] = [_part_data(ingredient) for ingredient in part.ingredients]
    return data
