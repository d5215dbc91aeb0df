"""Sums of logarithms: exact terms, a float for sight, and an exact sign."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class LogSum:
    """The number `sum_i c_i log(a_i)` with rational `c_i` and rational `a_i > 0`.

    >>> LogSum(((Fraction(1, 2), Fraction(9)), (Fraction(-1), Fraction(3)))).sign
    0
    """

    terms: tuple[tuple[Fraction, Fraction], ...]

    @property
    def value(self) -> float:
        """The sum as a float, in nats."""
        return math.fsum(float(c) * math.log(a) for c, a in self.terms)

    @property
    def sign(self) -> int:
        """The exact sign, that of `prod a_i^(n c_i) - 1` where n clears the denominators."""
        whole = math.lcm(*(c.denominator for c, _ in self.terms)) if self.terms else 1
        power = math.prod((a ** int(c * whole) for c, a in self.terms), start=Fraction(1))
        return (power > 1) - (power < 1)

    def __sub__(self, other: LogSum) -> LogSum:
        return LogSum(self.terms + tuple((-c, a) for c, a in other.terms))
