"""What the tables of the papers name: checks, sequents, outlines, and some claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from pmlsym.errors import UnknownName
from pmlsym.papers.entry import Entry, Part
from pmlsym.papers.ledger import entries_of
from pmlsym.papers.statements import OutlineLine, check_of, claim_of
from proofs.papers import pml23, psp, qid24, rdp
from proofs.papers.checked import SampledPart
from proofs.papers.deduced import Deduced, along

SECTIONS: dict[str, Sequence[ModuleType]] = {
    "PML23": pml23.SECTIONS,
    "RDP": rdp.SECTIONS,
    "QID24": qid24.SECTIONS,
    "PSP": psp.SECTIONS,
}


def made_in(sections: Sequence[ModuleType]) -> dict[str, Any]:
    """What the table of a paper may name: the public functions and proofs of its files.

    A name that stands for two things is left out, so that no table can name it.

    >>> "reduction" in made_in(pml23.SECTIONS)
    True
    """
    named = [
        (name, value)
        for section in sections
        for name, value in vars(section).items()
        if isinstance(value, Deduced)
        or (isinstance(value, FunctionType) and value.__module__ == section.__name__)
    ]
    meanings: dict[str, list[Any]] = {}
    for name, value in named:
        meanings.setdefault(name, []).append(value)
    return {name: own[0] for name, own in meanings.items() if all(v is own[0] for v in own)}


def live(made: Mapping[str, Any], line: OutlineLine) -> Part:
    """The part of a line that names something in Python. Raises UnknownName where nothing is made.

    >>> from pmlsym.papers.statements import read_outline
    >>> live({"dice": lambda random: None}, read_outline("check dice, 3: fair", "here")[0]).text
    'fair'
    """

    def named(name: str) -> Any:
        if name not in made:
            raise UnknownName(f"{line.place}: nothing in Python is called {name}")
        return made[name]

    if line.word == "check":
        own = check_of(line)
        numbers = (own.trials, own.least, own.cases, own.complete)
        return SampledPart(own.text, named(own.name), *numbers)
    if line.word == "sequents":
        deduced: Deduced = named(line.text)
        return deduced
    claim = claim_of(line)
    if maker := line.named("by"):
        claim = replace(claim, claim=named(maker))
    if outline := line.named("along"):
        claim = replace(claim, proof=partial(along, claim, named(outline)))
    return claim


LIVE: tuple[Entry, ...] = tuple(
    entry
    for paper, sections in SECTIONS.items()
    for entry in entries_of(paper, partial(live, made_in(sections)))
)
"""The rows of the ledger, with what Python makes in the place of what is recorded of it."""
