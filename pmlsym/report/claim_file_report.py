"""What became of the claims of a file: a table, and in full what was not expected."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from pmlsym.claims.claim_file import AnsweredClaim
from pmlsym.evidence.verdict import EVERY_SIZE, Proved, Refuted
from pmlsym.report.verdict_json import verdict_data
from pmlsym.report.verdict_text import AT_SPACES, WIDTH, total_seconds, verdict_text

FORMAT, VERSION = "pmlsym answers", 1

NARROWEST = 24
"""Letters of the last column, at least."""

_HEAD = ("claim", "expected", "found", "seconds", "rests on")


def claim_file_text(answers: Sequence[AnsweredClaim]) -> str:
    """The unexpected verdicts in full, then the table of all."""
    others = [answer for answer in answers if not answer.is_expected]
    blocks = [_in_full(each) for each in others]
    rows = [_HEAD, *map(_row, answers)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(_HEAD) - 1)]
    lines = [line for row in rows for line in _lines(row, widths)]
    expected = len(answers) - len(others)
    count = f"{expected} of {len(answers)} claims as expected"
    return "\n".join([*blocks, *lines, "", count])


def _lines(row: tuple[str, ...], widths: list[int]) -> list[str]:
    """The cells side by side; what the last one has to say goes on below it."""
    head = "  ".join([*map(str.ljust, row, widths), ""])
    indent = " " * len(head)
    room = max(WIDTH, len(head) + NARROWEST)
    return wrap(row[-1], room, initial_indent=head, subsequent_indent=indent, **AT_SPACES)


def claim_file_data(answers: Sequence[AnsweredClaim]) -> dict[str, Any]:
    """The data of `pmlsym ask FILE.pml --json`: of each claim the answer that it has alone."""
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


def _in_full(answer: AnsweredClaim) -> str:
    stated = answer.stated
    head = f"claim {stated.name}, line {stated.line}: {stated.expected} was expected"
    return f"{head}\n{verdict_text(stated.question, answer.verdict)}\n"


def _row(answer: AnsweredClaim) -> tuple[str, ...]:
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
