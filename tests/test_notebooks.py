"""Every notebook runs from top to bottom, and is kept as Jupyter keeps it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.examples import some_of

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[str]:
    """The code of each cell."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in data["cells"]}) == len(data["cells"])
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]


def test_there_are_six() -> None:
    assert len(NOTEBOOKS) == 6


def test_what_they_show_is_kept() -> None:
    """`python -m tests.notebooks_in_jupyter --write` keeps it; a picture is kept as one."""
    shown = [
        output
        for path in NOTEBOOKS
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        for output in cell.get("outputs", ())
    ]
    assert not [output for output in shown if output["output_type"] == "error"]
    assert sum("image/svg+xml" in output.get("data", {}) for output in shown) >= 4
    assert len(shown) > 2 * len(NOTEBOOKS)


@pytest.mark.seconds
@pytest.mark.parametrize("path", some_of(NOTEBOOKS), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot`")
    names: dict[str, Any] = {}
    last = None
    for text in cells(path):
        *before, end = ast.parse(text).body
        exec(compile(ast.Module(before, []), path.name, "exec"), names)
        if isinstance(end, ast.Expr):  # the value that a notebook shows
            last = eval(compile(ast.Expression(end.value), path.name, "eval"), names)
            assert last is None or repr(last)
        else:
            exec(compile(ast.Module([end], []), path.name, "exec"), names)
    assert names
