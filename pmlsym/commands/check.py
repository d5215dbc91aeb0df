"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_text
from pmlsym.errors import InvalidInput, PmlError


def check(
    files: Annotated[list[Path], typer.Argument(help="Proofs, counterexamples or answers.")],
) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2."""
    from pmlsym.saved_evidence import check_saved

    lines = []
    for file in files:
        try:
            lines.append(f"valid  {file}: {check_saved(file.read_text(encoding='utf-8'))}")
        except PmlError as error:
            raise InvalidInput(f"{file}: {error}") from None
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
            raise InvalidInput(f"{file} cannot be read: {reason}") from None
    print_text("\n".join(lines))
