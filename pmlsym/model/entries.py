"""Concrete entries: nested lists of numbers become nested tuples, validated once.

Integers, fractions, strings such as "1/3" or "0.25", decimals and SymPy rationals are exact; floats
stay floats, and results computed from them are inexact; other SymPy expressions stay as they are.
Lists may be anything with `.tolist()`, such as NumPy arrays and SymPy matrices. Nothing is
renormalised: an exact row has to sum to 1 exactly, a row with floats up to 1e-9. The sum of a row
with symbols is not checked.

The entries of composed priors and channels are read off their polynomials. All entries print as a
table with the names of letters:

W   no    yes
x1  9/10  1/10
x2  1/10  9/10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import isfinite, prod
from typing import Any

from pmlsym.calculus.algebra import Array, read
from pmlsym.calculus.data import Data, printable, require_labels
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.rational_value import as_rational
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number_text import short_text

FLOAT_TOLERANCE = 1e-9
Entry = Any
Nested = Any


def read_entry(value: object, where: str) -> Entry:
    """One concrete entry of a prior or channel: a Fraction if exact, a float, or an expression.

    Raises InvalidInput at anything else, at NaN or infinity, and at a negative number.

    >>> read_entry("0.25", "entry")
    Fraction(1, 4)
    """
    number = _exact_or_float(value, where)
    if isinstance(number, Fraction | float) and number < 0:
        raise InvalidInput(f"{where} is {number}, which is negative")
    return number


def read_entries(data: object, depth: int, name: str) -> Nested:
    """The concrete entries of a prior or channel in nested tuples, rectangular, `depth` deep.

    Raises InvalidInput where a level is empty or ragged, or an entry is wrong.

    >>> read_entries([["1/2", 0.5], [1, 0]], 2, "W")
    ((Fraction(1, 2), 0.5), (Fraction(1, 1), Fraction(0, 1)))
    """
    nested = _nested_entries(data, depth, name, ())
    shape: list[int] = []
    _require_rectangular(nested, depth, name, shape, ())
    return nested


def require_sums(nested: Nested, before: int, depth: int, name: str) -> None:
    """Raise InvalidInput unless the concrete rows of a prior or channel sum to one.

    The entries have to sum to one at each choice of the first `before` indices; the error has the
    row and its sum. Rows with symbols are not summed.
    """
    for letters in product(*map(range, shape_of(nested, depth)[:before])):
        row: Nested = nested
        for letter in letters:
            row = row[letter]
        entries = list(flat_entries(row, depth - before))
        if not all(isinstance(entry, Fraction | float) for entry in entries):
            continue
        where = (
            f"row {_place_text(letters)} of {name} sums" if letters else f"the masses of {name} sum"
        )
        if not any(entries):
            raise InvalidInput(f"{where} to 0: nothing has mass")
        total = sum(entries)
        if total != 1 and (isinstance(total, Fraction) or abs(total - 1) > FLOAT_TOLERANCE):
            raise InvalidInput(f"{where} to {short_text(total)}, not 1")


def shape_of(nested: Nested, depth: int) -> tuple[int, ...]:
    """The number of concrete entries at each level, as of a channel's inputs and outputs."""
    return (len(nested), *shape_of(nested[0], depth - 1)) if depth else ()


def flat_entries(nested: Nested, depth: int) -> Iterator[Entry]:
    """The concrete entries of a prior or channel one by one, the last index running fastest.

    >>> list(flat_entries(((1, 2), (3, 4)), 2))
    [1, 2, 3, 4]
    """
    if not depth:
        yield nested
        return
    for inner in nested:
        yield from flat_entries(inner, depth - 1)


def nest(entries: Sequence[Entry], shape: Sequence[int]) -> Nested:
    """The concrete entries of a prior or channel nested by this shape, the last index fastest.

    >>> nest([1, 2, 3, 4], (2, 2))
    ((1, 2), (3, 4))
    """
    level: Sequence[Nested] = tuple(entries)
    for count in reversed(shape):
        level = tuple(tuple(level[k : k + count]) for k in range(0, len(level), count))
    return level[0]


def read_labels(
    labels: Sequence[Sequence[str] | None], shape: Sequence[int], name: str
) -> tuple[tuple[str, ...], ...]:
    """The labels of a prior's or channel's letters for each index, or nothing without labels.

    Raises InvalidInput where their number is wrong, or where `require_labels` raises it.
    """
    require_kind(labels, Sequence, f"the labels of {name} as lists of words")
    if len(labels) != len(shape):
        raise InvalidInput(f"{name} has {len(shape)} indices, not {len(labels)}, to be labelled")
    pairs = zip(labels, shape, strict=True)
    return tuple(
        () if words is None else require_labels(words, count, name) for words, count in pairs
    )


def _exact_or_float(value: object, where: str) -> Entry:
    """The number that is an entry of a prior or channel, of any type that users give.

    It is a Fraction, a float or an expression.
    Raises InvalidInput at anything else.
    """
    if isinstance(value, bool) or value is None:
        raise InvalidInput(f"{where} is {value!r}; write a number, such as '1/3' or 0.25")
    if isinstance(value, str | int | Fraction | Decimal):
        return as_rational(value, where)
    if getattr(value, "is_Rational", False):
        return fraction_of(value)
    if getattr(value, "is_number", False) and not (
        getattr(value, "is_comparable", True) and getattr(value, "is_finite", True)
    ):
        raise InvalidInput(f"{where} is {value}, which is no finite real number")
    if getattr(value, "is_negative", None) is True:
        raise InvalidInput(f"{where} is {value}, which is negative")
    if hasattr(value, "free_symbols") and not getattr(value, "is_Float", False):
        return value
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(f"{where} is {value!r}; write a number, such as 0.25") from None
    if not isfinite(number):
        raise InvalidInput(f"{where} is {value}, which is no finite number")
    return number


