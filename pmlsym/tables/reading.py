"""Channels and priors from the data that people have.

ps.channel(frame)            rows of a pandas table, whose labels become letters
ps.channel("survey.csv")     files: CSV, JSON, .npy, .npz, and Parquet by pandas
ps.prior(joint)              of a joint distribution, the prior of its first variable
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.data import Labels, require_labels
from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput
from pmlsym.io.files import path_of
from pmlsym.language.expression import numbers_of
from pmlsym.language.syntax import Source
from pmlsym.model.channel import Alphabets, Channel
from pmlsym.model.distribution import UNIFORM, Masses, distribution, frequencies
from pmlsym.model.exact_rows import masses_of
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior
from pmlsym.numbers.number_text import short_text
from pmlsym.tables.joint_tables import (
    NEAR,
    hint_at_kind,
    require_no_words,
    table_of_joint,
    table_of_samples,
)
from pmlsym.tables.table_files import JSON, table_of_file
from pmlsym.tables.tables import (
    DECIMAL,
    NO,
    Table,
    in_order_of,
    is_joint,
    is_labelled,
    masses_table,
    read_nested,
    require_exact,
    table_of,
)

NO_SIZE = (
    "how many letters a uniform prior has is not known here; write its masses, such as "
    "1/3,1/3,1/3 of three letters"
)

_NAMED_MASS = r"[^=<>(),]+=\s*[0-9./eE+-]+\s*"
_NAMED_MASSES = re.compile(rf"{_NAMED_MASS}(?:,{_NAMED_MASS})+")

_ROW = re.compile(r"[0-9./ \t]*")  # there is a separate error for masses with missing commas


def channel(
    data: object,
    *,
    name: str = "W",
    exact: str = DECIMAL,
    counts: bool = False,
    joint: bool = False,
    samples: bool = False,
    head: bool | None = None,
    separator: str | None = None,
    decimal: str | None = None,
    inputs: Alphabets | None = None,
    outputs: Alphabets | None = None,
) -> Channel:
    """A concrete channel, rows by input, from a table or data of almost any kind.

    `data` is rows of fractions, text or floats, an array of NumPy, a table of pandas or xarray,
    whose labels become letters, a SymPy matrix, a sparse matrix, a joint distribution of dit, or
    the name of a file: CSV with its `separator` and `decimal` recognised unless given, JSON, .npy,
    .npz, Parquet. With `exact` "decimal" 0.1 is 1/10, and a float that is not a short decimal is an
    error; "binary" takes it as the binary number it is, "no" leaves floats, and all that follows
    from them, inexact. With `counts` the entries are numbers of observations; with `joint` they are
    masses of letter and outcome together; with `samples` rows are pairs of a letter and an outcome
    that were seen, and `head` tells whether the first line of their file names its columns.
    Raises InvalidInput where a row or an entry is at fault: nothing is divided by its sum.

    >>> channel([[0.9, 0.1], ["1/3", "2/3"]]).matrix()[0]
    (Fraction(9, 10), Fraction(1, 10))
    """
    if isinstance(data, Channel):
        return data
    require_exact(exact)
    kind: dict[str, Any] = {"counts": counts, "joint": joint, "samples": samples, "head": head}
    table = table_of_kind(data, exact, **kind, separator=separator, decimal=decimal)
    if table.counted:
        whole = read_nested(table.rows, 2, f"the counts of {name}", exact)
        numbers = [
            [_whole_count(entry, k, name) for entry in row] for k, row in enumerate(whole, 1)
        ]
        plain = Channel.from_counts(numbers, name, inputs, outputs)
        rows: Any = plain.matrix()
    else:
        rows = read_nested(table.rows, _nesting_depth(inputs, outputs), name, exact)
        if _nesting_depth(inputs, outputs) == 2:
            _require_rows(rows, name)
    labels = [table.inputs or None, table.outputs or None]
    labels_of_both = labels if any(labels) and _nesting_depth(inputs, outputs) == 2 else None
    return Channel.from_rows(rows, name, inputs, outputs, labels=labels_of_both)


def prior(
    data: object,
    *,
    name: str = "P",
    exact: str = DECIMAL,
    counts: bool = False,
    joint: bool = False,
    samples: bool = False,
    head: bool | None = None,
) -> Prior:
    """A concrete prior, from a table or data of almost any kind: see `channel`.

    `data` is masses, such as "1/4, 3/4", a list, an array, a series with labels, a distribution of
    dit (of two variables: that of the first), or a file: a mass in each line, behind the name of
    its letter where that has one, or a JSON with a prior. With `joint` or `samples` it is that of
    the letters of such a table.
    Raises InvalidInput where a mass is at fault or they do not sum to one.

    >>> prior("1/4, 3/4").masses(), prior({"no": 0.9, "yes": 0.1}).data[0].labels
    ((Fraction(1, 4), Fraction(3, 4)), (('no', 'yes'),))
    """
    if isinstance(data, Prior):
        return data
    require_exact(exact)
    is_name = isinstance(data, str) and data.isidentifier() and data != UNIFORM
    if is_name and not os.path.exists(str(data)):
        right = f"no masses, such as 1/4,3/4; any prior is ps.Prior({data!r}, ps.Alphabet('X'))"
        raise InvalidInput(f"{data!r} is no file, and {right}")
    if joint or samples:
        both = table_of_kind(data, exact, joint=joint, samples=samples, head=head)
        table = Table(both.prior, both.inputs)
    else:
        table = table_of_masses(data, exact)
    masses = read_nested(table.rows, 1, name, exact)
    if counts:
        masses = frequencies(
            [_whole_count(mass, 1, name) for mass in masses], f"the counts of {name}"
        )
    return Prior.from_masses(masses, name, labels=table.inputs or None)


def table_of_kind(
    data: object,
    exact: str = DECIMAL,
    *,
    counts: bool = False,
    joint: bool = False,
    samples: bool = False,
    head: bool | None = None,
    separator: str | None = None,
    decimal: str | None = None,
) -> Table:
    """The table of the data; for joint masses, counts and samples, with the prior they have.

    Raises InvalidInput for anything else.
    """
    if samples:
        table = table_of_samples(data, head=head)
    elif head is not None:
        raise InvalidInput("head is of the first line of samples; say samples=True, or --samples")
    else:
        table = _table_of_data(data, exact, separator, decimal)
    table = replace(table, counted=table.counted or counts)
    if joint:
        return table_of_joint(table, exact)
    require_no_words(table)
    if table.counted and table.prior is None:
        numbers = read_nested(table.rows, 2, "the counts", exact)
        whole = [[_whole_count(e, k, "the table") for e in row] for k, row in enumerate(numbers, 1)]
        return replace(table, prior=frequencies([sum(row) for row in whole]))
    return table


def prior_of(data: object, within: object, name: str, letters: Sequence[Alphabet]) -> Prior:
    """The prior read from a table, a file, or "uniform", in the order of the channel's letters.

    `within` is the channel, if there is one.
    Raises InvalidInput where the data is not a prior, or where the number of letters of a uniform
    one is unknown.
    """
    channel = within if isinstance(within, Channel) and within.data else None
    if isinstance(data, str) and data.strip() == UNIFORM:
        if channel is None:
            raise InvalidInput(NO_SIZE)
        count = len(channel.matrix())
        return Prior.from_masses([Fraction(1, count)] * count, name, letters)
    table = table_of_masses(data, NO)
    if channel is not None and len(channel.data) == 1 and channel.data[0].labels:
        table = in_order_of(table, channel.data[0].labels[0])
    return Prior.from_masses(
        read_nested(table.rows, 1, name, NO), name, letters, labels=table.inputs or None
    )


def exact_entries_of(data: object, name: str) -> tuple[object, tuple[Labels, ...]]:
    """The exact cells of a table, a file, or an object such as a channel, and their labels.

    Files are read by their name.

    >>> exact_entries_of([[0.5, 0.5]], "W")
    (((Fraction(1, 2), Fraction(1, 2)),), ())
    """
    if isinstance(data, Channel | Prior | Gain):
        (single,) = data.data if len(data.data) == 1 else (None,)
        if isinstance(data, Channel) and single is None:
            return _exact_entries(data.matrix(), name), ()
        if single is None:
            raise InvalidInput(f"{data} is no concrete prior or gain of one name")
        return _exact_entries(single.entries, name), single.labels
    table = _table_of_data(data, DECIMAL, None, None)
    labels = (table.inputs, table.outputs) if table.inputs or table.outputs else ()
    return _exact_entries(table.rows, name), labels


def exact_masses_and_labels(prior: object) -> tuple[Masses, Labels]:
    """The exact masses in a table or file of one prior, and the labels of its letters.

    Raises InvalidInput where the masses are not a distribution.

    >>> exact_masses_and_labels({"no": 0.1, "yes": 0.9})
    ((Fraction(1, 10), Fraction(9, 10)), ('no', 'yes'))
    """
    if isinstance(prior, Prior):
        return distribution(masses_of(prior)), labels_of_masses(prior)
    right = "masses, such as '1/4,3/4' or a list of numbers"
    data = prior if isinstance(prior, Path) else require_kind(prior, Iterable, right)
    table = table_of_masses(data)
    masses = distribution(read_nested(table.rows, 1, "the prior"))
    named = require_labels(table.inputs, len(masses), "the prior") if table.inputs else ()
    return masses, named


def labels_of_masses(priors: object) -> tuple[str, ...]:
    """The labels of a table of masses if it has any, as a series of pandas does; else nothing.

    >>> labels_of_masses({"no": "1/4", "yes": "3/4"}), labels_of_masses("p(x) >= 1/10")
    (('no', 'yes'), ())
    >>> labels_of_masses("no=1/4, yes=3/4"), labels_of_masses("p1 >= 1/4, p2 == 1/4")
    (('no', 'yes'), ())
    """
    if isinstance(priors, str) and _NAMED_MASSES.fullmatch(priors):
        return table_of_masses(priors).inputs
    if isinstance(priors, Prior):
        return priors.data[0].labels[0] if priors.data and priors.data[0].labels else ()
    if isinstance(priors, Mapping) or is_labelled(priors):
        return masses_table(priors).inputs
    return ()


def table_of_masses(data: object, exact: str = DECIMAL) -> Table:
    """The table of a prior's masses, not converted yet, with the labels of their letters.

    >>> table_of_masses("1/4, 3/4").rows, table_of_masses({"no": 1, "yes": 0}).inputs
    (['1/4', '3/4'], ('no', 'yes'))
    >>> table_of_masses("no=1/4, yes=3/4").inputs
    ('no', 'yes')
    """
    if isinstance(data, str) and ("," in data or _ROW.fullmatch(data)):
        words = [word.strip() for word in data.split(",")]
        pairs = [word.rpartition("=") for word in words]
        if not all(name for name, _, _ in pairs):
            return Table(words)
        labels = require_labels([name.strip() for name, _, _ in pairs], len(pairs), "the prior")
        return Table([mass.strip() for _, _, mass in pairs], labels)
    if isinstance(data, str) and data.strip() == UNIFORM:
        raise InvalidInput(NO_SIZE)
    if isinstance(data, str | Path):
        return _masses_of_file(path_of(data), exact)
    if is_joint(data):
        joint = table_of(data, exact)
        return Table(joint.prior, joint.inputs)
    return masses_table(data)


def _exact_entries(entries: Any, name: str) -> object:
    """The cells of a table as exact numbers, nested as deep as they are in the data."""
    depth, level = 0, entries
    while hasattr(level, "__iter__") and not isinstance(level, str | bytes):
        depth, level = depth + 1, next(iter(level), "")
    return read_nested(entries, depth, name)


def _table_of_data(data: object, exact: str, separator: str | None, decimal: str | None) -> Table:
    """The table of an object, or of the file of that name."""
    if not isinstance(data, str | Path):
        return table_of(data, exact)
    if (rows := typed_rows(data)) is not None:
        return Table(rows)
    return table_of_file(path_of(data), exact, separator, decimal)


def typed_rows(text: str | Path) -> list[list[Fraction]] | None:
    """The rows of a table that is typed in place of a file's name; None for a file's name.

    >>> typed_rows("[[1, 0], [1/2, 1/2]]"), typed_rows("survey.csv")
    ([[Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 2), Fraction(1, 2)]], None)
    """
    if not str(text).lstrip().startswith("["):
        return None
    source = Source(str(text), "the channel")
    return numbers_of(source, source.tree("matrix"))


def _masses_of_file(path: Path, exact: str) -> Table:
    """The table of masses in a file: its prior, or the only row or column of its table."""
    if not os.path.exists(path):  # this is false for a name that no file can have
        raise InvalidInput(
            f"{str(path)[:60]!r} is no file, and no masses; write uniform, or 1/4,3/4"
        )
    table = table_of_file(path, exact)
    if table.prior is not None:
        return Table(table.prior, table.inputs)
    rows = table.rows
    if getattr(rows, "ndim", 2) == 1:
        return table
    if path.suffix != JSON and all(len(row) == 1 for row in rows):
        return Table([row[0] for row in rows], table.inputs)
    if path.suffix != JSON and len(rows) == 1:
        return Table(rows[0], table.outputs)
    right = "write a mass in each line, or the key prior of a JSON file"
    raise InvalidInput(f"{path} has no prior; {right}")


def _whole_count(entry: Any, row: int, name: str) -> int:
    """The entry of a table of counts as an integer. Raises InvalidInput where it is not one."""
    if entry != int(entry):
        raise InvalidInput(f"row {row} of the counts of {name} has {entry}; a count is 0, 1, 2, ..")
    return int(entry)


def _require_rows(rows: Any, name: str) -> None:
    """Raises InvalidInput where a table's rows are not distributions but something else."""
    flat = [entry for row in rows for entry in row]
    if not all(isinstance(entry, Fraction | float) for entry in flat):
        return
    for k, row in enumerate(rows, 1):
        if abs(sum(row) - 1) > NEAR and (other := hint_at_kind(rows)):
            raise InvalidInput(f"row {k} of {name} sums to {short_text(sum(row))}, not 1{other}")


def _nesting_depth(inputs: Alphabets | None, outputs: Alphabets | None) -> int:
    """How deep the cells of a channel's table are nested: one list for each alphabet given."""

    def count(alphabets: Alphabets | None) -> int:
        """The number of alphabets given for one side of a table; labels are refused."""
        if isinstance(alphabets, list | tuple) and any(isinstance(a, str) for a in alphabets):
            right = "{'a': {'yes': '9/10', 'no': '1/10'}, 'b': .."
            raise InvalidInput(f"inputs and outputs are alphabets; labels stand in rows, {right}")
        return len(alphabets) if isinstance(alphabets, list | tuple) else 1

    return count(inputs) + count(outputs)
