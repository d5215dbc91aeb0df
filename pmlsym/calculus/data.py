"""Concrete entries of a tensor: nested tuples of rationals, floats, or symbolic expressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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

    Raises InvalidInput where one name has two contents, AlphabetMismatch where sizes disagree.
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
    return tuple(named.values())
