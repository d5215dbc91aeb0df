"""Indices: letters of an alphabet, fixed or summed over.

A *free* index has a name and stands for one letter. A *bound* index has no name, only a number: it
is summed over its alphabet, and its number has a meaning inside one factor of a monomial only.
An alphabet is known to the calculus by its name alone; it is finite, nonempty, and has no size.
"""

from __future__ import annotations

from typing import NamedTuple


class Index(NamedTuple):
    """A letter of an alphabet: free if it has a name, bound if it has none.

    >>> Index("X", "x0"), Index("X", "", 2).is_bound
    (x0, True)
    """

    alphabet: str
    name: str
    number: int = 0

    @property
    def is_bound(self) -> bool:
        """Whether this index is summed over."""
        return not self.name

    def __repr__(self) -> str:
        return self.name or f"#{self.alphabet}{self.number}"


def bound(alphabet: str, number: int) -> Index:
    """The bound index of that number."""
    return Index(alphabet, "", number)
