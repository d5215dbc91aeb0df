"""The functions that a word with an index takes, and how it is written with each of them."""

from __future__ import annotations

from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.notion import FUNCTION, Word

FEWER = {"eta": ("tv",)}
"""The words that do not take every function."""


def functions(word: Word) -> tuple[str, ...]:
    """The functions that a word takes; none if it has no index."""
    if FUNCTION not in word.sorts:
        return ()
    return FEWER.get(word.name, tuple(FORMULAS_OF_DIVERGENCES))


def texts(word: Word) -> tuple[str, ...]:
    """A word as it is written, once for each function that it takes."""
    written = str(word)
    return tuple(written.replace("[f]", f"[{f}]", 1) for f in functions(word)) or (written,)


def opening(word: Word) -> str:
    """How each way to write a word begins, up to its index or its arguments."""
    return word.name + ("[" if word.indexed else "(")
