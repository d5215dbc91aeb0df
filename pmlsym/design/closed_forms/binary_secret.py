"""Binary secrets at every eps: the PML-optimal mechanism, for every convex utility.

For P = (p, 1 - p) and t = e^eps the posteriors of the first letter are the segment from max(0, 1 -
t (1-p)) to min(1, t p). The two ends have one pair of weights, so the mechanism is optimal for
every convex utility. Three regimes, split at 1/p_max and 1/p_min: no zero, one zero, and full
disclosure. [DESIGN, section 6; QID24, Ex. 1 is p = 1/2]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from pmlsym.calculus.rational import as_rational
from pmlsym.design.level import rational_level
from pmlsym.design.optimal_mechanism import channel_of
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class BinarySecret:
    """A binary prior (p, 1 - p), 0 < p < 1, and a level t >= 1.

    >>> [[str(m) for m in row] for row in BinarySecret(Fraction(1, 4), Fraction(2)).channel]
    [['0', '1'], ['2/3', '1/3']]
    """

    p: Fraction
    level: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", as_rational(self.p, "p"))
        object.__setattr__(self, "level", rational_level(self.level))
        if not 0 < self.p < 1:
            raise InvalidInput(f"a binary secret has a mass inside (0, 1), not {self.p}")

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The smallest and the largest posterior mass of the first letter."""
        t = self.level
        return max(Fraction(0), 1 - t * (1 - self.p)), min(Fraction(1), t * self.p)

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """P_Y; a single outcome at level 1."""
        low, high = self.ends
        if low == high:
            return (Fraction(1),)
        return (high - self.p) / (high - low), (self.p - low) / (high - low)

    @property
    def channel(self) -> Matrix:
        """The optimal mechanism; outcome 0 is the one that speaks against the first letter."""
        posteriors = tuple(
            (end, 1 - end) for end in (self.ends if len(self.weights) == 2 else self.ends[:1])
        )
        return channel_of((self.p, 1 - self.p), self.weights, posteriors)

    @property
    def zeros(self) -> int:
        """How many entries of the mechanism are zero."""
        return sum(entry == 0 for row in self.channel for entry in row)


def symbolic_binary_secret() -> dict[str, sympy.Expr]:
    """The ends and weights as expressions in p and t, for 0 < p < 1 and t > 1.

    >>> symbolic_binary_secret()["high"]
    Min(1, p*t)
    """
    p, t = sympy.symbols("p t", positive=True)
    low, high = sympy.Max(0, 1 - t * (1 - p)), sympy.Min(1, t * p)
    return {
        "low": low,
        "high": high,
        "weight of low": (high - p) / (high - low),
        "weight of high": (p - low) / (high - low),
    }
