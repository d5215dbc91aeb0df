"""`pmlsym figure NAME --out FILE`: pictures of channels, guarantees, proofs and of the papers."""

from __future__ import annotations

from pmlsym.commands.made import Given
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.figure import figure


def answer(given: Given) -> None:
    """Draw a picture, and keep its numbers (needs matplotlib)."""
    place = figure(**given)
    print_text(f"wrote {place}" + (f" and {given['csv']}" if "csv" in given else ""))
