"""Concrete entries of a tensor: nested tuples of rationals, floats, or symbolic expressions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pmlsym.calculus.labels import LetterNames, require_same_letters
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput


@dataclass(frozen=True)
class Data:
    """The entries of one tensor, nested by its indices, perhaps with names of letters.

    `labels` has one tuple for each index, which is empty where its letters have no names.
    """

    tensor: Tensor
    entries: Any
    labels: tuple[tuple[str, ...], ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of letters of each index."""
        shape, level = [], self.entries
        for _ in self.tensor.alphabets:
            shape.append(len(level))
            level = level[0]
        return tuple(shape)


def merge(*groups: Sequence[Data]) -> tuple[Data, ...]:
    """All the data together.

    Raises InvalidInput where one name has two contents, AlphabetMismatch where sizes disagree or
    the letters of an alphabet have other names, or the same in another order.
    """
    named: dict[str, Data] = {}
    sizes: dict[str, int] = {}
    for data in (data for group in groups for data in group):
        name = data.tensor.name
        if named.setdefault(name, data).entries != data.entries:
            raise InvalidInput(f"two different tensors are called {name}; give one another name")
        for alphabet, count in zip(data.tensor.alphabets, data.shape, strict=True):
            if sizes.setdefault(alphabet, count) != count:
                raise AlphabetMismatch(
                    f"alphabet {alphabet} has {sizes[alphabet]} letters,"
                    f" but {name} gives it {count}"
                )
    names_in(named.values())
    return tuple(named.values())


def sizes_in(several: Iterable[Data]) -> dict[str, int]:
    """How many letters each alphabet has.

    >>> sizes_in([Data(Tensor("W", ("X", "Y")), ((1, 0),))])
    {'X': 1, 'Y': 2}
    """
    return {a: n for d in several for a, n in zip(d.tensor.alphabets, d.shape, strict=True)}


def names_in(several: Iterable[Data]) -> LetterNames:
    """The labels of the letters of each alphabet.

    Raises AlphabetMismatch where two of them name the letters of one alphabet differently.

    >>> W = Tensor("W", ("X", "Y"))
    >>> names_in([Data(W, ((1, 0),), ((), ("no", "yes")))]).words(["Y"], [2])
    ('no', 'yes')
    """
    letters: dict[str, tuple[str, tuple[str, ...]]] = {}
    for data in several:
        for alphabet, own in zip(data.tensor.alphabets, data.labels, strict=False):
            if own:
                first, known = letters.setdefault(alphabet, (data.tensor.name, own))
                require_same_letters(first, known, data.tensor.name, own)
    return LetterNames(tuple(sorted((alphabet, own) for alphabet, (_, own) in letters.items())))
