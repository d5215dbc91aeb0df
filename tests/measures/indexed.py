"""What stands in brackets after a word with an index, and how it is written with each of them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pmlsym.language.nodes import Constant
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.notion import EXCESS, FUNCTION, INDICES, ORDER, Word

FEWER = {
    ("eta", FUNCTION): ("tv",),
    ("I", ORDER): ("1/2", "1", "2", "inf"),
    ("ableak", ORDER): ("2", "3", "inf"),
    ("alphalift", ORDER): ("1/2", "1", "2", "3", "inf"),
}
"""The words that do not take every index, with its sort; or of which less is defined by hand."""

TAKEN = {
    FUNCTION: tuple(FORMULAS_OF_DIVERGENCES),
    ORDER: ("0", "1/2", "1", "2", "3", "inf"),
    EXCESS: ("E(1)", "E(2)"),
}


def indices(word: Word) -> tuple[str, ...]:
    """The indices that a word takes, where they are among those that no name stands for."""
    sort = _sort(word)
    return FEWER.get((word.name, sort), TAKEN[sort]) if sort else ()


def _sort(word: Word) -> str:
    """The sort of its index, in brackets or among its arguments."""
    return next((sort for sort in word.sorts if sort in INDICES), "")


def read(index: str) -> Any:
    """What a measure is made with for an index."""
    if index.startswith("E("):
        return Constant(Fraction(index[2:-1]))
    if index == "inf":
        return math.inf
    return Fraction(index) if index[0].isdigit() else index


def sort_of(index: str) -> str:
    """The sort of an index."""
    if index.startswith("E("):
        return EXCESS
    return FUNCTION if index in TAKEN[FUNCTION] else ORDER


def texts(word: Word) -> tuple[str, ...]:
    """A word as it is written, once for each index that it takes, the last one of two."""
    written, sort = str(word), _sort(word)
    ways = [(f"[{sort}]", "[{}]"), (", alpha, beta)", ", inf, {})"), (f", {sort})", ", {})")]
    (place, way), *_ = [pair for pair in ways if sort and pair[0] in written] or [("", "")]
    return tuple(written.replace(place, way.format(f), 1) for f in indices(word)) or (written,)


def opening(word: Word) -> str:
    """How each way to write a word begins, up to its index or its arguments."""
    return word.name + ("[" if word.indexed else "(")
