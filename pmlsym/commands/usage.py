"""What is said of a command line that no command takes: what is near to it, and what there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

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


def _known(asked: tuple[str, ...], names: Iterable[str]) -> str:
    if asked in MEANT:
        return MEANT[asked]
    near = get_close_matches(asked[-1], list(names), 1, CLOSE)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
