"""Geometric mechanisms: a count of 0 .. n with two-sided geometric noise.

    P[Y = y | x] = (1-t)/(1+t) t^|y-x|,       t = exp(-eps),      y any integer

All y <= 0 have proportional columns, and all y >= n: they leak the same and are one outcome here,
which changes none of the quantities. The truncated mechanism reports 0 and n instead; its matrix is
the same. Source: [Ghosh, Roughgarden, Sundararajan 2012].
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Mechanism, masses_of_counts, matrix_mechanism
from pmlsym.mechanism_families.parameter import exponent, quotient


def geometric(n: int = 2, eps: object = None) -> Mechanism:
    """The geometric mechanism on counts 0 .. n, all integers y as outcomes.

    >>> geometric(2).outcome_names
    ('y <= 0', 'y = 1', 'y >= 2')
    """
    names = ("y <= 0", *(f"y = {y}" for y in range(1, n)), f"y >= {n}")
    return _geometric_on_counts("geometric", n, eps, names)


def truncated_geometric(n: int = 2, eps: object = None) -> Mechanism:
    """The geometric mechanism on counts 0 .. n that reports 0 .. n.

    >>> truncated_geometric(2).outcome_names
    ('0', '1', '2')
    """
    return _geometric_on_counts("truncated", n, eps, tuple(str(y) for y in range(n + 1)))


def _geometric_on_counts(text: str, n: int, eps: object, names: tuple[str, ...]) -> Mechanism:
    if n < 1:
        raise InvalidInput(f"n = {n}: a count needs at least the values 0 and 1")
    level = exponent("eps", "LDP parameter of neighbouring counts")
    odds = level.scalar
    rows = tuple(
        tuple(_probability_or_tail(x, y, n, odds) for y in range(n + 1)) for x in range(n + 1)
    )
    return matrix_mechanism(
        rows,
        [level],
        text=text,
        settings={"eps": eps},
        outcome_names=names,
        notes=(masses_of_counts(n),),
    )


def _probability_or_tail(x: int, y: int, n: int, odds: Polynomial) -> Ratio:
    """The probability of y, or of its tail, in terms of E = 1/t."""
    distance = abs(x - y)
    if y in (0, n):
        return quotient(odds, (odds + 1) * odds**distance)
    return quotient(odds - 1, (odds + 1) * odds**distance)
