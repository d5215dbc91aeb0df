"""`pmlsym figure NAME --out FILE`: a figure of the papers, or a trade-off, from exact values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_text
from pmlsym.errors import InvalidInput
from pmlsym.files import require_place


def figure(
    name: Annotated[str, typer.Argument(help="psp-4, psp-5, rdp-1, qid24-1, trade-off.")],
    out: Annotated[Path, typer.Option(help="A file that ends in .pdf, .png or .svg.")],
    prior: Annotated[str | None, typer.Option(help="Of the trade-off: 1/6,1/3,1/2.")] = None,
    utility: Annotated[str | None, typer.Option(help="Of the trade-off: mi, guess, chi2.")] = None,
) -> None:
    """Draw a figure in black and white (needs matplotlib)."""
    from pmlsym.design.design_mechanism import utility_named
    from pmlsym.design.figure_data import FIGURES, trade_off
    from pmlsym.design.model_objects import masses_of
    from pmlsym.report.drawing import ENDINGS
    from pmlsym.report.figures import draw

    if name in FIGURES:
        require_place(out, ENDINGS)
    panels = None
    if name == "trade-off":
        chosen = utility_named((utility or "mi").strip().lower())
        panels = trade_off(masses_of(prior or "1/6,1/3,1/2"), chosen)
    elif prior is not None or utility is not None:
        raise InvalidInput(f"--prior and --utility are for the trade-off, not for {name}")
    print_text(f"wrote {draw(name, out, panels)}")
