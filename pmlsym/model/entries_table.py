"""Entries as a table with the names of letters, as a concrete channel or prior prints.

W   no    yes
x1  9/10  1/10
x2  1/10  9/10
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pmlsym.calculus.data import Data
from pmlsym.calculus.labels import printable
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.model.entries import flat_entries

LONGEST = 12
"""Rows, and columns, that are shown."""


def are_numbers(tensors: Iterable[Tensor], data: Sequence[Data]) -> bool:
    """Whether each of the tensors has entries, and none of them is a parameter."""
    known = {each.tensor.name: each for each in data}
    return all(
        tensor.name in known
        and all(
            isinstance(entry, Fraction | float)
            for entry in flat_entries(known[tensor.name].entries, len(tensor.alphabets))
        )
        for tensor in tensors
    )


def names_of(data: Sequence[Data], letter: Index, count: int) -> tuple[str, ...]:
    """The names of the letters of an alphabet, or x1, x2, ..

    >>> names_of((), Index("X", "x"), 2)
    ('x1', 'x2')
    """
    for each in data:
        for own, labels in zip(each.tensor.alphabets, each.labels, strict=False):
            if own == letter.alphabet and labels:
                return tuple(map(printable, labels))
    return tuple(f"{letter.name}{k}" for k in range(1, count + 1))


def entries_table(
    corner: str,
    heads: Sequence[str],
    rows: Sequence[tuple[str, Any]],
    *,
    longest: int | None = LONGEST,
) -> str:
    """Rows with their names below the heads; of large ones so many rows and columns.

    >>> print(entries_table("W", ["no", "yes"], [("x1", [Fraction(9, 10), Fraction(1, 10)])]))
    W   no    yes
    x1  9/10  1/10
    """
    most = max(len(heads), len(rows)) if longest is None else longest
    more = [".."] if len(heads) > most else []
    table = [[corner, *heads[:most], *more]]
    table += [[name, *map(str, row[:most]), *more] for name, row in rows[:most]]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table]
    if len(rows) > most:
        lines.append(f".. {len(rows) - most} more rows")
    return "\n".join(lines)
