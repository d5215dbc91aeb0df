"""`pmlsym measure FILE`: the leakage of the user's own channel."""

from __future__ import annotations

from pmlsym.commands.from_verb import Bits, Json, VerbArguments
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.verbs.measure import measure


def answer(arguments: VerbArguments, as_json: Json = False, bits: Bits = False) -> None:
    """Measure and print a channel's PML at outcomes and at worst, density, leakage, capacity."""
    measured = measure(**arguments)
    if as_json:
        print_json(measured.to_json())
    else:
        print_text(measured.text(bits=bits, width=line_width()))
