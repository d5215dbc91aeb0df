"""`pmlsym ask CLAIM`: prove it for every alphabet size, or refute it with an exact instance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.answer import Form, give
from pmlsym.commands.limits import Budget, Effort, Seed, limits_of, seed_of
from pmlsym.commands.solver_options import keep_scripts, require_folder
from pmlsym.errors import InvalidInput
from pmlsym.verbs.ask import ask as ask_claim
from pmlsym.verbs.ask import channels_from


def ask(
    claim: Annotated[str, typer.Argument(help="Such as 'pml(P, W >> V) <= pml(P, W)'.")],
    let: Annotated[list[str] | None, typer.Option(help="A declaration, 'V: X -> Z'.")] = None,
    assume: Annotated[list[str] | None, typer.Option(help="A claim taken to hold.")] = None,
    channel: Annotated[
        list[str] | None, typer.Option(help="A matrix of one's own: W=ch.csv.")
    ] = None,
    over: Annotated[
        str | None,
        typer.Option("--over", "--prior-set", help="All priors of a set: 'p(x) >= 1/10'."),
    ] = None,
    effort: Effort = "",
    budget: Budget = "",
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
    from pmlsym.ask import question_about, with_full_support
    from pmlsym.evidence.verdict import Refuted

    given, start = limits_of(effort, budget), seed_of(seed)
    form = Form(as_json, bits, save, latex)
    if smt2 is not None:
        require_folder(smt2)
    question = question_about(claim, let or (), assume or (), channels_from(channel or ()), over)
    parsed = question.claim()
    if smt2 is not None and engine != "z3":
        raise InvalidInput("--smt2 goes with --engine z3")
    verdict = ask_claim(
        parsed,
        **given,
        seed=start,
        engine=engine,
        sizes=sizes,
        family=family or (),
        crosscheck=crosscheck,
    )
    mended = None
    if isinstance(verdict, Refuted) and engine == "any":
        mended = with_full_support(verdict, **given, seed=start)
    status = give(question, parsed, verdict, form, mended)
    if smt2 is not None:
        keep_scripts(verdict, smt2)
    return status
