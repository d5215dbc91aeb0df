"""What is said here of each measure: one file for each file of pmlsym/measures that has some."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pmlsym.measures.every import FILES
from tests.statements.statement import Statement

from .definition import Definition

_MODULES: tuple[Any, ...] = tuple(import_module(f"tests.definitions.{name}") for name in FILES)

DEFINITIONS: Mapping[str, Definition] = {
    word: definition for module in _MODULES for word, definition in module.DEFINITIONS.items()
}
"""By how a word of MEASURES is written."""

STATEMENTS: tuple[Statement, ...] = tuple(s for module in _MODULES for s in module.STATEMENTS)
"""Near misses of the measures, and theorems about them."""
