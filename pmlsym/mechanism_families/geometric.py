"""The geometric mechanism on counts 0 .. n.

    P[Y = y | x] = (t - 1)/(t + 1) t^-|y-x|,        t = exp(eps)

The outcomes y <= 0 have proportional columns, and so have the outcomes y >= n: each of these two
sets is one outcome, with the same closed forms as in the truncated mechanism. Source: [Ghosh,
Roughgarden, Sundararajan].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pmlsym.mechanism_families.counts import mechanism_on_counts
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import exponent


def geometric(n: int | None = None, eps: object = None) -> Mechanism:
    """The family's geometric mechanism on counts 0 .. n, all integers as outcomes.

    n stays open unless it is given.

    >>> geometric(2).outcome_names
    ('y <= 0', 'y = 1', 'y >= 2')
    """
    names = () if n is None else ("y <= 0", *(f"y = {y}" for y in range(1, n)), f"y >= {n}")
    return _geometric_on_counts("geometric", n, eps, names)


def truncated_geometric(n: int | None = None, eps: object = None) -> Mechanism:
    """The family's geometric mechanism on counts 0 .. n that reports 0 .. n; n open if None.

    >>> truncated_geometric(2).outcome_names
    ('0', '1', '2')
    """
    return _geometric_on_counts("truncated", n, eps)


def _geometric_on_counts(
    text: str, n: int | None, eps: object, names: tuple[str, ...] = ()
) -> Mechanism:
    """The family's geometric mechanism on counts whose first and last outcomes are tails."""
    level = exponent("eps", "LDP parameter of neighbouring counts")
    level = replace(level, low_open=n is None)  # a geometric sum has no closed form at t = 1
    return mechanism_on_counts(
        text, n, level, _probability_or_tail, settings={"eps": eps}, outcome_names=names
    )


def _probability_or_tail(
    odds: Any, power: Callable[[int, int], Any], x: int, y: int, last: int
) -> tuple[Any, Any]:
    """An entry of the geometric family: the probability of y, or of its tail, in t."""
    return (odds if y in (0, last) else odds - 1), (odds + 1) * power(x, y)
