"""Curves: a quantity of numbers alone, evaluated rigorously along one of them.

A point is the argument and an interval that contains the value; where the quantity has no value,
there is no point. Figures are drawn from these and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Quantity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Infinite, Number, rational

DIGITS = (15, 60, 200, 600)
NARROW = 10**9


@dataclass(frozen=True)
class CurvePoint:
    """An argument, and an interval that contains the value there."""

    at: Fraction
    low: Fraction
    high: Fraction


def curve(
    quantity: Quantity,
    along: str,
    grid: Iterable[Fraction],
    fixed: Mapping[str, Fraction] | None = None,
) -> tuple[CurvePoint, ...]:
    """The values of a quantity along a number, the others fixed, each to nine digits or more.

    >>> from pmlsym.claim_text.question import parse
    >>> (point,) = curve(parse("log(x) <= 0").left, "x", [Fraction(2)])
    >>> f"{float(point.low):.6f}", point.low < point.high
    ('0.693147', True)
    """
    points = []
    for at in grid:
        scalars = {name: rational(value) for name, value in {**(fixed or {}), along: at}.items()}
        try:
            value = evaluate(quantity, Instance({}, {}, scalars))
        except PmlError:
            continue
        if not isinstance(value, Infinite):
            points.append(CurvePoint(at, *_narrow(value)))
    return tuple(points)


def _narrow(value: Number) -> tuple[Fraction, Fraction]:
    """An interval whose width is small beside its ends, unless the value is too near zero."""
    for digits in DIGITS:
        low, high = value.enclose(digits)
        if (high - low) * NARROW <= min(abs(low), abs(high)):
            break
    return low, high
