"""No answer rests on an assert of the package, which `python -O` removes.

An assert may say which type a value has, for the reader and the type checker: `isinstance(..)`,
`.. is not None`, several of them joined by `and`. What could be false of an answer raises.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.reading_imports import ROOT, files


def narrows(test: ast.expr) -> bool:
    """Whether the condition says the type of a value and nothing else."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(narrows, values))
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call() as call):
            return narrows(call)
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
    return False


def others(text: str) -> Iterator[str]:
    """The asserts of a text that do more."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assert) and not narrows(node.test):
            yield ast.unparse(node.test)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("assert isinstance(a, int) and b is not None", 0),
        ("assert not isinstance(a, str)", 0),
        ("assert a == b", 1),
        ("assert isinstance(a, int) and not a.logs", 1),
        ("assert all(w > 0 for w in ws)", 1),
    ],
)
def test_what_counts_as_saying_a_type(text: str, count: int) -> None:
    assert len(list(others(text))) == count


@pytest.mark.seconds
def test_asserts_of_the_package_say_types_alone() -> None:
    every = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files()}
    assert sum(text.count("assert ") for text in every.values()) > 10
    assert {name: found for name, text in every.items() if (found := list(others(text)))} == {}
