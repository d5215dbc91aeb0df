"""`pmlsym figure NAME --out FILE`: pictures of channels, guarantees, proofs and of the papers."""

from __future__ import annotations

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.figure import figure


def answer(arguments: VerbArguments) -> None:
    """Draw a picture, and keep its numbers (needs matplotlib)."""
    file = figure(**arguments)
    print_text(f"wrote {file}" + (f" and {arguments['csv']}" if "csv" in arguments else ""))
