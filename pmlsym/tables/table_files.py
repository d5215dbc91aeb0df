"""A table from a file, read as the ending of its name says, or from a text.

    .json           {"channel": [[..], ..], "prior": [..], "inputs": [..], "outputs": [..]}
    .npy, .npz      one array of NumPy
    .parquet, .pq   a table of pandas, which has to be installed
    .csv, and everything else    text: one row for each input letter

The last three keys of a JSON are optional; "labels" is another word for "outputs", and "counts"
replaces "channel" where the entries are numbers of observations. Only channel, prior and inputs are
read from a JSON with a "format", as `pmlsym design --json` prints it.

Cells are separated by commas, semicolons, tabs or bars, whichever all lines have. With a separator
other than a comma, 0,25 is a decimal. Cells that name letters, and cells that are entries:

    ,no,yes          an empty corner: the first line and the first column are names
    young,1/4,3/4    words are names
    18,0.1,0.9       whole numbers among others are names, as no probability is above one
    0,1              among others these two may be either, and nothing is guessed

Counts are all whole numbers, so that names beside them need words or an empty corner. Where two
readings make sense, the user has to choose one.
"""

from __future__ import annotations

import csv
import io
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pmlsym.calculus.data import Labels
from pmlsym.calculus.json_text import parse
from pmlsym.errors import InvalidInput
from pmlsym.io.files import read_text
from pmlsym.tables.tables import DECIMAL, Table, is_word, table_of

ARRAYS, PARQUET, JSON = (".npy", ".npz"), (".parquet", ".pq"), ".json"

KEYS = ("channel", "counts", "prior", "inputs", "outputs", "labels")

SEPARATORS = (";", "\t", "|", ",")

ROW = "the first line, 0,1, is a row or names the outcomes: write 0.0,1.0, or words such as y0,y1"

COLUMN = (
    "the first column, 0,1, is entries or names the inputs: write 0.0, 1.0, or words such as x0"
)

CORNER = (
    "the first line, with 0,1, is a row or names the outcomes: write 0.0,1.0, "
    "or leave its first cell empty"
)

Lines = list[list[str]]

_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")

_WHOLE = re.compile(r"[0-9]+")


def table_of_file(
    path: Path, exact: str = DECIMAL, separator: str | None = None, decimal: str | None = None
) -> Table:
    """The table of a file; `exact`, `separator` and `decimal` are those of `ps.channel`.

    Raises InvalidInput where the file cannot be read or is not a table.
    """
    if path.suffix in ARRAYS:
        return table_of(_read_array(path), exact)
    if path.suffix in PARQUET:
        return table_of(_read_parquet(path), exact)
    text = read_text(path)
    if not text.strip():
        raise InvalidInput(f"{path} is empty; write one row of probabilities for each input")
    json_form = path.suffix == JSON
    return table_of_text(text, json_form=json_form, separator=separator, decimal=decimal)


def cells_of_file(path: Path) -> Lines:
    """The cells of a table in a file of text, without empty lines."""
    text = read_text(path)
    return _cells_of_text(text, _separator_of(text, None))


def table_of_text(
    text: str, *, json_form: bool = False, separator: str | None = None, decimal: str | None = None
) -> Table:
    """The table of a text, CSV or JSON; entries stay words.

    `separator` and `decimal` are recognised unless they are given.
    Raises InvalidInput where the text is not a table, or could be two.

    >>> table_of_text("0,5;0,5").rows
    [['0.5', '0.5']]
    """
    is_json = json_form or text.lstrip().startswith(("{", "["))
    return _json_table(text) if is_json else _csv_table(text, separator, decimal)


def split_off_names(table: Lines) -> tuple[Lines, list[str], list[str]]:
    """The entries of a table of cells, the names of its inputs, and those of its outcomes.

    Raises InvalidInput where a line or a column may be both.

    >>> split_off_names([["", "no", "yes"], ["18", "0.1", "0.9"]])
    ([['0.1', '0.9']], ['18'], ['no', 'yes'])
    """
    if not table:
        return [], [], []
    (corner, *heads), rest = table[0], table[1:]
    if rest and not corner:
        return [row[1:] for row in rest], [row[0] for row in rest], heads
    if rest and _is_one_short(table[0], rest):
        return [row[1:] for row in rest], [row[0] for row in rest], table[0]
    beside = [row[1:] for row in rest]
    has_word = is_word(corner) and heads and all(_WHOLE.fullmatch(cell) for cell in heads)
    names = _are_names(heads, beside, CORNER) if has_word else _are_names(table[0], rest, ROW)
    outputs: list[str] = []
    if names:
        outputs, table = table[0], rest
    inputs: list[str] = []
    others = [row[1:] for row in table]
    if all(others) and _are_names([row[0] for row in table], others, COLUMN):
        inputs, table = [row[0] for row in table], others
    if inputs and outputs and len(outputs) == len(table[0]) + 1:
        outputs = outputs[1:]
    return table, inputs, outputs


