"""`pmlsym measure FILE`: the leakage of a channel of one's own."""

from __future__ import annotations

from pmlsym.commands.made import Bits, Given, Json
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.verbs.measure import measure


def answer(given: Given, as_json: Json = False, bits: Bits = False) -> None:
    """Measure a channel: PML at each outcome and at worst, density, maximal leakage, capacity."""
    found = measure(**given)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.text(bits=bits, width=line_width()))
