"""`docs/catalogue.md` shows every row with its status and counts them; `errata.md` what fails."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pmlsym.papers import ENTRIES
from pmlsym.papers.finding import STATUSES

DOCUMENT = Path(__file__).parents[2] / "docs" / "catalogue.md"
ERRATA = DOCUMENT.with_name("errata.md")
COMPLETE = ("PML23", "RDP", "QID24", "PSP")


INSTEAD = re.compile(r"(?:corrected|read otherwise|apart from it): ([^|;]+)")


@pytest.fixture(scope="module")
def rows() -> dict[str, tuple[str, str]]:
    """The status of each row, and that of what holds instead where it is not the same."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.findall(r"^\| `([^`]+)` \|.*\| (\w+)(?:\\\*)?((?:;[^|]*)?) \|$", text, re.MULTILINE)
    return {row: (status, "".join(INSTEAD.findall(rest))) for row, status, rest in found}


def test_every_row_is_in_the_document_as_expected(rows):
    for entry in ENTRIES:
        status, instead = rows[entry.id]
        words = re.fullmatch(
            r"(\w+)(?:, refuted beside it)?(?: by .*?)?(?:, (\w+) instead)?", entry.expected
        )
        assert words and words[1] == status, entry.id
        assert not instead or instead == words[2], entry.id
    assert len(rows) == len(ENTRIES)


@pytest.mark.parametrize("paper", COMPLETE)
def test_the_document_counts_its_rows(rows, paper):
    text = DOCUMENT.read_text(encoding="utf-8")
    section = text.split(f"## [{paper}]")[1].split("\n## ")[0]
    counts = Counter(status for row, (status, _) in rows.items() if row.startswith(f"{paper}/"))
    for status, count in counts.items():
        assert f"{count} {status}" in section


def test_the_head_counts_all_rows(rows):
    text = DOCUMENT.read_text(encoding="utf-8")
    head = text.split("\n## ")[0]
    counts = Counter(status for status, _ in rows.values())
    shown = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    assert f"{len(rows)} entries: {shown}." in head
    for words in ("theorems", "proved: ", "something printed fails", "tried on instances"):
        assert words in head


def test_only_what_was_searched_is_called_found():
    """Each refutation in the errata says who found it."""
    errata = ERRATA.read_text(encoding="utf-8")
    refuted = len(re.findall(r"^  refuted\*?: ", errata, re.MULTILINE))
    found = len(re.findall(r"^      found by ", errata, re.MULTILINE))
    assert refuted == found > 50
