"""What `ask` and `refute` have in common: reading the question, and giving the answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput

if TYPE_CHECKING:
    from pmlsym.claims.question import Question
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.measures.quantity import Claim


@dataclass(frozen=True)
class Form:
    """How an answer is given: as JSON, LaTeX or text, in bits or nats; where evidence is kept."""

    as_json: bool = False
    bits: bool = False
    save: Path | None = None
    latex: bool = False


def question_of(claim: str, let: list[str] | None, assume: list[str] | None) -> Question:
    """The question, each text on one line.

    >>> question_of(" 1 <\\n2", None, ["a < b"]).assume
    ('a < b',)
    """
    from pmlsym.claims.question import Question

    lets, premises = ([" ".join(text.split()) for text in texts or ()] for texts in (let, assume))
    return Question(" ".join(claim.split()), tuple(lets), tuple(premises))


def require_limits(budget: float, seed: int) -> None:
    """Return if the search can keep to these; raise InvalidInput if not."""
    if not 0 < budget < float("inf"):
        raise InvalidInput(f"--budget is {budget}; write a number of seconds above zero")
    if seed < 0:
        raise InvalidInput(f"--seed is {seed}; write 0 or a larger integer")


def give(question: Question, claim: Claim, verdict: Verdict, form: Form) -> int:
    """Save and print the answer; the result is the exit status."""
    from pmlsym.evidence.verdict import Proved
    from pmlsym.report.verdict_json import STATUS, verdict_data
    from pmlsym.report.verdict_text import verdict_text

    is_saved = save_evidence(question, verdict, form)
    if form.as_json:
        print_json(verdict_data(question, claim, verdict))
    elif form.latex and isinstance(verdict, Proved):
        print_text(verdict.latex(str(question)))
    else:
        print_text(verdict_text(question, verdict, bits=form.bits))
        if form.save is not None and not is_saved:
            print_text(f"nothing is saved in {form.save}: no certificate and no counterexample")
    return STATUS[verdict.name]


def save_evidence(question: Question, verdict: Verdict, form: Form) -> bool:
    """Keep the proof or the counterexample where the form says; whether there is one and a file."""
    from pmlsym.report.verdict_json import saved_data

    evidence = saved_data(question, verdict)
    if form.save is None or evidence is None:
        return False
    _save(form.save, evidence)
    return True


def _save(file: Path, data: dict[str, Any]) -> None:
    from pmlsym.calculus.wire import render

    try:
        file.write_text(render(data) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{file} cannot be written: {error.strerror}") from None
