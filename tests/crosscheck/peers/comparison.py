"""A measure in our words beside a function of another library, on instance after instance.

Ours is exact, or known between ends. A peer that computes in rationals has to have the
same number; one that computes in floats has to be within `TOLERANCE` of ours; one that gives two
ends has to have ours between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, isnan
from operator import itemgetter
from typing import Any

from pmlsym.numbers.number import Ball, Number, rational

TOLERANCE = 1e-9
"""Relative. The sums compared have under a hundred terms, and numbers for which a peer subtracts
logarithms of each other are of three of them: double precision leaves 10^-13 open."""

SMALL = 1e-4
"""Below it a difference counts against this number, so that 10^-13 is the least that is seen: what
a difference of numbers about 1 comes to is no more precise in floats."""

DIGITS = 20
"""Of our ends."""

Theirs = float | Fraction | bool | tuple[float, float]
"""A float, a rational, an answer, or the two ends between which a value lies."""


@dataclass(frozen=True)
class Departure:
    """Where a peer means or computes something else: on which instances, and what it does."""

    where: Callable[[Any], bool]
    what: str


@dataclass(frozen=True)
class Comparison:
    """A measure, the peer's function, both as functions of an instance, and where it departs.

    `theirs` has the peer's value in our units. Ours is `None` where the measure has no value.
    """

    measure: str
    function: str
    ours: Callable[[Any], Number | bool | None]
    theirs: Callable[[Any], Theirs]
    cases: Callable[[int, int], Iterable[Any]]
    show: Callable[[Any], str] = str
    departure: Departure | None = None


@dataclass(frozen=True)
class Line:
    """What a comparison came to.

    Of the `compared` instances the greatest difference is `greatest`, at `worst`. On the `apart`
    others the peer departs; on `differing` of these the values do differ, and `shown` is the
    shortest of them.
    """

    comparison: Comparison
    compared: int
    greatest: float
    worst: str
    apart: int
    differing: int
    shown: str
    without_value: int

    @property
    def is_well(self) -> bool:
        """Whether values agree, on one instance or more, just where the peer does not depart."""
        is_close = self.compared > 0 and self.greatest <= TOLERANCE
        return is_close and self.differing == self.apart


Cases = Callable[[int, int], Iterable[Any]]
"""As many instances as are asked for, of a seed."""


def tenth(cases: Cases) -> Cases:
    """A tenth of the instances, where each takes long."""
    return lambda seed, count: cases(seed, -(-count // 10))


def compared(comparison: Comparison, *, seed: int, instances: int) -> Line:
    """The comparison on so many instances. What the peer raises where it departs is a difference.

    >>> same = Comparison("x", "x", rational, lambda x: Fraction(x), lambda seed, n: range(n))
    >>> compared(same, seed=0, instances=3).greatest
    0.0
    """
    agreeing: list[tuple[float, str]] = []
    departing: list[tuple[float, str]] = []
    without_value = 0
    departure, show = comparison.departure, comparison.show
    for case in comparison.cases(seed, instances):
        ours = comparison.ours(case)
        if ours is None:
            without_value += 1
        elif departure is not None and departure.where(case):
            departing.append((_difference_or_refusal(ours, comparison.theirs, case), show(case)))
        else:
            agreeing.append((difference(ours, comparison.theirs(case)), show(case)))
    greatest, worst = max(agreeing, key=itemgetter(0), default=(0.0, ""))
    differing = [text for apart, text in departing if apart > TOLERANCE]
    return Line(
        comparison,
        len(agreeing),
        greatest,
        worst,
        len(departing),
        len(differing),
        min(differing, key=len, default=""),
        without_value,
    )


def difference(ours: Number | bool, theirs: Theirs) -> float:
    """How far a peer's value is from ours, as `TOLERANCE` has it; infinite where one has no value.

    >>> from pmlsym.numbers.number import INFINITY
    >>> difference(rational(2), 2.5), difference(INFINITY, inf), difference(rational(1), (0.0, 2.0))
    (0.2, 0.0, 0.0)
    >>> difference(rational(Fraction(1, 3)), Fraction(333333333333, 10**12))
    inf
    """
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return 0.0 if ours is theirs else inf
    if isinstance(theirs, tuple):
        own, (low, high) = float(ours), theirs
        return 0.0 if low <= own <= high else min(_relative(own, low), _relative(own, high))
    if isinstance(theirs, Fraction):
        return 0.0 if ours == rational(theirs) else inf
    return _relative(_nearest(ours, float(theirs)), float(theirs))


def _nearest(ours: Number, theirs: float) -> float:
    """Ours, or of the ends between which it is known what is nearest to theirs."""
    if not isinstance(ours, Ball) or isnan(theirs):
        return float(ours)
    low, high = ours.enclose(DIGITS)
    return min(max(float(low), theirs), float(high))


def _relative(one: float, other: float) -> float:
    """The difference of two floats against the larger, or against `SMALL`; infinite of a NaN."""
    if one == other:
        return 0.0
    if not (isfinite(one) and isfinite(other)):
        return inf
    return abs(one - other) / max(abs(one), abs(other), SMALL)


def _difference_or_refusal(
    ours: Number | bool, theirs: Callable[[Any], Theirs], case: Any
) -> float:
    """The difference, which is infinite where the peer refuses the instance."""
    try:
        return difference(ours, theirs(case))
    except Exception:  # it is another library's, and says so in its own classes
        return inf
