"""`pmlsym families`: the mechanism families that `derive` knows."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.from_verb import VerbArguments
from pmlsym.commands.terminal import print_json, print_text
from pmlsym.verbs.families import families


def answer(
    arguments: VerbArguments,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the mechanism families, with their parameters and domains."""
    from pmlsym.pages.families_list import families_json, families_text

    if as_json:
        print_json({"families": families_json(families(**arguments))})
    else:
        print_text(families_text(families(**arguments)))
