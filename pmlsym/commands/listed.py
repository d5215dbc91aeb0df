"""Every command of the command line, in the order in which `pmlsym --help` shows them."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.ask import ask
from pmlsym.commands.catalogue import catalogue
from pmlsym.commands.check import check
from pmlsym.commands.crosscheck import crosscheck
from pmlsym.commands.derive import derive
from pmlsym.commands.design import design
from pmlsym.commands.export import export
from pmlsym.commands.families import families
from pmlsym.commands.figure import figure
from pmlsym.commands.measure import measure
from pmlsym.commands.printing import print_text
from pmlsym.commands.refute import refute
from pmlsym.commands.report import report
from pmlsym.version import __version__

COMMANDS = (
    ask,
    refute,
    derive,
    families,
    measure,
    design,
    report,
    figure,
    check,
    crosscheck,
    export,
    catalogue,
)


def application() -> typer.Typer:
    """The command line as one program."""
    app = typer.Typer(
        help="Derive, prove and refute statements about pointwise maximal leakage.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_before_every_command)
    for command in COMMANDS:
        app.command()(command)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        print_text(f"pmlsym {__version__}")
        raise typer.Exit


def _before_every_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """Derive, prove and refute statements about pointwise maximal leakage."""
