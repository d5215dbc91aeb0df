"""The constructions that claims are made of besides measures, each with its meaning and a claim.

They are listed in `constructions.txt`; the manual and the page in the browser show them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Construction:
    """How a construction is written, its meaning, and a claim with it; `kind` is its heading."""

    kind: str
    text: str
    meaning: str
    example: str


def constructions() -> Iterator[Construction]:
    """The constructions of the grammar, each with its meaning and an example, in sections.

    >>> next(constructions()).example
    'pml(P, W >> V) <= pml(P, W)'
    """
    text = files("pmlsym.language").joinpath("constructions.txt").read_text(encoding="utf-8")
    for section in re.split("^# ", text, flags=re.MULTILINE)[1:]:
        kind, *rows = filter(None, section.splitlines())
        yield from (Construction(kind, *re.split(" {2,}", row)) for row in rows)
