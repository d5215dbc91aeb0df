"""The page of measures in the manual, made from the files of this folder.

    python -m pmlsym.measures.documentation docs

writes docs/measures.md: for each measure how it is written, its definition and source as its
docstrings have them, its names elsewhere, and its laws; and docs/cheat_sheet.md, the words of other
fields.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import getmodule
from pathlib import Path

from pmlsym.measures.elsewhere import CHEAT_SHEET
from pmlsym.measures.every import NOTIONS
from pmlsym.measures.notion import SORTS, Law, Notion

HEAD = """# Measures

Made by `python -m pmlsym.measures.documentation docs`: what the files of `pmlsym/measures` state.
Leakages are in nats. Where an outcome is optional, the measure without it is the worst case over
outcomes that can occur.

| argument | stands for |
| --- | --- |
ARGUMENTS

Each law holds for every alphabet size and for priors with zeros. It is proved by a certificate
whenever the tests run, unless it is called open: then today's engines find no proof. No proof of
another claim rests on a law.
"""

SHEET = """# Your words and ours

Made by `python -m pmlsym.measures.documentation docs`. What other fields say, and how it is written
in a claim. `P` is the prior, `W` the channel, `y` an outcome; leakages are in nats. Errors know
these words too: `pmlsym ask "bayes_security(W) <= 1"` answers with what to write.
"""


def cheat_sheet() -> str:
    """The text of the page with the words of other fields."""
    lines = [SHEET]
    for field in dict.fromkeys(row.field for row in CHEAT_SHEET):
        lines += [f"## {field}\n", "| there | here | |", "| --- | --- | --- |"]
        for row in (row for row in CHEAT_SHEET if row.field == field):
            remark = re.sub("`([^`]*)`", lambda code: _as_code(code.group(1)), row.remark)
            spellings = ", ".join(word.strip() for word in row.said.split(";"))
            lines.append(f"| {spellings} | {_as_code(row.here)} | {remark} |")
        lines.append("")
    return "\n".join(lines)


def measures_page() -> str:
    """The text of the page."""
    rows = (
        f"| {_as_code(sort)} | {words.replace('|', '&#124;')} |" for sort, words in SORTS.items()
    )
    lines, printed = [HEAD.replace("ARGUMENTS", "\n".join(rows))], set[str]()
    for notion in NOTIONS:
        module = getmodule(notion.words[0].make)
        formulas = (module.__doc__ or "").split("\n\n") if module else []
        new_formulas = [
            text for text in formulas if text.startswith("    ") and text not in printed
        ]
        printed.update(new_formulas)
        lines += [*_section_of_notion(notion, new_formulas), ""]
    return "\n".join(lines)


def _section_of_notion(notion: Notion, formulas: list[str]) -> Iterator[str]:
    """The lines of the section of a measure."""
    yield f"## {', '.join(dict.fromkeys(word.name for word in notion.words))}: {notion.meaning}\n"
    yield ", ".join(_as_code(str(word)) for word in notion.words)
    for formula in formulas:
        yield f"\n```text\n{formula}\n```"
    yield f"\n{_first_sentence(notion)}"
    if notion.other_names:
        yield f"\nElsewhere: {', '.join(notion.other_names)}."
    if notion.laws:
        yield ""
        yield from (f"- {_law_line(law)}" for law in notion.laws)


def _first_sentence(notion: Notion) -> str:
    """The first paragraph of the docstring, and the source at its end."""
    paragraphs = (notion.words[0].make.__doc__ or "").split("\n\n")
    source = next((text[text.index("Source:") :] for text in paragraphs if "Source:" in text), "")
    first = " ".join(paragraphs[0].split())
    return f"{first} {' '.join(source.split())}".strip()


def _law_line(law: Law) -> str:
    """A law as an item of a list, with its declarations."""
    declarations = f" with {', '.join(map(_as_code, law.lets))}" if law.lets else ""
    return f"{_as_code(law.text)}{declarations}{' (open)' if law.open else ''}"


def _as_code(text: str) -> str:
    """A text as code; a bar would end the cell of a table, and f](P, W) would be a link."""
    if "|" in text:
        plain = text.replace("<", "&lt;").replace("|", "&#124;").replace("](", "&#93;(")
        return f"<code>{plain}</code>"
    return f"`{text}`"


if __name__ == "__main__":
    for name, text in (("measures.md", measures_page()), ("cheat_sheet.md", cheat_sheet())):
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
