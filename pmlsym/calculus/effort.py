"""Effort: work is counted, not timed, so that an answer is the same on any machine, busy or not.

The loops beneath all engines call `tick` with the steps that they are about to do, of two or three
microseconds; a unit of effort is so many that they take about a second of a quiet core. What runs
`with until(units)` asks `passed()` and ends by itself. The clock is a mere fence around that: who
runs into it stops with OutOfTime, wherever it is, and whoever asked is told that it was cut.

What was computed before stays valid: everything beneath a tick is a function without side effects.
Inside a cached function only `watch` is called: a second call does no work, and the count of steps
must not depend on what was computed before. A generator does not yield inside `until`: it would set
the deadline of whoever goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, isinf
from time import monotonic

from pmlsym.calculus.meter import meter, tick, uncounted

STEPS = 400_000
"""The steps of a unit."""

ASKED = 4
"""Steps for a question whether there is effort left: who asks is about to do a little."""

BEGINNING, PATIENCE = 60, 30
"""The seconds of the fence where none are given, and those for each unit: on a machine so busy that
work takes thirty times as long, and libraries a minute to load, the answer is still the same."""


def patience(units: float) -> float:
    """The seconds of the fence for so many units, where none are given.

    >>> patience(0) > 0
    True
    """
    return BEGINNING + PATIENCE * units


def spent() -> int:
    """The steps counted so far."""
    return meter().done


def after(units: float) -> float:
    """The count of steps so many units from now, whole, so that nothing is rounded."""
    return inf if isinf(units) else spent() + round(units * STEPS)


@contextmanager
def until(units: float) -> Iterator[None]:
    """What runs inside is to end after so many units; of several deadlines the nearest counts.

    >>> with until(2):
    ...     tick(STEPS)
    ...     units_left(), passed()
    (1.0, False)
    """
    own = meter()
    before = own.end
    own.end = min(before, after(units))
    try:
        yield
    finally:
        own.end = before


def passed() -> bool:
    """Whether the deadline has been passed; asking counts too, so that no loop is endless.

    >>> with until(0):
    ...     passed()
    True
    """
    tick(ASKED)
    return spent() > meter().end


def units_left() -> float:
    """The units that are left until the deadline, infinitely many where there is none."""
    return (meter().end - spent()) / STEPS


@dataclass
class Stopwatch:
    """The seconds and the units since it was made."""

    began: float = field(default_factory=monotonic)
    before: int = field(default_factory=spent)

    @property
    def seconds(self) -> float:
        """By the clock."""
        return monotonic() - self.began

    @property
    def units(self) -> float:
        """By what was counted."""
        return (spent() - self.before) / STEPS


def seconds_left() -> float:
    """The seconds until the nearest fence of the clock, which may be infinitely many."""
    return meter().clock - monotonic()


@contextmanager
def apart() -> Iterator[None]:
    """What runs inside is counted from zero, without limits or fences, and not counted here.

    >>> with fence(0), apart():
    ...     tick(5)
    ...     spent()
    5
    """
    own = meter()
    clock, own.clock = own.clock, inf
    try:
        with uncounted():
            yield
    finally:
        own.clock = clock


@contextmanager
def limit(units: float) -> Iterator[None]:
    """Stop what runs inside after so many units; of several limits the nearest counts.

    >>> with limit(1):
    ...     tick(2 * STEPS)
    Traceback (most recent call last):
    pmlsym.errors.OutOfEffort: out of effort
    """
    own = meter()
    before = own.most
    own.most = min(before, after(units))
    try:
        yield
    finally:
        own.most = before


@contextmanager
def fence(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds; of several fences the nearest counts.

    >>> with fence(60):
    ...     tick()
    >>> with fence(60), fence(0):
    ...     tick()
    Traceback (most recent call last):
    pmlsym.errors.OutOfTime: out of time
    """
    own = meter()
    before = own.clock
    own.clock = min(before, monotonic() + seconds)
    try:
        yield
    finally:
        own.clock = before
