"""Total variation privacy: sum_y P_Y(y) TV(P_{X|Y=y}, P_X) [PML23, (24)]."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior


def total_variation(first: Prior, second: Prior) -> Fraction:
    """The total variation distance, half the sum of absolute differences.

    >>> from tests.definitions import vector
    >>> total_variation(vector("1 0"), vector("1/2 1/2"))
    Fraction(1, 2)
    """
    return sum((abs(a - b) for a, b in zip(first, second, strict=True)), Fraction(0)) / 2


def tv(prior: Prior, channel: Rows) -> Fraction:
    """Total variation privacy, `E_Y TV(P_{X|Y}, P_X)` [PML23, (24)].

    >>> from tests.definitions import matrix, uniform
    >>> tv(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(1, 4)
    """
    masses = output_distribution(prior, channel)
    return sum(
        (
            masses[y] * total_variation(posterior(prior, channel, y), prior)
            for y in outcomes(prior, channel)
        ),
        Fraction(0),
    )


def tv_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The total variation of posterior and prior; raises ZeroDivisionError without a posterior."""
    return total_variation(posterior(prior, channel, y), prior)


DEFINITIONS = {
    "tv(P, W, y)": Definition(tv_at, is_log=False),
    "tv(P, W)": Definition(tv, is_log=False),
}
STATEMENTS = (
    near_miss("tv(P, W) <= 1/2", letters=3),
    near_miss("tv(P, W, y) <= tv(P, W)", "sampling"),
    near_miss("tv(P, W) <= maxleak(P, W) - 1/1000"),
)
