"""The findings of the catalogue as text, as JSON, and as a document, `docs/catalogue.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pmlsym.claim_text.instance_text import instance_line
from pmlsym.language.display import WIDTH, fitted
from pmlsym.papers.entry import states_theorem
from pmlsym.papers.errata import COMMAND, recheck_hint, sort_of
from pmlsym.papers.finding import (
    AMBIGUOUS,
    BOUNDARY,
    FAILING,
    FINDERS,
    PROOFS,
    PROVED,
    REFUTED,
    STATUSES,
    Finding,
    PartFinding,
    leaves,
)
from pmlsym.papers.sources import PAPERS

_OPENING = """# The catalogue

Every statement of four papers with the status that the library found for it. This page is generated
by `pmlsym catalogue --markdown`; a single row is checked again by `pmlsym catalogue --id ID`.

- **proved**: the parts are the printed statement, in its generality, and their proofs are checked
  again: a certificate of the kernel for every finite alphabet, an entropy certificate for all
  random variables, or an analytic proof on the domain (which rests on Z3 where a step asks it).
  Beside the sentence, which a person wrote, stand the claims, as the library writes them; stronger
  claims, made from these by dropping a hypothesis, by `<` for `<=`, or with a smaller constant, are
  refuted: `pmlsym catalogue --id ID` shows them;
- **composed**: the ingredients are proved so; a person puts them together, as the row says, or
  takes the last step from what is shown to what is printed;
- **sampled**: a theorem that was only tried, exactly, on instances, also where it is about a
  construction or an algorithm;
- **checked**: a definition, construction, algorithm or number, exactly, on so many instances;
- **ambiguous**: it has two readings; one fails on an exact instance, the other holds;
- **boundary**: it fails on exact instances at a degenerate boundary alone, such as one letter or a
  zero denominator; the second status is that of the statement without it;
- **refuted**: an exact instance on which the printed statement fails; the second status is that
  of the corrected statement;
- **open**: none of these.

`pmlsym catalogue` asks claims again, and checks certificates again. What has a \\* rests on more,
which the library does not have: constructions, algorithms, examples and figures are checked by
Python in a clone of the project, and claims that the language has no words for are made there.
Their results are recorded; `python -m proofs.papers` finds them again, and compares.

No status is written by hand: each is computed from the parts that state what is printed, and from
no others; lemmas, and remarks beside the statement, are found as well, and change nothing. Counts
are of different instances, as their draws show. A refutation is found by the engine where its own
search, run for this page, found the instance of a claim; elsewhere a check reproduces an instance
that was known. `python -m pytest -m slow tests/catalogue/test_findings.py` asks and checks all of
it again, but for what is recorded, and compares it with this page.
[What fails as printed](errata.md) stands on a page of its own.
"""


def ledger_text(findings: Sequence[Finding], width: int = WIDTH) -> str:
    """The ledger of the papers: a line for each statement, and then the counts.

    >>> ledger_text([])
    '0 entries'
    """
    id_width = max((len(finding.id) for finding in findings), default=0)
    name_width = width - id_width - 13
    lines = [
        f"{finding.status + '*' * finding.is_recorded:<10} {finding.id:<{id_width}}  "
        f"{_shorten(finding.name, name_width)}"
        for finding in findings
    ]
    return "\n".join([*lines, head_text(findings, width)])


def finding_text(finding: Finding, width: int = WIDTH) -> str:
    """A row of the ledger with all that was found of a paper's statement, in lines."""
    lines = [f"{finding.id}  {finding.status}", f"    {finding.place}: {finding.name}"]
    lines += [f"    as shown: {finding.scope}"] if finding.scope else []
    lines += _parts_lines(finding.statement)
    for role, parts in (("lemmas", finding.lemmas), ("beside it", finding.remarks)):
        lines += [f"    {role}:", *_parts_lines(parts)] if parts else []
    lines += _correction_lines(finding)
    lines += [f"    {recheck_hint(finding.id)}"] if finding.is_recorded else []
    return _fit_lines(lines, width)


def ledger_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """The JSON of `pmlsym catalogue`, on the statements of all papers."""
    return {
        "counts": dict(Counter(finding.status for finding in findings)),
        "found_by": dict(Counter(finding.found_by for finding in findings if finding.fails)),
        "entries": [_finding_data(finding) for finding in findings],
    }


