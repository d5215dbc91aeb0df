"""One linear constraint on a posterior r: sum_x a(x) r(x) <= b, or = b."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.linear.matrix import Vector, dot


@dataclass(frozen=True)
class Constraint:
    """sum_x coefficients(x) r(x) <= bound, or with equality.

    >>> Constraint((Fraction(1), Fraction(0)), Fraction(1, 2)).holds((Fraction(1), Fraction(0)))
    False
    """

    coefficients: Vector
    bound: Fraction
    equality: bool = False
    reason: str = ""

    def slack(self, point: Sequence[Fraction]) -> Fraction:
        """bound - sum_x a(x) r(x).

        >>> Constraint((Fraction(1),), Fraction(2)).slack((Fraction(1),))
        Fraction(1, 1)
        """
        return self.bound - dot(self.coefficients, point)

    def holds(self, point: Sequence[Fraction]) -> bool:
        """Whether the point satisfies the constraint, exactly.

        >>> Constraint((Fraction(1),), Fraction(2), equality=True).holds((Fraction(1),))
        False
        """
        slack = self.slack(point)
        return slack == 0 if self.equality else slack >= 0
