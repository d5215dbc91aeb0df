"""Concrete entries of a tensor: nested tuples of rationals, floats, or symbolic expressions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    require_one_order(named.values())
    return tuple(named.values())


def require_one_order(several: Iterable[Data]) -> None:
    """Return if all name the letters of each alphabet alike; raise AlphabetMismatch if not."""
    letters: dict[str, tuple[str, tuple[str, ...]]] = {}
    for data in several:
        for alphabet, own in zip(data.tensor.alphabets, data.labels, strict=False):
            if own:
                first, known = letters.setdefault(alphabet, (data.tensor.name, own))
                require_same_letters(first, known, data.tensor.name, own)


def require_same_letters(
    first: str, known: tuple[str, ...], second: str, own: tuple[str, ...]
) -> None:
    """Return if two tables name the letters of an alphabet alike; an order is never guessed.

    >>> require_same_letters("P", ("old", "young"), "W", ("young", "old"))
    Traceback (most recent call last):
    pmlsym.errors.AlphabetMismatch: P has the letters old, young, but W has young, old; \
bring them into one order
    """
    if known != own:
        texts = [", ".join(names)[:80] for names in (known, own)]
        way = "bring them into one order" if sorted(known) == sorted(own) else "name them alike"
        raise AlphabetMismatch(
            f"{first} has the letters {texts[0]}, but {second} has {texts[1]}; {way}"
        )
