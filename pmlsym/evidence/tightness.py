"""How tight a bound is: an instance on which both sides agree, or instances that come ever closer.

Both sides are exact numbers, evaluated on exact instances.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.evidence.verdict import Attempt
from pmlsym.language.display import as_html, show
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number


@dataclass(frozen=True)
class Sides:
    """An instance with the exact values of both sides there."""

    instance: Instance
    left: Number
    right: Number

    @property
    def gap(self) -> float:
        """The distance of a claim's sides at an instance, evidence of tightness, as a float."""
        return abs(float(self.right) - float(self.left))

    def __str__(self) -> str:
        return show("sides_text", self)


@dataclass(frozen=True, repr=False)
class _Tightness:
    """The printing that the three kinds of answer share; they print as verdicts do."""

    claim: object

    def __str__(self) -> str:
        return show("tightness_text", self)

    def __repr__(self) -> str:
        return show("tightness_repr", self)

    def _repr_html_(self) -> str:
        """This evidence of how tight a claim is, as a notebook shows it."""
        return as_html(str(self))


@dataclass(frozen=True, repr=False)
class Attained(_Tightness):
    """The sides are equal on `at`; `trivial` says that both are zero there."""

    at: Sides
    trivial: bool
    attempts: tuple[Attempt, ...]

    name = "attained"


@dataclass(frozen=True, repr=False)
class Approached(_Tightness):
    """No equality was found, but instances whose sides come ever closer; the last is closest."""

    steps: tuple[Sides, ...]
    attempts: tuple[Attempt, ...]

    name = "approached"


@dataclass(frozen=True, repr=False)
class Apart(_Tightness):
    """Neither was found: the closest instance, if any; the bound may still be tight elsewhere."""

    closest: Sides | None
    attempts: tuple[Attempt, ...]

    name = "apart"


Tightness = Attained | Approached | Apart
