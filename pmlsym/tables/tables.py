"""Tables from objects of many kinds: entries, names of letters, and a prior if there is one.

Objects of other libraries are recognised by their attributes, not by their class, so that no
library is imported.

    rows, arrays            nested lists, NumPy, anything with .tolist(), libqif's channels
    sparse                  .toarray(), as of SciPy
    data frame              .index, .columns and .to_numpy(), as of pandas: labels become letters
    labelled array          .dims, .coords and .values, as of xarray
    designed mechanism      .channel_object(): its channel, prior and letters, as of ps.design
    joint distribution      .outcomes and .pmf, as of dit: a prior and a channel

Numbers become rationals, or are floats that stay floats:

    exact="decimal"   a float is the shortest decimal that rounds to it: 0.1 is 1/10
    exact="binary"    a float is the binary number that it is: 0.1 is 3602879701896397/2^55
    exact="no"        a float stays one, and results computed from it are inexact

Read as decimals, floats that are not short decimals are refused: 1/3 has been rounded, so that its
row would not sum to one, and no row is silently divided by its sum.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.data import Labels
from pmlsym.calculus.kind import described
from pmlsym.calculus.short_decimal import short_decimal
from pmlsym.errors import InvalidInput
from pmlsym.model.entries import read_entry
from pmlsym.numbers.number_text import short_text

ROWS, MASSES = "rows of numbers, one for each input", "a list of masses"

DECIMAL, BINARY, NO = "decimal", "binary", "no"

EXACT = (DECIMAL, BINARY, NO)

_BETWEEN = "-\u2013+<>\u2264\u2265"  # in a label such as 18-30, 65+ or <18

_QUOTIENT = re.compile(r"[+-]?[0-9,./ ]+")


@dataclass(frozen=True)
class Table:
    """Entries nested by input and output, names of letters, a prior, and whether they are counts.

    `prior_from` describes the source of the prior, if there is one; `head` are the names of the
    columns of samples.
    """

    rows: Any
    inputs: Labels = ()
    outputs: Labels = ()
    prior: Any = None
    counted: bool = False
    prior_from: str = "from the file"
    head: Labels = ()


def table_of(data: Any, exact: str = DECIMAL) -> Table:
    """The table of an object; `exact` is how floats of a joint distribution are read.

    Raises InvalidInput where it is not a table.

    >>> table_of({"a": {"no": "1/2", "yes": "1/2"}, "b": {"no": 0, "yes": 1}}).outputs
    ('no', 'yes')
    """
    if isinstance(data, Mapping):
        return _table_of_mapping(data)
    if hasattr(data, "channel_object"):
        origin = "that of the design"
        return Table(data.channel, data.letters, data.outcomes, data.prior, prior_from=origin)
    if is_distribution(data):
        return _table_of_distribution(data, exact)
    if is_labelled(data):
        return _table_of_frame(data)
    if has_coordinates(data):
        inputs, outputs = (*_labels_by_axis(data), (), ())[:2]
        return Table(_as_sequences(data.values), inputs, outputs)
    return Table(_as_sequences(data))


def masses_table(data: Any) -> Table:
    """The table of masses of one alphabet: a series with labels, a list, or a distribution."""
    if isinstance(data, Mapping):
        return Table(list(data.values()), tuple(map(str, data)))
    if is_distribution(data):
        plain = data.copy(base="linear")
        if is_joint(plain):
            raise InvalidInput("the distribution is of several variables; take a marginal of it")
        names = (o[0] if isinstance(o, tuple) else o for o in plain.outcomes)
        return Table(_as_sequences(plain.pmf, MASSES), tuple(map(str, names)))
    if is_labelled(data):
        named = () if _are_default_numbers(data.index) else _label_texts(data.index)
        return Table(_as_sequences(data.to_numpy(), MASSES), named)
    if has_coordinates(data):
        (inputs,) = _labels_by_axis(data)[:1] or [()]
        return Table(_as_sequences(data.values, MASSES), inputs)
    return Table(_as_sequences(data, MASSES))


def in_order_of(table: Table, letters: Labels) -> Table:
    """The table of masses put in the order of these letters, if its labels are the same ones.

    >>> in_order_of(Table(["1/4", "3/4"], ("yes", "no")), ("no", "yes")).rows
    ['3/4', '1/4']
    """
    if table.inputs == letters or sorted(table.inputs) != sorted(letters):
        return table
    masses = dict(zip(table.inputs, _as_sequences(table.rows, MASSES), strict=False))
    return replace(table, rows=[masses[letter] for letter in letters], inputs=letters)


def read_number(value: Any, where: str, exact: str = DECIMAL, *, signed: bool = False) -> Any:
    """An entry of a table as a Fraction, a float if `exact` is "no", or a symbol as it is.

    Raises InvalidInput where it is not a number, negative, infinite, or not a short decimal.

    >>> read_number(0.1, "it"), read_number("1/3", "it"), read_number(0.1, "it", "no")
    (Fraction(1, 10), Fraction(1, 3), 0.1)
    >>> read_number(1/3, "it")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: it is 0.3333333333333333, no short decimal; write '1/3', or round it
    """
    plain = _python_number(value)
    if hasattr(plain, "__iter__") and not isinstance(plain, str | bytes):
        raise InvalidInput(f"{where} is a list, nested deeper than it has to be; write a number")
    if isinstance(plain, float) and not signed:
        read_entry(plain, where)
    if not isinstance(plain, float) or exact == NO:
        return read_entry(plain, where)
    if exact == BINARY:
        return Fraction(plain)
    return short_decimal(plain, where)


def read_nested(data: Any, depth: int, name: str, exact: str = DECIMAL) -> Any:
    """The entries of a table as nested tuples of numbers, of that depth.

    Raises InvalidInput where they are nested otherwise; the check of a distribution finds empty and
    ragged levels.

    >>> read_nested([[0.5, "1/2"]], 2, "W")
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    return _nested_numbers(data, depth, name, exact, ())


