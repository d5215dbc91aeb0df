"""Results of a cross-check: how many instances, how far apart at worst, and the allowed error."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from pmlsym.io.saved_records import FloatText, read, write

BOUND = 1e-9
"""How far two floats of one number may be apart, relative to one plus its size: rounding alone."""


@dataclass(frozen=True)
class CrossCheck:
    """One line of the table.

    `subject` is the family or claim, `what` the quantity or the verdict, `compared` how many of the
    `drawn` instances were compared; `worst` is the largest difference between closed form and
    evaluator, or by how much the claim failed at worst, in units where `bound` is what rounding may
    do.
    """

    subject: str
    what: str
    drawn: int
    compared: int
    worst: FloatText
    seconds: FloatText = field(compare=False)  # the same comparison, however long it took
    bound: FloatText = BOUND
    note: str = ""

    @property
    def is_well(self) -> bool:
        """Whether the papers' cross-check compared something, and differs by rounding alone.

        >>> CrossCheck("z-channel", "pml", 10, 10, 1e-15, 0.1).is_well
        True
        >>> CrossCheck("z-channel", "pml", 10, 0, 0.0, 0.1).is_well
        False
        """
        return self.compared > 0 and self.worst <= self.bound

    def with_more(self, other: CrossCheck) -> CrossCheck:
        """The papers' cross-check of both, which compare the same thing on different instances.

        >>> some, more = (CrossCheck("z-channel", "pml", n, n, 1 / n, 0.5) for n in (10, 20))
        >>> both = some.with_more(more)
        >>> both.compared, both.worst, both.seconds
        (30, 0.1, 1.0)
        """
        return replace(
            self,
            drawn=self.drawn + other.drawn,
            compared=self.compared + other.compared,
            worst=max(self.worst, other.worst),
            seconds=self.seconds + other.seconds,
            note="; ".join(dict.fromkeys(note for note in (self.note, other.note) if note)),
        )

    def to_json(self) -> dict[str, Any]:
        """The papers' cross-check as plain data; floats as texts, since one may be infinite.

        >>> line = CrossCheck("z-channel", "pml", 10, 10, float("inf"), 0.1)
        >>> CrossCheck.from_json(line.to_json()) == line
        True
        """
        data: dict[str, Any] = write(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> CrossCheck:
        """The papers' cross-check that `to_json` wrote; raises InvalidInput at anything else."""
        return read(cls, data, "a line of a cross-check")
