"""What a check finds: a status, and what shows it.

Statuses, from the strongest:

    proved              for every alphabet size, by certificates that the kernel accepts
    analytic            by bounds on exp and log, or an entropy certificate, on the stated domain
    proved at sizes     by a solver, for the sizes that the scope names
    checked             exactly, on the printed instance or on so many random ones
    refuted as printed  an exact instance on which the printed statement fails
    open                none of these; the detail says what was tried
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pmlsym.evidence.instance import Instance

PROVED = "proved"
ANALYTIC = "analytic"
AT_SIZES = "proved at sizes"
CHECKED = "checked"
REFUTED = "refuted as printed"
OPEN = "open"

BUDGET = 60.0
"""Seconds for each claim: many times what any needs, so that a busy machine changes nothing."""

STATUSES = (PROVED, ANALYTIC, AT_SIZES, CHECKED, REFUTED, OPEN)
_WEAKEST_FIRST = (REFUTED, OPEN, CHECKED, AT_SIZES, ANALYTIC, PROVED)


def weakest(statuses: Iterable[str]) -> str:
    """The status of a statement whose parts have these: a refuted part refutes it.

    >>> weakest(["proved", "checked"])
    'checked'
    """
    return min(statuses, key=_WEAKEST_FIRST.index)


@dataclass(frozen=True)
class PartFinding:
    """What one part of an entry came to.

    `detail` says what a proof covers, how many instances were checked, how the counterexample
    fails, or what was tried; `instance` is the exact counterexample of a refuted claim.
    """

    text: str
    status: str
    detail: str
    seconds: float
    instance: Instance | None = None


@dataclass(frozen=True)
class Finding:
    """The status of an entry with those of its parts, and of its correction if it has one.

    `also` are what the paper says beside the statement: they hold, or the entry is refuted, but
    they do not weaken its status. `boundary` names a degenerate boundary, if it fails only there;
    `reading` says under which of two readings the statement holds.
    """

    id: str
    kind: str
    name: str
    place: str
    status: str
    parts: tuple[PartFinding, ...]
    also: tuple[PartFinding, ...] = ()
    correction: str = ""
    reason: str = ""
    boundary: str = ""
    reading: str = ""
    corrected: tuple[PartFinding, ...] = ()

    @property
    def corrected_status(self) -> str:
        """The status of the correction; that of the entry where there is none to make."""
        return weakest(part.status for part in self.corrected) if self.corrected else self.status

    @property
    def is_beside(self) -> bool:
        """Whether the statement itself holds, and what fails is said beside it or in its proof.

        >>> slip = PartFinding("..", REFUTED, "..", 0.0)
        >>> Finding("..", "..", "..", "..", REFUTED, (), also=(slip,)).is_beside
        True
        """
        fails = any(part.status == REFUTED for part in self.parts)
        return self.status == REFUTED and not fails

    @property
    def seconds(self) -> float:
        """The seconds of all parts together."""
        return sum(part.seconds for part in (*self.parts, *self.also, *self.corrected))
