"""Which cells of a table of text name its letters, and which are its entries.

    ,no,yes          an empty corner: the first line and the first column are names
    young,1/4,3/4    words are names
    18,0.1,0.9       so are whole numbers beside others, as no probability is above one
    0,1              beside others these two may be both, and nothing is guessed

Counts are whole, all of them, so that names among these need words or an empty corner.
"""

from __future__ import annotations

import re

from pmlsym.errors import InvalidInput
from pmlsym.interchange.tables import is_word

Lines = list[list[str]]

_WHOLE = re.compile(r"[0-9]+")


def without_names(table: Lines) -> tuple[Lines, list[str], list[str]]:
    """The entries of a table, the names of its inputs, and those of its outcomes.

    Raises InvalidInput where a line or a column may be both.

    >>> without_names([["", "no", "yes"], ["18", "0.1", "0.9"]])
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


ROW = "the first line, 0,1, is a row or names the outcomes: write 0.0,1.0, or words such as y0,y1"
COLUMN = (
    "the first column, 0,1, is entries or names the inputs: write 0.0, 1.0, or words such as x0"
)
CORNER = (
    "the first line, with 0,1, is a row or names the outcomes: write 0.0,1.0, "
    "or leave its first cell empty"
)


def _is_one_short(heads: list[str], rest: Lines) -> bool:
    """Whether it names the outcomes of rows that begin with a name, as R writes tables."""
    names = [*heads, *(row[0] for row in rest)]
    is_one_short = all(len(row) == len(heads) + 1 for row in rest)
    return is_one_short and all(map(_may_name, names)) and not all(map(_may_be_mass, heads))


def _may_name(cell: str) -> bool:
    return is_word(cell) or _WHOLE.fullmatch(cell) is not None


def _may_be_mass(cell: str) -> bool:
    return not is_word(cell) and cell.lstrip("0") in ("", "1")


def _are_names(cells: list[str], others: Lines, asked: str) -> bool:
    """Whether a line or a column beside those others is names; raises what is `asked` if both."""
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
