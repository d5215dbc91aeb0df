"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.limits import seconds_of
from pmlsym.commands.live_line import tell
from pmlsym.commands.printing import line_width, print_text
from pmlsym.display import fitted
from pmlsym.verbs.check import check as check_files


def check(
    files: Annotated[list[Path], typer.Argument(help="Proofs, counterexamples or answers.")],
    budget: Annotated[
        str, typer.Option("--budget", metavar="SECONDS", help="Seconds for each file at most.")
    ] = "120",
) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2."""
    found = check_files(*files, budget=seconds_of(budget), progress=_tell)
    pairs = zip(files, found, strict=True)
    for file, sentence in pairs:
        shown = fitted(sentence, line_width(), f"valid  {file}: ", " " * len("valid  "))
        print_text("\n".join(shown))


def _tell(file: Path) -> None:
    tell(f"checking {file}")
