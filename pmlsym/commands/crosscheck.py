"""`pmlsym crosscheck`: closed forms, proofs and counterexamples against the evaluators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.calculus.rational import read_whole
from pmlsym.commands.answer import question_of
from pmlsym.commands.limits import Seed, seed_of
from pmlsym.commands.live_line import tell
from pmlsym.commands.printing import print_text
from pmlsym.errors import InvalidInput, PmlError

if TYPE_CHECKING:
    from pmlsym.crosscheck.everything import Task

LARGEST = 10**8
COMPARISON = re.compile("[<>]|==|!=")


def crosscheck(
    subject: Annotated[
        str, typer.Argument(help="A family or expression of families, or a claim.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="All families and claims.")] = False,
    instances: Annotated[
        str, typer.Option(metavar="N", help="How many for each comparison.")
    ] = "10000",
    let: Annotated[list[str] | None, typer.Option(help="A declaration, 'V: X -> Z'.")] = None,
    assume: Annotated[list[str] | None, typer.Option(help="A claim taken to hold.")] = None,
    seed: Seed = "0",
) -> int:
    """Compare closed forms, proofs and counterexamples with numbers: exit status 0 if all is well.

    If something differs the exit status is 2.
    """
    from pmlsym.crosscheck.everything import EVERYTHING, run_all
    from pmlsym.report.crosscheck_report import crosscheck_text

    start, count = seed_of(seed), read_whole(instances, "--instances", least=1, most=LARGEST)
    if everything == bool(subject.strip()):
        raise InvalidInput("name a family, write a claim, or ask for --all")
    tasks = EVERYTHING if everything else (_task(subject, let, assume),)
    found = {}
    for task, lines in run_all(tasks, instances=count, seed=start):
        found[task] = lines
        tell(f"{len(found)}/{len(tasks)}  {task.subject}")
    every = [line for task in tasks for line in found[task]]
    print_text(crosscheck_text(every))
    return 0 if every and all(line.is_well for line in every) else 2


def _task(subject: str, let: list[str] | None, assume: list[str] | None) -> Task:
    """A claim where two quantities are compared, else a family or an expression of families."""
    from pmlsym.crosscheck.everything import Task
    from pmlsym.families import family_named

    if not COMPARISON.search(subject.replace(">>", "")):
        try:
            family = family_named(subject.strip())
            family.concrete()
        except PmlError as error:
            raise type(error)(f"{error}; a claim compares two quantities") from None
        return Task(family.name)
    question = question_of(subject, let, assume)
    try:
        question.claim()
    except PmlError as error:
        raise type(error)(f"neither a family nor a claim: {error}") from None
    return Task(question)
