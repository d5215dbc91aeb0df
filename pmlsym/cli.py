"""The command line: `pmlsym COMMAND ..`, and how it ends.

The exit status of Proved is 0, of Refuted 1, of Unknown 3; nothing else has the status 1. Any
failure prints one line on standard error and has the exit status 2: bad input, a file or an output
that cannot be written, memory, a mistake of pmlsym. Ctrl-C exits 130. Each command is one file of
`pmlsym/commands`.
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
"""The variable that a shell sets when it asks for completions, as typer's scripts do."""

GARBAGE_THRESHOLD = 100_000
"""Objects made between collections of cyclic garbage: searches keep nearly all that they make."""

LONGEST_MESSAGE = 1_000
"""The most characters of an error message."""

_OPTION = re.compile(r"--[A-Za-z][A-Za-z0-9-]*(=.*)?", re.DOTALL)


def program() -> None:
    """The entry point of `pmlsym`: the process ends with its status, whatever clean-up would do."""
    os._exit(_exit_status(sys.argv[1:]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line of `pmlsym`; raises SystemExit with its status."""
    raise SystemExit(_exit_status(sys.argv[1:] if arguments is None else arguments))


def _exit_status(arguments: Sequence[str]) -> int:
    """The exit status of a command line, with Ctrl-C and unlimited integers set up first."""
    end_on_interrupt()
    gc.set_threshold(GARBAGE_THRESHOLD)
    sys.set_int_max_str_digits(0)  # input is bounded elsewhere; output is never cut
    try:
        return run(arguments)
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt):  # a second Ctrl-C needs no message
            _print_error("interrupted")
            _flush_output(sys.stdout)
            _flush_output(sys.stderr)
        return INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command line; errors are printed as one line.

    Raises KeyboardInterrupt where Ctrl-C is pressed, so that a caller that runs commands inside its
    own process stops too.
    """
    try:
        from pmlsym.commands.terminal import status_line

        with status_line(" ".join(["pmlsym", *arguments])):
            status = _run_command(arguments)
    except SystemExit as leave:
        status = leave.code if isinstance(leave.code, int) else 0
    except Exception as error:
        if was_interrupted():
            raise KeyboardInterrupt from error
        status = _print_error(_error_text(error, arguments))
    if not _flush_output(sys.stdout) and status != ERROR:
        status = _print_error("standard output cannot be written")
    _flush_output(sys.stderr)
    return status


def escape_minus_signs(arguments: Sequence[str]) -> list[str]:
    """The words of the command line, a space before each with a minus that is not an option.

    A claim may begin with a minus sign; the space keeps it from being read as options.

    >>> escape_minus_signs(["ask", "-density_min(P, W) <= 1", "--smt2", "queries", "--seed", "-3"])
    ['ask', ' -density_min(P, W) <= 1', '--smt2', 'queries', '--seed', ' -3']
    """
    return [
        f" {word}"
        if word.startswith("-") and word != "--" and not _OPTION.fullmatch(word)
        else word
        for word in arguments
    ]


def _run_command(arguments: Sequence[str]) -> int:
    """Run the command line that was typed: its exit status, while errors are raised."""
    import typer

    from pmlsym.commands.application import application

    command = typer.main.get_command(application())
    if COMPLETION in os.environ:  # typer prints the answer to the shell and raises SystemExit
        command.main([], prog_name="pmlsym", complete_var=COMPLETION, standalone_mode=True)
    try:
        with command.make_context("pmlsym", escape_minus_signs(arguments)) as context:
            status = command.invoke(context)
    except typer.Exit as leave:
        return int(leave.exit_code)
    return status if isinstance(status, int) else 0


def _error_text(error: Exception, arguments: Sequence[str]) -> str:
    """The line on standard error that the program ends with; for its own mistake, the place."""
    if isinstance(error, PmlError):
        return str(error)
    if isinstance(error, MemoryError):
        return "the memory does not suffice"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if hasattr(error, "format_message"):
        from pmlsym.commands.application import usage_text

        return usage_text(error, arguments)
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    return f"a mistake of pmlsym, {type(error).__name__} at {place}: {error}"


def _print_error(message: str) -> int:
    """Print an error of the command line as one line of printable characters."""
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in " ".join(message.split()))
    line = line if len(line) <= LONGEST_MESSAGE else line[:LONGEST_MESSAGE] + " .."
    with suppress(Exception):
        sys.stderr.write(f"pmlsym: {line}\n")
    return ERROR


def _flush_output(stream: TextIO | None) -> bool:
    """Flush an output of the command line, and return whether it was written."""
    if stream is None:
        return False
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    return True
