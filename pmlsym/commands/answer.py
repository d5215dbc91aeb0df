"""The answer to a question, as `ask` and `refute` print and save it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.io.files import SAVED, replace_file, require_place
from pmlsym.language.display import fitted

if TYPE_CHECKING:
    from pmlsym.claim_text.question import Question
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.exposition.latex_rows import Layout
    from pmlsym.language.nodes import Claim


STATUS = {"proved": 0, "refuted": 1, "unknown": 3}
VACUOUS = 4
"""The exit status of each verdict, and of a proof whose hypotheses never hold together."""


Label = Annotated[str | None, typer.Option(help="The labels of --latex are LABEL:1, LABEL:2, ..")]
Columns = Annotated[int, typer.Option(help="1, or 2 for a class of two columns, of --latex.")]


Part = Annotated[str, typer.Option(help="all, statement, proof or theorem, of --latex.")]


def latex_layout(
    latex: bool, label: str | None, columns: int = 1, part: str = "all"
) -> Layout | None:
    """The layout of LaTeX that a command prints, None without `latex`.

    Raises InvalidInput at a label that is not one, and at words for LaTeX where none is printed.
    """
    from pmlsym.errors import InvalidInput
    from pmlsym.exposition.latex_rows import Layout

    if not latex and (label is not None or columns != 1 or part != "all"):
        raise InvalidInput("--label, --columns and --part are of --latex, which is not there")
    return Layout.of(label, columns, part) if latex else None


@dataclass(frozen=True)
class AnswerForm:
    """The form of an answer: JSON, LaTeX or text, bits or nats, and the file for the evidence.

    Raises InvalidInput, before the work begins, where that file cannot be written.
    """

    as_json: bool = False
    bits: bool = False
    save: Path | None = None
    latex: Layout | None = None

    def __post_init__(self) -> None:
        if self.save is not None:
            require_place(self.save, SAVED)


def print_answer(
    question: Question,
    claim: Claim,
    verdict: Verdict,
    form: AnswerForm,
    mended: tuple[Claim, Verdict] | None = None,
) -> int:
    """Print the answer of a command, then save its evidence; the result is the exit status.

    `mended` is a condition, and the verdict under it, which is added to a refutation.
    """
    from pmlsym.evidence.verdict import Proved
    from pmlsym.pages.verdict_text import verdict_text

    if form.as_json:
        from pmlsym.pages.verdict_json import verdict_data

        print_json(verdict_data(question, claim, verdict, mended))
    elif form.latex is not None:
        from pmlsym.pages.verdict_latex import verdict_document

        document = verdict_document(
            question, verdict, bits=form.bits, mended=mended, layout=form.latex
        )
        print_text(document)
    else:
        print_text(
            verdict_text(question, verdict, bits=form.bits, mended=mended, width=line_width())
        )
    save_evidence(question, verdict, form)
    is_vacuous = isinstance(verdict, Proved) and verdict.vacuous
    return VACUOUS if is_vacuous else STATUS[verdict.name]


def save_evidence(question: Question, verdict: Verdict, form: AnswerForm) -> None:
    """Save the proof or counterexample where `--save` says, or print why there is none to save."""
    if form.save is None:
        return
    from pmlsym.calculus.json_layout import render
    from pmlsym.pages.verdict_json import reason_for_no_evidence, saved_data

    evidence = saved_data(question, verdict)
    if evidence is not None:
        replace_file(form.save, render(evidence) + "\n")
    elif not form.as_json and not form.latex:
        reason = f"nothing is saved in {form.save}: {reason_for_no_evidence(verdict)}"
        print_text("\n".join(fitted(reason, line_width())))
