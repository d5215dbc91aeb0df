"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.options import Json, Settings, family_names, settings_of
from pmlsym.commands.terminal import print_json, print_text, wrapped
from pmlsym.verbs.derive import derive as derive_forms


def derive(
    family: Annotated[
        str,
        typer.Argument(
            help="Such as randomized-response, 'binary-symmetric >> z-channel(a=b)', "
            "or '[[1-a, a], [0, 1]] & z-channel'.",
            autocompletion=family_names,
        ),
    ],
    quantity: Annotated[list[str] | None, typer.Option(help="Such as maxleak; or all.")] = None,
    settings: Settings = None,
    prior: Annotated[
        str | None,
        typer.Option(help="Masses, 1/4,3/4; a file, a line each; or uniform, at any size."),
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
    as_json: Json = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    found = derive_forms(
        family,
        "all" if quantity == ["all"] else quantity,
        set=settings_of(settings),
        prior=prior,
        over=over,
        domain=domain or (),
    )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.latex() if latex else wrapped(found.text()))
