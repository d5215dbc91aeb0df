"""Levels: e^eps as an exact rational, so that a guarantee is a polyhedron with rational data.

A level t >= 1 stands for eps = log t. `level("log(6/5)")` is exactly 6/5. For a rational eps > 0,
e^eps is irrational; the level is then the largest multiple of 2^-64 that ball arithmetic proves to
be at most e^eps. A mechanism that is private at that level is private at eps (the guarantees of
this package are monotone in the level), and the loss is below 2^-64.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pmlsym.design.bracket import exponential
from pmlsym.errors import InvalidInput

_GRID = 2**64
_LOG = re.compile(r"\s*log\s*\((?P<inside>[^()]*)\)\s*")

Eps = Fraction | int | float | str


def level(eps: Eps) -> Fraction:
    """The rational level of a guarantee: e^eps, or the next rational below it.

    `eps` in nats, >= 0: a number, a fraction as text ("1/2", "0.5"), or "log(q)" with a rational q.
    Raises InvalidInput for eps < 0 and for text that is neither.

    >>> level("log(6/5)")
    Fraction(6, 5)
    >>> level(0)
    Fraction(1, 1)
    >>> level("1/2") ** 2 < Fraction(2718281829, 10**9)
    True
    """
    if isinstance(eps, str) and (match := _LOG.fullmatch(eps)):
        found = _rational(match["inside"], eps)
        if found < 1:
            raise InvalidInput(f"eps = {eps} is below zero; a guarantee needs log(q) with q >= 1")
        return found
    number = _rational(eps, eps)
    if number < 0:
        raise InvalidInput(f"eps = {eps} is below zero; a guarantee needs eps >= 0")
    if number > 1000:
        raise InvalidInput(f"eps = {eps} is no useful guarantee; the largest accepted is 1000")
    bracket = exponential(number)
    return Fraction(bracket.lower * _GRID // 1, _GRID) if number else Fraction(1)


def rational_level(value: Fraction | int | str) -> Fraction:
    """A level given directly as t = e^eps; raises InvalidInput when it is below 1.

    >>> rational_level("6/5")
    Fraction(6, 5)
    """
    found = _rational(value, value)
    if found < 1:
        raise InvalidInput(f"a level is e^eps with eps >= 0, so at least 1, not {found}")
    return found


def _rational(value: Eps, shown: Eps) -> Fraction:
    try:
        return Fraction(value.strip() if isinstance(value, str) else value)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError) as error:
        raise InvalidInput(
            f"{shown!r} is no number; write a fraction such as 1/2, or log(6/5)"
        ) from error
