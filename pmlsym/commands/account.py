"""`pmlsym account FILE --uses N`: the privacy of many uses of a channel."""

from __future__ import annotations

from pmlsym.commands.from_verb import Bits, VerbArguments
from pmlsym.commands.terminal import print_text
from pmlsym.verbs.account import account


def answer(arguments: VerbArguments, bits: Bits = False) -> None:
    """Account for n uses: the least delta for each eps, the least eps for each delta, and tails."""
    print_text(account(**arguments).text(bits=bits))
