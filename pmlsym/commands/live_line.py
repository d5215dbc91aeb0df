"""One line on a terminal's standard error that says what a command is doing, and since when.

It appears after a second, is written over again and again, and is gone before anything else is
printed. A thread draws it, so that a step that tells nothing of itself is seen to go on as well.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

PATIENCE = 1.0
"""Seconds without a line: an answer that comes at once needs none."""
PERIOD = 0.2
WIDTH = 79

_CLEAR = "\r\033[K"


class _Line:
    """What the line says now, and whether it is on the terminal; one thread at a time writes."""

    def __init__(self) -> None:
        self.text = ""
        self.since = monotonic()
        self.is_shown = False
        self.writing = threading.RLock()

    def draw(self) -> None:
        with self.writing:
            clock = f"  {monotonic() - self.since:.0f} s"
            self._write(f"{_CLEAR}{self.text[: WIDTH - len(clock)]}{clock}")
            self.is_shown = True

    def clear(self) -> None:
        with self.writing:
            if self.is_shown:
                self._write(_CLEAR)
            self.is_shown = False

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


_LINE = _Line()
"""A process has one standard error, and so one line."""


@contextmanager
def live_line(doing: str) -> Iterator[None]:
    """While this runs the line is there, if standard error is a terminal."""
    tell(doing, anew=True)
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    drawing = threading.Thread(target=_draw, args=(over,), daemon=True)
    drawing.start()
    try:
        yield
    finally:
        over.set()
        drawing.join()
        _LINE.clear()


def tell(doing: str, *, anew: bool = False) -> None:
    """The line says this from now on; `anew`, since now."""
    _LINE.since = monotonic() if anew else _LINE.since
    _LINE.text = " ".join(doing.split())


@contextmanager
def without_line() -> Iterator[None]:
    """The line is not on the terminal while something else is printed."""
    with _LINE.writing:
        _LINE.clear()
        yield


def _draw(over: threading.Event) -> None:
    wait = PATIENCE
    while not over.wait(wait):
        if monotonic() - _LINE.since >= PATIENCE:
            _LINE.draw()
        wait = PERIOD
