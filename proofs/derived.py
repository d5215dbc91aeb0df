"""Statements that the claim language has no words for: they are sequents, proved with hints.

A hint is an event for a second-order hypothesis, a lemma, or a whole step. Nothing of it is
trusted: the kernel checks the certificate that comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pmlsym.claim_text.question import Question
from pmlsym.kernel.certificate import Certificate
from pmlsym.papers.entry import Part


@dataclass(frozen=True)
class Derived:
    """A statement of a row of the catalogue, with the certificates of its sequents.

    They are made when they are asked for; `says` is what the sequents say in words, and `question`
    the claim that is lowered to them, where the claim language has words for it; `part` is that
    of the row, where the table names it.
    """

    name: str
    row: str
    certificates: Callable[[], Sequence[Certificate]]
    says: str
    question: Question | None = None
    part: Part | None = None

    @property
    def is_in_ledger(self) -> bool:
        """Whether it is of the ledger, which takes the certificates."""
        return self.part is not None
