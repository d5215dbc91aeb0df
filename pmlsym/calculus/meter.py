"""The meter of work: steps are counted as they are done, and two fences stop them.

All that computes imports no more of effort than this; effort.py says what it is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import local
from time import monotonic

from pmlsym.errors import OutOfEffort, OutOfTime


class Meter:
    """The steps done, those at which to end and to stop, and the time of the clock to stop at."""

    __slots__ = ("clock", "done", "end", "most")

    def __init__(self) -> None:
        self.done = 0
        self.end: float = inf
        self.most: float = inf
        self.clock: float = inf


class _OfThread(local):
    """One meter for each thread.

    What asyncio.to_thread starts has a copy of the asker's context: a meter kept in there would be
    one for all that were started, and each would count the work of the others.
    """

    def __init__(self) -> None:
        self.meter = Meter()


_OWN = _OfThread()


def meter() -> Meter:
    """The meter of this thread."""
    return _OWN.meter


def tick(steps: int = 1) -> None:
    """Count steps; raise OutOfEffort or OutOfTime where a fence has been reached."""
    own = _OWN.meter
    own.done += steps
    if own.done >= own.most:
        raise OutOfEffort("out of effort")
    if monotonic() >= own.clock:
        raise OutOfTime("out of time")


def watch() -> None:
    """Raise OutOfTime where the clock's fence has been reached; nothing is counted."""
    if monotonic() >= _OWN.meter.clock:
        raise OutOfTime("out of time")


@contextmanager
def uncounted() -> Iterator[None]:
    """What runs inside is kept and not done again, so that its steps must not count.

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
