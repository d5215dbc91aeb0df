"""`pmlsym report MECHANISM --out FILE`: one page about a mechanism."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.options import Masses, Settings, WorstPrior, family_names, settings_of
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.report import report as write_page


def report(
    mechanism: Annotated[
        str,
        typer.Argument(
            help="A channel, survey.csv; or a family, as derive reads it.",
            autocompletion=family_names,
        ),
    ],
    out: Annotated[Path, typer.Option(help="A file that ends in .html.")],
    settings: Settings = None,
    prior: Masses = None,
    over: WorstPrior = None,
    domain: Annotated[list[str] | None, typer.Option(help="Of a matrix: '0 <= a <= 1/2'.")] = None,
) -> None:
    """Write a page: what a mechanism leaks, what holds, with proofs, pictures and words."""
    place = write_page(
        mechanism, out, set=settings_of(settings), prior=prior, over=over, domain=domain or ()
    )
    print_text(f"wrote {place}")
