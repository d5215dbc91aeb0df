"""How tight a bound is: an instance on which both sides agree, or instances that come ever closer.

Both sides are exact numbers, evaluated on exact instances.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import Attempt
from pmlsym.numbers.number import Number


@dataclass(frozen=True)
class Sides:
    """An instance with the exact values of both sides there."""

    instance: Instance
    left: Number
    right: Number

    @property
    def gap(self) -> float:
        """How far the sides are apart, as a float for display."""
        return abs(float(self.right) - float(self.left))


@dataclass(frozen=True)
class Attained:
    """The sides are equal on `at`; `trivial` says that both are zero there."""

    claim: object
    at: Sides
    trivial: bool
    attempts: tuple[Attempt, ...]

    name = "attained"


@dataclass(frozen=True)
class Approached:
    """No equality was found, but instances whose sides come ever closer, the last one closest."""

    claim: object
    steps: tuple[Sides, ...]
    attempts: tuple[Attempt, ...]

    name = "approached"


@dataclass(frozen=True)
class Apart:
    """Neither: the closest instance that was found, if any; it may still be tight elsewhere."""

    claim: object
    closest: Sides | None
    attempts: tuple[Attempt, ...]

    name = "apart"


Tightness = Attained | Approached | Apart
