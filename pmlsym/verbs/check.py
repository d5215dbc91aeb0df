"""Saved proofs and counterexamples, checked again exactly: `pmlsym check`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pmlsym.calculus.effort import fence
from pmlsym.errors import InvalidInput, OutOfTime, PmlError
from pmlsym.io.arguments import Argument, EachBudget
from pmlsym.io.files import path_of, read_text

BUDGET = 120.0


def check(
    *files: Annotated[str | Path, Argument("Proofs, counterexamples or answers.", Path)],
    budget: EachBudget = BUDGET,
    progress: Callable[[Path], None] | None = None,
) -> tuple[str, ...]:
    """The sentence that `pmlsym check` prints of each file of saved evidence.

    `budget` is in seconds, for each file; `progress` is called with each. Raises InvalidInput where
    a file cannot be read, establishes nothing, or is not linked to its claim.

    >>> check("nothing.json")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: nothing.json cannot be read: No such file or directory
    """
    from pmlsym.pages.saved_evidence import check_saved

    sentences = []
    if any(hasattr(each, "save") for each in files):
        raise InvalidInput("an answer is no file; write check(answer.save('answer.json'))")
    for file in map(path_of, files):
        if progress is not None:
            progress(file)
        text = read_text(file)
        try:
            with fence(budget):
                sentences.append(check_saved(text))
        except OutOfTime:
            reason = f"not checked within {budget:g} s; --budget gives it more"
            raise InvalidInput(f"{file}: {reason}") from None
        except PmlError as error:
            raise InvalidInput(f"{file}: {error}") from None
    return tuple(sentences)