def require_exact(exact: object) -> str:
    """The word for how a table's floats are read. Raises InvalidInput unless it is one of three."""
    if not isinstance(exact, str) or exact not in EXACT:
        raise InvalidInput(f"exact is {str(exact)[:40]!r}; write one of {', '.join(EXACT)}")
    return exact


def is_labelled(data: Any) -> bool:
    """Whether a table is a data frame or a series, as of pandas."""
    return hasattr(data, "index") and hasattr(data, "to_numpy")


def has_coordinates(data: Any) -> bool:
    """Whether a table is an array with named letters, as of xarray."""
    return all(hasattr(data, name) for name in ("dims", "coords", "values"))


def is_distribution(data: Any) -> bool:
    """Whether a table has the attributes of a distribution of dit."""
    return all(hasattr(data, name) for name in ("outcomes", "pmf", "outcome_length"))


def is_joint(data: Any) -> bool:
    """Whether a table is a distribution of several variables, as of dit."""
    return is_distribution(data) and data.outcome_length() > 1


def is_word(cell: str) -> bool:
    """Whether a cell of a table is the name of a letter rather than a number.

    >>> is_word("healthy"), is_word("18-30"), is_word("18_30"), is_word("1e-3"), is_word("1/3")
    (True, True, True, False, False)
    """
    if "_" in cell:  # Python would read 18_30 as 1830
        return True
    try:
        float(cell)
    except ValueError:
        between = any(c in _BETWEEN for c in cell) and not _QUOTIENT.fullmatch(cell)
        return between or any(c.isalpha() for c in cell)
    return False


def _table_of_frame(data: Any) -> Table:
    """The table of a data frame; a first column of words names rows that have only numbers."""
    if not hasattr(data, "columns"):
        return masses_table(data)
    counted, outputs = _are_default_numbers(data.index), _label_texts(data.columns)
    words = data.iloc[:, 0].tolist() if counted and len(outputs) > 1 else []
    if words and all(isinstance(word, str) and is_word(word) for word in words):
        rest = data.iloc[:, 1:]
        return Table(_as_sequences(rest.to_numpy()), tuple(words), outputs[1:])
    if counted and _are_default_numbers(data.columns):
        return Table(_as_sequences(data.to_numpy()))
    # Outcomes 0 and 1 of named letters are labels as they stand. Rows without names may belong to a
    # prior whose letters have names.
    inputs = () if counted else _label_texts(data.index)
    return Table(_as_sequences(data.to_numpy()), inputs, outputs)


def _labels_by_axis(data: Any) -> list[Labels]:
    """The labels of each axis of a table that is an array of xarray."""
    return [_label_texts(data.coords[d].values) if d in data.coords else () for d in data.dims]


