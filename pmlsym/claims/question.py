"""A question as it was typed: the text of the claim, its declarations and assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.calculus.kind import require_kind
from pmlsym.claims.parsing import parse
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Question:
    """A claim's text with `--let` and `--assume`.

    >>> str(Question("maxleak(W) <= pml(P, W)", assume=("fullsupport(P)",)))
    'maxleak(W) <= pml(P, W)  if fullsupport(P)'
    """

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()

    def __str__(self) -> str:
        given = f"  if {' and '.join(self.assume)}" if self.assume else ""
        where = f"  where {'; '.join(self.lets)}" if self.lets else ""
        return f"{self.text}{given}{where}"

    def claim(self) -> Claim:
        """The claim that was meant. Raises what `parse` raises."""
        return parse(self.text, lets=self.lets, assume=self.assume)


def question_of(claim: str, let: str | Sequence[str], assume: str | Sequence[str]) -> Question:
    """The question, each text on one line.

    >>> question_of(" 1 <\\n2", (), "a < b").assume
    ('a < b',)
    """
    lets, premises = ((given,) if isinstance(given, str) else given for given in (let, assume))
    return Question(one_line(claim), tuple(map(one_line, lets)), tuple(map(one_line, premises)))


def one_line(text: object) -> str:
    """A text without line ends and further blanks."""
    return " ".join(require_kind(text, str, "a text").split())
