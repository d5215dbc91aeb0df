"""`pmlsym account FILE --uses N`: the privacy of many uses of a channel."""

from __future__ import annotations

from pmlsym.commands.from_verb import Bits, Json, VerbArguments
from pmlsym.commands.terminal import print_json, print_text
from pmlsym.verbs.account import account


def answer(arguments: VerbArguments, as_json: Json = False, bits: Bits = False) -> None:
    """Account for n uses: the least delta for each eps, the least eps for each delta, and tails."""
    accounted = account(**arguments)
    if as_json:
        print_json(accounted.to_json())
    else:
        print_text(accounted.text(bits=bits))
