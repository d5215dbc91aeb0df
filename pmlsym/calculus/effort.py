"""Effort: work is counted, not timed, so that an answer is the same on any machine, busy or not.

The loops beneath all engines call `tick` with the steps that they are about to do, of two or three
microseconds; a unit of effort is the number of steps that take about a second of a quiet core. Work
inside `with until(units)` asks `passed()` and ends by itself. The clock is only a fence around
that: work that reaches it stops with OutOfTime, wherever it is, and the answer reports that.

Earlier results stay valid: everything beneath a tick is a function without side effects. Inside a
cached function only `watch` is called: a second call does no work, and the count of steps must not
depend on the contents of the cache. A generator must not yield inside `until`: its caller would
inherit the deadline.
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
"""Steps of a question whether there is effort left: its caller is about to do a little work."""

BEGINNING, PATIENCE = 60, 30
"""The seconds of the fence where none are given, and those for each unit: on a machine so busy that
work takes thirty times as long, and libraries a minute to load, the answer is still the same."""


def patience(units: float) -> float:
    """The seconds of the fence for this many units, where none are given.

    >>> patience(0) > 0
    True
    """
    return BEGINNING + PATIENCE * units


def spent() -> int:
    """The steps counted so far."""
    return meter().done


def after(units: float) -> float:
    """The count of steps at which this many units will have passed, a whole number."""
    return inf if isinf(units) else spent() + round(units * STEPS)


@contextmanager
def until(units: float) -> Iterator[None]:
    """Work inside should end after this many units; the nearest of several deadlines counts.

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
    """The units left until the deadline; infinity without one."""
    return (meter().end - spent()) / STEPS


@dataclass
class Stopwatch:
    """The seconds and the units since it was made."""

    began: float = field(default_factory=monotonic)
    before: int = field(default_factory=spent)

    @property
    def seconds(self) -> float:
        """The seconds by the clock."""
        return monotonic() - self.began

    @property
    def units(self) -> float:
        """The units by the counted steps."""
        return (spent() - self.before) / STEPS


def seconds_left() -> float:
    """The seconds left until the nearest fence of the clock; infinity without one."""
    return meter().clock - monotonic()


@contextmanager
def apart() -> Iterator[None]:
    """Work inside is counted from zero, without limits or fences, and not counted outside.

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
    """Stop the work inside after this many units; the nearest of several limits counts.

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
    """Stop the work inside after this many seconds; the nearest of several fences counts.

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
