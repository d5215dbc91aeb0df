"""The fence of time: work that runs into it stops with OutOfTime, wherever it is.

Engines count their own time between steps. A step itself can take long, where a polynomial has a
dozen indices or an entropy a dozen variables; so the loops beneath all engines call `tick`. What
was computed before stays valid: everything beneath a tick is a function without side effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic

from pmlsym.errors import OutOfTime

_END: ContextVar[float] = ContextVar("end", default=inf)


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
    token = _END.set(min(_END.get(), monotonic() + seconds))
    try:
        yield
    finally:
        _END.reset(token)


def tick() -> None:
    """Raise OutOfTime where the fence has been reached."""
    if monotonic() >= _END.get():
        raise OutOfTime("out of time")
