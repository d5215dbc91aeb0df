"""The command line, made of all commands.

A command is loaded when it is called, and all commands only where help lists them: importing the
others and reading their signatures is a quarter of the work of a start. A wrong command line is
answered with a near name, or with the names that exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pmlsym.commands import COMMANDS
from pmlsym.commands.from_verb import command_of
from pmlsym.commands.terminal import print_text
from pmlsym.errors import UnknownName
from pmlsym.io.arguments import meant_word
from pmlsym.version import __version__

CLOSE = 0.7
"""The least similarity, out of 1, of a suggested name; below that a suggestion is a guess."""

ONE_PRIOR = "a prior is one of a set, also of itself alone: --over 1/4,3/4, or --over uniform"

GUARANTEE = "a guarantee has a name: --pml 0.2"

GUARANTEES = "the guarantees are --pml, --alip, --lip, --ldi, --ldp, --samples, --attribute"

NO_GUARANTEES = ("maxleak", "rdp", "zcdp", "delta", "dp", "tv", "capacity", "density-min")
"""Measures that `design` cannot take as guarantees, by the names that users write."""

ENTRIES = "measure FILE reads counts, joint masses and samples; a page is of a channel"

SUGGESTIONS: dict[tuple[str, ...], str] = {
    ("prove",): "ask proves a claim, or refutes it",
    ("decide",): "ask proves a claim, or refutes it",
    ("plot",): "figure draws",
    ("ask", "--prior"): ONE_PRIOR,
    ("refute", "--prior"): ONE_PRIOR,
    ("design", "--eps"): GUARANTEE,
    ("design", "--epsilon"): GUARANTEE,
    **{("design", f"--{word}"): GUARANTEES for word in NO_GUARANTEES},
    **{("report", word): ENTRIES for word in ("--counts", "--joint", "--samples")},
    ("measure", "--channel"): "the table is the argument: pmlsym measure FILE --prior uniform",
    ("measure", "--quantity"): "one measure is chosen by --only mi",
    ("derive", "--only"): "one measure is chosen by --quantity maxleak",
}
"""Answers to commands and options that users write but that have another name in pmlsym."""

BEHIND = {"derive": "--quantity", "measure": "--only", "report": "--out"}
"""The option for which a second argument of a command was meant."""


class _CommandGroup(TyperGroup):
    """The commands by their names, each made when it is called or its help is shown."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands made from verbs, in the order of `pmlsym --help`."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, made from its verb once it is called, or None."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            program = typer.Typer(add_completion=False, rich_markup_mode=None)
            program.command()(command_named(cmd_name))
            self.add_command(typer.main.get_command(program))
        return self.commands.get(cmd_name)


def application() -> typer.Typer:
    """The program of all commands, each made from its verb, as typer runs it."""
    app = typer.Typer(
        cls=_CommandGroup,
        help="Derive, prove and refute statements about pointwise maximal leakage.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options_of_program)
    return app


def command_named(name: str) -> Callable[..., Any]:
    """The command of that name, made from its verb. Raises UnknownName at other names.

    >>> command_named("derive").__name__
    'derive'
    """
    if name not in COMMANDS:
        raise UnknownName(f"no command is called {name}")
    verb = getattr(import_module(f"pmlsym.verbs.{name}"), name)
    return command_of(verb, import_module(f"pmlsym.commands.{name}").answer)


def usage_text(error: Any, arguments: Sequence[str]) -> str:
    """The printed error of a wrong option, command or argument, with names that may be meant."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    if command is None:
        return str(error.format_message())
    if option := getattr(error, "option_name", None):
        names = [name for each in command.params for name in each.opts if name.startswith("--")]
        names = [name for name in names if name != "--help"]
        suggestion = _suggestion((str(command.name), option), names)
        return f"{command.name or 'pmlsym'} has no option {option}; {suggestion}"
    if list_commands := getattr(command, "list_commands", None):
        commands = list_commands(error.ctx)
        first_word = next((word for word in arguments if not word.startswith("-")), None)
        if first_word is None:
            return "there is no command; pmlsym --help lists them, pmlsym ask 'CLAIM' asks a claim"
        if first_word not in commands:
            hint = _measure_hint(first_word) or _suggestion((first_word,), commands)
            return f"no command {first_word}; {hint}"
    parameter: Any = getattr(error, "param", None)
    if getattr(parameter, "help", None) and hasattr(error, "param_type"):  # a missing argument
        said = re.sub("^[A-Z](?=[a-z ])", lambda first: first[0].lower(), parameter.help)
        return f"{command.name} needs {parameter.opts[-1]}, {said.rstrip('.')}"
    said = str(error.format_message())
    more = re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", said)
    if more and command.name in BEHIND:
        return f"{command.name} takes one argument; write {BEHIND[command.name]} {more[1]}"
    return said


def _print_version(is_asked: bool) -> None:
    """Print the version and end, where the option `--version` is on the command line."""
    if is_asked:
        print_text(f"pmlsym {__version__}")
        raise typer.Exit


def _options_of_program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """Derive, prove and refute statements about pointwise maximal leakage."""


def _measure_hint(word: str) -> str:
    """The text to write where a measure's name is taken for a command."""
    from pmlsym.language.elsewhere import written_here
    from pmlsym.measures.every import MAKERS

    written = word if word in MAKERS else written_here(word)
    name = re.fullmatch(r"(\w+)(\[\w+\])?(\(.*\))?", written or "")
    return f"write pmlsym measure FILE --prior uniform --only '{name[0]}'" if name else ""


def _suggestion(words: tuple[str, ...], names: Iterable[str]) -> str:
    """The answer for a wrong name on the command line: its meaning, a near name, or all names."""
    if words in SUGGESTIONS:
        return SUGGESTIONS[words]
    names = list(names)
    word = words[-1].removeprefix("--").replace("-", "_")
    if other_word := meant_word(word, [name.removeprefix("--") for name in names]):
        return f"write --{other_word}"
    near = get_close_matches(words[-1], names, 1, CLOSE)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
