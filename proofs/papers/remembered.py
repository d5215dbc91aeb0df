"""Results that are remembered for one version of all that they rest on.

A version is a digest of the code of the library and of the proofs, of the kept certificates, of
Python and of the packages that are installed. Under another version nothing is remembered:
there are no finer ties, since a check may call anything. A line of a table is a part of its key, so
that a changed line is checked again. The tables and the recorded results are no part of the
version: results are compared with what is recorded whether they are remembered or not.

    python -m proofs.papers            checks what is not remembered
    python -m proofs.papers --again    checks everything
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FILE = ROOT / ".remembered" / "papers.json"
CODE = (".py", ".lark", ".json", ".txt")


def files_of_version(root: Path = ROOT) -> list[Path]:
    """The files that a result can rest on, in order.

    >>> any(path.name == "checker.py" for path in files_of_version())
    True
    """
    library = (p for p in (root / "pmlsym").rglob("*") if p.suffix in CODE)
    proofs = (root / "proofs").rglob("*.py")
    return sorted(path for path in (*library, *proofs) if not _is_table_or_result(path, root))


def _is_table_or_result(path: Path, root: Path) -> bool:
    """Whether it is a file of rows, or of their results, and not of the code beside them."""
    return path.parent == root / "pmlsym" / "papers" and path.suffix in (".json", ".txt")


def digest_of(files: Iterable[Path], root: Path = ROOT) -> str:
    """A digest of the names and bytes of files, of Python and of the packages installed."""
    whole = sha256("; ".join((platform.python_version(), *_packages())).encode())
    for path in files:
        whole.update(f"\n{path.relative_to(root)} ".encode())
        whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _packages() -> list[str]:
    return sorted({f"{package.name} {package.version}" for package in distributions()})


@dataclass(frozen=True)
class Memory:
    """What is known under a version, by the texts of what was asked."""

    version: str
    known: Mapping[str, Any]

    def with_results(self, results: Mapping[str, Any]) -> Memory:
        """The memory with more results.

        >>> Memory("v", {}).with_results({"line": 1}).known
        {'line': 1}
        """
        return Memory(self.version, {**self.known, **results})

    def save(self, file: Path = FILE) -> None:
        """Write the memory in the place of what was remembered."""
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"version": self.version, "known": self.known}), "utf-8")


def recall(version: str, file: Path = FILE) -> Memory:
    """What the file knows under the version; nothing if it is of another one, or no memory."""
    try:
        data = json.loads(file.read_text("utf-8"))
        known = data["known"] if data["version"] == version else {}
    except (OSError, ValueError, KeyError, TypeError):
        known = {}
    return Memory(version, known)
