"""What `ask` and `refute` have in common: reading the question, and giving the answer."""

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
    from pmlsym.evidence.latex_rows import Layout
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.language.nodes import Claim


STATUS = {"proved": 0, "refuted": 1, "unknown": 3}
VACUOUS = 4
"""The exit status of each verdict, and of a proof of what says nothing."""


Label = Annotated[str, typer.Option(help="What labels of --latex begin with.")]
Columns = Annotated[int, typer.Option(help="1, or 2 for a class of two columns, of --latex.")]


def layout_asked(latex: bool, label: str, columns: int) -> Layout | None:
    """How LaTeX is set, where it is asked for. Raises InvalidInput at a label that is none."""
    from pmlsym.evidence.latex_rows import Layout

    return Layout.of(label, columns) if latex else None


@dataclass(frozen=True)
class AnswerForm:
    """How an answer is given: as JSON, LaTeX or text, in bits or nats; where evidence is kept.

    Raises InvalidInput where nothing can be kept: before the work begins.
    """

    as_json: bool = False
    bits: bool = False
    save: Path | None = None
    latex: Layout | None = None

    def __post_init__(self) -> None:
        if self.save is not None:
            require_place(self.save, SAVED)


def give(
    question: Question,
    claim: Claim,
    verdict: Verdict,
    form: AnswerForm,
    mended: tuple[Claim, Verdict] | None = None,
) -> int:
    """Print the answer, then save it; the result is the exit status.

    `mended` is what holds beside a refutation, under a condition.
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
    """Keep the proof or the counterexample where the form says; say so where there is none."""
    if form.save is None:
        return
    from pmlsym.calculus.json_layout import render
    from pmlsym.pages.verdict_json import reason_for_no_evidence, saved_data

    evidence = saved_data(question, verdict)
    if evidence is not None:
        replace_file(form.save, render(evidence) + "\n")
    elif not form.as_json and not form.latex:
        said = f"nothing is saved in {form.save}: {reason_for_no_evidence(verdict)}"
        print_text("\n".join(fitted(said, line_width())))
