"""The meter of work: steps are counted as they are done, and two fences stop them.

Code that computes imports only this file; effort.py explains the counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import local
from time import monotonic

from pmlsym.errors import OutOfEffort, OutOfTime


class Meter:
    """The steps done, the counts at which to end and to stop, and the time of the clock's fence."""

    __slots__ = ("clock", "done", "end", "most")

    def __init__(self) -> None:
        self.done = 0
        self.end: float = inf
        self.most: float = inf
        self.clock: float = inf


class _OfThread(local):
    """One meter for each thread.

    A context variable would not do: threads of asyncio.to_thread copy the context of their caller,
    would share its meter, and each would count the work of the others.
    """

    def __init__(self) -> None:
        self.meter = Meter()


_OWN = _OfThread()


def meter() -> Meter:
    """The meter of this thread, which counts the steps of work."""
    return _OWN.meter


def tick(steps: int = 1) -> None:
    """Count steps of work on the meter. Raises OutOfEffort or OutOfTime at its limit or fence."""
    own = _OWN.meter
    own.done += steps
    if own.done >= own.most:
        raise OutOfEffort("out of effort")
    if monotonic() >= own.clock:
        raise OutOfTime("out of time")


def watch() -> None:
    """Raise OutOfTime where the meter's fence of the clock is reached; no step is counted."""
    if monotonic() >= _OWN.meter.clock:
        raise OutOfTime("out of time")


@contextmanager
def uncounted() -> Iterator[None]:
    """Do not count the body's steps on the meter, as its result is cached and not computed again.

    >>> before = meter().done
    >>> with uncounted():
    ...     tick(5)
    >>> meter().done == before
    True
    """
    own = meter()
    done, own.done = own.done, 0
    end, own.end = own.end, inf
    most, own.most = own.most, inf
    try:
        yield
    finally:
        own.done, own.end, own.most = done, end, most
