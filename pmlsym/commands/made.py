"""Commands made from verbs: the arguments of the verb, and how its answer is given.

A verb says of its arguments, once, what they are called, what they mean, and how a text is read
(io/arguments.py). A file of this folder adds how the answer is given, as JSON for instance, and
gives it: its function is called with the arguments of the verb that differ from their defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from pmlsym.io.arguments import Argument, Option

Given = dict[str, Any]
"""The arguments of a verb, by their words; those that have their default are not among them."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")]
Bits = Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")]


def made(verb: Callable[..., Any], answer: Callable[..., Any]) -> Callable[..., Any]:
    """The command of a verb; `answer` is called with what is `Given`, and with its own options.

    >>> from pmlsym.verbs.families import families
    >>> made(families, lambda given: len(families(**given)) > 9)()
    True
    """
    own = dict(signature(verb).parameters)
    options = {name: said for name in own if (said := _option(verb, name)) is not None}
    _, *others = signature(answer, eval_str=True).parameters.values()
    form = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in others]

    def command(**typed: Any) -> Any:
        given: Given = {}
        for name, option in options.items():
            value = typed.pop(name)
            if isinstance(value, str) and option.read is not None:
                value = option.read(value)
            if value not in (None, [], own[name].default):
                given[name] = value
        return answer(given, **typed)

    typed = [_typed(own[name], option) for name, option in options.items()]
    command.__signature__ = Signature([*typed, *form])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (*typed, *form)}
    command.__name__, command.__doc__ = verb.__name__, answer.__doc__
    return command


def _option(verb: Callable[..., Any], name: str) -> Option | None:
    """What an argument says of itself; what says nothing is for Python alone."""
    extras: Any = getattr(verb.__annotations__.get(name), "__metadata__", ())
    return next((extra for extra in extras if isinstance(extra, Option)), None)


def _typed(parameter: Parameter, option: Option) -> Parameter:
    """The argument as a shell gives it: a switch, a text, or several texts."""
    default, several = parameter.default, parameter.default == ()
    kind: Any = Path if option.read is Path else str
    if parameter.kind is Parameter.VAR_POSITIONAL:
        kind, default = list[kind], Parameter.empty
    elif several:
        kind, default = list[kind] | None, None
    elif isinstance(default, bool):
        kind = bool
    elif default is None or default == "" or not getattr(option, "required", True):
        kind, default = kind | None, None
    elif default is not Parameter.empty:
        default = f"{default:g}" if isinstance(default, int | float) else default
    said: Mapping[str, Any] = {
        "help": option.help,
        "metavar": option.metavar,
        "autocompletion": option.complete,
    }
    shown = (
        typer.Argument(**said)
        if isinstance(option, Argument)
        else typer.Option(f"--{parameter.name}", **said)
    )
    annotation = Annotated[kind, shown]
    only = Parameter.KEYWORD_ONLY
    return Parameter(parameter.name, only, default=default, annotation=annotation)
