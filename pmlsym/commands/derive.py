"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.made import Given, Json
from pmlsym.commands.terminal import print_json, print_text, wrapped
from pmlsym.verbs.derive import derive


def answer(
    given: Given,
    as_json: Json = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    found = derive(**given)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.latex() if latex else wrapped(found.text()))
