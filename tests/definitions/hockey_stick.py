"""The hockey-stick divergence: the sum of what p is above gamma times q."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, output_distribution, posterior


def hockey_stick(gamma: Fraction, first: Prior, second: Prior) -> Fraction:
    """The mass of one prior beyond gamma times another.

    >>> from tests.definitions import vector
    >>> hockey_stick(Fraction(2), vector("1/2 1/2"), vector("1/8 7/8"))
    Fraction(1, 4)
    """
    pairs = zip(first, second, strict=True)
    return sum((p - gamma * q for p, q in pairs if p > gamma * q), Fraction(0))


def information(gamma: Fraction, prior: Prior, channel: Rows) -> Fraction:
    """The mass of the joint distribution beyond gamma times the product.

    >>> from tests.definitions import matrix, vector
    >>> information(Fraction(3, 2), vector("1/2 1/2"), matrix("1 0; 0 1"))
    Fraction(1, 4)
    """
    outputs = output_distribution(prior, channel)
    return sum(
        (p * hockey_stick(gamma, row, outputs) for p, row in zip(prior, channel, strict=True)),
        Fraction(0),
    )


def information_at(gamma: Fraction, prior: Prior, channel: Rows, y: int) -> Fraction:
    """The same of posterior and prior; raises ZeroDivisionError without a posterior."""
    return hockey_stick(gamma, posterior(prior, channel, y), prior)


def contraction(gamma: Fraction, channel: Rows) -> Fraction:
    """The largest between two rows.

    >>> from tests.definitions import matrix
    >>> contraction(Fraction(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(1, 4)
    """
    return max(hockey_stick(gamma, row, other) for row in channel for other in channel)


DEFINITIONS = {
    "D[E(gamma)](P || Q)": Definition(hockey_stick, is_log=False),
    "I[E(gamma)](P, W)": Definition(information, is_log=False),
    "I[E(gamma)](P, W, y)": Definition(information_at, is_log=False),
    "eta[E(gamma)](W)": Definition(contraction, is_log=False),
}
STATEMENTS = (
    theorem("eta[E(2)](W >> V) <= eta[E(1)](W)", "schematic"),
    near_miss("eta[E(2)](W) <= 1/2*eta[tv](W)", "sampling"),
    near_miss("D[E(2)](P >> W || Q >> W) <= 99/100*eta[E(2)](W)", "sampling"),
    theorem("I[E(3)](P, W) <= I[E(2)](P, W)", "schematic"),
    theorem("ldp(W) <= eps => I[E(exp(eps))](P, W) <= 0", "schematic"),
    near_miss("I[E(1)](P, W) <= 2/5", "sampling"),
    near_miss("I[E(101/100)](P, W >> V) >= I[E(101/100)](P, W)", "sampling"),
    near_miss("tv(P, W) <= I[E(101/100)](P, W)", "sampling"),
    theorem("D[E(2)](P >> W || Q >> W) <= D[E(2)](P || Q)", "schematic"),
    theorem("D[E(3)](P || Q) <= D[E(2)](P || Q)", "schematic"),
    near_miss("D[E(1)](P || Q) <= D[E(101/100)](P || Q)", "sampling"),
    near_miss("D[E(2)](P || Q) == D[E(2)](Q || P)", "sampling"),
    near_miss("D[E(2)](P || Q) <= 1/2*D[tv](P || Q)", "sampling"),
)