def _as_sequences(data: Any, right: str = ROWS) -> Any:
    """A table's entries as nested sequences; NumPy's arrays stay, so that floats keep types."""
    if hasattr(data, "toarray"):
        data = data.toarray()
    if hasattr(data, "dtype") and hasattr(data, "shape"):
        if not data.shape:  # a single number, which has no length
            raise InvalidInput(f"{described(data.item())}; write {right}")
        return data
    if hasattr(data, "tolist"):
        return data.tolist()
    if isinstance(data, str | bytes) or not hasattr(data, "__iter__"):
        raise InvalidInput(f"{described(data)}; write {right}")
    return data


def _are_default_numbers(names: Any) -> bool:
    """Whether pandas made a table's names: a range from zero, unlike a user's list 0, 1."""
    steps = getattr(names, "start", None), getattr(names, "step", None)
    return steps == (0, 1) and getattr(names, "name", None) is None


def _label_texts(names: Any) -> Labels:
    """The labels of a table as texts."""
    return tuple(map(str, names.tolist() if hasattr(names, "tolist") else names))


def _table_of_mapping(data: Mapping[Any, Any]) -> Table:
    """The table of a mapping of names to rows, or to masses."""
    rows = list(data.values())
    if not all(isinstance(row, Mapping) for row in rows):
        return Table(rows, tuple(map(str, data)))
    outputs: Sequence[Any] = list(rows[0]) if rows else []
    for name, row in data.items():
        if set(row) != set(outputs):
            outcomes = ", ".join(map(str, outputs))[:80]
            raise InvalidInput(f"row {name} has other outcomes than {outcomes}")
    return Table(
        [[row[y] for y in outputs] for row in rows], tuple(map(str, data)), tuple(map(str, outputs))
    )


def _table_of_distribution(data: Any, exact: str) -> Table:
    """The table of dit's joint distribution: the first variable's prior, and a channel."""
    plain = data.copy(base="linear")
    outcomes = [tuple(outcome) for outcome in plain.outcomes]
    if any(len(outcome) != 2 for outcome in outcomes):
        raise InvalidInput("the joint distribution is not of two variables; take a marginal of it")
    masses = [read_number(mass, "a mass of the joint distribution", exact) for mass in plain.pmf]
    joint = dict(zip(outcomes, masses, strict=True))
    if exact != NO and sum(masses) != 1:
        raise InvalidInput(f"the joint distribution sums to {short_text(sum(masses))}, not 1")
    outputs = list(dict.fromkeys(y for _, y in outcomes))
    totals = {x: sum(joint.get((x, y), 0) for y in outputs) for x, _ in outcomes}
    inputs = [x for x, total in totals.items() if total]
    return Table(
        [[joint.get((x, y), 0) / totals[x] for y in outputs] for x in inputs],
        tuple(map(str, inputs)),
        tuple(map(str, outputs)),
        prior=[totals[x] for x in inputs],
        prior_from="that of the joint distribution",
    )


def _python_number(value: Any) -> Any:
    """A table's NumPy or SymPy float as Python's with the shortest digits; else the value."""
    if getattr(value, "is_Float", False):
        return float(value)
    size = getattr(value, "itemsize", 8)
    if hasattr(value, "dtype") and hasattr(value, "item") and not getattr(value, "shape", ()):
        plain = value.item()
        return float(str(value)) if isinstance(plain, float) and size < 8 else plain
    return value


def _nested_numbers(data: Any, depth: int, name: str, exact: str, at: tuple[int, ...]) -> Any:
    """A table's numbers as nested tuples. Raises InvalidInput where they are nested otherwise."""
    numbers = ", ".join(str(k + 1) for k in at)
    if not depth:
        return read_number(data, f"entry ({numbers}) of {name}", exact)
    where = f"row {numbers} of {name}" if at else name
    if isinstance(data, str | bytes | dict) or not hasattr(data, "__iter__"):
        data_text = " ".join(repr(data).split())[:40]
        raise InvalidInput(
            f"{where} is {data_text}, not a list of {'rows' if depth > 1 else 'entries'}"
        )
    return tuple(
        _nested_numbers(part, depth - 1, name, exact, (*at, k)) for k, part in enumerate(data)
    )
