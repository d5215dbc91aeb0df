"""`pmlsym crosscheck`: closed forms, proofs and counterexamples against the evaluators."""

from __future__ import annotations

from pmlsym.commands.made import Given
from pmlsym.commands.terminal import print_text, tell
from pmlsym.verbs.crosscheck import crosscheck


def answer(given: Given) -> int:
    """Compare closed forms, proofs and counterexamples with numbers: exit status 0 if all is well.

    If something differs the exit status is 2.
    """
    from pmlsym.papers.comparisons.crosscheck_report import crosscheck_text

    every = crosscheck(**given, progress=_tell)
    print_text(crosscheck_text(every))
    return 0 if every and all(line.is_well for line in every) else 2


def _tell(done: int, total: int, subject: str) -> None:
    tell(f"{done}/{total}  {subject}")
