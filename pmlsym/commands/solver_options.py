"""The option of `ask` that keeps what the solver was asked."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.errors import InvalidInput
from pmlsym.files import replace_file

if TYPE_CHECKING:
    from pmlsym.evidence.verdict import Verdict

_QUERY = re.compile(r"query-[0-9]{3,}\.smt2")


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
