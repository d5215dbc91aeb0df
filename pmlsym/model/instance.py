"""Instances: one exact prior, channel and number for every name of a claim.

An instance gives each alphabet its number of letters, each tensor its rational entries, nested by
its indices, each free scalar a number, and each free outcome a letter; letters count from zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational_value import as_rational
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.display import as_html, show
from pmlsym.numbers.number import Number, from_json, number
from pmlsym.numbers.number_text import short_text

Entries = Any


@dataclass(frozen=True, repr=False)
class Instance:
    """Sizes of alphabets, entries of tensors, values of scalars, letters of outcomes.

    Entries may be integers, fractions, or strings such as "1/3"; they become nested tuples of
    fractions. Raises InvalidInput where a size is not a positive integer, or entries are ragged or
    not rational.

    >>> Instance({"X": 2}, {"P": ["1/3", "2/3"]}).tensors["P"]
    (Fraction(1, 3), Fraction(2, 3))
    """

    sizes: Mapping[str, int]
    tensors: Mapping[str, Entries] = field(default_factory=dict)
    scalars: Mapping[str, Number] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in (self.sizes, self.tensors, self.scalars, self.outcomes):
            require_kind(each, Mapping, "names with what they are, such as {'X': 2}")
        for alphabet, count in self.sizes.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                count_text = str(count)[:40]
                raise InvalidInput(
                    f"alphabet {alphabet} has {count_text} letters; it needs 1 or more"
                )
        for outcome, letter in self.outcomes.items():
            if isinstance(letter, bool) or not isinstance(letter, int) or letter < 0:
                raise InvalidInput(f"outcome {outcome} is {letter!r}, not a letter 0, 1, ..")
        tensors = {name: _rational_entries(name, entries) for name, entries in self.tensors.items()}
        scalars = {name: number(value) for name, value in self.scalars.items()}
        for name, value in (
            ("sizes", dict(self.sizes)),
            ("tensors", tensors),
            ("scalars", scalars),
            ("outcomes", dict(self.outcomes)),
        ):
            object.__setattr__(self, name, value)

    def with_scalars(self, values: Mapping[str, Number | Fraction | int]) -> Instance:
        """The instance with these values of scalars added to its own.

        >>> Instance({"X": 2}).with_scalars({"n": 3}).scalars
        {'n': 3}
        """
        numbers = {name: number(value) for name, value in values.items()}
        return replace(self, scalars={**self.scalars, **numbers})

    def __str__(self) -> str:
        return show("instance_text", self)

    def __repr__(self) -> str:
        """Python text that makes the instance again; scalars are written in JSON.

        >>> Instance({"X": 2}, {"P": ["1/3", "2/3"]})
        ps.Instance({'X': 2}, {'P': ['1/3', '2/3']})
        """
        data = self.to_json()
        if self.scalars or self.outcomes:
            return f"ps.Instance.from_json({data!r})"
        return f"ps.Instance({data['alphabets']!r}, {data['tensors']!r})"

    def _repr_html_(self) -> str:
        """The instance as HTML for a notebook."""
        return as_html(str(self))

    def require(self, tensor: Tensor) -> None:
        """Raise InvalidInput unless the instance gives a tensor entries that fit what it declares.

        The error has the missing tensor, or the entry or sum at fault.

        >>> Instance({"X": 2}, {"P": ["1/3", "1/3"]}).require(Tensor("P", ("X",), stochastic=(0,)))
        Traceback (most recent call last):
        pmlsym.errors.InvalidInput: P sums to 2/3, not 1
        """
        if tensor.name not in self.tensors:
            raise InvalidInput(f"the instance gives no entries for {tensor.name}")
        shape = tuple(self._size_for(tensor, alphabet) for alphabet in tensor.alphabets)
        table = dict(_entries_by_letters(tensor.name, self.tensors[tensor.name], shape))
        for letters, entry in table.items():
            if not _meets_declared_facts(tensor, entry):
                at = f"({_letters_text(letters)})" if letters else ""
                raise InvalidInput(f"{tensor.name}{at} is {entry}, against its declared facts")
        if tensor.stochastic:
            _require_sums(tensor, table)

    def to_json(self) -> dict[str, Any]:
        """The instance as plain data: alphabets, tensors, scalars, outcomes; fractions as strings.

        >>> Instance({"X": 1}, {"P": [1]}).to_json()["tensors"]
        {'P': ['1']}
        """
        return {
            "alphabets": dict(self.sizes),
            "tensors": {name: _entries_to_json(entries) for name, entries in self.tensors.items()},
            "scalars": {name: value.to_json() for name, value in self.scalars.items()},
            "outcomes": dict(self.outcomes),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Instance:
        """The instance in the plain data that `to_json` wrote.

        Raises InvalidInput at anything else.

        >>> Instance.from_json(Instance({"X": 1}, {"P": [1]}).to_json())
        ps.Instance({'X': 1}, {'P': ['1']})
        """
        names = ("alphabets", "tensors", "scalars", "outcomes")
        if not isinstance(data, Mapping) or not set(data) <= set(names):
            raise InvalidInput(f"an instance is an object with {', '.join(names)}")
        parts = [data.get(name, {}) for name in names]
        if not all(isinstance(part, Mapping) for part in parts):
            raise InvalidInput(f"each of {', '.join(names)} is an object by name")
        sizes, tensors, scalars, outcomes = parts
        numbers = {name: from_json(value) for name, value in scalars.items()}
        return cls(sizes, tensors, numbers, outcomes)

    def _size_for(self, tensor: Tensor, alphabet: str) -> int:
        """The size that the instance gives a tensor's alphabet. Raises InvalidInput without one."""
        if alphabet not in self.sizes:
            raise InvalidInput(f"the instance gives no size for {alphabet}, used by {tensor.name}")
        return self.sizes[alphabet]


