"""The command line: `pmlsym COMMAND ..`, and how it ends.

Proved exits 0, Refuted 1, Unknown 3, and 1 means nothing else. Whatever goes wrong is one line on
standard error and the exit status 2: bad input, a file or an output that cannot be written, memory,
a mistake of pmlsym. Ctrl-C exits 130. Each command is one file of `pmlsym/commands`.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from pmlsym.errors import PmlError
from pmlsym.parallel.interrupts import INTERRUPTED, end_on_interrupt, was_interrupted

ERROR = 2
COMPLETION = "_PMLSYM_COMPLETE"
"""The variable that a shell sets for completion, as typer's scripts do."""

SELDOM = 100_000
"""Objects between two looks for garbage in cycles: of what searches make, nearly all is kept."""

LONGEST = 1_000
"""Letters of a message, at most."""

_OPTION = re.compile(r"--[A-Za-z][A-Za-z0-9-]*(=.*)?", re.DOTALL)


def program() -> None:
    """What the word `pmlsym` runs: it ends with its status, which nothing after it can change."""
    os._exit(_ended(sys.argv[1:]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; raises SystemExit with its status."""
    raise SystemExit(_ended(sys.argv[1:] if arguments is None else arguments))


def _ended(arguments: Sequence[str]) -> int:
    end_on_interrupt()
    gc.set_threshold(SELDOM)
    sys.set_int_max_str_digits(0)  # what comes in is bounded; what goes out is as long as it is
    try:
        return run(arguments)
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt):  # who presses it twice need not be told
            _complain("interrupted")
            _is_written(sys.stdout)
            _is_written(sys.stderr)
        return INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command line; errors are printed as one line.

    Raises KeyboardInterrupt where Ctrl-C is pressed: whoever runs commands inside a process of
    their own is to stop too.
    """
    try:
        from pmlsym.commands.terminal import live_line

        with live_line(" ".join(["pmlsym", *arguments])):
            status = _status_of(arguments)
    except SystemExit as leave:
        status = leave.code if isinstance(leave.code, int) else 0
    except Exception as error:
        if was_interrupted():
            raise KeyboardInterrupt from error
        status = _complain(_message(error, arguments))
    if not _is_written(sys.stdout) and status != ERROR:
        status = _complain("standard output cannot be written")
    _is_written(sys.stderr)
    return status


def protected(arguments: Sequence[str]) -> list[str]:
    """The arguments, with a space before each that begins with a minus sign but is no option.

    A claim may begin with a minus sign; the space keeps it from being read as options.

    >>> protected(["ask", "-density_min(P, W) <= 1", "--smt2", "queries", "--seed", "-3"])
    ['ask', ' -density_min(P, W) <= 1', '--smt2', 'queries', '--seed', ' -3']
    """
    return [
        f" {word}"
        if word.startswith("-") and word != "--" and not _OPTION.fullmatch(word)
        else word
        for word in arguments
    ]


def _status_of(arguments: Sequence[str]) -> int:
    import typer

    from pmlsym.commands.listed import application

    command = typer.main.get_command(application())
    if COMPLETION in os.environ:  # a shell asks; typer prints the answer and raises SystemExit
        command.main([], prog_name="pmlsym", complete_var=COMPLETION, standalone_mode=True)
    try:
        with command.make_context("pmlsym", protected(arguments)) as context:
            status = command.invoke(context)
    except typer.Exit as leave:
        return int(leave.exit_code)
    return status if isinstance(status, int) else 0


def _message(error: Exception, arguments: Sequence[str]) -> str:
    """What went wrong, in the words of whoever raised it; of a mistake, where it happened."""
    if isinstance(error, PmlError):
        return str(error)
    if isinstance(error, MemoryError):
        return "the memory does not suffice"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if hasattr(error, "format_message"):
        from pmlsym.commands.listed import usage_text

        return usage_text(error, arguments)
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    return f"a mistake of pmlsym, {type(error).__name__} at {place}: {error}"


def _complain(message: str) -> int:
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in " ".join(message.split()))
    line = line if len(line) <= LONGEST else line[:LONGEST] + " .."
    with suppress(Exception):
        sys.stderr.write(f"pmlsym: {line}\n")
    return ERROR


def _is_written(stream: TextIO | None) -> bool:
    """Whether all that was printed has gone out; what has not is dropped."""
    if stream is None:
        return False
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    return True
