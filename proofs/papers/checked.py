"""A check in exact arithmetic, of a part of an entry that is no claim.

A check is a function of a random generator that makes one exact instance. It assumes the hypotheses
(`assume`), requires what the statement says (`require`), and returns the case that the instance is
of, if there are several. What is counted are different instances (`papers/drawing.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic

from pmlsym.errors import InvalidInput
from pmlsym.papers.finding import CHECKED, KNOWN, OPEN, REFUTED, PartFinding
from proofs.papers.drawing import Draws


class Fails(Exception):
    """The statement fails on the instance; the text shows the two sides, or more of the instance.

    Without a text the finding shows what was drawn, which is the instance.
    """


class Unmet(Exception):
    """The instance does not meet the hypotheses, and shows nothing."""


def require(condition: object, how: str = "") -> None:
    """What the statement says of the instance.

    >>> require(1 + 1 == 3, "1 + 1 is 2")
    Traceback (most recent call last):
    proofs.papers.checked.Fails: 1 + 1 is 2
    """
    if not condition:
        raise Fails(how)


def assume(condition: object) -> None:
    """What the instance has to meet for the statement to speak of it.

    >>> assume(1 + 1 == 2)
    """
    if not condition:
        raise Unmet


_AT_MOST = 10


@dataclass(frozen=True)
class SampledPart:
    """A statement checked exactly: once on a printed instance, or on `trials` random ones.

    Every one of `cases` has to occur, and `least` different instances have to meet the hypotheses:
    there are up to ten times as many trials until they do, and the finding is open if they never
    do. `complete` says that the instances are all that the part speaks of, as printed numbers are.
    Raises InvalidInput if `least` is not within 1..trials.
    """

    text: str
    check: Callable[[Random], str | None]
    trials: int = 1
    least: int = 1
    cases: tuple[str, ...] = ()
    complete: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.trials:
            raise InvalidInput(f"{self.least} of {self.trials} trials cannot be met: {self.text}")

    @property
    def is_whole(self) -> bool:
        """Whether the instances are all that the part speaks of."""
        return self.complete

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """Run the trials, each with its own seed; the first failure refutes.

        >>> below = lambda random: require(random.randrange(99) < 99)
        >>> SampledPart("digits are below 99", below, trials=5).find(effort=1, seed=0).detail
        '5 instances'
        """
        start = monotonic()
        met: dict[tuple[str, ...], str] = {}
        for trial in range(_AT_MOST * self.trials):
            if trial >= self.trials and not self._lacks(met):
                break
            draws = Draws(f"{seed} {trial}")
            with suppress(Unmet):
                try:
                    met[draws.instance] = self.check(draws) or ""
                except Fails as failure:
                    how, seconds = str(failure) or draws.shown, monotonic() - start
                    return PartFinding(self.text, REFUTED, how, seconds, shown_by=KNOWN)
        lacks, detail = self._lacks(met), _counts(met)
        status = OPEN if lacks else CHECKED
        seconds = monotonic() - start
        return PartFinding(self.text, status, f"{lacks}{detail}", seconds, instances=len(met))

    def _lacks(self, met: Mapping[tuple[str, ...], str]) -> str:
        """What has not occurred yet, as text."""
        missing = [case for case in self.cases if case not in met.values()]
        if missing:
            return f"none with {', '.join(missing)}: "
        return "only " if len(met) < self.least else ""


def _counts(met: Mapping[tuple[str, ...], str]) -> str:
    total = len(met)
    of_case = Counter(met.values())
    cases = [f"{count} with {case}" for case, count in sorted(of_case.items()) if case]
    shown = f": {', '.join(cases)}" if cases else ""
    return f"{total} instance{'s' * (total != 1)}{shown}"
