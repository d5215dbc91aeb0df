"""The command line: `pmlsym COMMAND ..`.

Each command is one file of `pmlsym/commands`. An error is one line on standard error and the exit
status 2. Proved exits 0, Refuted 1, Unknown 3.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

import typer

from pmlsym.commands.ask import ask
from pmlsym.commands.catalogue import catalogue
from pmlsym.commands.check import check
from pmlsym.commands.crosscheck import crosscheck
from pmlsym.commands.derive import derive
from pmlsym.commands.design import design
from pmlsym.commands.families import families
from pmlsym.commands.figure import figure
from pmlsym.commands.measure import measure
from pmlsym.commands.refute import refute
from pmlsym.errors import PmlError

COMMANDS = (
    ask,
    refute,
    derive,
    families,
    measure,
    design,
    figure,
    check,
    crosscheck,
    catalogue,
)

ERROR = 2

_OPTION = re.compile(r"--[A-Za-z][A-Za-z-]*(=.*)?", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command line; errors are printed as one line."""
    try:
        status = typer.main.get_command(_app()).main(
            args=protected(arguments), prog_name="pmlsym", standalone_mode=False
        )
    except PmlError as error:
        return _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted")
    except typer.Exit as leave:
        return int(leave.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        return _complain(message())
    return status if isinstance(status, int) else 0


def protected(arguments: Sequence[str]) -> list[str]:
    """The arguments, with a space before each that begins with a minus sign but is no option.

    A claim may begin with a minus sign; the space keeps it from being read as options.

    >>> protected(["ask", "-density_min(P, W) <= 1", "--bits", "--seed", "-3"])
    ['ask', ' -density_min(P, W) <= 1', '--bits', '--seed', ' -3']
    """
    return [
        f" {word}"
        if word.startswith("-") and word != "--" and not _OPTION.fullmatch(word)
        else word
        for word in arguments
    ]


def _app() -> typer.Typer:
    app = typer.Typer(
        help="Derive, prove and refute statements about pointwise maximal leakage.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        app.command()(command)
    return app


def _complain(message: str) -> int:
    line = " ".join(message.split())
    sys.stderr.write(f"pmlsym: {line}\n")
    return ERROR
