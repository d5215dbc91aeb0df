"""The options of `ask` that concern the solver: sizes, mechanism families, scripts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput
from pmlsym.files import replace_file

if TYPE_CHECKING:
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.families.mechanism import Mechanism

_QUERY = re.compile(r"query-[0-9]{3,}\.smt2")
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
        try:
            found[name] = read_whole(count if equals else "", "", least=1, most=99)
        except InvalidInput:
            shown = part.strip()[:40]
            raise InvalidInput(f"a size is {shown!r}; write X=2 with one letter or more") from None
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


def require_folder(folder: Path) -> None:
    """Return if queries can be kept there, before they are asked; raise InvalidInput if not."""
    above = folder
    while not os.path.lexists(above) and above != above.parent:
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        reason = "Permission denied" if above.is_dir() else f"{above} is no folder"
        raise InvalidInput(f"{folder} cannot be written: {reason}")


def keep_scripts(verdict: Verdict, folder: Path) -> None:
    """Write the SMT-LIB 2 scripts of a solver's proof into a folder, one file each.

    They take the place of all queries that an earlier run has left there.
    """
    from pmlsym.evidence.verdict import Proved, SolverProof

    if not (isinstance(verdict, Proved) and isinstance(verdict.evidence, SolverProof)):
        return
    written = set()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for k, script in enumerate(verdict.evidence.scripts, 1):
            written.add(f"query-{k:03}.smt2")
            replace_file(folder / f"query-{k:03}.smt2", script)
        for name in sorted(set(os.listdir(folder)) - written):
            if _QUERY.fullmatch(name):
                (folder / name).unlink()
    except OSError as error:
        raise InvalidInput(f"{folder} cannot be written: {error.strerror}") from None
