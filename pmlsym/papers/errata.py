"""The errata: a text and a page about each row of the catalogue that fails as printed.

`errata.json` in this folder has the errata of the last run, with its day and version, so that they
are shown without a new check; `--reproduce` checks one again. This command writes the file and
`docs/errata.md` anew:

    python -m pmlsym.papers.errata docs
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.io.saved_records import OPTIONAL, read, write
from pmlsym.language.display import WIDTH, fitted

if TYPE_CHECKING:
    from pmlsym.papers.finding import Finding

FILE = Path(__file__).with_suffix(".json")

SORTS = (
    "The statement fails",
    "The statement fails in one of two readings",
    "The statement holds; what is printed beside it, or in its proof, does not",
    "Only at a degenerate boundary",
)
"""The headings, in order."""

COMMAND = "python -m proofs.papers"
"""The command that checks recorded results again, in a clone."""

PAGE_WIDTH = 100
"""Characters of a line of the page."""

_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]#$"})


@dataclass(frozen=True)
class Failure:
    """A part that fails: its text, how it fails, the exact instance as text, and the finder.

    A `recorded` failure was found in a clone, by Python that the library does not have.
    """

    text: str
    detail: str
    instance: str
    shown_by: str
    recorded: bool = field(default=False, metadata=OPTIONAL)


@dataclass(frozen=True, repr=False)
class Erratum:
    """A row that fails as printed, or in part: the failing parts, the reason, and the correction.

    `status` is that of `correction`. `boundary` names a degenerate boundary, if it fails only
    there; `reading` is the reading under which the statement holds.
    """

    id: str
    place: str
    name: str
    sort: str
    reason: str
    boundary: str
    reading: str
    correction: str
    status: str
    failing: tuple[Failure, ...]

    def text(self, width: int = WIDTH) -> str:
        """The printed erratum: the row and each part that fails."""
        lines = [f"{self.id}  ({self.place})", *_failing_lines(self, "  ")]
        if any(part.recorded for part in self.failing):
            lines.append(f"  {recheck_hint(self.id)}")
        return _fit_lines(lines, width)

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True, repr=False)
class Errata:
    """Errata with the day and the version of the run that found them."""

    date: str
    version: str
    every: tuple[Erratum, ...]

    def chosen(self, paper: str | None, ids: Sequence[str]) -> Errata:
        """The errata of a paper, and of these rows, if any are named.

        Raises UnknownName where a paper or a row has none.
        """
        papers = {erratum.id.partition("/")[0]: None for erratum in self.every}
        ids_with_errata = [erratum.id for erratum in self.every]
        for name, names in ((paper, [*papers]), *((row, ids_with_errata) for row in ids)):
            if name is not None and name not in names:
                near = get_close_matches(name, names, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise UnknownName(f"nothing that is printed in {name[:60]} was refuted{hint}")
        chosen = (
            erratum
            for erratum in self.every
            if paper in (None, erratum.id.partition("/")[0]) and (not ids or erratum.id in ids)
        )
        return Errata(self.date, self.version, tuple(chosen))

    def text(self, width: int = WIDTH) -> str:
        """The printed errata, by sorts, then the day of the run.

        >>> print(Errata("2026-01-31", "0.1.0", ()))
        nothing printed was refuted
        """
        if not self.every:
            return "nothing printed was refuted"
        blocks = []
        for heading, errata in _by_sort(self):
            blocks += [f"{heading}:", *(_erratum_text(erratum, width) for erratum in errata)]
        origin = (
            f"Found on {self.date} by pmlsym {self.version}; "
            "pmlsym catalogue --reproduce ID finds one again; what has a * is recorded, and found "
            f"again in a clone, by {COMMAND} --id ID."
        )
        return "\n\n".join([*blocks, _fit_lines([origin], width)])

    def __repr__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """The JSON that `pmlsym catalogue --errata` prints."""
        return {"date": self.date, "version": self.version, "errata": write(self.every)}


def last_errata() -> Errata:
    """The errata of the last run, as the file beside this one keeps them.

    >>> last_errata().chosen("RDP", ["RDP/sec-4.1-remark"]).every[0].status
    'proved'
    """
    data = json.loads(FILE.read_text(encoding="utf-8"))
    errata = tuple(read(Erratum, record, "an erratum") for record in data["errata"])
    return Errata(data["date"], data["version"], errata)


def erratum_of(finding: Finding) -> Erratum:
    """The erratum of a finding about a paper that fails."""
    from pmlsym.claim_text.instance_text import instance_line

    failing = tuple(
        Failure(
            part.text,
            part.detail,
            "" if part.instance is None else instance_line(part.instance),
            part.shown_by,
            part.recorded,
        )
        for part in finding.failing
    )
    names = ("id", "place", "name", "reason", "boundary", "reading", "correction")
    shared = {name: getattr(finding, name) for name in names}
    sort, status = sort_of(finding), finding.corrected_status
    return Erratum(**shared, sort=sort, status=status, failing=failing)


def recheck_hint(row: str) -> str:
    """The remark that a paper's row is recorded, with the command that checks it again.

    >>> recheck_hint("RDP/thm-2.8")
    '* recorded; in a clone, python -m proofs.papers --id RDP/thm-2.8 checks it again'
    """
    return f"* recorded; in a clone, {COMMAND} --id {row} checks it again"


def sort_of(finding: Finding) -> str:
    """The heading in `SORTS` of a finding about a paper that fails."""
    statement, reading, elsewhere, boundary = SORTS
    if finding.boundary:
        return boundary
    if not any(part in finding.statement for part in finding.failing):
        return elsewhere
    return reading if finding.reading else statement


def errata_page(errata: Errata) -> str:
    """The manual's page of errata, each with an anchor and the command that reproduces it.

    >>> print(errata_page(Errata("2026-01-31", "0.1.0", ())).splitlines()[0])
    # What fails as printed
    """
    blocks = [_opening(errata).rstrip()]
    for heading, of_sort in _by_sort(errata):
        links = ", ".join(f"[{erratum.id}](#{erratum.id})" for erratum in of_sort)
        blocks += [
            f"## {heading}",
            "\n".join(fitted(f"{len(of_sort)}: {links}", PAGE_WIDTH, further="")),
        ]
        for erratum in of_sort:
            blocks += _page_section(erratum)
    return "\n\n".join(blocks)


def _opening(errata: Errata) -> str:
    """The opening of the manual's page of errata."""
    edge = sum(bool(erratum.boundary) for erratum in errata.every)
    return f"""# What fails as printed

Checking every statement of four papers, as [the catalogue](catalogue.md) does, finds what a careful
referee would have marked in the margin too: something in {len(errata.every)} rows, in {edge} of
these only at a degenerate boundary that the authors surely did not mean. The theorems stand on the
other rows, and we are in their authors' debt. Where an entry misreads a paper, the mistake is ours,
and we would like to hear of it.

Each entry says in short what is printed, where it fails, and what holds instead, with the status of
that. The command below it finds the failure again, exactly, and prints what stands there; what has
a \\* is recorded, and the command of its last line finds it again, in a clone. A test of its own,
listed in `tests/catalogue/test_errata.py`, does so too. This page shows the results of
{errata.date}, of pmlsym {errata.version}, as `pmlsym catalogue --errata --markdown` prints them.
"""


