"""Printing on standard output, at once: what could not be printed is an error where it happens."""

from __future__ import annotations

import json
import sys
from shutil import get_terminal_size
from typing import Any

from pmlsym.commands.live_line import without_line
from pmlsym.display import WIDTH, fitted
from pmlsym.errors import InvalidInput

NARROWEST = 60
BELOW = " " * 8


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
    """Data as JSON, indented."""
    print_text(json_text(data).removesuffix("\n"))


def json_text(data: dict[str, Any]) -> str:
    """Data as JSON, indented, with letters beyond ASCII escaped; NaN and infinite floats are none.

    >>> json_text({"log": "6/5"})
    '{\\n  "log": "6/5"\\n}\\n'
    """
    return json.dumps(data, indent=2, allow_nan=False) + "\n"
