"""Bounds of leakage from counts, as text and as JSON: every number rounded up."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from typing import Any

from pmlsym.display import WIDTH, cut
from pmlsym.measurement.leakage_from_counts import LeakageBounds
from pmlsym.numbers.number import Number, log_of
from pmlsym.numbers.outward import float_above

PLACES = Decimal(1).scaleb(-6)
_NOTIONS = (("PML", "pml"), ("maximal leakage", "maxleak"), ("capacity (LDP)", "capacity"))


def bounds_text(
    bounds: LeakageBounds, labels: tuple[str, ...], *, bits: bool = False, width: int = WIDTH
) -> str:
    """What the leakages do not exceed with the confidence of the counts.

    >>> from fractions import Fraction
    >>> from pmlsym.measurement.leakage_from_counts import bounds_over
    >>> sure = tuple((Fraction(1, 2), Fraction(1, 2)) for _ in range(2))
    >>> print(bounds_text(bounds_over([sure, sure], sure, Fraction(9, 10)), ("a", "b")))
    With confidence 0.9, all together, in nats:
      a                0.000000
      b                0.000000
      PML              0.000000
      maximal leakage  0.000000
      capacity (LDP)   0.000000
    """
    unit = "bits" if bits else "nats"
    values = [*bounds.outcomes, *(getattr(bounds, key) for _, key in _NOTIONS)]
    numbers = [rounded_up(value, bits=bits) for value in values]
    room = width - max(map(len, numbers)) - 4
    names = [cut(name, room) for name in (*labels, *(name for name, _ in _NOTIONS))]
    longest = max(map(len, names))
    lines = [f"With confidence {float(bounds.confidence)!r}, all together, in {unit}:"]
    lines += [f"  {name:<{longest}}  {n}" for name, n in zip(names, numbers, strict=True)]
    return "\n".join(lines)


def bounds_data(bounds: LeakageBounds) -> dict[str, Any]:
    """The data of `pmlsym measure --counts --json`: floats that are not below the bounds, in nats.

    An infinite bound is the word "inf".
    """
    return {
        "confidence": str(bounds.confidence),
        "outcomes": [_float(value) for value in bounds.outcomes],
        **{key: _float(getattr(bounds, key)) for _, key in _NOTIONS},
    }


def rounded_up(value: Number, *, bits: bool = False) -> str:
    """Six places, never below the number.

    >>> from fractions import Fraction
    >>> from pmlsym.numbers.number import leakage
    >>> rounded_up(leakage(Fraction(3, 2))), rounded_up(leakage(Fraction(4)), bits=True)
    ('0.405466', '2.000000')
    """
    shown = value / log_of(2) if bits else value
    above = float_above(shown)
    if above == float("inf"):
        return "inf"
    return str(Decimal(above).quantize(PLACES, rounding=ROUND_CEILING))


def _float(value: Number) -> float | str:
    above = float_above(value)
    return "inf" if above == float("inf") else above
