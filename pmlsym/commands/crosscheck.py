"""`pmlsym crosscheck`: closed forms, proofs and counterexamples against the evaluators."""

from __future__ import annotations

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import print_text, tell
from pmlsym.verbs.crosscheck import crosscheck


def answer(arguments: VerbArguments) -> int:
    """Compare closed forms, proofs and counterexamples with numbers: exit status 0 if all is well.

    If something differs the exit status is 2.
    """
    from pmlsym.papers.comparisons.crosscheck_report import crosscheck_text

    lines = crosscheck(**arguments, progress=_show_progress)
    print_text(crosscheck_text(lines))
    return 0 if lines and all(line.is_well for line in lines) else 2


def _show_progress(done: int, total: int, subject: str) -> None:
    """Show on the terminal's status line what is being cross-checked."""
    tell(f"{done}/{total}  {subject}")
