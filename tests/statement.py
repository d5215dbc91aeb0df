"""A statement as text, and what is known of it: the entry of every table of statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim

PAIR = ("W: D, E -> Y",)
"""What declares a channel from databases of two entries."""


@dataclass(frozen=True)
class Statement:
    """A claim as text with what it declares and assumes, and whether it is true of everything.

    `settled_by` names engines that settle it by themselves at once; a false one may be true
    `at_two` letters. `source` says where it stands, or why it is false.
    """

    text: str
    holds: bool = True
    settled_by: str = ""
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    at_two: bool = False
    source: str = ""

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, lets=self.lets, assume=self.assume)

    def __str__(self) -> str:
        return " given ".join((self.text, *self.assume))


def theorem(text: str, settled_by: str = "", **known: Any) -> Statement:
    """A true statement."""
    return Statement(text, True, settled_by, **known)


def near_miss(text: str, settled_by: str = "", **known: Any) -> Statement:
    """A false statement that is easily believed."""
    return Statement(text, False, settled_by, **known)