def _read_parquet(path: Path) -> Any:
    """The data frame that is the table of a Parquet file, by pandas."""
    try:
        import pandas

        return pandas.read_parquet(path)
    except ImportError:
        raise InvalidInput(f"{path} is read by pandas with pyarrow; install both") from None
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None


def _read_array(path: Path) -> Any:
    """The only array of NumPy's file, which is a table."""
    import numpy

    try:
        with path.open("rb") as file:
            loaded = numpy.load(file, allow_pickle=False)
            if hasattr(loaded, "files"):
                names = loaded.files
                if len(names) != 1:
                    raise InvalidInput(f"{path} has {len(names)} arrays; keep the one to be read")
                loaded = loaded[names[0]]
            return loaded
    except (OSError, ValueError, EOFError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None


def _csv_table(text: str, separator: str | None, decimal: str | None) -> Table:
    """The table of a text of cells, as CSV."""
    table = _cells_of_text(text, _separator_of(text, separator))
    entries, inputs, outputs = split_off_names(table)
    return Table(_with_decimal_points(entries, decimal), tuple(inputs), tuple(outputs))


def _cells_of_text(text: str, separator: str) -> list[list[str]]:
    """The cells of a table's lines of text, without empty ones."""
    lines = csv.reader(io.StringIO(text, newline=None), delimiter=separator, strict=False)
    try:
        table = [[cell.strip() for cell in row] for row in lines]
    except csv.Error as error:
        raise InvalidInput(f"line {lines.line_num} is no CSV: {error}") from None
    return [row for row in table if any(row)]


def _separator_of(text: str, asked: str | None) -> str:
    """The separator of a table's cells: the one asked for, or the first that every line has."""
    if asked is not None:
        if asked not in SEPARATORS:
            raise InvalidInput(f"the separator is {asked!r}; there are ; , | and a tab")
        return asked
    lines = [line for line in text.splitlines() if line.strip()]
    return next((s for s in SEPARATORS if lines and all(s in line for line in lines)), ",")


def _with_decimal_points(table: list[list[str]], decimal: str | None) -> list[list[str]]:
    """The cells of a table with decimal points in place of decimal commas."""
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
    """The table of a JSON text."""
    data = parse(text, str)
    if not isinstance(data, dict) or ("channel" in data) == ("counts" in data):
        raise InvalidInput('the JSON needs the key "channel": {"channel": [[..], ..]}, or "counts"')
    if "format" in data:
        data = {key: data[key] for key in ("channel", "prior", "inputs") if key in data}
    for key in data:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(KEYS)}"
            raise InvalidInput(f"unknown key {key!r} in the JSON; {hint}")
    key = "counts" if "counts" in data else "channel"
    table = [
        _require_list(row, f"row {k} of {key}")
        for k, row in enumerate(_require_list(data[key], key), 1)
    ]
    prior = _require_list(data["prior"], "prior") if data.get("prior") is not None else None
    names = data.get("labels")
    both: dict[str, Any] = names if isinstance(names, dict) else {"outputs": names}
    inputs = data.get("inputs", both.get("inputs"))
    outputs = data.get("outputs", both.get("outputs"))
    names_of = (_require_words(inputs, "inputs"), _require_words(outputs, "outputs"))
    return Table(table, *names_of, prior=prior, counted=key == "counts")


def _require_list(value: object, name: str) -> list[Any]:
    """The list under a key of a table's JSON. Raises InvalidInput for anything else."""
    if not isinstance(value, list):
        raise InvalidInput(f"{name} has to be a list")
    return value


def _require_words(value: object, name: str) -> Labels:
    """The labels of a table's JSON as a tuple of words. Raises InvalidInput for anything else."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(label, str) for label in value):
        raise InvalidInput(f"the labels of the {name} have to be a list of words")
    return tuple(value)


def _is_one_short(heads: list[str], rest: Lines) -> bool:
    """Whether a table's first line names outcomes, and rows begin with a name, as in R."""
    names = [*heads, *(row[0] for row in rest)]
    is_one_short = all(len(row) == len(heads) + 1 for row in rest)
    return is_one_short and all(map(_may_name, names)) and not all(map(_may_be_mass, heads))


def _may_name(cell: str) -> bool:
    """Whether a cell of a table may name a letter: a word or a whole number."""
    return is_word(cell) or _WHOLE.fullmatch(cell) is not None


def _may_be_mass(cell: str) -> bool:
    """Whether a cell of a table is zero or one, and so may be a mass."""
    return not is_word(cell) and cell.lstrip("0") in ("", "1")


def _are_names(cells: list[str], others: Lines, asked: str) -> bool:
    """Whether a line or a column of a table has names. Raises InvalidInput if unclear."""
    if not cells or not all(not cell or _may_name(cell) for cell in cells):
        return False
    if any(map(is_word, cells)):
        return True
    beside = [cell for row in others for cell in row]
    is_whole = [_WHOLE.fullmatch(cell) is not None for cell in beside]
    if all(is_whole):
        return False
    if not all(map(_may_be_mass, cells)):
        return True
    if cells == ["0", "1"] and not any(is_whole):
        raise InvalidInput(asked)
    return False
