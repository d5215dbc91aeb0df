"""Reading a channel, and a prior if there is one, from a table (`tables.table_files`).

Where the entries are numbers of observations, as the caller or the key "counts" of a JSON states,
rows become frequencies, and so does the prior if none is given.

Entries are written 1/3, 0.25 or 0 and read as those rationals. Rows have to sum to one. Where a row
misses one by no more than 10^-12, as floats do, the entries are taken to be known to a relative
10^-12: rows are divided by their sums, and measured values are intervals for that reason
(`inexact`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pmlsym.calculus.data import require_labels, require_same_letters
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import InvalidInput
from pmlsym.model.distribution import UNIFORM, frequencies
from pmlsym.numbers.number_text import short_text
from pmlsym.tables.joint_tables import hint_at_kind, require_no_words
from pmlsym.tables.table_files import table_of_file
from pmlsym.tables.tables import Table, in_order_of, table_of

ROUNDING = Fraction(1, 10**12)
SHORT = 10**5
"""The largest denominator of a rational that a float is taken for: others lie 10^-10 away."""

TOTALS = "the totals of the rows"
UNASKED = "none was given"
NO_PRIOR = (
    "this is of a prior, and none was given; write its masses, or 'uniform': prior=, or --prior"
)

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class MeasuredChannel:
    """A prior and a channel with rows by input letter, as a file gives them.

    `prior_from` names the source of the prior, which is empty where none was given; `inexact` says
    that rows summed to one only nearly. `counts` are the observations, where the rows are
    frequencies, and `prior_counted` tells that the prior consists of frequencies too; `head` are
    the names of the columns of samples.
    """

    prior: Row
    rows: tuple[Row, ...]
    prior_from: str
    inexact: bool = False
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    counts: tuple[tuple[int, ...], ...] = ()
    prior_counted: bool = False
    head: tuple[str, ...] = ()


Masses = str | Sequence[object] | Table
"""Masses as text, "1/4,3/4", as numbers, or with the names of their letters."""


def read_channel(
    path: Path, *, prior: Masses | None = None, counts: bool = False
) -> MeasuredChannel:
    """The user's measured channel in a file; `prior` gives masses in place of those of the file.

    With `counts` the entries are numbers of observations, and their totals give a prior.
    Raises InvalidInput where the file cannot be read or does not hold a channel: which row or entry
    is at fault, and what would be right.
    """
    return read_rows(table_of_file(path), prior=prior, counts=counts)


def read_rows(
    rows: object, *, prior: Masses | None = None, counts: bool = False
) -> MeasuredChannel:
    """The user's measured channel of nested numbers, or of an array, as `read_channel` reads it.

    >>> read_rows([[0.5, 0.5], ["1/3", "2/3"]]).rows[1]
    (Fraction(1, 3), Fraction(2, 3))
    """
    as_table = rows if isinstance(rows, Table) else table_of(rows)
    require_no_words(as_table)
    right = "rows of numbers, one for each input, or the name of a file"
    several = require_kind(_as_lists(as_table.rows), Sequence, right)
    table = [list(require_kind(_as_lists(row), Sequence, right)) for row in several]
    return _channel_of_table(replace(as_table, rows=table), prior, counts)


def with_prior(channel: MeasuredChannel) -> MeasuredChannel:
    """The user's measured channel itself. Raises InvalidInput if it has no prior."""
    if not channel.prior:
        raise InvalidInput(NO_PRIOR)
    return channel


def nearest_rationals(channel: MeasuredChannel) -> MeasuredChannel:
    """A user's channel off by rounding, with the short rationals that its rows are nearest to.

    Where these do not sum to one the row is divided by its sum.

    >>> nearest_rationals(read_rows([[1 / 3, 2 / 3], [0.25, 0.75]])).rows[0]
    (Fraction(1, 3), Fraction(2, 3))
    """
    if not channel.inexact:
        return channel
    rows = []
    for row in channel.rows:
        short = tuple(entry.limit_denominator(SHORT) for entry in row)
        is_near = all(abs(a - b) <= ROUNDING for a, b in zip(short, row, strict=True))
        rows.append(short if is_near and sum(short) == 1 else row)
    return replace(channel, rows=tuple(rows))


def _as_lists(rows: Any) -> Any:
    """The rows of the user's own data as lists if they are an array, and else as they are."""
    return rows.tolist() if hasattr(rows, "tolist") else rows


