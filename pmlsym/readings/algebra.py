"""What a reading has to know: where entries live, and how they are added and multiplied.

A polynomial is read by one evaluator (`readings/read.py`) over any algebra of entries: exact
rationals, SymPy expressions, Z3 terms, balls. An algebra is one small file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor

E = TypeVar("E")

MASS = "mass "
"""How the name of a sum begins whose terms have a distribution as a factor: sum_x p(x)W(x,y)."""

MIXTURE = "mixture "
"""The same where the distribution is in a mass that is a factor: sum_y P_Y(y)V(y,z)."""


class Algebra(Protocol[E]):
    """Entries of tensors at given alphabet sizes, with sums and products.

    `known` keeps what was read, so that one algebra never reads a polynomial twice.
    """

    sizes: Mapping[str, int]
    known: dict[Polynomial, Array[E]]

    def number(self, value: Fraction) -> E:
        """A rational number as an entry."""

    def entries(self, tensor: Tensor) -> Sequence[E]:
        """The entries of a tensor, its last index running fastest; deltas are not asked for."""

    def sum_of_products(self, terms: Sequence[Sequence[E]]) -> E:
        """The sum of the products."""

    def keep_sum(self, name: str, entries: list[E]) -> list[E]:
        """The entries to be used for a sum over an alphabet: themselves, or names for them.

        Equal names stand for equal sums; that of a mass begins with `MASS` or `MIXTURE`.
        """


@dataclass(frozen=True, slots=True)
class Array(Generic[E]):
    """Entries over the letters of some indices, the last index running fastest.

    >>> Array((Index("X", "x"), Index("Y", "y")), (2, 2), (1, 2, 3, 4))[1, 0]
    3
    """

    indices: tuple[Index, ...]
    shape: tuple[int, ...]
    entries: Sequence[E]

    def __getitem__(self, letters: tuple[int, ...]) -> E:
        place = 0
        for letter, count in zip(letters, self.shape, strict=True):
            if not 0 <= letter < count:
                raise IndexError(f"letter {letter} of an alphabet of {count}")
            place = place * count + letter
        return self.entries[place]

    def nested(self) -> Any:
        """The entries nested by the indices; the entry itself where there is no index.

        >>> Array((Index("X", "x"),), (2,), (1, 2)).nested()
        (1, 2)
        """
        level: Sequence[Any] = tuple(self.entries)
        for count in reversed(self.shape):
            level = tuple(tuple(level[k : k + count]) for k in range(0, len(level), count))
        return level[0]
