"""Bring the kept tables of the grammar up to date: `python -m tests.grammar_tables`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lark.grammar import Rule
from lark.lexer import TerminalDef

from pmlsym.language import syntax

PATH = Path(syntax.__file__).parent / syntax.FILE


def current() -> str:
    """What the file should have."""
    grammar, starts = syntax.grammar(), syntax.STARTS
    data, memo = syntax.build_parser(grammar, starts).memo_serialize([TerminalDef, Rule])
    tables = [_to_json(data), _to_json(memo)]
    kept = {"of": syntax.source_of_tables(grammar, starts), "tables": tables}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n"


def _to_json(data: Any) -> Any:
    """The data for JSON: a table whose keys are numbers becomes a list of pairs."""
    if isinstance(data, dict):
        if all(isinstance(key, str) for key in data):
            return {key: _to_json(value) for key, value in data.items()}
        return {"": [[key, _to_json(value)] for key, value in data.items()]}
    if isinstance(data, list | tuple):
        return [_to_json(value) for value in data]
    return data


if __name__ == "__main__":
    PATH.write_text(current(), encoding="utf-8")
