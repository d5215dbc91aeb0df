"""Every command of the command line.

A command is loaded when it is called, and all of them where help lists them: importing eleven
others and reading their signatures is a quarter of the work of a start. A command line that none of
them takes is answered with what is near to it, and with what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pmlsym.commands import COMMANDS
from pmlsym.commands.made import made
from pmlsym.commands.terminal import print_text
from pmlsym.errors import UnknownName
from pmlsym.io.arguments import meant_word
from pmlsym.version import __version__

CLOSE = 0.7
"""How like a name is to what was meant, of 1; below that a suggestion is a guess."""

ONE_PRIOR = "a prior is one of a set, also of itself alone: --over 'hull (1/4, 3/4)'"

MEANT = {
    ("prove",): "ask proves a claim, or refutes it",
    ("decide",): "ask proves a claim, or refutes it",
    ("plot",): "figure draws",
    ("ask", "--prior"): ONE_PRIOR,
    ("refute", "--prior"): ONE_PRIOR,
    ("design", "--eps"): "a guarantee has a name: --pml 0.2",
}
"""What is often written for something that is called otherwise."""


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


def command_named(name: str) -> Callable[..., Any]:
    """The command of that name: a verb, and how it is answered. Raises UnknownName at other names.

    >>> command_named("derive").__name__
    'derive'
    """
    if name not in COMMANDS:
        raise UnknownName(f"no command is called {name}")
    verb = getattr(import_module(f"pmlsym.verbs.{name}"), name)
    return made(verb, import_module(f"pmlsym.commands.{name}").answer)


def usage_text(error: Any, arguments: Sequence[str]) -> str:
    """The text of an error of usage of typer, for a person who looks for what there is."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    if command is None:
        return str(error.format_message())
    if option := getattr(error, "option_name", None):
        every = [n for p in command.params for n in p.opts if n.startswith("--")]
        known = _known((str(command.name), option), [n for n in every if n != "--help"])
        return f"{command.name or 'pmlsym'} has no option {option}; {known}"
    if listing := getattr(command, "list_commands", None):
        listed = listing(error.ctx)
        asked = next((word for word in arguments if not word.startswith("-")), None)
        if asked is None:
            return "there is no command; pmlsym --help lists them, pmlsym ask 'CLAIM' asks a claim"
        if asked not in listed:
            return f"no command {asked}; {_known((asked,), listed)}"
    needed: Any = getattr(error, "param", None)
    if getattr(needed, "help", None) and hasattr(error, "param_type"):  # what is missing has one
        return f"{command.name} needs {needed.opts[-1]}: {needed.help}"
    return str(error.format_message())


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


def _known(asked: tuple[str, ...], names: Iterable[str]) -> str:
    if asked in MEANT:
        return MEANT[asked]
    names = list(names)
    word = asked[-1].removeprefix("--").replace("-", "_")
    if meant := meant_word(word, [name.removeprefix("--") for name in names]):
        return f"write --{meant}"
    near = get_close_matches(asked[-1], names, 1, CLOSE)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
