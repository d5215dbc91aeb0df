"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.options import seconds_of
from pmlsym.commands.terminal import line_width, print_text, tell
from pmlsym.display import fitted
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.verbs.check import check as check_files


def check(
    files: Annotated[list[Path], typer.Argument(help="Proofs, counterexamples or answers.")],
    budget: Annotated[
        str, typer.Option("--budget", metavar="SECONDS", help="Seconds for each file at most.")
    ] = "120",
) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2.

    Of several files each has its line, also behind one that is invalid.
    """
    seconds, invalid = seconds_of(budget), []
    for file in files:
        try:
            (sentence,) = check_files(file, budget=seconds, progress=_tell)
        except PmlError as error:
            if len(files) == 1:  # of which the error says all there is
                raise
            invalid.append(str(file))
            _show("invalid", str(error))
        else:
            _show("valid", sentence, f"{file}: ")
    if invalid:
        verb = "is" if len(invalid) == 1 else "are"
        count = f"{len(invalid)} of {len(files)} files {verb} invalid"
        raise InvalidInput(f"{count}: {', '.join(invalid)}")


def _show(status: str, sentence: str, first: str = "") -> None:
    lines = fitted(sentence, line_width(), f"{status}  {first}", " " * len(f"{status}  "))
    print_text("\n".join(lines))


def _tell(file: Path) -> None:
    tell(f"checking {file}")
