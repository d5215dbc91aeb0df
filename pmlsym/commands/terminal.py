"""What a terminal is told: answers on standard output, on standard error what is being done.

Answers are printed at once: what could not be printed is an error where it happens. One line says
what a command is doing, and since when; it appears after a second, is written over again and again,
and is gone before anything else is printed. A thread draws it, so that a step that tells nothing of
itself is seen to go on as well.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from time import monotonic
from typing import Any

from pmlsym.errors import InvalidInput
from pmlsym.language.display import WIDTH, fitted

NARROWEST = 60
BELOW = " " * 8

PATIENCE = 1.0
"""Seconds without a line: an answer that comes at once needs none."""
PERIOD = 0.2
LINE = 79

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
            self._write(f"{_CLEAR}{self.text[: LINE - len(clock)]}{clock}")
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


def print_text(text: str) -> None:
    """A text and a line end; letters that the terminal does not know become question marks.

    What a terminal would obey, as in the name of a file, is written out.
    """
    if sys.stdout is None:
        raise InvalidInput("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    text = "".join(c if c == "\n" or c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    try:
        with without_line():
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
            sys.stdout.flush()
    except OSError as error:
        raise InvalidInput(f"standard output cannot be written: {error.strerror}") from None


def line_width() -> int:
    """Letters of a line: of the terminal, at least 60; where nobody looks, 80."""
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, get_terminal_size((WIDTH, 24)).columns)


def wrapped(text: str) -> str:
    """A text of sentences and formulas with lines that fit, broken at spaces; tables it is not for.

    >>> max(map(len, wrapped("    1 " + "+ k " * 40).splitlines())) <= line_width()
    True
    """
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines += fitted(line, line_width(), further=indent + "    ") or [""]
    return "\n".join(lines)


def print_below(line: str) -> None:
    """A sentence that belongs to what was printed before, in from the edge, in lines that fit."""
    print_text("\n".join(fitted(line, line_width(), BELOW, f"{BELOW}    ")))


def print_json(data: dict[str, Any]) -> None:
    """Data as JSON, indented, letters beyond ASCII escaped; NaN and infinite floats are none."""
    print_text(json.dumps(data, indent=2, allow_nan=False))


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
