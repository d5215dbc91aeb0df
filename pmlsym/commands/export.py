"""`pmlsym export --coq PROOF`: write a saved proof for the checker that is verified in Coq."""

from __future__ import annotations

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.export import export


def answer(arguments: VerbArguments) -> None:
    """Write the certificates of a saved proof as data and theorems for Coq."""
    text = export(**arguments)
    if "out" not in arguments:
        print_text(text)
