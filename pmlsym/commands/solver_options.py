"""The options of `ask` that concern the solver: sizes, mechanism families, scripts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.errors import InvalidInput

if TYPE_CHECKING:
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.families.mechanism import Mechanism

_FAMILY = re.compile(r"\s*(\w+)\s*=\s*([\w-]+)\s*(?:\((.*)\))?\s*")


def sizes_from(text: str | None) -> dict[str, int]:
    """The sizes of a text such as "X=2,Y=3".

    >>> sizes_from("X=2, Y=3")
    {'X': 2, 'Y': 3}
    """
    found = {}
    for part in (text or "").split(","):
        name, equals, count = (piece.strip() for piece in part.partition("="))
        if not part.strip():
            continue
        if not equals or not count.isdecimal() or not 0 < int(count) < 100:
            raise InvalidInput(f"a size is {part.strip()!r}; write X=2 with one letter or more")
        found[name] = int(count)
    return found


def families_from(texts: list[str] | None) -> dict[str, Mechanism]:
    """The mechanisms of texts such as "W=randomized-response(k=3)", by the channel's name.

    >>> families_from(["W=randomized-response(k=3)"])["W"].channel
    RR
    """
    from pmlsym.families import family_named

    found = {}
    for text in texts or ():
        match = _FAMILY.fullmatch(text)
        if match is None:
            raise InvalidInput(f"--family is {text!r}; write W=randomized-response(k=3)")
        channel, name, arguments = match.groups()
        found[channel] = family_named(name).concrete(**sizes_from(arguments))
    return found


def keep_scripts(verdict: Verdict, folder: Path) -> None:
    """Write the SMT-LIB 2 scripts of a solver's proof into a folder, one file each."""
    from pmlsym.evidence.verdict import Proved, SolverProof

    if not (isinstance(verdict, Proved) and isinstance(verdict.evidence, SolverProof)):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for k, script in enumerate(verdict.evidence.scripts, 1):
            (folder / f"query-{k:03}.smt2").write_text(script, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{folder} cannot be written: {error.strerror}") from None
