"""Commands made from verbs: the arguments of the verb, and options for printing its answer.

The signature of a verb states, once, the name of each argument, its help, and how a text is read
(io/arguments.py). A file of this folder has one function `answer`, whose arguments are the options
for printing, such as JSON. It is called with the arguments of the verb that differ from their
defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from pmlsym.io.arguments import Argument, Option

VerbArguments = dict[str, Any]
"""The arguments of a verb by their names, without those that have their default."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")]
Bits = Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")]


def command_of(verb: Callable[..., Any], answer: Callable[..., Any]) -> Callable[..., Any]:
    """The command of a verb; `answer` gets the `VerbArguments` and options of its own.

    >>> from pmlsym.verbs.families import families
    >>> command_of(families, lambda arguments: len(families(**arguments)) > 9)()
    True
    """
    parameters = dict(signature(verb).parameters)
    options = {
        name: option for name in parameters if (option := _option_of(verb, name)) is not None
    }
    _, *others = signature(answer, eval_str=True).parameters.values()
    printing_options = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in others]

    def command(**texts: Any) -> Any:
        """Read the texts of the command line as the verb's arguments, and answer with them."""
        arguments: VerbArguments = {}
        for name, option in options.items():
            value = texts.pop(name)
            if isinstance(value, str) and option.read is not None:
                value = option.read(value)
            if value not in (None, [], parameters[name].default):
                arguments[name] = value
        return answer(arguments, **texts)

    texts = [_shell_parameter(parameters[name], option) for name, option in options.items()]
    command.__signature__ = Signature([*texts, *printing_options])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (*texts, *printing_options)}
    command.__name__, command.__doc__ = verb.__name__, answer.__doc__
    return command


def _option_of(verb: Callable[..., Any], name: str) -> Option | None:
    """The command's option in a verb argument's annotation; None for one of Python alone."""
    extras: Any = getattr(verb.__annotations__.get(name), "__metadata__", ())
    return next((extra for extra in extras if isinstance(extra, Option)), None)


def _shell_parameter(parameter: Parameter, option: Option) -> Parameter:
    """The parameter of the command line for a verb's argument: switch, text, or several."""
    default, is_repeated = parameter.default, parameter.default == ()
    kind: Any = Path if option.read is Path else str
    if parameter.kind is Parameter.VAR_POSITIONAL:
        kind, default = list[kind], Parameter.empty
    elif is_repeated:
        kind, default = list[kind] | None, None
    elif isinstance(default, bool):
        kind = bool
    elif default is None or default == "" or not getattr(option, "required", True):
        kind, default = kind | None, None
    elif default is not Parameter.empty:
        default = f"{default:g}" if isinstance(default, int | float) else default
    texts: Mapping[str, Any] = {
        "help": option.help,
        "metavar": option.metavar,
        "autocompletion": option.complete,
    }
    info = (
        typer.Argument(**texts)
        if isinstance(option, Argument)
        else typer.Option(f"--{parameter.name}", **texts)
    )
    annotation = Annotated[kind, info]
    only = Parameter.KEYWORD_ONLY
    return Parameter(parameter.name, only, default=default, annotation=annotation)
