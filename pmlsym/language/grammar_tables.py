"""The parser of the grammar, from tables that are kept beside it: most claims take less than these.

`grammar_tables.json` has what lark computes from `grammar.lark`, and of which grammar and which
lark it is; for another grammar or another lark the tables are computed again. `python -m
tests.grammar_tables` writes the file, and a test says when it is old.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

FILE = "grammar_tables.json"


def parser_of(grammar: str, starts: tuple[str, ...]) -> Lark:
    """The parser of a grammar, from the kept tables where they are of this grammar."""
    file = files("pmlsym.language").joinpath(FILE)
    kept = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if kept.get("of") != _source(grammar, starts):
        return _built(grammar, starts)
    data, memo = map(_decoded, kept["tables"])
    found: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]
    return found


def tables_text(grammar: str, starts: tuple[str, ...]) -> str:
    """The text of the file for a grammar."""
    data, memo = _built(grammar, starts).memo_serialize([TerminalDef, Rule])
    tables = [_encoded(data), _encoded(memo)]
    kept = {"of": _source(grammar, starts), "tables": tables}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n"


def _built(grammar: str, starts: tuple[str, ...]) -> Lark:
    return Lark(grammar, parser="lalr", start=list(starts), propagate_positions=True)


def _source(grammar: str, starts: tuple[str, ...]) -> list[str]:
    """What tables are made of: a version of lark, where texts start, and the grammar itself."""
    return [lark.__version__, *starts, grammar]


def _encoded(data: Any) -> Any:
    """The same as JSON has it: a table whose keys are numbers becomes a list of pairs."""
    if isinstance(data, dict):
        if all(isinstance(key, str) for key in data):
            return {key: _encoded(value) for key, value in data.items()}
        return {"": [[key, _encoded(value)] for key, value in data.items()]}
    if isinstance(data, list | tuple):
        return [_encoded(value) for value in data]
    return data


def _decoded(data: Any) -> Any:
    if isinstance(data, dict):
        if data.keys() == {""}:
            return {key: _decoded(value) for key, value in data[""]}
        return {key: _decoded(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_decoded(value) for value in data]
    return data
