"""Printing on standard output, at once: what could not be printed is an error where it happens."""

from __future__ import annotations

import json
import sys
from typing import Any

from pmlsym.commands.live_line import without_line
from pmlsym.errors import InvalidInput


def print_text(text: str) -> None:
    """A text and a line end; letters that the terminal does not know become question marks."""
    if sys.stdout is None:
        raise InvalidInput("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        with without_line():
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
            sys.stdout.flush()
    except OSError as error:
        raise InvalidInput(f"standard output cannot be written: {error.strerror}") from None


def print_json(data: dict[str, Any]) -> None:
    """Data as JSON, indented."""
    print_text(json_text(data).removesuffix("\n"))


def json_text(data: dict[str, Any]) -> str:
    """Data as JSON, indented, with letters beyond ASCII escaped.

    >>> json_text({"log": "6/5"})
    '{\\n  "log": "6/5"\\n}\\n'
    """
    return json.dumps(data, indent=2) + "\n"
