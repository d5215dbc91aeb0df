"""`pmlsym export --coq PROOF`: write a saved proof for the checker that is verified in Coq."""

from __future__ import annotations

from pmlsym.commands.made import Given
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.export import export


def answer(given: Given) -> None:
    """Write the certificates of a saved proof as data and theorems for Coq."""
    text = export(**given)
    if "out" not in given:
        print_text(text)
