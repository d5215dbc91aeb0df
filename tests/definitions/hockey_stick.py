"""The hockey-stick divergence: the sum of what p is above gamma times q."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows


def hockey_stick(gamma: Fraction, first: Prior, second: Prior) -> Fraction:
    """The mass of one prior beyond gamma times another.

    >>> from tests.definitions import vector
    >>> hockey_stick(Fraction(2), vector("1/2 1/2"), vector("1/8 7/8"))
    Fraction(1, 4)
    """
    pairs = zip(first, second, strict=True)
    return sum((p - gamma * q for p, q in pairs if p > gamma * q), Fraction(0))


def contraction(gamma: Fraction, channel: Rows) -> Fraction:
    """The largest between two rows.

    >>> from tests.definitions import matrix
    >>> contraction(Fraction(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(1, 4)
    """
    return max(hockey_stick(gamma, row, other) for row in channel for other in channel)


DEFINITIONS = {
    "D[E(gamma)](P || Q)": Definition(hockey_stick, is_log=False),
    "eta[E(gamma)](W)": Definition(contraction, is_log=False),
}
STATEMENTS = (
    theorem("eta[E(2)](W >> V) <= eta[E(1)](W)", "schematic"),
    near_miss("eta[E(2)](W) <= 1/2*eta[tv](W)", "sampling"),
    near_miss("D[E(2)](P >> W || Q >> W) <= 99/100*eta[E(2)](W)", "sampling"),
    theorem("D[E(2)](P >> W || Q >> W) <= D[E(2)](P || Q)", "schematic"),
    theorem("D[E(3)](P || Q) <= D[E(2)](P || Q)", "schematic"),
    near_miss("D[E(1)](P || Q) <= D[E(101/100)](P || Q)", "sampling"),
    near_miss("D[E(2)](P || Q) == D[E(2)](Q || P)", "sampling"),
    near_miss("D[E(2)](P || Q) <= 1/2*D[tv](P || Q)", "sampling"),
)
