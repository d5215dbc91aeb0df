"""Every command of the command line, in the order in which `pmlsym --help` shows them.

A command is loaded when it is called, and all of them where help lists them: importing eleven
others and reading their signatures is a quarter of the work of a start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pmlsym.commands.printing import print_text
from pmlsym.errors import UnknownName
from pmlsym.version import __version__

COMMANDS = (
    "ask",
    "refute",
    "derive",
    "families",
    "measure",
    "design",
    "report",
    "figure",
    "check",
    "crosscheck",
    "export",
    "catalogue",
)


class _Commands(TyperGroup):
    """The commands by their names, each made when it is called or explained."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; none where there is none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command()(command_named(cmd_name))
            self.add_command(typer.main.get_command(alone))
        return self.commands.get(cmd_name)


def application() -> typer.Typer:
    """The command line as one program."""
    app = typer.Typer(
        cls=_Commands,
        help="Derive, prove and refute statements about pointwise maximal leakage.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_before_every_command)
    return app


def command_named(name: str) -> Callable[..., Any]:  # noqa: C901 - a branch for each command
    """The function that is a command. Raises UnknownName at other names.

    >>> command_named("derive").__name__
    'derive'
    """
    match name:
        case "ask":
            from pmlsym.commands.ask import ask

            return ask
        case "refute":
            from pmlsym.commands.refute import refute

            return refute
        case "derive":
            from pmlsym.commands.derive import derive

            return derive
        case "families":
            from pmlsym.commands.families import families

            return families
        case "measure":
            from pmlsym.commands.measure import measure

            return measure
        case "design":
            from pmlsym.commands.design import design

            return design
        case "report":
            from pmlsym.commands.report import report

            return report
        case "figure":
            from pmlsym.commands.figure import figure

            return figure
        case "check":
            from pmlsym.commands.check import check

            return check
        case "crosscheck":
            from pmlsym.commands.crosscheck import crosscheck

            return crosscheck
        case "export":
            from pmlsym.commands.export import export

            return export
        case "catalogue":
            from pmlsym.commands.catalogue import catalogue

            return catalogue
    raise UnknownName(f"no command is called {name}")


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
