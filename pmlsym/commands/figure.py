"""`pmlsym figure NAME --out FILE`: a figure of the papers, or a trade-off, from exact values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_text
from pmlsym.verbs.figure import figure as draw


def figure(
    name: Annotated[str, typer.Argument(help="psp-4, psp-5, rdp-1, qid24-1, trade-off.")],
    out: Annotated[Path, typer.Option(help="A file that ends in .pdf, .png or .svg.")],
    prior: Annotated[str | None, typer.Option(help="Of the trade-off: 1/6,1/3,1/2.")] = None,
    utility: Annotated[str | None, typer.Option(help="Of the trade-off: mi, guess, chi2.")] = None,
) -> None:
    """Draw a figure in black and white (needs matplotlib)."""
    print_text(f"wrote {draw(name, out, prior=prior, utility=utility)}")
