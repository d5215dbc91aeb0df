"""Tables of letters and outcomes together: joint masses, and pairs that were observed.

    joint      J(x, y), which sums to one:    P(x) = sum_y J(x, y),    W(x, y) = J(x, y)/P(x)
    samples    pairs (x, y); equal pairs are counted

The caller says which kind a table is. Where a table is not a channel, the error suggests what it
may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pmlsym.calculus.data import Labels
from pmlsym.errors import InvalidInput
from pmlsym.numbers.number_text import short_text
from pmlsym.tables.table_files import cells_of_file
from pmlsym.tables.tables import DECIMAL, NO, Table, is_labelled, is_word, read_nested

NEAR = Fraction(1, 10**9)
WIDTH = 2


def table_of_joint(table: Table, exact: str = DECIMAL) -> Table:
    """The prior and the channel of a table of joint masses.

    Floats are the decimals that they are shown as, or stay floats where `exact` is "no". Raises
    InvalidInput where the masses do not sum to one, or a letter has none.

    >>> found = table_of_joint(Table([["1/4", "1/4"], ["1/2", 0]]))
    >>> found.prior, found.rows[0]
    ([Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)])
    """
    read = read_nested(table.rows, 2, "the joint table", NO)
    rows = [
        [e if exact == NO or not isinstance(e, float) else Fraction(repr(e)) for e in row]
        for row in read
    ]
    if table.counted:
        whole = sum(map(sum, rows))
        rows = [[Fraction(entry) / whole for entry in row] for row in rows]
    masses = [sum(row) for row in rows]
    if abs(sum(masses) - 1) > NEAR:
        total = short_text(sum(masses))
        raise InvalidInput(f"the joint table sums to {total}, not 1{hint_at_kind(rows)}")
    for k, mass in enumerate(masses, 1):
        if not mass:
            raise InvalidInput(f"row {k} of the joint table has no mass; leave the letter out")
    channel = [[entry / mass for entry in row] for row, mass in zip(rows, masses, strict=True)]
    return replace(
        table, rows=channel, prior=masses, prior_from="that of the joint table", counted=False
    )


def table_of_samples(data: object, *, head: bool | None = None) -> Table:
    """The table of counts of pairs: rows of two, a table of two columns, or a file.

    `head` tells whether the first line of a file names its columns. Letters and outcomes are in the
    order of their names, numbers by size. Raises InvalidInput where there are no pairs, and where
    `head` is None and the first line may be a sample or names.

    >>> found = table_of_samples([("old", "no"), ("young", "yes"), ("old", "no"), ("old", "yes")])
    >>> found.rows, found.inputs, found.outputs
    ([[2, 1], [0, 1]], ('old', 'young'), ('no', 'yes'))
    """
    named: Labels = ()
    if isinstance(data, str | Path):
        pairs = [tuple(row) for row in cells_of_file(Path(data))]
        if len(pairs) > 1 and (_names_columns(*pairs) if head is None else head):
            named, *pairs = pairs
    elif head is None:
        pairs = _sample_pairs(data)
    else:
        raise InvalidInput("head is of the first line of a file; these samples have none")
    for k, pair in enumerate(pairs, 1):
        if len(pair) != WIDTH:
            raise InvalidInput(f"sample {k} has {len(pair)} entries; write a letter, an outcome")
    if not pairs:
        raise InvalidInput("there are no samples; write pairs of a letter and an outcome")
    seen = Counter(pairs)
    inputs, outputs = (_sorted_names(pair[side] for pair in pairs) for side in (0, 1))
    rows = [[seen[x, y] for y in outputs] for x in inputs]
    return Table(rows, inputs, outputs, counted=True, head=named)


def hint_at_kind(rows: Sequence[Sequence[Any]]) -> str:
    """A hint at what the rows of a table may be if they are not a channel's; or nothing.

    >>> hint_at_kind([[Fraction(1, 4), Fraction(1, 4)], [Fraction(1, 2), Fraction(0)]])
    '; all entries together sum to 1: of a joint table say joint=True, or --joint'
    """
    total = sum(map(sum, rows))
    if len(rows) > 1 and abs(total - 1) <= NEAR:
        return "; all entries together sum to 1: of a joint table say joint=True, or --joint"
    columns = list(zip(*rows, strict=False))
    if columns and all(abs(sum(column) - 1) <= NEAR for column in columns):
        return "; each column sums to 1: where rows are outcomes, write table.T (or exchange them)"
    if total > 1 and all(entry == int(entry) for row in rows for entry in row):
        pairs = ", of samples samples=True" if len(rows[0]) == WIDTH < len(rows) else ""
        return f"; of numbers of observations, say counts=True, or --counts{pairs}"
    return ""


def require_no_words(table: Table) -> None:
    """Raises InvalidInput, with a hint, where the entries of a table are words."""
    rows = table.rows
    if hasattr(rows, "ndim"):
        rows = rows.tolist() if rows.ndim == WIDTH and rows.dtype.kind != "f" else ()
    if not isinstance(rows, list | tuple):
        return
    few = [row for row in rows if isinstance(row, list | tuple) and 1 <= len(row) <= WIDTH]
    words = [row[-1] for row in few if isinstance(row[-1], str) and is_word(row[-1])]
    if words and len(few) == len(rows):
        raise InvalidInput(
            f"an entry is {words[0][:40]!r}, no number; of samples, a letter and an outcome in "
            "each row, say samples=True, or --samples"
        )


def _sample_pairs(data: object) -> list[tuple[str, ...]]:
    """The pairs of letter and outcome in the rows of a table or a list."""
    plain: Any = data.to_numpy() if is_labelled(data) and hasattr(data, "to_numpy") else data
    rows = plain.tolist() if hasattr(plain, "tolist") else plain
    right = "the samples are no rows of a letter and an outcome"
    if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
        raise InvalidInput(right)
    listed = list(rows)
    if not all(isinstance(row, list | tuple) for row in listed):
        raise InvalidInput(right)
    return [tuple(map(str, row)) for row in listed]


def _names_columns(first: Labels, *rest: Labels) -> bool:
    """Whether the first line of a table of samples names its columns.

    A word above numbers is a name; a cell that occurs again below in its column is not. Raises
    InvalidInput where neither holds, or both do.
    """
    columns = list(zip(first, zip(*rest, strict=False), strict=False))
    is_sample = any(cell in below for cell, below in columns)
    is_head = any(is_word(cell) and not any(map(is_word, below)) for cell, below in columns)
    if is_sample == is_head:
        raise InvalidInput(
            f"the first line, {','.join(first)[:40]}, is a sample or names the columns, which "
            "nothing below it tells; say head=False or head=True, or --head no or yes"
        )
    return is_head


def _sorted_names(names: Iterable[str]) -> Labels:
    """The different names of letters in a table, sorted by size if all are numbers."""
    distinct = dict.fromkeys(names)
    are_numbers = not any(map(is_word, distinct))
    return tuple(sorted(distinct, key=(lambda name: (float(name), name)) if are_numbers else str))
