"""The house: what may import what, how long files are, where verdicts are made."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from pmlsym.language.display import WRITERS
from tests.architecture.reading_imports import (
    PACKAGE,
    ROOT,
    called,
    files,
    imported,
    imports,
    module_of,
    part_of,
    third_party,
)

FLOORS = {
    "errors": 0,
    "version": 0,
    "calculus": 1,
    "io": 2,
    "kernel": 2,
    "language": 2,
    "linear": 2,
    "numbers": 2,
    "model": 3,
    "parallel": 3,
    "exposition": 3,
    "evaluators": 4,
    "evidence": 4,
    "mechanism_families": 4,
    "measures": 4,
    "tables": 4,
    "claims": 5,
    "prior_sets": 5,
    "claim_text": 6,
    "closed_forms": 7,
    "lowering": 6,
    "testing": 6,
    "coq": 7,
    "engines": 7,
    "mechanisms": 7,
    "own_data": 7,
    "pages": 8,
    "papers": 8,
    "verbs": 9,
    "api": 10,
    "commands": 10,
    "__init__": 11,
    "cli": 11,
}
LOOSE = {"__init__", "__main__", "api", "cli", "errors", "testing", "version"}
"""The files that stand in no room."""

# Third-party code, by part; a part that is not named uses the standard library alone.
ALLOWED = {
    "language": {"lark"},
    "linear": {"flint", "numpy", "scipy"},
    "numbers": {"flint", "sympy", "z3"},
    "evaluators": {"flint", "numpy", "sympy", "z3"},
    "mechanism_families": {"sympy"},
    "claims": {"lark", "numpy"},
    "claim_text": {"lark"},
    "engines": {"cvc5", "numpy", "scipy", "z3"},
    "papers": {"numpy", "sympy"},
    "closed_forms": {"flint", "sympy", "z3"},
    "mechanisms": {"numpy", "scipy"},
    "own_data": {"numpy"},
    "testing": {"hypothesis", "numpy"},
    "pages": {"matplotlib", "sympy"},
    "tables": {"dit", "numpy", "opendp", "pandas", "sympy"},
    "commands": {"typer"},
    "cli": {"typer"},
}
# What is installed under another name than it is imported.
PACKAGES = {"flint": "python-flint", "z3": "z3-solver"}
# Whose objects are read and made where the caller has them already; nothing else needs them.
BROUGHT = {"dit", "opendp", "pandas"}
# One evaluator is one algebra, with its library inside its own files.
EVALUATORS = {
    "exact": "flint",
    "array": "numpy",
    "batch": "numpy",
    "program": "numpy",
    "symbolic": "sympy",
    "smt": "z3",
    "ball": "flint",
}

LONGEST_FILE = 600
MOST_FLOORS = 12
LARGEST_ROOM = 5_000
LARGER_ROOMS: dict[str, str] = {}
"""Rooms, a folder each, that are larger, and why."""
LARGEST_TRUSTED_BASE = 3250
FILES = files()


def trusted() -> list[Path]:
    """The kernel, what reads its JSON, and what of the calculus these two rest on."""
    by_module = {module_of(path): path for path in FILES}
    found: set[str] = set()
    waiting = {
        *("pmlsym.kernel.checker", "pmlsym.kernel.induction"),
        *("pmlsym.calculus.wire", "pmlsym.calculus.json_text"),
    }
    while waiting:
        found |= waiting
        below = {name for module in waiting for name in imports(by_module[module])}
        waiting = {name for name in below if name in by_module} - found
    return [by_module[name] for name in sorted(found)]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_are_files_to_read():
    assert len(FILES) > 50 and len(trusted()) > 8


@pytest.mark.seconds
def test_imports_point_downwards():
    for path in FILES:
        part = part_of(module_of(path))
        assert part in FLOORS, f"{part} stands on no floor; give it one"
        for module in imports(path):
            if module.split(".")[0] == "pmlsym":
                other = part_of(module)
                is_below = other == part or FLOORS[other] < FLOORS[part]
                assert is_below, f"{_name(path)}: {part} imports {module}"


def test_there_are_few_floors_and_every_room_can_be_surveyed():
    assert max(FLOORS.values()) < MOST_FLOORS
    parts = {part_of(module_of(path)) for path in FILES}
    assert parts == set(FLOORS)
    assert {path.stem for path in FILES if path.parent == PACKAGE} == LOOSE
    lines: dict[str, int] = {}
    for path in FILES:
        room = str(path.parent.relative_to(PACKAGE))
        lines[room] = lines.get(room, 0) + len(path.read_text(encoding="utf-8").splitlines())
    assert {room for room, count in lines.items() if count > LARGEST_ROOM} == set(LARGER_ROOMS)


@pytest.mark.seconds
def test_no_files_import_each_other_in_a_circle():
    """Inside functions too; what only names a type, and the packages around a file, are apart."""
    names = {module_of(path) for path in FILES}
    left = {}
    for path in FILES:
        module = module_of(path)
        around = {module.rsplit(".", k)[0] for k in range(module.count(".") + 1)}
        left[module] = set(imports(path, for_types=False)) & names - around
    while free := {module for module, below in left.items() if not below}:
        left = {module: below - free for module, below in left.items() if module not in free}
    assert not left, sorted(left)


def test_imports_by_name_are_read():
    text = 'from importlib import import_module\nimport_module("pmlsym.cli")\n'
    assert "pmlsym.cli" in set(imported(ast.parse(text), ["pmlsym"]))


@pytest.mark.seconds
def test_no_file_makes_objects_of_a_class_of_another():
    """A blank object filled from outside is none that its constructor has seen to."""
    for path in FILES:
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        own = {node.name for node in nodes if isinstance(node, ast.ClassDef)} | {"cls"}
        for node in nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "__new__":
                made = {getattr(argument, "id", "") for argument in node.args[:1]}
                assert made <= own, _name(path)


def test_third_party_code_stays_where_it_belongs():
    for path in FILES:
        part = part_of(module_of(path))
        found = third_party(path)
        assert found <= ALLOWED.get(part, set()), f"{_name(path)} imports {sorted(found)}"
        if part == "evaluators" and found:
            evaluator = path.stem.split("_")[0]
            assert found == {EVALUATORS[evaluator]}, _name(path)


def test_what_is_declared_is_imported_and_what_is_imported_is_declared():
    """Extras that only run commands, build pages or run tests are apart."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {re.split("[>[]", line)[0] for line in project["dependencies"]}
    optional = {re.split("[>[]", line)[0] for extra in extras.values() for line in extra}
    found = {PACKAGES.get(name, name) for path in FILES for name in third_party(path)}
    assert declared <= found
    assert found - declared <= optional | BROUGHT


def test_the_kernel_knows_the_calculus_and_the_standard_library_alone():
    for path in trusted():
        assert part_of(module_of(path)) in {"kernel", "calculus", "errors"}, _name(path)
        assert not third_party(path)


def test_the_trusted_base_is_small():
    """What decides is the calculus, certificates and the checker."""
    lines = {
        _name(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in trusted()
        if path.stem not in ("errors", "meter")
    }
    assert sum(lines.values()) <= LARGEST_TRUSTED_BASE, lines


def test_a_file_fits_into_a_head():
    """A longer one is usually two things."""
    lines = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


@pytest.mark.seconds
def test_verdicts_are_made_by_the_judge_alone():
    makers = {_name(path) for path in FILES if called(path) & {"Proved", "Refuted"}}
    assert makers == {"pmlsym/engines/decide/judge.py"}


def test_every_file_says_what_it_is():
    for path in FILES:
        text = path.read_text(encoding="utf-8").lstrip()
        assert text.startswith(('"""', 'r"""')), f"{_name(path)} opens without a docstring"


def test_no_file_is_a_drawer():
    drawers = {"utils", "util", "helpers", "misc", "common", "core", "base"}
    assert not [_name(path) for path in FILES if path.stem in drawers]


def test_each_writer_is_where_the_table_says():
    for module, names in WRITERS.items():
        for name in names:
            assert callable(getattr(import_module(module), name))
