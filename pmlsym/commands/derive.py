"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.answer import Columns, Label, latex_layout
from pmlsym.commands.from_verb import Json, VerbArguments
from pmlsym.commands.terminal import print_json, print_text, wrap_text
from pmlsym.verbs.derive import derive


def answer(
    arguments: VerbArguments,
    as_json: Json = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    label: Label = None,
    columns: Columns = 1,
) -> None:
    """Derive and print closed forms: PML at outcomes and at worst, density, leakage, capacity."""
    latex_layout(latex, label, columns)
    derived = derive(**arguments)
    if as_json:
        print_json(derived.to_json())
    else:
        page = derived.latex(label=label, columns=columns) if latex else wrap_text(derived.text())
        print_text(page)
