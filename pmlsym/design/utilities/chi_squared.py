"""Chi-squared information: u(r) = sum_x (r(x) - p(x))^2 / p(x), exact over the rationals.

Averaged over outcomes it is the chi-squared divergence of the joint from the product, the sum of
the squared principal inertias of (X, Y).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.bracket import Bracket
from pmlsym.linear.matrix import Vector
from pmlsym.model.distribution import Masses


@dataclass(frozen=True)
class ChiSquared:
    """The expected chi-squared divergence of the posterior from the prior.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> ChiSquared().at((Fraction(1), Fraction(0)), half).lower
    Fraction(1, 1)
    """

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """sum over the support of (r - p)^2 / p, exactly.

        >>> ChiSquared().at((Fraction(1),), (Fraction(1),)).lower
        Fraction(0, 1)
        """
        parts = [
            (after - before) ** 2 / before
            for after, before in zip(posterior, prior, strict=True)
            if before > 0
        ]
        return Bracket.exactly(sum(parts, Fraction(0)))

    def describe(self) -> str:
        """The utility in words.

        >>> ChiSquared().describe()
        'chi-squared information'
        """
        return "chi-squared information"
