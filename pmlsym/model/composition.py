"""What priors and channels are put together from: `first >> second` and `first & second`.

>> binds closer than &, both to the left: W >> V & U is (W >> V) & U, W & U >> T is W & (U >> T).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, eq=False)
class Composition:
    """An operation with the two priors or channels that it joins."""

    operator: Literal[">>", "&"]
    first: Any
    second: Any

    def __str__(self) -> str:
        """How the claim language writes it, each part in parentheses where it needs them.

        >>> from pmlsym.model.channel import Channel
        >>> from pmlsym.calculus.alphabet import alphabets
        >>> X, Y, Z = alphabets("X Y Z")
        >>> W, U, V = Channel("W", X, Y), Channel("U", X, Y), Channel("V", Y, Z)
        >>> (W & U) >> Channel("T", [Y, Y], Z), W >> V & U, W & (U >> V)
        ((W & U) >> T, W >> V & U, W & (U >> V))
        """
        made = self.first.made
        loose = self.operator == ">>" and made is not None and made.operator == "&"
        first = f"({self.first})" if loose else f"{self.first}"
        return f"{first} {self.operator} {operand(self.second.text)}"


def operand(text: str) -> str:
    """The text of a right operand: in parentheses unless it is a single name."""
    return text if text.isidentifier() else f"({text})"
