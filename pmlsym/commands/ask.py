"""`pmlsym ask CLAIM`: prove it for every alphabet size, or refute it with an exact instance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput


def ask(
    claim: Annotated[str, typer.Argument(help="Such as 'pml(P, W >> V) <= pml(P, W)'.")],
    let: Annotated[list[str] | None, typer.Option(help="A declaration, 'V: X -> Z'.")] = None,
    assume: Annotated[list[str] | None, typer.Option(help="A claim taken to hold.")] = None,
    budget: Annotated[float, typer.Option(help="Seconds to spend at most.")] = 20.0,
    seed: Annotated[int, typer.Option(help="Of the random search.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    bits: Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")] = False,
    save: Annotated[Path | None, typer.Option(help="Where to keep the proof or instance.")] = None,
) -> int:
    """Decide a claim: Proved (exit status 0), Refuted (1) or Unknown (3)."""
    from pmlsym.ask import decide
    from pmlsym.claims.question import Question
    from pmlsym.report.verdict_json import STATUS, saved_data, verdict_data
    from pmlsym.report.verdict_text import verdict_text

    if not 0 < budget < float("inf"):
        raise InvalidInput(f"--budget is {budget}; write a number of seconds above zero")
    if seed < 0:
        raise InvalidInput(f"--seed is {seed}; write 0 or a larger integer")
    question = Question(_line(claim), _lines(let), _lines(assume))
    parsed = question.claim()
    verdict = decide(parsed, budget=budget, seed=seed)
    evidence = saved_data(question, verdict)
    if save is not None and evidence is not None:
        _save(save, evidence)
    if as_json:
        print_json(verdict_data(question, parsed, verdict))
    else:
        print_text(verdict_text(question, verdict, bits=bits))
        if save is not None and evidence is None:
            print_text(f"nothing is saved in {save}: no certificate and no counterexample")
    return STATUS[verdict.name]


def _save(file: Path, data: dict[str, Any]) -> None:
    from pmlsym.calculus.wire import render

    try:
        file.write_text(render(data) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{file} cannot be written: {error.strerror}") from None


def _line(text: str) -> str:
    return " ".join(text.split())


def _lines(texts: list[str] | None) -> tuple[str, ...]:
    return tuple(_line(text) for text in texts or ())
