"""The page of measures in the manual, made from the files of `pmlsym/measures`.

    python -m tests.manual.notions_page docs

writes docs/notions.md: for each measure how it is written, its definition and source as its
docstrings have them, its words in other fields, its laws with their certificates, the families with
a closed form, and near misses; and docs/cheat_sheet.md, the words of other fields.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from pmlsym.closed_forms.quantities import QUANTITIES
from pmlsym.language import elsewhere
from pmlsym.measures.every import FILES
from pmlsym.measures.notion import SORTS, Law, Notion
from proofs.laws import file_of, terms
from tests.measures.indexed import opening
from tests.statements.statement import Statement

DOCS = Path(__file__).parents[2] / "docs"

HEAD = """# Notions

<!-- made by `python -m tests.manual.notions_page docs` of the files of pmlsym/measures -->

Each notion with its formula, its words in other fields, its laws, closed forms and near misses;
[which notion is which](which_notion.md) says how to choose. Leakages
are in nats. Where an outcome is optional, the measure without it is the worst case over outcomes
that can occur.

| argument | stands for |
| --- | --- |
ARGUMENTS

Each law holds for every alphabet size and for priors with zeros. It has a certificate of so many
terms in `proofs/laws`, which the kernel checks whenever the tests run, unless it is called open:
then today's engines find no proof. No proof of another claim rests on a law. What is not true
in general is easily believed, and refuted by an exact instance whenever the tests run.
"""

SHEET = """# Your words and ours

<!-- made by `python -m tests.manual.notions_page docs` of pmlsym/language/elsewhere.txt -->

What other fields say, and how it is written in a claim. `P` is the prior, `W` the channel, `y` an
outcome; leakages are in nats. Errors know these words too: `pmlsym ask "bayes_security(W) <= 1"`
answers with what to write.
"""


def cheat_sheet() -> str:
    """The text of the page with the words of other fields."""
    lines = [SHEET]
    for field in dict.fromkeys(row.field for row in elsewhere.cheat_sheet()):
        lines += [f"## {field}\n", "| there | here | |", "| --- | --- | --- |"]
        for row in (row for row in elsewhere.cheat_sheet() if row.field == field):
            remark = re.sub("`([^`]*)`", lambda code: as_code(code.group(1)), row.remark)
            spellings = ", ".join(word.strip() for word in row.said.split(";"))
            lines.append(f"| {spellings} | {as_code(row.here)} | {remark} |")
        lines.append("")
    return "\n".join(lines)


def notions_page() -> str:
    """The text of the page."""
    rows = (
        f"| {as_code(sort)} | {words.replace('|', '&#124;')} |" for sort, words in SORTS.items()
    )
    lines, printed = [HEAD.replace("ARGUMENTS", "\n".join(rows))], set[str]()
    for name in FILES:
        module = import_module(f"pmlsym.measures.{name}")
        formulas = [text for text in module.__doc__.split("\n\n") if text.startswith("    ")]
        said = import_module(f"tests.definitions.{name}").STATEMENTS
        misses = [statement for statement in said if not statement.holds]
        for notion in module.NOTIONS:
            new = [text for text in formulas if text not in printed]
            printed.update(new)
            own = [m for m in misses if any(opening(word) in m.text for word in notion.words)]
            misses = [m for m in misses if m not in own]
            lines += [*_section_of_notion(notion, new), *_near_misses(own), ""]
    return "\n".join(lines)


def _section_of_notion(notion: Notion, formulas: list[str]) -> Iterator[str]:
    """The lines of the section of a measure."""
    yield f"## {', '.join(dict.fromkeys(word.name for word in notion.words))}: {notion.meaning}\n"
    yield ", ".join(as_code(str(word)) for word in notion.words)
    for formula in formulas:
        yield f"\n```text\n{dedent(formula)}\n```"
    yield f"\n{_first_sentence(notion)}"
    if elsewhere := [*notion.other_names, *_words_of_other_fields(notion)]:
        yield f"\nElsewhere: {', '.join(elsewhere)}."
    if families := _families_with_a_form(notion):
        yield f"\nClosed forms ([families](families.md)): {', '.join(families)}."
    if notion.laws:
        yield ""
        yield from (f"- {_law_line(law)}" for law in notion.laws)


def _words_of_other_fields(notion: Notion) -> list[str]:
    """The words of the cheat sheet that are this measure alone."""
    ways = {str(word) for word in notion.words}
    return [
        word.strip()
        for row in elsewhere.cheat_sheet()
        if row.here in ways
        for word in row.said.split(";")
    ]


@cache
def _forms_by_meaning() -> dict[str, list[str]]:
    """The families with a closed form on their page, by what the quantity is called there."""
    found: dict[str, list[str]] = {}
    for page in sorted((DOCS / "families").glob("*.md")):
        for section in page.read_text(encoding="utf-8").split("\n## ")[1:]:
            name = re.search(r"^`([^`]+)`", section, re.MULTILINE)
            assert name is not None
            for meaning in re.findall(r"^[|] ([^|:,]+)", section, re.MULTILINE):
                found.setdefault(meaning.strip(), []).append(name[1])
    return found


def _families_with_a_form(notion: Notion) -> list[str]:
    """The families with a closed form of the measure."""
    words = {word.name for word in notion.words if not word.indexed}
    meanings = [each.meaning for each in QUANTITIES if each.name in words]
    names = (n for m in meanings for n in _forms_by_meaning().get(re.split("[:,|]", m)[0], ()))
    return list(dict.fromkeys(names))


def _near_misses(statements: list[Statement]) -> Iterator[str]:
    """False statements about the measure, each as an item of a list."""
    if statements:
        yield "\nNot true in general:\n"
    for each in statements:
        given = f" given {', '.join(map(as_code, each.assume))}" if each.assume else ""
        declared = f" with {', '.join(map(as_code, each.lets))}" if each.lets else ""
        yield f"- {as_code(each.text)}{given}{declared}"


def _first_sentence(notion: Notion) -> str:
    """The first paragraph of the docstring, and the source at its end."""
    paragraphs = (notion.words[0].make.__doc__ or "").split("\n\n")
    source = next((text[text.index("Source:") :] for text in paragraphs if "Source:" in text), "")
    first = " ".join(paragraphs[0].split())
    return f"{first} {' '.join(source.split())}".strip()


def _law_line(law: Law) -> str:
    """A law as an item of a list, with its declarations."""
    declarations = f" with {', '.join(map(as_code, law.lets))}" if law.lets else ""
    count = terms(law)
    shown = f"{count} term{'s' * (count > 1)}" if count else "no certificate is kept"
    shown = "both sides mean the same" if not count and file_of(law).exists() else shown
    shown = "open" if law.open else shown
    return f"{as_code(law.text)}{declarations}: {shown}"


PLAIN = str.maketrans({"<": "&lt;", "|": "&#124;", "*": "&#42;"})
"""Signs that Markdown would read inside of HTML: between two stars it would slant the letters."""


def as_code(text: str) -> str:
    """A text as code; a bar would end the cell of a table, and f](P, W) would be a link."""
    if "|" in text:
        plain = text.translate(PLAIN).replace("](", "&#93;(")
        return f"<code>{plain}</code>"
    return f"`{text}`"


if __name__ == "__main__":
    for name, text in (("notions.md", notions_page()), ("cheat_sheet.md", cheat_sheet())):
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