def _nested_entries(data: object, depth: int, name: str, at: tuple[int, ...]) -> Nested:
    """The entries of a prior or channel as nested tuples. Raises InvalidInput at another depth."""
    if not depth:
        return read_entry(data, f"entry {_place_text(at)} of {name}")
    items = data.tolist() if hasattr(data, "tolist") else data
    if isinstance(items, str | bytes | dict) or not hasattr(items, "__iter__"):
        where = f"row {_place_text(at)} of {name}" if at else name
        raise InvalidInput(
            f"{where} is {items!r}, not a list of {'rows' * (depth > 1) or 'entries'}"
        )
    level = tuple(_nested_entries(item, depth - 1, name, (*at, k)) for k, item in enumerate(items))
    if not level:
        raise InvalidInput(
            f"row {_place_text(at)} of {name} is empty" if at else f"{name} is empty"
        )
    return level


def _require_rectangular(
    nested: Nested, depth: int, name: str, shape: list[int], at: tuple[int, ...]
) -> None:
    """Raise InvalidInput unless all rows of concrete entries at one level are as long as the first.

    The lengths of the first row and its parts are appended to `shape`.
    """
    if not depth:
        return
    depth_of_row = len(at)
    if depth_of_row == len(shape):
        shape.append(len(nested))
    if len(nested) != shape[depth_of_row]:
        raise InvalidInput(
            f"row {_place_text(at)} of {name} has {len(nested)} entries,"
            f" row 1 has {shape[depth_of_row]}"
        )
    for k, inner in enumerate(nested):
        _require_rectangular(inner, depth - 1, name, shape, (*at, k))


def _place_text(letters: tuple[int, ...]) -> str:
    """The numbers of a prior's or channel's letters in an error, counted from one as rows are."""
    numbers = ", ".join(str(k + 1) for k in letters)
    return f"({numbers})" if len(letters) > 1 else numbers


def entries_over(body: Polynomial, letters: Sequence[Index], data: Sequence[Data]) -> Any:
    """The concrete entries of a composed prior or channel, read off its polynomial.

    Exact where all data is exact.
    Raises InvalidInput where a tensor has no entries.
    """
    algebra = GivenEntries(data)
    missing = [i.alphabet for i in letters if i.alphabet not in algebra.sizes]
    if missing:
        raise InvalidInput(f"alphabet {missing[0]} has no size, because no entries are given")
    array = read(body, algebra)
    return _nested_by_letters(array, letters, algebra.sizes, {})


class GivenEntries:
    """The algebra of concrete entries: sums and products of the numbers that users gave."""

    def __init__(self, data: Sequence[Data]) -> None:
        self.named = {each.tensor.name: each for each in data}
        self.sizes: Mapping[str, int] = {
            alphabet: count
            for each in data
            for alphabet, count in zip(each.tensor.alphabets, each.shape, strict=True)
        }
        self.known: dict[Polynomial, Array[Any]] = {}

    def number(self, value: Fraction) -> Any:
        """The rational itself, where a composed prior's or channel's entries are computed."""
        return value

    def entries(self, tensor: Tensor) -> Sequence[Any]:
        """The concrete entries that the prior or channel of this tensor was given, in one list."""
        if tensor.name not in self.named:
            raise InvalidInput(f"{tensor.name} is unknown: it was given no entries")
        return list(flat_entries(self.named[tensor.name].entries, len(tensor.alphabets)))

    def sum_of_products(self, terms: Sequence[Sequence[Any]]) -> Any:
        """An entry of a composed prior or channel: the sum of products of entries of its parts."""
        return sum((prod(term) for term in terms), Fraction(0))

    def keep_sum(self, name: str, entries: list[Any]) -> list[Any]:
        """The entries of a sum inside a composed prior or channel, as they are; unnamed."""
        return entries


def _nested_by_letters(
    array: Array[Any], letters: Sequence[Index], sizes: Mapping[str, int], at: dict[Index, int]
) -> Any:
    """The concrete entries of a composed prior or channel, nested by these letters."""
    if not letters:
        return array[tuple(at[i] for i in array.indices)]
    first, rest = letters[0], letters[1:]
    return tuple(
        _nested_by_letters(array, rest, sizes, {**at, first: k})
        for k in range(sizes[first.alphabet])
    )


LONGEST = 12
"""The most rows, and the most columns, that are shown."""


def are_all_numbers(tensors: Iterable[Tensor], data: Sequence[Data]) -> bool:
    """Whether all these tensors of a prior or channel have entries that are numbers."""
    by_name = {each.tensor.name: each for each in data}
    return all(
        tensor.name in by_name
        and all(
            isinstance(entry, Fraction | float)
            for entry in flat_entries(by_name[tensor.name].entries, len(tensor.alphabets))
        )
        for tensor in tensors
    )


def letter_names(data: Sequence[Data], letter: Index, count: int) -> tuple[str, ...]:
    """The names of the letters in a prior's or channel's printed table: labels, or x1, x2, ..

    >>> letter_names((), Index("X", "x"), 2)
    ('x1', 'x2')
    """
    for each in data:
        for alphabet, labels in zip(each.tensor.alphabets, each.labels, strict=False):
            if alphabet == letter.alphabet and labels:
                return tuple(map(printable, labels))
    return tuple(f"{letter.name}{k}" for k in range(1, count + 1))


def entries_table(
    corner: str,
    heads: Sequence[str],
    rows: Sequence[tuple[str, Any]],
    *,
    longest: int | None = LONGEST,
) -> str:
    """The entries of a prior or channel by its letters, as a table of at most 12 rows and columns.

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
