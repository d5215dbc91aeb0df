"""Work ahead: what a later turn will ask for is begun in an executor, and taken when it is asked.

An errand is a function of a claim and of numbers alone, and its steps are counted. So it
does not matter where it was done, nor when: what is taken is what would have been found here, and
counts as much. What was foreseen wrongly, is not begun yet, or fails, is done here in its turn.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextvars import Context
from dataclasses import dataclass, field
from math import isinf
from platform import node
from typing import Generic, TypeVar

from pmlsym.effort import fence, limit, seconds_left, spent
from pmlsym.errors import OutOfTime
from pmlsym.language.nodes import Claim
from pmlsym.meter import tick, watch

T = TypeVar("T")
Place = tuple[str, int]


@dataclass(frozen=True)
class Errand(Generic[T]):
    """`does` of the claim that is asked about, with these options; it can be sent elsewhere."""

    does: Callable[..., T]
    claim: Claim = field(compare=False)
    options: Mapping[str, object]

    def done(self) -> T:
        """What comes of it, here and now."""
        return self.does(self.claim, **self.options)


@dataclass(frozen=True)
class _Found(Generic[T]):
    """What came of an errand, after so many steps."""

    steps: int
    result: T


_Begun = list[tuple[Errand[T], "Future[_Found[T] | None]"]]


@dataclass
class Ahead:
    """The errands on one claim that were begun; without an executor none are."""

    executor: Executor | None = None
    begun: _Begun[object] = field(default_factory=list)

    def begin(self, errand: Errand[object], most: float) -> None:
        """Begin an errand, which may take `most` units, unless it is begun."""
        if self.executor is not None and all(errand != other for other, _ in self.begun):
            seconds, asker = seconds_left(), _here()
            future = self.executor.submit(_carried_out, errand, most, seconds, asker)
            self.begun.append((errand, future))

    def do(self, errand: Errand[T]) -> T:
        """What comes of an errand, begun or not, and its steps counted here."""
        for place, (other, future) in enumerate(self.begun):
            if other == errand:
                del self.begun[place]
                found = _found(future)
                if found is not None:
                    tick(found.steps)
                    return found.result  # type: ignore[return-value]
        return errand.done()

    def stop(self) -> None:
        """Cancel what was begun and never asked for."""
        for _, future in self.begun:
            future.cancel()
        self.begun.clear()


def _found(future: Future[_Found[T] | None]) -> _Found[T] | None:
    """What came of an errand; nothing where it was not begun yet, and has to be done here."""
    if not future.done() and future.cancel():
        return None
    try:
        return future.result(None if isinf(seconds_left()) else max(seconds_left(), 0))
    except CancelledError:
        return None
    except Exception as error:
        if not future.done():
            raise OutOfTime("out of time") from None
        text = f"the executor failed, and its work is done here: {type(error).__name__}: {error}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
        return None


def _carried_out(errand: Errand[T], most: float, seconds: float, asker: Place) -> _Found[T] | None:
    """What the executor runs: nothing where the errand fails, as it will where it is asked for.

    A thread of the asker's own process leaves it alone. It would not be any faster, and they would
    share what such processes have once, such as the precision of balls.
    """
    return None if _here() == asker else Context().run(_measured, errand, most, seconds)


def _measured(errand: Errand[T], most: float, seconds: float) -> _Found[T] | None:
    """In a context of its own: a forked process has a copy of the asker's meter."""
    before = spent()
    try:
        with fence(seconds), limit(most):
            found = errand.done()
            watch()
    except Exception:
        return None
    return _Found(spent() - before, found)


def _here() -> Place:
    return node(), os.getpid()
