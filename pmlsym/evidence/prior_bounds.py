"""What a decision over a set of priors found: the worst values, and the priors of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pmlsym.numbers.number import Number

Masses = tuple[Fraction, ...]


@dataclass(frozen=True)
class PriorBound:
    """The largest (or smallest) value of a measure over a set of priors.

    `prior` attains it; if none does, it is the limit for priors on the way from `inside` to
    `prior`. Masses are in the order of the letters, and `letters` are where it is, from zero.
    """

    text: str
    is_largest: bool
    value: Number
    attained: bool
    prior: Masses
    inside: Masses
    letters: tuple[tuple[str, int], ...]

    @property
    def key(self) -> str:
        """Which end of which measure it is.

        >>> from pmlsym.numbers.number import INFINITY
        >>> PriorBound("pml(P, W)", True, INFINITY, False, (), (), ()).key
        'largest pml(P, W)'
        """
        return f"{'largest' if self.is_largest else 'smallest'} {self.text}"

    def to_json(self) -> dict[str, Any]:
        """Plain data: the measure, which end, its number, masses as strings, letters from zero."""
        return {
            "measure": self.text,
            "end": "largest" if self.is_largest else "smallest",
            "value": self.value.to_json(),
            "attained": self.attained,
            "prior": list(map(str, self.prior)),
            "inside": list(map(str, self.inside)),
            "letters": dict(self.letters),
        }

    def __str__(self) -> str:
        masses = ", ".join(map(str, self.prior))
        where = "attained at" if self.attained else "not attained, approached towards"
        return f"{self.key} = {self.value}, {where} ({masses})"


@dataclass(frozen=True)
class OverPriors:
    """A claim about concrete channels, decided for all priors of a polytope."""

    bounds: tuple[PriorBound, ...]
    engine: str = "over priors"
    trust: str = "decided exactly for all priors of the set"
