"""Closed forms, proofs and counterexamples against the evaluators: `pmlsym crosscheck`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput, PmlError

if TYPE_CHECKING:
    from pmlsym.crosscheck.everything import Task
    from pmlsym.crosscheck.finding import CrossCheck

INSTANCES = 10_000
COMPARISON = re.compile("[<>]|==|!=")


def crosscheck(
    subject: str = "",
    *,
    all: bool = False,
    instances: int = INSTANCES,
    let: Sequence[str] = (),
    assume: Sequence[str] = (),
    seed: int = 0,
    progress: Callable[[int, int, str], None] | None = None,
) -> tuple[CrossCheck, ...]:
    """Compare closed forms, proofs and counterexamples with numbers, one line for each comparison.

    `subject` is a family, an expression of families, or a claim, with declarations `let` and
    assumptions `assume`; `all` takes all families and known claims. `instances` are drawn for each
    comparison; `progress` is called with the number done, the number of all, and a subject.
    Raises a PmlError where there is no such family or the claim cannot be read.

    >>> [line.is_well for line in crosscheck("maxleak(W) >= 0", instances=50)]
    [True]
    """
    from pmlsym.crosscheck.everything import EVERYTHING, run_all

    if all == bool(require_kind(subject, str, "a family or a claim as a text").strip()):
        raise InvalidInput("name a family, write a claim, or ask for all")
    tasks = EVERYTHING if all else (_task(subject, let, assume),)
    found = {}
    for task, lines in run_all(tasks, instances=instances, seed=seed):
        found[task] = lines
        if progress is not None:
            progress(len(found), len(tasks), str(task.subject))
    return tuple(line for task in tasks for line in found[task])


def _task(subject: str, let: Sequence[str], assume: Sequence[str]) -> Task:
    """A claim where two quantities are compared, else a family or an expression of families."""
    from pmlsym.claims.question import question_of
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
