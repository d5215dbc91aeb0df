"""What every utility offers: a convex function of the posterior, bracketed by rationals.

The utility of a mechanism is sum_y P_Y(y) u(r_y). Convexity of u is what makes vertices enough and
lets a single affine function certify optimality [PSP, Lemma 2].
"""

from __future__ import annotations

from typing import Protocol

from pmlsym.design.bracket import Bracket
from pmlsym.linear.matrix import Vector
from pmlsym.model.distribution import Masses


class Utility(Protocol):
    """A convex function u of the posterior, given the prior."""

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """u(posterior), exactly or between two rationals.

        >>> from fractions import Fraction
        >>> from pmlsym.design.utilities import GuessProbability
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> GuessProbability().at(half, half).lower
        Fraction(1, 2)
        """
        ...

    def describe(self) -> str:
        """The utility in words."""
        ...
