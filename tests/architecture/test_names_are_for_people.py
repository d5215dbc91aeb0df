"""No meaning is read off how a name is spelled: tensors have roles, facts have origins."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.reading_imports import ROOT, files

SPELLING = {
    *("startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "partition"),
    *("rpartition", "strip", "lstrip", "rstrip", "isdigit", "find", "index", "replace"),
}
CONSTRUCTOR = "pmlsym/calculus/tensor.py"
"""A tensor refuses names that are reserved for sizes; it reads nothing else off them."""


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "name"


def _readings(path: Path) -> list[int]:
    """The lines at which the spelling of some `.name` is looked at."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr=method, value=value)) if method in SPELLING:
                found += [node.lineno] if _is_name(value) else []
            case ast.Subscript(value=value, slice=part):
                spelled = isinstance(part, ast.Slice | ast.Constant)
                found += [node.lineno] if _is_name(value) and spelled else []
            case ast.Compare(left=ast.Constant(value=str()), ops=[ast.In()], comparators=[other]):
                found += [node.lineno] if _is_name(other) else []
    return found


@pytest.mark.seconds
def test_no_name_is_spelled_out() -> None:
    found = {str(path.relative_to(ROOT)): _readings(path) for path in files()}
    found.pop(CONSTRUCTOR)
    assert {name: readings for name, readings in found.items() if readings} == {}