def _channel_of_table(source: Table, prior: Masses | None, counts: bool) -> MeasuredChannel:
    """The user's measured channel of a table, its prior, and how both are known."""
    if isinstance(prior, Table) and prior.inputs and source.inputs:
        prior = in_order_of(prior, source.inputs)
        require_same_letters("the prior", prior.inputs, "the channel", source.inputs)
    asked = prior.rows if isinstance(prior, Table) else prior
    counted = counts or source.counted
    rule = _row_of_counts if counted else _row_of
    table = tuple(rule(entries, f"row {k}") for k, entries in enumerate(source.rows, 1))
    if not table or not table[0]:
        raise InvalidInput("the channel has no entries; it needs at least one row and one column")
    for k, row in enumerate(table, 1):
        if len(row) != len(table[0]):
            raise InvalidInput(f"row {k} has {_entries_text(row)}, but row 1 has {len(table[0])}")
    numbers = tuple(tuple(map(int, row)) for row in table) if counted else ()
    rows = [frequencies(row, f"row {k}") for k, row in enumerate(numbers, 1)] or list(table)
    letters = len(rows)
    masses, prior_from = _masses_and_source(source, asked, letters, numbers)
    if prior_from != UNASKED and len(masses) != letters:
        stated = f"the prior has {_entries_text(masses)}"
        hint = hint_at_kind(rows) if len(masses) == len(rows[0]) else ""
        raise InvalidInput(f"{stated}, but the channel has {letters} rows{hint}")
    for labels, count in ((source.inputs, letters), (source.outputs, len(rows[0]))):
        if labels:
            require_labels(labels, count, "the channel")
    totals = [_total_near_one(row, f"row {k}", rows) for k, row in enumerate(rows, 1)]
    if masses:
        totals.append(_total_near_one(masses, "the prior"))
    divided = [
        _divided_by_total(row, total) for row, total in zip((*rows, masses), totals, strict=False)
    ]
    return MeasuredChannel(
        divided[letters] if masses else (),
        tuple(divided[:letters]),
        prior_from,
        any(total != 1 for total in totals),
        source.inputs,
        source.outputs,
        numbers,
        prior_from == TOTALS,
        source.head,
    )


def _masses_and_source(
    source: Table,
    asked: str | Sequence[object] | None,
    letters: int,
    counts: tuple[tuple[int, ...], ...],
) -> tuple[Row, str]:
    """The prior masses for a user's measured channel, and words on where they come from."""
    if isinstance(asked, str) and asked.strip() == UNIFORM:
        return (Fraction(1, letters),) * letters, "uniform, as asked"
    if asked is not None:
        masses = asked.split(",") if isinstance(asked, str) else asked
        return _row_of(masses, "the prior"), "as asked"
    if source.prior is not None:
        return _row_of(source.prior, "the prior"), source.prior_from
    if counts:
        return frequencies([sum(row) for row in counts]), TOTALS
    return (), UNASKED


def _row_of(entries: Sequence[Any], name: str) -> Row:
    """A row of a user's channel as rationals that are not negative."""
    return tuple(
        _nonnegative_entry(entry, f"entry {k} of {name}") for k, entry in enumerate(entries, 1)
    )


def _row_of_counts(entries: list[Any], name: str) -> Row:
    """A row of a user's observations as whole numbers."""
    row = _row_of(entries, name)
    for k, entry in enumerate(row, 1):
        if entry.denominator != 1:
            raise InvalidInput(f"entry {k} of {name} is {entry}; a count is 0, 1, 2, ..")
    return row


def _nonnegative_entry(entry: object, name: str) -> Fraction:
    """An entry of a user's channel as a rational. Raises InvalidInput at a negative one."""
    value = as_rational(repr(float(entry)) if isinstance(entry, float) else entry, name)
    if value < 0:
        raise InvalidInput(f"{name} is {str(entry)[:40]}, but a probability is not negative")
    return value


def _entries_text(row: Row) -> str:
    """How many entries a row of the user's own data has, in words."""
    return "1 entry" if len(row) == 1 else f"{len(row)} entries"


def _total_near_one(row: Row, name: str, table: Sequence[Row] = ()) -> Fraction:
    """The sum of a user's row, one or nearly so; the error names what the table may be."""
    total = Fraction(sum(row))
    if abs(total - 1) > ROUNDING:
        hint = hint_at_kind(table) if table else ""
        raise InvalidInput(f"{name} sums to {short_text(total)}, not 1{hint}")
    return total


def _divided_by_total(row: Row, total: Fraction) -> Row:
    """A row of a user's channel divided by its sum."""
    return tuple(entry / total for entry in row) if total != 1 else row
