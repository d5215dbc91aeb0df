"""`pmlsym design`: the best mechanism that guarantees allow, with the proof that it is best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.answer import Label, latex_layout
from pmlsym.commands.from_verb import Json, VerbArguments
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.io.files import SAVED, require_place
from pmlsym.verbs.design import design


def answer(
    arguments: VerbArguments,
    as_json: Json = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print it as LaTeX.")] = False,
    label: Label = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep it with its proof.")] = None,
) -> None:
    """Design and print an optimal mechanism; guarantees given together hold together."""
    latex_layout(latex, label)
    if save is not None:
        require_place(save, SAVED)
    mechanism = design(**arguments)
    if save is not None:
        mechanism.save(save)
    if as_json:
        print_json(mechanism.to_json())
    elif latex:
        print_text(mechanism.latex(label=label))
    else:
        print_text(mechanism.text(width=line_width()))
