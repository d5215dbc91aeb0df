"""Closed forms, proofs and counterexamples, compared with the evaluators: `pmlsym crosscheck`."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.io.arguments import MOST_TASKS, Argument, Assume, Journal, Let, Option, Seed, Shard

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pmlsym.papers.comparisons.comparison import Subject
    from pmlsym.papers.comparisons.finding import CrossCheck
    from pmlsym.parallel.campaigns import FinishedTask

INSTANCES = 10_000
COMPARISON = re.compile("[<>]|==|!=")


def _read_count(text: str) -> int:
    """The number of instances in a text that the verb `crosscheck` is given."""
    return read_whole(text, "--instances", least=1, most=MOST_TASKS)


def crosscheck(
    subject: Annotated[str, Argument("A family or expression of families, or a claim.")] = "",
    *,
    all: Annotated[bool, Option("All families and claims.")] = False,
    instances: Annotated[
        int, Option("How many for each comparison.", _read_count, "N")
    ] = INSTANCES,
    let: Let = (),
    assume: Assume = (),
    seed: Seed = 0,
    executor: "Executor | None" = None,
    shard: Shard = None,
    journal: Journal = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> "tuple[CrossCheck, ...]":
    """Compare closed forms, proofs and counterexamples with numbers, as `pmlsym crosscheck` does.

    `subject` is a family, an expression of families, or a claim, with declarations `let` and
    assumptions `assume`; `all` takes all families and known claims. `instances` are drawn for each
    comparison; `executor`, `shard` and `journal` are those of `campaign`; `progress` is called
    with the number done, the number of all, and a subject.
    Raises a PmlError where there is no such family or the claim cannot be read.

    >>> [line.is_well for line in crosscheck("maxleak(W) >= 0", instances=50)]
    [True]
    """
    from pmlsym.papers.comparisons.comparison import SubjectOnInstances, comparisons, lines_of
    from pmlsym.parallel.campaigns import campaign

    if all == bool(require_kind(subject, str, "a family or a claim as a text").strip()):
        raise InvalidInput("name a family, write a claim, or ask for all")
    subjects: tuple[Subject, ...]
    if all:
        from pmlsym.papers.comparisons.everything import EVERYTHING

        subjects = EVERYTHING
    else:
        subjects = (_family_or_question(subject, let, assume),)

    def tell(done: int, total: int, latest: "FinishedTask[tuple[CrossCheck, ...]]") -> None:
        """Tells the caller of the verb `crosscheck` how far the comparisons have come."""
        if progress is not None and isinstance(latest.task, SubjectOnInstances):
            progress(done, total, str(latest.task.subject))

    tasks, part = comparisons(subjects, instances=instances, seed=seed), shard or (0, 1)
    finished = campaign(tasks, executor=executor, shard=part, journal=journal, progress=tell)
    return lines_of(finished)


def _family_or_question(
    subject: str, let: str | Sequence[str], assume: str | Sequence[str]
) -> "Subject":
    """The claim that the verb `crosscheck` is given if the text compares, else a family."""
    from pmlsym.claim_text.question import question_of
    from pmlsym.mechanism_families.listed import family_named

    if not COMPARISON.search(subject.replace(">>", "")):
        try:
            family = family_named(subject.strip())
            family.concrete()
        except PmlError as error:
            raise type(error)(f"{error}; a claim compares two quantities") from None
        return family.name
    question = question_of(subject, let, assume)
    try:
        question.claim()
    except PmlError as error:
        raise type(error)(f"neither a family nor a claim: {error}") from None
    return question
