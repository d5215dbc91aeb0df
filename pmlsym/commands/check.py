"""`pmlsym check FILE..`: check saved proofs and counterexamples again, exactly."""

from __future__ import annotations

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import line_width, print_text, tell
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.language.display import fitted
from pmlsym.verbs.check import check


def answer(arguments: VerbArguments) -> None:
    """Print if each file of evidence is valid and linked to its claim: exit status 0 if so, else 2.

    Several files have a line each; an invalid one does not stop the check.
    """
    files, invalid = arguments.pop("files"), []
    for file in files:
        try:
            (sentence,) = check(file, **arguments, progress=lambda path: tell(f"checking {path}"))
        except PmlError as error:
            if len(files) == 1:  # the error is the whole answer
                raise
            invalid.append(str(file))
            _print_status("invalid", str(error))
        else:
            _print_status("valid", sentence, f"{file}: ")
    if invalid:
        verb = "is" if len(invalid) == 1 else "are"
        count = f"{len(invalid)} of {len(files)} files {verb} invalid"
        raise InvalidInput(f"{count}: {', '.join(invalid)}")


def _print_status(status: str, sentence: str, prefix: str = "") -> None:
    """Print to the terminal the status of a file and a sentence about it, in lines that fit."""
    lines = fitted(sentence, line_width(), f"{status}  {prefix}", " " * len(f"{status}  "))
    print_text("\n".join(lines))
