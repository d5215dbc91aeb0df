"""Rewritings that keep a certificate valid: other names, other orders, other numbers."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from tests.proofs.mutants import LETTER, walk

DECLARED = re.compile(r"(.+) (?:>= 0|> 0|<= 1|>= 1)")


def with_other_letters(rng: Random, data: Any) -> Any:
    """Every letter renamed, but for those of declared facts (y'0) and of needs (q~0)."""
    mark = rng.choice(("'", "*", "_of", "1"))

    def renamed(text: str) -> str:
        if not LETTER.fullmatch(text) or re.fullmatch(r"(.*'|q~)\d+:\w+", text):
            return text
        name, _, alphabet = text.rpartition(":")
        return f"{name}{mark}:{alphabet}"

    return _texts(data, renamed)


def with_other_names(rng: Random, data: Any) -> Any:
    """Every tensor renamed, in declared facts too, and every hypothesis and rule."""
    mark = rng.choice(("'", "_1", " of Alice"))
    tensors = {name: f"{name}{mark}" for name in data["tensors"]}
    taken = {fact["name"] for fact in (*data["sequent"]["facts"], *data["sequent"]["rules"])}
    facts = {name: f"[{name}]" for name in taken - set(tensors)}

    def renamed(text: str) -> str:
        declared = DECLARED.fullmatch(text)
        if text not in facts and declared and declared[1] in tensors:
            return text.replace(declared[1], tensors[declared[1]], 1)
        return facts.get(text, tensors.get(text, text))

    changed = _texts(data, renamed)
    changed["tensors"] = {tensors[name]: entry for name, entry in data["tensors"].items()}
    return changed


def reordered(rng: Random, data: Any) -> Any:
    """Terms, uses, monomials, atoms, hypotheses and summed letters in another order."""
    changed = deepcopy(data)
    for path, value in list(walk(changed, ())):
        free = ("terms", "uses", "multiplier", "polynomial", "atoms", "goal", "sum", "case", "body")
        sequent_facts = path == ("sequent", "facts")
        if isinstance(value, list) and path and (path[-1] in free or sequent_facts):
            rng.shuffle(value)
    return changed


def scaled(rng: Random, data: Any) -> Any:
    """The goal times a positive number, where a combination derives it."""
    factor = Fraction(rng.randint(1, 9), rng.randint(1, 9))
    changed = deepcopy(data)
    last = next((s for s in changed["steps"] if s["statement"]["name"] == "goal"), None)
    if last and last["step"] == "combine":
        monomials = (*last["statement"]["polynomial"], *changed["sequent"]["goal"])
        for entry in (*monomials, *last["terms"]):
            entry["coefficient"] = str(factor * Fraction(entry["coefficient"]))
    return changed


def halved(rng: Random, data: Any) -> Any:
    """A term in two parts, and a monomial in two."""
    changed = deepcopy(data)
    lists = [
        value
        for path, value in walk(changed, ())
        if path
        and path[-1] in ("terms", "polynomial", "goal")
        and value
        and isinstance(value, list)
    ]
    for items in rng.sample(lists, min(3, len(lists))):
        entry = rng.choice(items)
        entry["coefficient"] = str(Fraction(entry["coefficient"]) / 2)
        items.append(deepcopy(entry))
    return changed


KEEPING = (with_other_letters, with_other_names, reordered, scaled, halved)


NAMED = ("bodies", "letters")
"""Where the keys of an object are tensors or letters, if it is one."""


def _texts(data: Any, change: Any) -> Any:
    if isinstance(data, dict):
        return {
            key: (
                {change(name): _texts(own, change) for name, own in value.items()}
                if key in NAMED and isinstance(value, dict)
                else _texts(value, change)
            )
            for key, value in data.items()
        }
    if isinstance(data, list):
        return [_texts(value, change) for value in data]
    return change(data) if isinstance(data, str) else data


def key(data: Any) -> str:
    """What tells mutants apart."""
    return json.dumps(data, sort_keys=True)