def catalogue_document(findings: Sequence[Finding]) -> str:
    """The whole ledger of the papers in Markdown, with a table for each paper.

    >>> catalogue_document([]).splitlines()[0]
    '# The catalogue'
    """
    blocks = [_OPENING, *(f"{line}." for line in head_lines(findings))]
    for paper in PAPERS:
        of_paper = [finding for finding in findings if finding.id.startswith(f"{paper.key}/")]
        if of_paper:
            blocks += [f"## {paper}", counts_text(of_paper) + ".", _findings_table(of_paper)]
    return "\n\n".join(block.strip("\n") for block in blocks)


def head_text(findings: Sequence[Finding], width: int = WIDTH) -> str:
    """The ledger in numbers, in lines of `width` characters."""
    return "\n".join(part for line in head_lines(findings) for part in fitted(line, width))


def counts_text(findings: Sequence[Finding]) -> str:
    """The number of the catalogue's entries, and of those with each status, as text."""
    counts = Counter(finding.status for finding in findings)
    by_status = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    total = f"{len(findings)} {'entry' if len(findings) == 1 else 'entries'}"
    return f"{total}: {by_status}" if by_status else total


def head_lines(findings: Sequence[Finding]) -> tuple[str, ...]:
    """The ledger in numbers: statuses, kinds of proof, refutations by their finder, instances.

    >>> head_lines([])
    ('0 entries',)
    """
    if not findings:
        return (counts_text(findings),)
    theorems = [finding for finding in findings if states_theorem(finding.kind, finding.place)]
    parts = [part for finding in findings for part in leaves(finding.all_parts)]
    return (
        counts_text(findings),
        "theorems (inequalities, equivalences, closed forms, limits, and what is printed as one): "
        f"{counts_text(theorems)}",
        _proofs_line(findings),
        _refutations_line(findings),
        _instances_line([part for part in parts if part.instances]),
        *_recorded_lines(findings),
    )


def _proofs_line(findings: Sequence[Finding]) -> str:
    """How many statements of the ledger each kind of proof proves; some are of several kinds."""
    proved = [finding for finding in findings if finding.status == PROVED]
    kinds = Counter(kind for finding in proved for kind in finding.proofs)
    by_kind = ", ".join(f"{kinds[kind]} by {kind}s" for kind in PROOFS if kinds[kind])
    return f"proved: {by_kind or 'none'}"


def _refutations_line(findings: Sequence[Finding]) -> str:
    """How many statements that papers print fail by the ledger, and who found it."""
    failing = [finding for finding in findings if finding.fails]
    statements = [finding for finding in failing if finding.status in FAILING]
    finders = Counter(finding.found_by for finding in failing)
    by_finder = ", ".join(f"{finders[finder]} by {finder}" for finder in FINDERS if finders[finder])
    return (
        f"something printed fails in {len(failing)} entries: {len(statements)} statements, "
        f"{len(failing) - len(statements)} times beside one; found: {by_finder or 'nothing'}"
    )


def _instances_line(parts: Sequence[PartFinding]) -> str:
    """On how many instances the ledger's statements were tried; shared parts count once."""
    counts = {(part.text, part.detail): part.instances for part in parts}
    total, alone = sum(counts.values()), sum(count == 1 for count in counts.values())
    return (
        f"tried on instances: {len(counts)} parts, {total} different instances in all; "
        f"{alone} of the parts on a single one"
    )


def _recorded_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """How many rows of the ledger rest on what only a clone checks; nothing if there are none."""
    recorded = sum(finding.is_recorded for finding in findings)
    if recorded:
        rows = "entries (*) rest" if recorded > 1 else "entry (*) rests"
        yield f"{recorded} {rows} on recorded results, which Python checks in a clone: {COMMAND}"


def _correction_lines(finding: Finding) -> list[str]:
    """The corrected statement of a ledger's row, with its parts; no lines if it has none."""
    if not finding.correction:
        return []
    head = f"    instead ({finding.corrected_status}): {finding.correction}"
    return [head, *_parts_lines(finding.corrected)]


