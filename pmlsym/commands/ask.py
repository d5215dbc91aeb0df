"""`pmlsym ask CLAIM`: prove it for every alphabet size, or refute it with an exact instance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.answer import Form, give, question_of
from pmlsym.commands.limits import Budget, Seed, seconds_of, seed_of
from pmlsym.commands.solver_options import (
    families_from,
    keep_scripts,
    require_folder,
    sizes_from,
)
from pmlsym.errors import InvalidInput


def ask(
    claim: Annotated[str, typer.Argument(help="Such as 'pml(P, W >> V) <= pml(P, W)'.")],
    let: Annotated[list[str] | None, typer.Option(help="A declaration, 'V: X -> Z'.")] = None,
    assume: Annotated[list[str] | None, typer.Option(help="A claim taken to hold.")] = None,
    budget: Budget = "20",
    seed: Seed = "0",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    bits: Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print a proof as LaTeX.")] = False,
    engine: Annotated[str, typer.Option(help="any, or z3: the solver alone, at sizes.")] = "any",
    sizes: Annotated[str | None, typer.Option(help="For z3: letters, X=2,Y=3.")] = None,
    family: Annotated[
        list[str] | None, typer.Option(help="For z3: W=randomized-response(k=3).")
    ] = None,
    crosscheck: Annotated[
        bool, typer.Option("--crosscheck", help="For z3: ask cvc5 the same.")
    ] = False,
    smt2: Annotated[Path | None, typer.Option(help="For z3: a folder for its queries.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the proof or instance.")] = None,
) -> int:
    """Decide a claim: Proved (exit status 0), Refuted (1) or Unknown (3)."""
    from pmlsym.ask import decide, with_full_support
    from pmlsym.evidence.verdict import Refuted
    from pmlsym.report.verdict_text import total_seconds

    seconds, start = seconds_of(budget), seed_of(seed)
    form = Form(as_json, bits, save, latex)
    if smt2 is not None:
        require_folder(smt2)
    question = question_of(claim, let, assume)
    parsed = question.claim()
    if engine == "z3":
        from pmlsym.engines.solver_proof import decide_by_solver

        verdict = decide_by_solver(
            parsed,
            sizes=sizes_from(sizes),
            families=families_from(family),
            budget=seconds,
            agree=crosscheck,
        )
    elif engine != "any" or sizes or family or crosscheck or smt2:
        raise InvalidInput("--sizes, --family, --crosscheck and --smt2 go with --engine z3")
    else:
        verdict = decide(parsed, budget=seconds, seed=start)
    mended = None
    if isinstance(verdict, Refuted) and engine == "any":
        left = seconds - total_seconds(verdict.attempts)
        mended = with_full_support(verdict, budget=left, seed=start) if left > 0.1 else None
    status = give(question, parsed, verdict, form, mended)
    if smt2 is not None:
        keep_scripts(verdict, smt2)
    return status
