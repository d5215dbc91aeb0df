"""A drawing's data: panels of labelled curves, as floats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Curve:
    """One labelled curve: points (x[k], y[k]); at the `knots`, some of the x, its course changes.

    >>> Curve("diagonal", (0.0, 1.0), (0.0, 1.0)).label
    'diagonal'
    """

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    knots: tuple[float, ...] = ()


@dataclass(frozen=True)
class Panel:
    """A drawing's data: title, axis names and curves; `is_logarithmic` is of the value axis.

    >>> Panel("empty", "x", "y", ()).curves
    ()
    """

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    is_logarithmic: bool = False