def _parts_lines(parts: Sequence[PartFinding], indent: str = " " * 6) -> list[str]:
    """The parts of a statement in the ledger, each with its status and with parts of its own."""
    lines, deeper = [], f"{indent}    "
    for part in parts:
        lines.append(f"{indent}{part.status}{'*' * part.recorded}: {part.text}")
        if part.claim and part.status == PROVED:
            lines.append(f"{deeper}the claim: {part.claim}")
        if part.detail:
            lines.append(deeper + part.detail)
        if part.instance is not None:
            lines.append(deeper + instance_line(part.instance))
        if part.status == REFUTED:
            lines.append(f"{deeper}found by {part.shown_by}")
        lines += [f"{deeper}stronger, and refuted: {stronger.text}" for stronger in part.sharpness]
        lines += _parts_lines(part.ingredients, deeper)
    return lines


def _fit_lines(lines: Sequence[str], width: int) -> str:
    """Lines of the ledger broken to the width, each continued with the indent that it has."""
    blanks = [" " * (len(line) - len(line.lstrip())) for line in lines]
    broken = [
        fitted(line.lstrip(), width, blank, blank)
        for line, blank in zip(lines, blanks, strict=True)
    ]
    return "\n".join(part for lines_of_one in broken for part in lines_of_one)


def _shorten(text: str, width: int) -> str:
    """The name of a statement in the ledger, cut to a width."""
    return text if len(text) <= width else f"{text[: width - 2]}.."


def _finding_data(finding: Finding) -> dict[str, Any]:
    """A row of the ledger as data: a paper's statement, its status, parts and correction."""
    data: dict[str, Any] = {
        "id": finding.id,
        "kind": finding.kind,
        "name": finding.name,
        "place": finding.place,
        "scope": finding.scope or None,
        "status": finding.status,
        "seconds": round(finding.seconds, 3),
        "statement": [_part_data(part) for part in finding.statement],
        "lemmas": [_part_data(part) for part in finding.lemmas],
        "remarks": [_part_data(part) for part in finding.remarks],
        "recorded": finding.is_recorded,
        "fails": finding.fails,
        "found_by": finding.found_by or None,
    }
    if finding.correction:
        data["correction"] = {
            "statement": finding.correction,
            "reason": finding.reason,
            "boundary": finding.boundary or None,
            "reading": finding.reading or None,
            "sort": sort_of(finding),
            "status": finding.corrected_status,
            "parts": [_part_data(part) for part in finding.corrected],
        }
    return data


def _part_data(part: PartFinding) -> dict[str, Any]:
    """The JSON of the finding about one part of a paper's statement."""
    data: dict[str, Any] = {
        "text": part.text,
        "claim": part.claim or None,
        "status": part.status,
        "detail": part.detail,
        "shown_by": part.shown_by or None,
        "instances": part.instances,
        "seconds": round(part.seconds, 3),
        "recorded": part.recorded,
        "instance": None if part.instance is None else part.instance.to_json(),
    }
    for name, below in (("ingredients", part.ingredients), ("sharpness", part.sharpness)):
        if below:
            data[name] = [_part_data(one) for one in below]
    return data


def _findings_table(findings: Sequence[Finding]) -> str:
    """The rows of the ledger that are about one paper, as a table in Markdown."""
    rows = ["| id | kind | statement | status |", "| --- | --- | --- | --- |"]
    for finding in findings:
        cells = (
            f"`{finding.id}`",
            finding.kind,
            f"{finding.place}: {finding.name}{_claims_and_scope(finding)}",
            _status_words(finding),
        )
        rows.append("| " + " | ".join(cell.replace("|", "&#124;") for cell in cells) + " |")
    return "\n".join(rows)


def _claims_and_scope(finding: Finding) -> str:
    """The claims by which a statement of the ledger is proved, and what they lack, in words."""
    claims = [part.claim for part in finding.statement if finding.status == PROVED and part.claim]
    addition = f"; proved: {', '.join(f'`{claim}`' for claim in claims)}" if claims else ""
    return f"{addition}; as shown: {finding.scope}" if finding.scope else addition


def _status_words(finding: Finding) -> str:
    """The words for a catalogued statement's status, and for its correction's."""
    words = [finding.status + "\\*" * finding.is_recorded]
    if finding.status == AMBIGUOUS:
        words.append(f"read otherwise: {finding.corrected_status}")
    elif finding.status == BOUNDARY:
        words.append(f"apart from it: {finding.corrected_status}")
    elif finding.status == REFUTED:
        words.append(f"corrected: {finding.corrected_status}")
    elif finding.fails:
        words.append("refuted beside it")
    return "; ".join(words)
