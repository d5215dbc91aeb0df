"""Bring the kept tables of the grammar up to date: `python -m tests.grammar_tables`."""

from __future__ import annotations

from pathlib import Path

from pmlsym.language import grammar_tables, syntax

PATH = Path(grammar_tables.__file__).parent / grammar_tables.FILE


def current() -> str:
    """What the file should have."""
    return grammar_tables.tables_text(syntax.grammar(), syntax.STARTS)


if __name__ == "__main__":
    PATH.write_text(current(), encoding="utf-8")
