"""`pmlsym export --coq PROOF`: write a saved proof for the checker that is verified in Coq."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.terminal import print_text
from pmlsym.verbs.export import export as export_proof


def export(
    coq: Annotated[Path, typer.Option("--coq", help="A proof that `ask --save` wrote.")],
    out: Annotated[
        Path | None, typer.Option(help="FILE.v for Coq, FILE.data for pmlsym-check.")
    ] = None,
) -> None:
    """Write the certificates of a saved proof as data and theorems for Coq."""
    text = export_proof(coq, out)
    if out is None:
        print_text(text)
