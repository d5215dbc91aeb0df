"""`pmlsym refute CLAIM`: look for a counterexample alone, and report how long the search was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.answer import (
    AnswerForm,
    Columns,
    Label,
    Part,
    latex_layout,
    print_answer,
    save_evidence,
)
from pmlsym.commands.ask import pop_subject_options
from pmlsym.commands.from_verb import Bits, Json, VerbArguments
from pmlsym.commands.terminal import print_below, print_text, tell
from pmlsym.verbs.refute import require_no_file

if TYPE_CHECKING:
    from pmlsym.claim_text.question import Question
    from pmlsym.engines.sampling.refuter import SearchResult
    from pmlsym.evidence.verdict import Refuted
    from pmlsym.language.nodes import Claim

MOST_SIZES = 6


def answer(
    arguments: VerbArguments,
    as_json: Json = False,
    bits: Bits = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print the instance as LaTeX.")] = False,
    label: Label = None,
    columns: Columns = 1,
    part: Part = "all",
    python: Annotated[bool, typer.Option("--python", help="Print a program that checks.")] = False,
    save: Annotated[Path | None, typer.Option(help="Where to keep the instance.")] = None,
) -> int:
    """Search for an exact counterexample: Refuted (exit status 1) or Unknown (3)."""
    from pmlsym.claim_text.question_about import question_about
    from pmlsym.engines.decide.decisions import search_for_counterexample
    from pmlsym.evidence.verdict import Refuted

    form = AnswerForm(as_json, bits, save, latex_layout(latex, label, columns, part))
    claim = arguments.pop("claim")
    require_no_file(claim)
    question = question_about(claim, **pop_subject_options(arguments))
    parsed = question.claim()
    verdict, nearest = search_for_counterexample(parsed, **arguments, progress=_show_progress)
    if isinstance(verdict, Refuted) and (latex or python) and not as_json:
        return _print_source(question, verdict, form)
    status = print_answer(question, parsed, verdict, replace(form, latex=None))
    if as_json:
        return status
    if isinstance(verdict, Refuted):
        _print_reasons(parsed, verdict, arguments.get("seed", 0))
    elif nearest is not None:
        _print_nearest(nearest)
    return status


def _print_source(question: Question, verdict: Refuted, form: AnswerForm) -> int:
    """Print a counterexample to the terminal as LaTeX or as a program, and nothing else."""
    from pmlsym.pages.counterexample_report import counterexample_python
    from pmlsym.pages.verdict_latex import verdict_document

    if form.latex is not None:
        print_text(verdict_document(question, verdict, bits=form.bits, layout=form.latex))
    else:
        print_text(counterexample_python(question, verdict))
    save_evidence(question, verdict, form)
    return 1


def _print_reasons(claim: Claim, verdict: Refuted, seed: int) -> None:
    """Print to the terminal where sides are attained, and which hypothesis may be missing."""
    from pmlsym.engines.sampling.refuter import missing_hypotheses
    from pmlsym.pages.counterexample_report import counterexample_lines

    for line in counterexample_lines(claim, verdict):
        print_below(line)
    for condition in missing_hypotheses(claim, verdict.instance, seed=seed):
        print_below(f"if {condition.text} is assumed, the same search finds nothing")


def _show_progress(tried: int, slack: float | None, method: str) -> None:
    """Show on the terminal's status line how many instances a search has tried."""
    nearest = "" if slack is None else f", smallest slack {slack:.3g}"
    tell(f"{tried} instances{nearest}, {method}")


def _print_nearest(search: SearchResult) -> None:
    """Print below the answer of `pmlsym refute` the nearest instance, and the sizes tried."""
    from pmlsym.claim_text.instance_text import instance_line

    if search.best_instance is None or search.best_slack is None:
        return
    instance = instance_line(search.best_instance)
    print_below(f"smallest slack {search.best_slack:.3g}, at {instance}")
    if search.equality:
        print_below("equality seems to be attained")
    sizes = " x ".join(search.alphabets)
    if sizes:
        counts = [f"{' x '.join(map(str, key))}: {n}" for key, n in search.counts.items()]
        more = f", and {len(counts) - MOST_SIZES} more sizes" if len(counts) > MOST_SIZES else ""
        print_below(f"instances by {sizes}: {', '.join(counts[:MOST_SIZES])}{more}")
