"""Output to the terminal: answers on standard output, and a status line on standard error.

Answers are flushed at once, so that output that cannot be written raises an error where it happens.
The status line says what a command is doing, and for how long; it appears after a second, is
overwritten again and again, and is cleared before anything else is printed. A thread draws it, so
that its clock goes on during a step that reports nothing.
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
INDENT = " " * 8

PATIENCE = 1.0
"""Seconds before the line appears: a fast answer does not need it."""
PERIOD = 0.2
"""Seconds between two drawings of the line."""
STATUS_WIDTH = 79

_CLEAR = "\r\033[K"


class _StatusLine:
    """The text of the line, and whether the terminal shows it; one thread at a time writes."""

    def __init__(self) -> None:
        self.text = ""
        self.since = monotonic()
        self.is_shown = False
        self.writing = threading.RLock()

    def draw(self) -> None:
        """Write the text and the seconds over the terminal's status line."""
        with self.writing:
            clock = f"  {monotonic() - self.since:.0f} s"
            self._write(f"{_CLEAR}{self.text[: STATUS_WIDTH - len(clock)]}{clock}")
            self.is_shown = True

    def clear(self) -> None:
        """Remove the status line from the terminal, if it is there."""
        with self.writing:
            if self.is_shown:
                self._write(_CLEAR)
            self.is_shown = False

    def _write(self, text: str) -> None:
        """Write a text to standard error, where there is one."""
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


_STATUS_LINE = _StatusLine()
"""The only status line, since a process has one standard error."""


def print_text(text: str) -> None:
    """Print a text to the terminal; characters that it lacks become question marks.

    Control characters, as in the name of a file, are escaped: a terminal would obey them.
    """
    if sys.stdout is None:
        raise InvalidInput("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    text = "".join(c if c == "\n" or c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    try:
        with without_status_line():
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
            sys.stdout.flush()
    except OSError as error:
        raise InvalidInput(f"standard output cannot be written: {error.strerror}") from None


def line_width() -> int:
    """Characters in a line of the terminal, at least 60; without a terminal 80."""
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, get_terminal_size((WIDTH, 24)).columns)


def wrap_text(text: str) -> str:
    """The output of a command broken into lines that fit the terminal; not for tables.

    >>> max(map(len, wrap_text("    1 " + "+ k " * 40).splitlines())) <= line_width()
    True
    """
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines += fitted(line, line_width(), further=indent + "    ") or [""]
    return "\n".join(lines)


def print_below(line: str) -> None:
    """Print a sentence below an answer on the terminal, indented, in lines that fit."""
    print_text("\n".join(fitted(line, line_width(), INDENT, f"{INDENT}    ")))


def print_json(data: dict[str, Any]) -> None:
    """Print data to the terminal as JSON in ASCII. Raises ValueError at NaN and infinity."""
    print_text(json.dumps(data, indent=2, allow_nan=False))


@contextmanager
def status_line(doing: str) -> Iterator[None]:
    """Show the terminal's status line while the body runs, if standard error is one."""
    tell(doing, anew=True)
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    is_over = threading.Event()
    drawing = threading.Thread(target=_draw_until, args=(is_over,), daemon=True)
    drawing.start()
    try:
        yield
    finally:
        is_over.set()
        drawing.join()
        _STATUS_LINE.clear()


def tell(doing: str, *, anew: bool = False) -> None:
    """Change the text of the terminal's status line; `anew` restarts its clock."""
    _STATUS_LINE.since = monotonic() if anew else _STATUS_LINE.since
    _STATUS_LINE.text = " ".join(doing.split())


@contextmanager
def without_status_line() -> Iterator[None]:
    """Keep the status line off the terminal while the body prints something else."""
    with _STATUS_LINE.writing:
        _STATUS_LINE.clear()
        yield


def _draw_until(is_over: threading.Event) -> None:
    """Draw the terminal's status line every PERIOD until the event is set, if it is old enough."""
    seconds = PATIENCE
    while not is_over.wait(seconds):
        if monotonic() - _STATUS_LINE.since >= PATIENCE:
            _STATUS_LINE.draw()
        seconds = PERIOD
