"""Levels: e^eps as an exact rational, so that a guarantee is a polyhedron with rational data.

A level t >= 1 stands for eps = log t. `level("log(6/5)")` is exactly 6/5. For a rational eps > 0,
e^eps is irrational; the level is then the largest multiple of 2^-64 (of a finer grid for eps below
2^-20) that ball arithmetic proves to be at most e^eps. A mechanism that is private at that level is
private at eps (the guarantees of this package are monotone in the level), and next to nothing is
lost.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import log, log1p

from pmlsym.calculus.rational import as_rational
from pmlsym.calculus.short_decimal import short_decimal
from pmlsym.design.bracket import PRECISION, exponential
from pmlsym.errors import InvalidInput

_GRID = 2**64
_FINEST = 1000
_LARGEST = 1000
_LONG = 2**32
_LOG = re.compile(r"\s*log\s*\((?P<inside>[^()]*)\)\s*")

Eps = Fraction | int | float | str


def level(eps: Eps) -> Fraction:
    """The rational level of a guarantee: e^eps, or the next rational below it.

    `eps` in nats, >= 0: a number, of which 0.2 is 1/5, a fraction as text ("1/2", "0.5"), or
    "log(q)" with a rational q.
    Raises InvalidInput for eps < 0 and for text that is neither.

    >>> level("log(6/5)")
    Fraction(6, 5)
    >>> level(0)
    Fraction(1, 1)
    >>> level(0.2) == level("1/5")
    True
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
    if number > _LARGEST:
        raise InvalidInput(f"eps = {eps} is no useful guarantee; the largest accepted is 1000")
    if number == 0:
        return Fraction(1)
    fine = max(0, number.denominator.bit_length() - number.numerator.bit_length() - 20)
    if fine > _FINEST:
        raise InvalidInput(f"eps = {eps} is too small to tell from 0; give 0 or a larger one")
    grid = _GRID << fine
    bracket = exponential(number, precision=PRECISION + 2 * fine)
    return Fraction(bracket.lower * grid // 1, grid)


def level_text(value: Fraction) -> str:
    """The eps of a level: "log(6/5)", or the number of nats of which it is the rounded level.

    >>> level_text(Fraction(6, 5)), level_text(level("0.2")), level_text(Fraction(1))
    ('log(6/5)', '1/5', '0')
    """
    if value == 1:
        return "0"
    return rounded_eps(value) or f"log({value})"


def rounded_eps(value: Fraction) -> str:
    """The eps whose irrational e^eps the level is rounded from; "" where the level is meant so.

    >>> rounded_eps(level("0.2")), rounded_eps(level("log(6/5)"))
    ('1/5', '')
    """
    if value.denominator > _LONG or value.numerator > _LONG:
        small = value - 1
        nats = log1p(small) if small < 1 else log(value.numerator) - log(value.denominator)
        for text in (str(Fraction(nats).limit_denominator(1000)), f"{nats:.12g}"):
            if 0 < Fraction(text) <= _LARGEST and level(text) == value:
                return text
    return ""


def rational_level(value: Fraction | int | str) -> Fraction:
    """A level given directly as t = e^eps; raises InvalidInput when it is below 1.

    >>> rational_level("6/5")
    Fraction(6, 5)
    """
    found = _rational(value, value)
    if found < 1:
        raise InvalidInput(f"a level is e^eps with eps >= 0, so at least 1, not {found}")
    return found


def _typed(value: float) -> Fraction:
    """The short decimal that was typed; of a float that was computed, such as log(1.2), its own."""
    try:
        return short_decimal(value)
    except InvalidInput:
        return as_rational(value)


def _rational(value: Eps, shown: Eps) -> Fraction:
    try:
        return _typed(value) if isinstance(value, float) else as_rational(value)
    except InvalidInput:
        text = str(shown)[:40]
        raise InvalidInput(
            f"{text!r} is no number; write a fraction such as 1/2, or log(6/5)"
        ) from None
