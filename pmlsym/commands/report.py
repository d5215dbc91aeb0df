"""`pmlsym report MECHANISM --out FILE`: one page about a mechanism."""

from __future__ import annotations

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.report import report


def answer(arguments: VerbArguments) -> None:
    """Write a page: what a mechanism leaks, what holds, with proofs, pictures and words."""
    print_text(f"wrote {report(**arguments)}")
