"""The data of figures: panels of labelled curves, as floats.

    trade_off           the largest utility against eps, under each guarantee

Every point is computed exactly or within proven ends, and only then rounded to a float.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log

from pmlsym.mechanisms.guarantee import Bounded, Guarantee, InformationDensity
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation, Utility
from pmlsym.model.distribution import Number, distribution

MOST_KNOTTED = 4
"""The most letters with knots: four have fourteen knots, and more would be a blur."""

BEND = 1e-3
"""A part of the height of a curve: less is not seen in print."""

MOST_LOOKED_AT = 12
"""The most pairs of levels that are looked at for each one that was given."""


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
    """A drawing's data: title, axis names and curves; `is_logarithmic` is about the value axis.

    >>> Panel("empty", "x", "y", ()).curves
    ()
    """

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    is_logarithmic: bool = False


def trade_off(
    prior: Sequence[Number] = ("1/6", "1/3", "1/2"),
    utility: Utility | None = None,
    points: int = 40,
    guarantees: Sequence[str] = ("pml",),
) -> tuple[Panel, ...]:
    """The largest utility that mechanisms have under each guarantee, as a curve over eps.

    A guarantee is a measure that `Bounded` knows, or lip. The levels e^eps are rational, so that
    every point is an exact optimum. They go up to the level of full disclosure, 1/p_min: `points`
    of them, for up to four letters also those at which the posteriors change their shape, and more
    wherever the curve bends between two of them.

    >>> (panel,) = trade_off(["1/2", "1/2"], points=4)
    >>> panel.curves[0].y[0], round(panel.curves[0].y[-1], 6)
    (0.0, 0.693147)
    """
    masses = distribution(prior)
    chosen = utility or MutualInformation()
    knots = pml_knots(masses)
    top = 1 / min(mass for mass in masses if mass > 0)
    grid = {1 + (top - 1) * Fraction(k, points) for k in range(points + 1)}
    is_quick = sum(mass > 0 for mass in masses) <= MOST_KNOTTED
    curves = []
    for name in guarantees:
        extra = knots if name == "pml" else ()

        def largest(level: Fraction, name: str = name) -> float:
            """The largest utility that a mechanism has under the guarantee at this level."""
            polytope = PosteriorPolytope(masses, (guarantee_named(name, level),))
            return float(largest_utility(polytope, chosen))

        levels = sorted({*grid, *extra})
        values = (
            values_until_straight(largest, levels) if is_quick else {t: largest(t) for t in levels}
        )
        eps = tuple(log(level) for level in values)
        curves.append(
            Curve(f"ε-{name.upper()}", eps, tuple(values.values()), tuple(map(log, extra)))
        )
    shown = ", ".join(str(mass) for mass in masses)
    unit = " (nats)" if isinstance(chosen, MutualInformation) else ""
    up = f"largest {chosen.describe()}{unit}"
    return (Panel(f"prior ({shown})", "ε (nats)", up, tuple(curves)),)


def values_until_straight(
    value: Callable[[Fraction], float], levels: Sequence[Fraction]
) -> dict[Fraction, float]:
    """A utility's values at rising levels, and at more until its figure shows no bend.

    Between two levels the middle one is added. Where it misses the straight line over the logarithm
    of the level by more than a `BEND` of the curve's height, its halves are looked at as well: so a
    kink that no formula gave is found.

    >>> levels = [Fraction(k, 2) for k in range(1, 10, 2)]
    >>> found = values_until_straight(lambda t: float(max(t - 2, 0)), levels)
    >>> min(abs(t - 2) for t in found) < Fraction(1, 50)
    True
    """
    value_at = {level: value(level) for level in levels}
    enough = BEND * (max(value_at.values()) - min(value_at.values()))
    waiting = list(pairwise(levels))
    for low, high in waiting:  # which grows
        middle = (low + high) / 2
        value_at[middle] = value(middle)
        share = log(middle / low) / log(high / low)
        line = value_at[low] + share * (value_at[high] - value_at[low])
        if abs(value_at[middle] - line) > enough and len(waiting) < MOST_LOOKED_AT * len(levels):
            waiting += [(low, middle), (middle, high)]
    return dict(sorted(value_at.items()))


def pml_knots(masses: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The levels at which the polytope of mechanisms' posteriors under PML changes shape.

    A vertex r <= t p has r = t p on a set S and one more letter: it is one where t P(S) <= 1, so
    the shape changes at t = 1/P(S). For more than `MOST_KNOTTED` letters none are given.

    >>> [str(knot) for knot in pml_knots([Fraction(1, 3), Fraction(2, 3)])]
    ['3/2', '3']
    """
    support = [mass for mass in masses if mass > 0]
    if len(support) > MOST_KNOTTED:
        return ()
    sums = {Fraction(0)}
    for mass in support:
        sums |= {earlier + mass for earlier in sums}
    return tuple(sorted(1 / earlier for earlier in sums if 0 < earlier < 1))


def guarantee_named(name: str, level: Fraction) -> Guarantee:
    """The guarantee of a mechanism that a measure, or lip, is at most log(level)."""
    return InformationDensity(lower=level, upper=level) if name == "lip" else Bounded(name, level)
