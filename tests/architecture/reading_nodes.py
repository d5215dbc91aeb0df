"""Which functions tell nodes of the languages apart by their class, read from their text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.architecture.reading_imports import PACKAGE, ROOT, files

HOMES = ("language/nodes.py", "language/value.py")
SORTS = {"Node", "Quantity", "Claim", "Value"}


def nodes(home: str) -> frozenset[str]:
    """The classes of nodes that a file defines, without the sorts they belong to."""
    known = set(SORTS)
    for part in ast.parse((PACKAGE / home).read_text(encoding="utf-8")).body:
        bases = part.bases if isinstance(part, ast.ClassDef) else []
        if any(isinstance(base, ast.Name) and base.id in known for base in bases):
            known.add(getattr(part, "name", ""))
    return frozenset(known - SORTS)


EVERY = nodes(HOMES[0]) | nodes(HOMES[1])


def interpreters() -> Iterator[tuple[str, str]]:
    """The files and functions, or tables, that tell three classes of nodes apart or more."""
    for path in files():
        text = path.read_text(encoding="utf-8")
        if len(EVERY.intersection(re.findall(r"\w+", text))) < 3:  # it does not even name three
            continue
        tree = ast.parse(text)
        functions = [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]
        found = [part.name for part in functions if len(_told_apart(part)) >= 3]
        tables = (part for part in tree.body if isinstance(part, ast.Assign | ast.AnnAssign))
        found += ["a table" for part in tables if len(_told_apart(part)) >= 3]
        yield from ((str(path.relative_to(ROOT / "pmlsym")), name) for name in found)


def _told_apart(part: ast.AST) -> set[str]:
    found: set[str] = set()
    for inner in ast.walk(part):
        match inner:
            case ast.MatchClass(cls=ast.Name(id=name)):
                found.add(name)
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, classes]):
                found |= _names(classes)
            case ast.Dict(keys=keys):
                found |= {key.id for key in keys if isinstance(key, ast.Name)}
            case ast.Compare(comparators=others):
                found |= {name for other in others for name in _names(other)}
    return found & EVERY


def _names(part: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(part) if isinstance(inner, ast.Name)}
