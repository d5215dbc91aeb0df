"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.limits import seconds_of
from pmlsym.commands.live_line import tell
from pmlsym.commands.printing import print_text
from pmlsym.deadline import fence
from pmlsym.errors import InvalidInput, OutOfTime, PmlError
from pmlsym.files import read_text


def check(
    files: Annotated[list[Path], typer.Argument(help="Proofs, counterexamples or answers.")],
    budget: Annotated[
        str, typer.Option("--budget", metavar="SECONDS", help="Seconds for each file at most.")
    ] = "120",
) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2."""
    from pmlsym.saved_evidence import check_saved

    seconds = seconds_of(budget)
    lines = []
    for file in files:
        tell(f"checking {file}")
        text = read_text(file)
        try:
            with fence(seconds):
                lines.append(f"valid  {file}: {check_saved(text)}")
        except OutOfTime:
            more = f"not checked within {budget} s; --budget gives it more"
            raise InvalidInput(f"{file}: {more}") from None
        except PmlError as error:
            raise InvalidInput(f"{file}: {error}") from None
    print_text("\n".join(lines))
