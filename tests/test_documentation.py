"""What README and manual show is what the commands print."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import pmlsym as ps
from pmlsym.claims.vocabulary import CONDITIONS, FUNCTIONS
from pmlsym.commands import COMMANDS
from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.version import __version__
from tests.documentation import BLOCK, PAGES, ROOT, commands, normalised, printed
from tests.manual.notions_page import cheat_sheet, notions_page

PYTHON = re.compile(r"(?<=```python\n).*?(?=```)", re.DOTALL)

SHOWN = [
    pytest.param(command, output, id=f"{page.name}: {command[:50]}")
    for page in PAGES
    for block in BLOCK.findall(page.read_text(encoding="utf-8"))
    for command, output in commands(block)
]


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_the_output_shown_is_the_output_printed(command: str, output: str) -> None:
    assert normalised(printed(command)) == normalised(output)


@pytest.mark.seconds
def test_the_python_shown_runs() -> None:
    blocks = [b for page in PAGES for b in PYTHON.findall(page.read_text(encoding="utf-8"))]
    assert blocks
    for block in blocks:
        exec(compile(block, "documentation", "exec"), {})


def test_every_word_of_the_language_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    for word in CONDITIONS:
        assert f"`{word.name}(" in manual, f"docs/claims.md does not explain {word}"
    for name in FUNCTIONS:
        assert name in manual


@pytest.mark.seconds
def test_the_notions_page_is_what_their_files_state() -> None:
    """`python -m tests.manual.notions_page docs` writes it."""
    assert (ROOT / "docs" / "notions.md").read_text(encoding="utf-8") == notions_page()
    assert (ROOT / "docs" / "cheat_sheet.md").read_text(encoding="utf-8") == cheat_sheet()


def test_the_reference_has_the_public_names_and_no_others() -> None:
    """What calls return stands behind them, and the kinds of errors."""
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    names = re.findall(r"^::: (\S+)$", reference, re.MULTILINE)
    public = [name.removeprefix("pmlsym.api.") for name in names if ".api." in name]
    assert sorted(public) == sorted(set(ps.__all__) - {"__version__"})
    own, _, returned = reference.partition("## What calls return")
    assert "::: pmlsym.api" not in returned
    assert own.count("\n::: ") == len(public)


def test_every_command_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"`pmlsym {command}" in manual


def test_there_is_something_to_compare() -> None:
    assert len(SHOWN) >= 8


def test_the_version_that_is_cited_is_the_version() -> None:
    """So says the check of a tag, of every file that names one."""
    for tag, status in ((f"v{__version__}", 0), ("v99.0.0", 1)):
        words = [sys.executable, str(ROOT / ".ci" / "places.py"), "--tag", tag]
        assert subprocess.run(words, capture_output=True, check=False).returncode == status


def test_the_paper_counts_as_the_catalogue_does() -> None:
    counts = re.search(r"^(\d+) entries: (.*)\.$", (ROOT / "docs/catalogue.md").read_text(), re.M)
    assert counts is not None
    paper = " ".join((ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split())
    said = re.search(r"a ledger of (\d+) entries: (.*?)\(`pmlsym catalogue", paper)
    assert said is not None and said[1] == counts[1]
    assert re.findall(r"\d+", said[2]) == re.findall(r"\d+", counts[2])
    assert f"[{counts[1]} statements of four papers]" in (ROOT / "README.md").read_text("utf-8")


def test_every_page_is_in_the_manual() -> None:
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert f" {page.relative_to(ROOT / 'docs')}\n" in listed, page


def test_a_bar_in_a_table_is_shown_as_one() -> None:
    """A backslash before it is shown as well, in code by the manual's Markdown, and then copied."""
    cells = [line for page in PAGES for line in page.read_text("utf-8").splitlines() if "|" in line]
    rows = [line for line in cells if line.startswith("|")]
    assert [line for line in rows if "\\|" in line] == []
    assert sum("<code>pml(P, U &#124; W)</code>" in line for line in rows) == 1


def test_stars_in_code_are_shown_and_make_nothing_slanted() -> None:
    codes = [
        code for page in PAGES for code in re.findall("<code>(.*?)</code>", page.read_text("utf-8"))
    ]
    assert len(codes) > 50 and [code for code in codes if "*" in code] == []


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_has_the_two_commands_that_the_check_of_a_clone_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in readme.splitlines() if line.startswith("    python3 ")]
    assert len(lines) == 2
    assert "pmlsym ask" in lines[0]
    assert "pytest" in lines[1]


def test_every_family_stands_on_one_page_of_readable_size() -> None:
    pages = [path.read_text(encoding="utf-8") for path in ROOT.glob("docs/families/*.md")]
    for family in FAMILIES:
        assert sum(f"\n`{family.name}`; parameters" in page for page in pages) == 1, family.name
    assert max(page.count("\n") for page in pages) < 250