def _by_sort(errata: Errata) -> Iterator[tuple[str, list[Erratum]]]:
    """The headings that have errata, in order, each with its errata."""
    for heading in SORTS:
        of_sort = [erratum for erratum in errata.every if erratum.sort == heading]
        if of_sort:
            yield heading, of_sort


def _erratum_text(erratum: Erratum, width: int) -> str:
    """A paper's erratum: the reason, the parts that fail, and the correction, in lines."""
    lines = [f"{erratum.id}  ({erratum.place})", f"    {erratum.name}"]
    lines += [f"    fails: {erratum.reason}"] if erratum.reason else []
    lines += _failing_lines(erratum, " " * 6)
    lines += [f"    {condition}" for condition in _conditions_of_failure(erratum)]
    if erratum.correction:
        lines.append(f"    instead ({erratum.status}): {erratum.correction}")
    return _fit_lines(lines, width)


def _conditions_of_failure(erratum: Erratum) -> Iterator[str]:
    """The sentences that narrow an erratum: its boundary, and the reading that holds."""
    if erratum.boundary:
        yield f"fails only at the boundary: {erratum.boundary}"
    if erratum.reading:
        yield f"holds if read so: {erratum.reading}"


def _failing_lines(erratum: Erratum, indent: str) -> Iterator[str]:
    """The printed lines of an erratum's failing parts, and who found them."""
    for part in erratum.failing:
        yield f"{indent}refuted{'*' * part.recorded}: {part.text}"
        for line in (part.detail, part.instance, f"found by {part.shown_by}"):
            if line:
                yield f"{indent}    {line}"


def _page_section(erratum: Erratum) -> Iterator[str]:
    """The section about one erratum on the manual's page."""
    yield f'### <a id="{erratum.id}"></a>{erratum.id}'
    sentences = [f"**Printed**, {_escape(erratum.place)}: {_escape(erratum.name)}."]
    sentences += [f"**But** {_escape(erratum.reason)}."] if erratum.reason else []
    sentences += [f"It {_escape(condition)}." for condition in _conditions_of_failure(erratum)]
    if erratum.correction:
        sentences.append(f"**Instead** ({erratum.status}): {_escape(erratum.correction)}.")
    yield "\n".join(part for words in sentences for part in fitted(words, PAGE_WIDTH, "- ", "  "))
    yield f"```text\n$ pmlsym catalogue --reproduce {erratum.id}\n{erratum.text()}\n```"


def _escape(words: str) -> str:
    """The words of a paper's erratum with the special characters of Markdown escaped."""
    return escape(words, quote=False).translate(_SPECIAL)


def _fit_lines(lines: Iterable[str], width: int) -> str:
    """The lines of errata, broken to the width; continuations are indented further."""
    broken = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        broken += fitted(line.lstrip(), width, indent, f"{indent}  " if indent else "    ")
    return "\n".join(broken)


def _find_errata() -> Errata:
    """Check again the rows of the ledger that have a correction, and return the papers' errata."""
    from datetime import UTC, datetime

    from pmlsym.papers.ledger import ENTRIES, ledger
    from pmlsym.version import __version__

    findings = ledger([entry for entry in ENTRIES if entry.correction])
    errata = tuple(erratum_of(finding) for finding in findings if finding.fails)
    return Errata(datetime.now(UTC).date().isoformat(), __version__, errata)


def main(arguments: Sequence[str]) -> None:
    """Write the errata found anew, and their page into the named folder."""
    if len(arguments) != 1:
        raise InvalidInput("name the folder of the manual, docs")
    errata = _find_errata()
    FILE.write_text(json.dumps(errata.to_json(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    (Path(arguments[0]) / "errata.md").write_text(f"{errata_page(errata)}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
