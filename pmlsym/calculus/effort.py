"""Effort: work is counted, not timed, so that an answer is the same on any machine, busy or not.

The loops beneath all engines call `tick` with the steps that they are about to do, of two or three
microseconds each; a unit of effort is about a second of steps on a quiet core. A search inside
`with until(units)` asks `passed()` and ends by itself. The clock is an outer fence: code that runs
into it stops with OutOfTime, wherever it is, and the answer says that it was cut short.

Results stay valid after such a stop: everything beneath a tick is a function without side effects.
A cached function calls only `watch`: a second call does no work, and the count of steps must not
depend on what was computed before. A generator does not yield inside `until`: it would set the
deadline of its caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, isinf
from time import monotonic

from pmlsym.calculus.meter import meter, tick, uncounted

STEPS = 400_000
"""The steps of a unit of effort."""

ASKED = 4
"""The steps that a call of `passed` counts: its caller is about to do a little work."""

BEGINNING, PATIENCE = 60, 30
"""The default seconds of the fence, and those added for each unit: the answer is still the same on
a busy machine where work takes thirty times as long and libraries load in a minute."""


def patience(units: float) -> float:
    """The default seconds of the meter's fence of the clock around this effort.

    >>> patience(0) > 0
    True
    """
    return BEGINNING + PATIENCE * units


def spent() -> int:
    """The steps that the meter of work has counted so far."""
    return meter().done


def after(units: float) -> float:
    """The meter's count of steps after `units` more of effort, an integer."""
    return inf if isinf(units) else spent() + round(units * STEPS)


@contextmanager
def until(units: float) -> Iterator[None]:
    """Set a deadline of effort on the meter for the body; of several the nearest counts.

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
    """Whether the meter is past its deadline of effort; the call counts as steps, so all loops end.

    >>> with until(0):
    ...     passed()
    True
    """
    tick(ASKED)
    return spent() > meter().end


def units_left() -> float:
    """The units of effort until the meter's deadline; infinitely many where there is none."""
    return (meter().end - spent()) / STEPS


@dataclass
class Stopwatch:
    """The seconds and the units since it was made."""

    began: float = field(default_factory=monotonic)
    before: int = field(default_factory=spent)

    @property
    def seconds(self) -> float:
        """The seconds of the clock since this stopwatch of work was made."""
        return monotonic() - self.began

    @property
    def units(self) -> float:
        """The units of effort that the meter counted since this stopwatch was made."""
        return (spent() - self.before) / STEPS


def seconds_left() -> float:
    """The seconds until the meter's nearest fence of the clock; infinitely many without a fence."""
    return meter().clock - monotonic()


@contextmanager
def apart() -> Iterator[None]:
    """Count the body's steps of work apart on the meter, from zero, without limits or fences.

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
    """Stop the body by OutOfEffort after `units` on the meter; the nearest of limits counts.

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
    """Stop the body by OutOfTime after `seconds` on the meter; the nearest of fences counts.

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
