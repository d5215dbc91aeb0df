"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pathlib import Path

from pmlsym.commands.made import Given
from pmlsym.commands.terminal import line_width, print_text, tell
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.language.display import fitted
from pmlsym.verbs.check import check


def answer(given: Given) -> None:
    """Check saved evidence: exit status 0 if each file is valid and linked to its claim, else 2.

    Of several files each has its line, also behind one that is invalid.
    """
    files, invalid = given.pop("files"), []
    for file in files:
        try:
            (sentence,) = check(file, **given, progress=_tell)
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
