"""A statement as text, and what is known of it: the entry of every table of statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.claim_text.question import parse
from pmlsym.language.nodes import Claim

PAIR = ("W: D, E -> Y",)
"""What declares a channel from databases of two entries."""


@dataclass(frozen=True)
class Text:
    """A claim as text, with what it declares and assumes."""

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, lets=self.lets, assume=self.assume)

    def __str__(self) -> str:
        return " given ".join((self.text, *self.assume))


@dataclass(frozen=True)
class Statement(Text):
    """A text, and whether it is true of everything.

    A false one has a counterexample whose alphabets have at most so many `letters`; with fewer it
    is true. `settled_by` names engines that settle it by themselves at once. `source` says where it
    stands, or why it is false.
    """

    holds: bool = True
    settled_by: str = ""
    letters: int = 2
    source: str = ""

    __str__ = Text.__str__


def theorem(text: str, settled_by: str = "", **known: Any) -> Statement:
    """A true statement."""
    return Statement(text, holds=True, settled_by=settled_by, **known)


def near_miss(text: str, settled_by: str = "", **known: Any) -> Statement:
    """A false statement that is easily believed."""
    return Statement(text, holds=False, settled_by=settled_by, **known)
