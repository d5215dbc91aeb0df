"""A statement to be proved: its name says what it says."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.claims.question import Question


@dataclass(frozen=True)
class Statement:
    """A claim of a paper, in the claim language, with the verdict that it is expected to get.

    `source` cites the place; `says` adds in words what the claim language cannot show, such as the
    reading of the text that is meant. A statement that is false as printed has the verdict
    "refuted", and stands next to its correction.
    """

    name: str
    source: str
    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    verdict: str = "proved"
    says: str = ""

    @property
    def question(self) -> Question:
        """The statement as it would be asked."""
        return Question(self.text, self.lets, self.assume)
