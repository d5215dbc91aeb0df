"""Every small edit of a certificate's JSON: the edits of an adversary with a text editor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

INDEX = re.compile(r"[\w']+:[A-Z]")
FACTS = ("nonnegative", "positive", "at_most_one", "indicator")


def edits(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each single edit: what was edited, and the data after it."""
    letters = sorted({text for _, text in _leaves(data, ()) if INDEX.fullmatch(str(text))})
    names = sorted({str(use[0]) for path, use in _lists(data, ()) if path[-2:-1] == ("uses",)})
    for path, leaf in _leaves(data, ()):
        for other in _instead(path, leaf, letters, names):
            yield _place(path), _changed(data, path, other)
    for path, items in _lists(data, ()):
        for k in range(len(items)):
            yield f"{_place(path)} without {k}", _changed(data, path, [*items[:k], *items[k + 1 :]])
        if path[:1] == ("tensors",) and path[-1] == "facts":
            for fact in FACTS:
                more = [f for f in FACTS if f == fact or f in items]
                if fact not in items:
                    yield f"{_place(path)} with {fact}", _changed(data, path, more)


def _instead(path: tuple[Any, ...], leaf: Any, letters: list[str], names: list[str]) -> list[Any]:
    if path[-1] == "coefficient":
        value = Fraction(leaf)
        return [str(-value), str(value + 1), str(value / 2), "0"]
    if path[-1] == "relation":
        return [relation for relation in (">=", ">", "==") if relation != leaf]
    if INDEX.fullmatch(str(leaf)):
        alphabet = leaf[-2:]
        return [text for text in letters if text != leaf and text.endswith(alphabet)]
    if path[-3:-2] == ("uses",) or path[-3:-2] == ("multiplier",):
        return [name for name in names if name != leaf]
    return []


def _leaves(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(value, (*path, key))
    else:
        yield path, data


def _lists(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    if isinstance(data, list):
        yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _lists(value, (*path, key))


def _changed(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    copied = deepcopy(data)
    place: Any = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copied


def _place(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))
