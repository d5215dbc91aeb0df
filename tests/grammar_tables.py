"""Bring the kept tables of the grammar up to date: `python -m tests.grammar_tables`."""

from __future__ import annotations

from pathlib import Path

from pmlsym.language import syntax

PATH = Path(syntax.__file__).parent / syntax.FILE


def current() -> str:
    """What the file should have."""
    return syntax.tables_text(syntax.grammar(), syntax.STARTS)


if __name__ == "__main__":
    PATH.write_text(current(), encoding="utf-8")
