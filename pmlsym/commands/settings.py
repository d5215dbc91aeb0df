"""The option of `derive` and `report` that gives sizes and parameters their values."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.errors import InvalidInput

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", "--size", help="A size or a parameter: k=3, eps=log(3)."),
]


def family_names(incomplete: str) -> list[str]:
    """The families that begin so, for completion in a shell.

    >>> family_names("bin")
    ['binary-symmetric', 'binary-asymmetric']
    """
    from pmlsym.families import FAMILIES

    return [name for name in (f.name for f in FAMILIES) if name.startswith(incomplete)]


def settings_of(texts: list[str] | None) -> dict[str, str]:
    """The values by name.

    >>> settings_of(["k=3", "eps = log(3)"])
    {'k': '3', 'eps': 'log(3)'}
    """
    given: dict[str, str] = {}
    for name, value in map(_setting, texts or ()):
        if name in given:
            raise InvalidInput(f"{name} is set twice, to {given[name]} and to {value}")
        given[name] = value
    return given


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise InvalidInput(f"--set is {text!r}; write a name and a value, such as k=3")
    return name.strip(), value.strip()
