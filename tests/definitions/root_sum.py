"""Sums of square roots: exact terms, and a float for sight."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class RootSum:
    """The number `sum_i c_i sqrt(a_i)` with rational `c_i` and rational `a_i >= 0`.

    >>> RootSum(((Fraction(1), Fraction(1)), (Fraction(-1, 2), Fraction(9, 4)))).value
    0.25
    """

    terms: tuple[tuple[Fraction, Fraction], ...]

    @property
    def value(self) -> float:
        """The sum as a float."""
        return math.fsum(float(c) * math.sqrt(a) for c, a in self.terms)


@dataclass(frozen=True)
class LogOfRoots:
    """The number `factor * log(roots)`.

    >>> LogOfRoots(Fraction(2), RootSum(((Fraction(1), Fraction(1)),))).value
    0.0
    """

    factor: Fraction
    roots: RootSum

    @property
    def value(self) -> float:
        """The number as a float."""
        return float(self.factor) * math.log(self.roots.value)
