"""Findings against the papers, reproduced by hand: each test says of which row its finding is."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TypeVar

_Test = TypeVar("_Test", bound=Callable[[], None])
_ROWS = "rows"


def reproduces(*rows: str) -> Callable[[_Test], _Test]:
    """The test reproduces what fails in these rows, apart from the catalogue."""

    def marked(test: _Test) -> _Test:
        setattr(test, _ROWS, rows)
        return test

    return marked


def reproduced_in(module: ModuleType) -> list[str]:
    """The rows that the tests of a module reproduce, in order."""
    return [row for test in vars(module).values() for row in getattr(test, _ROWS, ())]
