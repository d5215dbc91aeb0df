"""The words of the functions that people call, where there are several for one thing.

    ps.decide(.., channels=, priors=)  and  ps.ask(.., channel=, over=)    take each other's words
    ps.decide("pml(P, W) <= 1", efort=1)          decide has no efort; did you mean effort=?

A word that a function has not is answered with the one that is often meant, or the nearest.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache, wraps
from inspect import Parameter, signature
from typing import Any

from pmlsym.errors import UnknownWord

SAME = (("channel", "channels"), ("over", "priors", "prior_set"))
"""Words of which each function takes every one."""

ALIKE = (
    ("channel", "channels", "matrix", "W"),
    ("over", "priors", "prior"),
    ("family", "families"),
    ("quantity", "quantities"),
    ("set", "size", "settings"),
    ("guarantee", "guarantees"),
    ("eps", "epsilon"),
    ("budget", "timeout"),
)
"""Words of which one is often written for another."""

KEPT = {
    "save": "call .save(file) on what comes back",
    "json": "call .to_json() on what comes back",
    "latex": "call .latex() on what comes back",
    "bits": "call .text(bits=True) on what comes back",
}
"""How an answer is given, or kept: on the command line an option."""


@cache
def with_words(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The public function of that name, for whoever writes other words than it has.

    >>> with_words(lambda *, over=None: over, "ask")(prior_set="simplex")
    'simplex'
    >>> with_words(lambda *, over=None: over, "ask")(prior="simplex")
    Traceback (most recent call last):
    pmlsym.errors.UnknownWord: ask has no prior; write over=
    """
    every = signature(function).parameters.values()
    words = [p.name for p in every if p.kind is not Parameter.VAR_POSITIONAL]
    if any(p.kind is Parameter.VAR_KEYWORD for p in every):
        return function

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for word in [word for word in named if word not in words]:
            own = next((o for same in SAME if word in same for o in same if o in words), word)
            if own not in words or own in named:
                raise UnknownWord(f"{name} has no {word[:40]}; {_right(word, words)}")
            named[own] = named.pop(word)
        return function(*given, **named)

    called.__module__, called.__qualname__ = "pmlsym", name  # by which it pickles
    return called


def _right(word: str, words: list[str]) -> str:
    meant = [other for alike in ALIKE if word in alike for other in alike if other in words]
    if meant:
        return f"write {meant[0]}="
    if word in KEPT:
        return KEPT[word]
    near = get_close_matches(word, words, 1)
    return f"did you mean {near[0]}=?" if near else f"there are {', '.join(words)}"
