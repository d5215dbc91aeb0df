"""`pmlsym figure NAME --out FILE`: pictures of channels, guarantees, proofs and of the papers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.terminal import print_text
from pmlsym.verbs.figure import figure as draw

PICTURES = ("channel", "leakage", "tail", "event", "regions", "trade-off", "posteriors", "slack")
NAMES = (*PICTURES, "psp-4", "psp-5", "rdp-1", "qid24-1")


def _names(incomplete: str) -> list[str]:
    return [name for name in NAMES if name.startswith(incomplete)]


def figure(
    name: Annotated[str, typer.Argument(help=f"{', '.join(NAMES)}.", autocompletion=_names)],
    out: Annotated[Path, typer.Option(help="A file that ends in .pdf, .png or .svg.")],
    channel: Annotated[
        Path | None,
        typer.Option(help="CSV or JSON, as for measure."),
    ] = None,
    prior: Annotated[
        str | None, typer.Option(help="Masses such as 1/6,1/3,1/2; or a file, a line each.")
    ] = None,
    guarantee: Annotated[
        list[str] | None, typer.Option(help="Of trade-off and posteriors: pml, ldp, lip, ldi, ..")
    ] = None,
    eps: Annotated[str | None, typer.Option(help='Of posteriors: 0.2 or "log(6/5)".')] = None,
    utility: Annotated[
        str | None, typer.Option(help="Of trade-off and posteriors: mi, guess, chi2.")
    ] = None,
    claim: Annotated[str | None, typer.Option(help="Of slack: what is proved.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Where to keep the numbers, a .csv.")] = None,
) -> None:
    """Draw a picture, and keep its numbers (needs matplotlib)."""
    place = draw(
        name,
        out,
        channel=channel,
        prior=prior,
        guarantee=guarantee or (),
        eps=eps,
        utility=utility,
        claim=claim,
        csv=csv,
    )
    print_text(f"wrote {place}" + (f" and {csv}" if csv else ""))
