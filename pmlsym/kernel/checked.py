"""Evidence that its checker has accepted: what a verdict is made of.

A function that needs such a value cannot be called without one, which the type checker sees. Each
checker has a private class of its own, and makes one where it has checked; here none is made.
tests/architecture names the checkers.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

E = TypeVar("E", covariant=True)


class Checked(Generic[E]):
    """Evidence, accepted. Raises TypeError where no checker makes it."""

    __slots__ = ("evidence",)

    evidence: E

    def __init__(self, evidence: Any) -> None:
        if type(self) is Checked:
            raise TypeError("only a checker makes this")
        self.evidence = evidence

    def __repr__(self) -> str:
        return f"checked: {self.evidence!r}"
