"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput
from pmlsym.verbs.derive import derive as derive_forms


def derive(
    family: Annotated[
        str,
        typer.Argument(
            help="Such as randomized-response, 'binary-symmetric^2 >> z-channel(a=b)', "
            "or '[[1-a, a], [0, 1]] & z-channel'."
        ),
    ],
    quantity: Annotated[list[str] | None, typer.Option(help="Such as maxleak; or all.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "--size", help="A size or a parameter: k=3, eps=log(3)."),
    ] = None,
    prior: Annotated[
        str | None, typer.Option(help="Masses, such as 1/4,3/4; or uniform, at any size.")
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            "--over",
            "--prior-set",
            help="The worst prior of a set: simplex, 'p(x) >= c', 'p in (c, 1-c)', ..",
        ),
    ] = None,
    domain: Annotated[
        list[str] | None, typer.Option(help="Of parameters: '0 <= a <= 1/2'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    found = derive_forms(
        family,
        "all" if quantity == ["all"] else quantity,
        set=_settings(settings or ()),
        prior=prior,
        over=over,
        domain=domain or (),
    )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.latex() if latex else found.text())


def _settings(texts: list[str] | tuple[()]) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, value in map(_setting, texts):
        if name in given:
            raise InvalidInput(f"{name} is set twice, to {given[name]} and to {value}")
        given[name] = value
    return given


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise InvalidInput(f"--set is {text!r}; write a name and a value, such as k=3")
    return name.strip(), value.strip()
