"""Evidence that its checker has accepted, from which verdicts are made.

A function that needs checked evidence cannot be called without it; the type checker sees to that.
Each checker has a private subclass and makes a value after its check; this class makes none.
tests/architecture names the checkers.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

E = TypeVar("E", covariant=True)


class Checked(Generic[E]):
    """Accepted evidence. Raises TypeError unless a checker makes it."""

    __slots__ = ("evidence",)

    evidence: E

    def __init__(self, evidence: Any) -> None:
        if type(self) is Checked:
            raise TypeError("only a checker makes this")
        self.evidence = evidence

    def __repr__(self) -> str:
        return f"checked: {self.evidence!r}"
