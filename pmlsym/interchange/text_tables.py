"""A table from the text of a CSV or JSON file.

    CSV     one row for each input letter; the first row and the first column may be their labels
    JSON    {"channel": [[..], ..], "prior": [..], "inputs": [..], "outputs": [..]}, the last three
            optional; "labels" is another word for "outputs", "counts" stands in place of "channel"
            where the entries are numbers of observations; of what `pmlsym design --json` prints,
            which says its format, channel, prior and inputs are read, and nothing else

Cells are separated by commas, semicolons, tabs or bars, whichever the lines agree on. Beside a
separator that is no comma, 0,25 is a decimal. Where two readings make sense one has to be asked
for, and nothing is guessed.
"""

from __future__ import annotations

import csv
import io
import re
from difflib import get_close_matches
from typing import Any

from pmlsym.calculus.json_text import parse
from pmlsym.errors import InvalidInput
from pmlsym.interchange.named_letters import without_names
from pmlsym.interchange.tables import Labels, Table

KEYS = ("channel", "counts", "prior", "inputs", "outputs", "labels")
SEPARATORS = (";", "\t", "|", ",")
_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")


def text_table(
    text: str, *, json_form: bool = False, separator: str | None = None, decimal: str | None = None
) -> Table:
    """The table of a text; entries stay words.

    `separator` and `decimal` are recognised unless they are given. Raises InvalidInput where the
    text is no table, or could be two.

    >>> text_table("0,5;0,5").rows
    [['0.5', '0.5']]
    """
    is_json = json_form or text.lstrip().startswith(("{", "["))
    return _json_table(text) if is_json else _csv_table(text, separator, decimal)


def _csv_table(text: str, separator: str | None, decimal: str | None) -> Table:
    table = _cells(text, _separator(text, separator))
    entries, inputs, outputs = without_names(table)
    return Table(_with_points(entries, decimal), tuple(inputs), tuple(outputs))


def _cells(text: str, separator: str) -> list[list[str]]:
    lines = csv.reader(io.StringIO(text, newline=None), delimiter=separator, strict=False)
    try:
        table = [[cell.strip() for cell in row] for row in lines]
    except csv.Error as error:
        raise InvalidInput(f"line {lines.line_num} is no CSV: {error}") from None
    return [row for row in table if any(row)]


def _separator(text: str, asked: str | None) -> str:
    """The one asked for, or the first that every line has, the comma last."""
    if asked is not None:
        if asked not in SEPARATORS:
            raise InvalidInput(f"the separator is {asked!r}; there are ; , | and a tab")
        return asked
    lines = [line for line in text.splitlines() if line.strip()]
    return next((s for s in SEPARATORS if lines and all(s in line for line in lines)), ",")


def _with_points(table: list[list[str]], decimal: str | None) -> list[list[str]]:
    """The cells with a decimal point, whatever their decimals were written with."""
    if decimal not in (None, ",", "."):
        raise InvalidInput(f"the decimal sign is {decimal!r}; write , or .")
    commas = [cell for row in table for cell in row if "," in cell]
    if not commas or decimal == ".":
        return table
    mixed = [cell for row in table for cell in row if "." in cell]
    wrong = next((cell for cell in commas if not _COMMA.fullmatch(cell)), None)
    if wrong is not None or mixed:
        raise InvalidInput(f"{(wrong or mixed[0])[:40]!r} among decimals with a comma")
    return [[cell.replace(",", ".") for cell in row] for row in table]


def _json_table(text: str) -> Table:
    data = parse(text, str)
    if not isinstance(data, dict) or ("channel" in data) == ("counts" in data):
        raise InvalidInput('the JSON needs the key "channel": {"channel": [[..], ..]}, or "counts"')
    if "format" in data:
        data = {key: data[key] for key in ("channel", "prior", "inputs") if key in data}
    for key in data:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            known = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(KEYS)}"
            raise InvalidInput(f"unknown key {key!r} in the JSON; {known}")
    key = "counts" if "counts" in data else "channel"
    table = [_list(row, f"row {k} of {key}") for k, row in enumerate(_list(data[key], key), 1)]
    own = _list(data["prior"], "prior") if data.get("prior") is not None else None
    names = data.get("labels")
    both: dict[str, Any] = names if isinstance(names, dict) else {"outputs": names}
    inputs = data.get("inputs", both.get("inputs"))
    outputs = data.get("outputs", both.get("outputs"))
    names_of = (_labels(inputs, "inputs"), _labels(outputs, "outputs"))
    return Table(table, *names_of, prior=own, counted=key == "counts")


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput(f"{name} has to be a list")
    return value


def _labels(value: object, name: str) -> Labels:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(label, str) for label in value):
        raise InvalidInput(f"the labels of the {name} have to be a list of words")
    return tuple(value)
