"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_text
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.files import read_text


def check(
    files: Annotated[list[Path], typer.Argument(help="Proofs, counterexamples or answers.")],
) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2."""
    from pmlsym.saved_evidence import check_saved

    lines = []
    for file in files:
        text = read_text(file)
        try:
            lines.append(f"valid  {file}: {check_saved(text)}")
        except PmlError as error:
            raise InvalidInput(f"{file}: {error}") from None
    print_text("\n".join(lines))
