"""Alphabets: finite nonempty sets of letters, identified by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.tensor import Index, with_primes
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

    def __str__(self) -> str:
        return self.name


def alphabets(names: str) -> tuple[Alphabet, ...]:
    """Several alphabets of index polynomials from their names, separated by spaces.

    >>> alphabets("X Y")
    (Alphabet('X'), Alphabet('Y'))
    """
    words = require_kind(names, str, "the names in one text, such as ps.alphabets('X Y')").split()
    if not words:
        raise InvalidInput("no name of an alphabet; write one or more, such as 'X Y'")
    return tuple(Alphabet(name) for name in words)


def alphabets_of(given: object, what: str) -> tuple[Alphabet, ...]:
    """The tuple of alphabets that a tensor's named indices run over, given as one or several.

    Raises InvalidInput at any other value; `what` says whose alphabets they are.

    >>> alphabets_of(Alphabet("X"), "the inputs of W")
    (Alphabet('X'),)
    """
    if isinstance(given, Alphabet):
        return (given,)
    several = require_kind(given, Sequence, f"{what} as ps.Alphabet('X'), or several")
    if not several:
        raise InvalidInput(f"{what} are missing; write ps.Alphabet('X'), or several")
    right = f"{what} as alphabets, such as ps.Alphabet('X')"
    return tuple(require_kind(each, Alphabet, right) for each in several)


def letters(over: Iterable[Alphabet], *, taken: Iterable[Index] = ()) -> tuple[Index, ...]:
    """A fresh named index for each alphabet, for polynomials: x, then x', x'', not in `taken`.

    >>> letters(alphabets("X X Y"))
    (x, x', y)
    """
    used = {index.name for index in taken}
    fresh = []
    for alphabet in over:
        name = with_primes(alphabet.name.lower(), used)
        used.add(name)
        fresh.append(Index(alphabet.name, name))
    return tuple(fresh)
