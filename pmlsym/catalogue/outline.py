"""Outlines: data that people read and write, a word and its text on each line, indented below.

    PML23/def-8 | definition | refuted by a check | instead checked
      at Definition 8
      says similar outcomes: proportional columns, or equal posteriors on the support
      check two_forms_of_similar: the two forms agree

A line is indented by two spaces more than the one that it belongs to. One that begins with `..`
goes on with the text above it; one that begins with `#`, and an empty one, say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pmlsym.errors import InvalidInput

STEP = 2


@dataclass(frozen=True)
class OutlineLine:
    """A line: its first word, the text after it, the lines below it, and where it stands."""

    word: str
    text: str
    below: tuple[OutlineLine, ...]
    place: str

    def refuse(self, why: str) -> InvalidInput:
        """The error that this line is not what it should be.

        >>> read_outline("claim pml(P, W) >= 0", "here")[0].refuse("no")
        InvalidInput('here, line 1: no: claim pml(P, W) >= 0')
        """
        return InvalidInput(f"{self.place}: {why}: {self.word} {self.text}")


def read_outline(text: str, name: str) -> tuple[OutlineLine, ...]:
    """The lines that are not indented, with those below them.

    Raises InvalidInput where the indentation is not a step more than above, or any number less.

    >>> (row,) = read_outline("row one\\n  says it is\\n  .. long", "here")
    >>> row.word, [(line.word, line.text) for line in row.below]
    ('row', [('says', 'it is long')])
    """
    return _nested(list(_joined(text, name)), 0)


def _joined(text: str, name: str) -> Iterator[tuple[int, str, str]]:
    """Depth, text and place of each line, with the lines that go on with it."""
    held: tuple[int, str, str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        said, place = line.strip(), f"{name}, line {number}"
        if not said or said.startswith("#"):
            continue
        if said.startswith(".. ") and held:
            held = (held[0], f"{held[1]} {said[3:]}", held[2])
            continue
        if held:
            yield held
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), STEP)
        before = held[0] if held else -1
        if rest or depth > before + 1:
            raise InvalidInput(f"{place}: indented by neither a step more, nor less: {said}")
        held = (depth, said, place)
    if held:
        yield held


def _nested(lines: Sequence[tuple[int, str, str]], depth: int) -> tuple[OutlineLine, ...]:
    starts = [k for k, (own, _, _) in enumerate(lines) if own == depth]
    found = []
    for start, end in pairwise((*starts, len(lines))):
        word, _, text = lines[start][1].partition(" ")
        below = _nested(lines[start + 1 : end], depth + 1)
        found.append(OutlineLine(word, text, below, lines[start][2]))
    return tuple(found)
