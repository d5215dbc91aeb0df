"""The report on a file of claims: a table, and the unexpected verdicts in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmlsym.claim_text.claim_file import AnsweredClaim
from pmlsym.evidence.verdict import EVERY_SIZE, Proved, Refuted
from pmlsym.language.display import WIDTH, fitted
from pmlsym.pages.verdict_json import verdict_data
from pmlsym.pages.verdict_text import total_seconds, verdict_text

FORMAT, VERSION = "pmlsym answers", 1

NARROWEST = 24
"""The least width of the last column, in characters."""

_HEAD = ("claim", "expected", "found", "seconds", "rests on")


def claim_file_text(answers: Sequence[AnsweredClaim], *, width: int = WIDTH) -> str:
    """The printed answers to a file of claims: unexpected verdicts in full, then a table of all."""
    others = [answer for answer in answers if not answer.is_expected]
    blocks = [_unexpected_text(each, width) for each in others]
    rows = [_HEAD, *map(_table_row, answers)]
    name, *widths = (max(len(row[k]) for row in rows) for k in range(len(_HEAD) - 1))
    gaps = 2 * len(_HEAD[1:])
    room = width - sum(widths) - gaps - NARROWEST
    lines = [line for row in rows for line in _row_lines(row, [min(name, room), *widths], width)]
    expected = len(answers) - len(others)
    count = f"{expected} of {len(answers)} claims as expected"
    return "\n".join([*blocks, *lines, "", count])


def _row_lines(row: tuple[str, ...], widths: list[int], width: int) -> list[str]:
    """The printed lines of a row in the table of answers, whose last cell goes on below itself."""
    name, *cells = row
    above = [name] if len(name) > widths[0] else []
    head = "  ".join([*map(str.ljust, ("" if above else name, *cells), widths), ""])
    return [*above, *fitted(row[-1], width, head, " " * len(head))]


def claim_file_data(answers: Sequence[AnsweredClaim]) -> dict[str, Any]:
    """The JSON of `pmlsym ask FILE.pml --json`: for each claim, the answer that it gets alone."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "claims": [
            {
                "name": each.stated.name,
                "line": each.stated.line,
                "expected": each.stated.expected,
                "found": each.found,
                "answer": verdict_data(
                    each.stated.question, each.stated.question.claim(), each.verdict
                ),
            }
            for each in answers
        ],
    }


def _unexpected_text(answer: AnsweredClaim, width: int) -> str:
    """The printed verdict that a file of claims did not expect, in full."""
    stated = answer.stated
    head = fitted(f"claim {stated.name}, line {stated.line}: {stated.expected} was expected", width)
    said = verdict_text(stated.question, answer.verdict, width=width)
    return "\n".join([*head, said, ""])


def _table_row(answer: AnsweredClaim) -> tuple[str, ...]:
    """The cells that the printed table of answers has for one claim of a file."""
    verdict, stated = answer.verdict, answer.stated
    match verdict:
        case Proved(scope=scope, evidence=evidence):
            why = evidence.trust if scope == EVERY_SIZE else f"{evidence.trust}; {scope}"
        case Refuted(instance=instance):
            sizes = " ".join(f"|{name}|={n}" for name, n in sorted(instance.sizes.items()))
            why = f"an instance, {sizes}" if sizes else "evaluated exactly"
        case _:
            why = "neither a proof nor a counterexample"
    found = answer.found if answer.is_expected else f"{answer.found} !"
    seconds = f"{total_seconds(verdict.attempts):.2f}"
    return stated.name, stated.expected, found, seconds, why
