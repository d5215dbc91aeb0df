"""The exponential mechanism, with symbolic scores, and with minus the distance of counts as score.

    W(x,y) = exp(u(x,y)) / sum_y' exp(u(x,y'))

u is the score times eps / (2 sensitivity). On counts 0 .. n the score -|x-y| has sensitivity 1,
and with s = exp(eps/2)

    sum_y s^-|x-y|  =  (s + 1 - s^-x - s^-(n-x)) / (s - 1)

Source: [McSherry, Talwar 2007].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.counts import mechanism_on_counts
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import exponent, quotient, score


def exponential(k: int = 2, m: int = 2) -> Mechanism:
    """The family's exponential mechanism of k letters, m outcomes, with scores u11, u12, ...

    >>> exponential(2, 2).parameters
    (u11, u12, u21, u22)
    """
    if k < 2 or m < 2 or k > 9 or m > 9:
        raise InvalidInput(f"k = {k}, m = {m}: scores are named u11 .. u99, from 2 letters on")
    scores = [[score(f"u{x}{y}", "scaled score") for y in range(1, m + 1)] for x in range(1, k + 1)]
    rows = []
    for row in scores:
        whole = sum((entry.scalar for entry in row[1:]), row[0].scalar)
        rows.append([quotient(entry.scalar, whole) for entry in row])
    return matrix_mechanism(rows, [s for row in scores for s in row], text="exponential")


def exponential_of_distance(n: int | None = None, eps: object = None) -> Mechanism:
    """The family's exponential mechanism on counts, scores minus the distance; n open if None.

    >>> exponential_of_distance(2).outcome_names
    ('0', '1', '2')
    """
    level = exponent("eps", "twice the scale of scores of sensitivity 1", scale=Fraction(1, 2))
    level = replace(level, low_open=True)
    return mechanism_on_counts(
        "distance-scores", n, level, _normalised_power, settings={"eps": eps}
    )


def _normalised_power(
    root: Any, power: Callable[[int, int], Any], x: int, y: int, last: int
) -> tuple[Any, Any]:
    """An entry s^-|x-y| / sum, s = exp(eps/2), of the exponential family on counts."""
    left, right = power(0, x), power(x, last)
    return (root - 1) * left * right, power(x, y) * ((root + 1) * left * right - left - right)
