"""Alphabets: finite nonempty sets of letters, known by their name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pmlsym.calculus.index import Index
from pmlsym.errors import InvalidInput


@dataclass(frozen=True, order=True)
class Alphabet:
    """A finite nonempty alphabet of any size.

    Raises InvalidInput unless the name is an identifier.

    >>> Alphabet("X")
    Alphabet('X')
    """

    name: str

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.isidentifier()):
            raise InvalidInput(f"{self.name!r} is no name of an alphabet; write a word such as X")

    def __repr__(self) -> str:
        return f"Alphabet({self.name!r})"


def alphabets(names: str) -> tuple[Alphabet, ...]:
    """Several alphabets from their names, separated by spaces.

    >>> alphabets("X Y")
    (Alphabet('X'), Alphabet('Y'))
    """
    return tuple(Alphabet(name) for name in names.split())


def letters(over: Iterable[Alphabet], *, taken: Iterable[Index] = ()) -> tuple[Index, ...]:
    """One fresh index for each alphabet: x, then x', then x'', avoiding those taken.

    >>> letters(alphabets("X X Y"))
    (x, x', y)
    """
    used = {index.name for index in taken}
    fresh = []
    for alphabet in over:
        name = alphabet.name.lower()
        while name in used:
            name += "'"
        used.add(name)
        fresh.append(Index(alphabet.name, name))
    return tuple(fresh)
