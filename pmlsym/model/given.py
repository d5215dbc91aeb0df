"""A second mechanism, after the outcome of the first is known: U | W."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.kind import require_kind
from pmlsym.model.channel import Channel


@dataclass(frozen=True, eq=False)
class Given:
    """The second mechanism of `first & second`, after the outcome of the first is known.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, Z = alphabets("X Y Z")
    >>> Channel("U", [X, Y], Z) | Channel("W", X, Y)
    Given(first=W, second=U)
    """

    first: Channel
    second: Channel

    def __post_init__(self) -> None:
        for each in (self.first, self.second):
            require_kind(each, Channel, "ps.Given(W, U) with two channels")