def _rational_entries(name: str, entries: object) -> Entries:
    """The entries of an instance's tensor in fractions. Raises InvalidInput if one is not exact."""
    if isinstance(entries, Fraction):
        return entries
    if isinstance(entries, list | tuple):
        return tuple([_rational_entries(name, entry) for entry in entries])
    if isinstance(entries, bool) or not isinstance(entries, int | str):
        reason = f"an entry of {name} is {entries!r}, which is not an exact rational"
        raise InvalidInput(f"{reason}; write it as text, such as '1/2'")
    return as_rational(entries, f"an entry of {name}")


def _entries_by_letters(
    name: str, entries: Entries, shape: tuple[int, ...], at: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every entry of an instance's tensor with its letters; AlphabetMismatch for another shape."""
    if not shape:
        if not isinstance(entries, Fraction):
            raise AlphabetMismatch(f"{name} is nested deeper than its indices")
        yield at, entries
        return
    if not isinstance(entries, tuple) or len(entries) != shape[0]:
        size = f"{len(entries)} entries" if isinstance(entries, tuple) else "one number"
        row = f"({_letters_text(at)})" if at else ""
        raise AlphabetMismatch(f"{name}{row} has {size}, not {shape[0]}")
    for letter, inner in enumerate(entries):
        yield from _entries_by_letters(name, inner, shape[1:], (*at, letter))


def _meets_declared_facts(tensor: Tensor, entry: Fraction) -> bool:
    """Whether an entry in an instance meets the sign and bounds that its tensor declares."""
    above, below = entry.numerator, entry.denominator  # whole numbers are quick to compare
    return not (
        (above < 0 and tensor.is_nonnegative)
        or (above == 0 and tensor.positive)
        or (above > below and tensor.is_at_most_one)
        or (tensor.indicator and entry not in (0, 1))
    )


def _require_sums(tensor: Tensor, table: Mapping[tuple[int, ...], Fraction]) -> None:
    """Raise InvalidInput unless the rows of an instance's stochastic tensor sum to one."""
    kept = [k for k in range(len(tensor.alphabets)) if k not in tensor.stochastic]
    rows: dict[tuple[int, ...], list[Fraction]] = {}
    for letters, entry in table.items():
        rows.setdefault(tuple(letters[k] for k in kept), []).append(entry)
    for row, entries in rows.items():
        unit = lcm(*(entry.denominator for entry in entries))
        if sum(entry.numerator * (unit // entry.denominator) for entry in entries) != unit:
            where = f"row {_letters_text(row)} of {tensor.name}" if row else tensor.name
            raise InvalidInput(f"{where} sums to {short_text(sum(entries))}, not 1")


def _letters_text(letters: tuple[int, ...]) -> str:
    """The numbers of an instance's letters in an error, counted from one as rows are."""
    return ", ".join(str(letter + 1) for letter in letters)


def _entries_to_json(entries: Entries) -> Any:
    """The entries of an instance's tensor as nested lists of texts."""
    return str(entries) if isinstance(entries, Fraction) else [_entries_to_json(e) for e in entries]
