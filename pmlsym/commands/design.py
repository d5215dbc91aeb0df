"""`pmlsym design`: the best mechanism that guarantees allow, with the proof that it is best."""

from __future__ import annotations

from pmlsym.commands.made import Given, Json
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.verbs.design import design


def answer(given: Given, as_json: Json = False) -> None:
    """Design an optimal mechanism; guarantees given together hold together."""
    found = design(**given)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.text(width=line_width()))
