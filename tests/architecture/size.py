"""Lines of code: `python -m tests.architecture.size` prints those of each part of the library.

A line of code is none that is blank, and none of a comment, a docstring or an import.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

from tests.architecture.reading_imports import ROOT, files, module_of, part_of

SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of_code(text: str) -> int:
    """How many lines of a file are code.

    >>> lines_of_code('import os\\n\\n# the end\\nend = os.sep + (\\n    "/"\\n)\\n')
    3
    """
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            code |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node):
            code -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(code)


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a text alone, as a docstring is."""
    is_alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_alone and isinstance(node.value.value, str)


def size_of(path: Path) -> int:
    """The lines of code of a file."""
    return lines_of_code(path.read_text(encoding="utf-8"))


def sizes() -> Counter[str]:
    """The lines of code of each part of the library."""
    found: Counter[str] = Counter()
    for path in files():
        found[part_of(module_of(path))] += size_of(path)
    return found


if __name__ == "__main__":
    found = sizes()
    for part, lines in found.most_common():
        print(f"{lines:6}  pmlsym/{part}")  # noqa: T201
    print(f"{found.total():6}  pmlsym")  # noqa: T201
    for beside in ("proofs/papers", "proofs", "tests"):
        count = sum(size_of(path) for path in (ROOT / beside).rglob("*.py"))
        print(f"{count:6}  {beside}")  # noqa: T201
