"""Guesswork, by guessing the letters in the order of their masses [Massey 1994].

guess(P) = sum_i i p_i        p_1 >= p_2 >= ..
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior


def guesswork(prior: Prior) -> Fraction:
    """The mean number of guesses.

    >>> from tests.definitions import vector
    >>> guesswork(vector("1/3 1/6 1/2"))
    Fraction(5, 3)
    """
    ordered = sorted(prior, reverse=True)
    return sum((k * mass for k, mass in enumerate(ordered, 1)), Fraction(0))


def guesswork_after(prior: Prior, channel: Rows) -> Fraction:
    """The mean over outcomes of the guesswork of the posterior."""
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    return sum((masses[y] * guesswork(posterior(prior, channel, y)) for y in reached), Fraction(0))


def spread(prior: Prior) -> Fraction:
    """Half the sum of the differences of all masses."""
    return sum((abs(p - q) for p, q in product(prior, repeat=2)), Fraction(0)) / 2


def spread_after(prior: Prior, channel: Rows) -> Fraction:
    """The mean over outcomes of the spread of the posterior."""
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    return sum((masses[y] * spread(posterior(prior, channel, y)) for y in reached), Fraction(0))


def guesswork_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The guesswork of the posterior; raises ZeroDivisionError where there is none."""
    return guesswork(posterior(prior, channel, y))


def spread_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The spread of the posterior, likewise."""
    return spread(posterior(prior, channel, y))


DEFINITIONS = {
    "guess(P)": Definition(guesswork, is_log=False),
    "guess(P, W)": Definition(guesswork_after, is_log=False),
    "guess(P, W, y)": Definition(guesswork_at, is_log=False),
    "spread(P, W, y)": Definition(spread_at, is_log=False),
    "spread(P)": Definition(spread, is_log=False),
    "spread(P, W)": Definition(spread_after, is_log=False),
}
STATEMENTS = (
    theorem("guess(P) <= 1 + (1 - V[id](P))*size(X)/2"),
    theorem("guess(P, W) <= guess(P)", "schematic"),
    near_miss("guess(P) <= guess(P, W)", "sampling"),
    near_miss("guess(P) <= 99/100*(size(X) + 1)/2"),
    near_miss("guess(P, W) >= 101/100"),
    near_miss("guess(P, W, y) <= guess(P)", "sampling"),
    near_miss("guess(P) <= 1 + (1 - V[id](P))*(size(X) - 1)/2"),
    near_miss("guess(P & Q) <= guess(P)*guess(Q)"),
    near_miss("spread(P) <= 99/100*(size(X) - 1)"),
    near_miss("spread(P, W) <= spread(P)", "sampling"),
)
