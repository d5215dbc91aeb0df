"""What the package's files import, read from their text."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pmlsym"


def files() -> list[Path]:
    """Every Python file of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: a folder, or a file at the top.

    What `python -m pmlsym` runs is a part of the command line.
    """
    part = module.split(".")[1] if "." in module else "__init__"
    return "cli" if part == "__main__" else part


def module_of(path: Path) -> str:
    """The dotted name of a file's module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path, *, for_types: bool = True) -> tuple[str, ...]:
    """Every module that a file imports: inside functions, by name, and for type checking too."""
    package = module_of(path).split(".")
    package = package if path.name == "__init__.py" else package[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(imported(tree if for_types else _WithoutTypes().visit(tree), package))


class _WithoutTypes(ast.NodeTransformer):
    """Leaves out what is imported to name types alone."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_for_types = _word(node.test) == "TYPE_CHECKING"
        return None if is_for_types else self.generic_visit(node)


def imported(tree: ast.AST, package: list[str]) -> Iterator[str]:
    """Every module that a program in a package imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and _word(node.func) in ("import_module", "__import__"):
            yield from (a.value for a in node.args[:1] if isinstance(a, ast.Constant))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (
                f"{module}.{alias.name}"
                for alias in node.names
                if module.split(".")[0] == "pmlsym" and is_module(f"{module}.{alias.name}")
            )


def is_module(name: str) -> bool:
    """Whether the package has a module of that name."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def third_party(path: Path) -> set[str]:
    """The packages that a file imports from neither pmlsym nor the standard library."""
    tops = {name.split(".")[0] for name in imports(path)}
    return {top for top in tops if top != "pmlsym" and top not in sys.stdlib_module_names}


def called(path: Path) -> set[str]:
    """The plain or dotted last names of everything that a file calls."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            names.add(_word(node.func))
    return names


def _word(target: ast.expr) -> str:
    """The last name of what is called."""
    return str(getattr(target, "id", getattr(target, "attr", "")))
