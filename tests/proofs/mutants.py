"""Mutants of certificates: an edit or two of a given field; and rewritings that keep them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym.evidence.step_file import KEYS

STEPS = {kind: ("statement", *keys) for kind, keys in KEYS.items()}
FIELDS = (
    *(f"{kind} {field}" for kind, fields in STEPS.items() for field in fields),
    *(f"sequent {field}" for field in ("facts", "rules", "goal", "relation")),
    *(f"terms {field}" for field in ("function", "letters", "a", "b")),
    *(f"tensors {field}" for field in ("alphabets", "facts", "stochastic")),
)
LETTER = re.compile(r"[^\W\d][\w'*~]*:\w+")
DECLARED = re.compile(r"(.+) (?:>= 0|> 0|<= 1|>= 1)")
FLAGS = ("nonnegative", "positive", "at_most_one", "indicator")

Path = tuple[Any, ...]


def sites(data: Any) -> dict[str, list[Path]]:
    """The places of a certificate's data that can be edited, by field."""
    found: dict[str, list[Path]] = {}
    for path, value in _walk(data, ()):
        field = _field(data, path)
        if field in FIELDS and (isinstance(value, list) or not isinstance(value, dict)):
            found.setdefault(field, []).append(path)
    return found


def mutant(rng: Random, data: Any, field: str) -> Any:
    """The data with an edit in a field, and in one case of three with another one anywhere."""
    changed = deepcopy(data)
    places = sites(data)
    _edit(rng, changed, rng.choice(places[field]))
    if rng.random() < 1 / 3:
        places = sites(changed)
        _edit(rng, changed, rng.choice(places[rng.choice(sorted(places))]))
    return changed


def _walk(data: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _walk(value, (*path, key))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _field(data: Any, path: Path) -> str:
    """The part of the file, or the kind of the innermost step, with the field below it."""
    if path[:1] == ("sequent",) and len(path) > 1:
        return f"sequent {path[1]}"
    if path[:1] in (("tensors",), ("terms",)) and len(path) > 2:
        return f"{path[0]} {path[2]}"
    if path[:1] == ("steps",):
        numbers = [
            k for k, key in enumerate(path)
            if isinstance(key, int) and path[k - 1] in ("steps", "positive", "nonpositive")
        ]  # fmt: skip
        if numbers and len(path) > numbers[-1] + 1:
            step = _at(data, path[: numbers[-1] + 1])
            kind, field = step.get("step"), path[numbers[-1] + 1]
            return f"{kind} {field}" if field != "step" else ""
    return ""


def edited(rng: Random, data: Any, path: Path) -> None:
    """Edit a place, with what stands elsewhere in the certificate or lemma that it is in."""
    for k in range(len(path), -1, -1):
        within = _at(data, path[:k])
        if isinstance(within, dict) and isinstance(within.get("tensors"), dict):
            _edit(rng, within, path[k:])
            return
    _edit(rng, data, path)


def _edit(rng: Random, data: Any, path: Path) -> None:
    value, parent = _at(data, path), _at(data, path[:-1])
    parent[path[-1]] = (
        _other_list(rng, data, path, value)
        if isinstance(value, list)
        else _other_leaf(rng, data, path, value)
    )


def _other_leaf(rng: Random, data: Any, path: Path, value: Any) -> Any:
    texts = [v for _, v in _walk(data, ()) if isinstance(v, str)]
    if path[-1] == "coefficient" and isinstance(value, str):
        number = Fraction(value)
        return str(rng.choice((-number, number + 1, number / 2, Fraction(0), 2 * number)))
    if path[-1] == "relation":
        return rng.choice((">=", ">", "=="))
    if isinstance(value, str) and LETTER.fullmatch(value):
        alphabet = value.rpartition(":")[2]
        letters = [t for t in texts if LETTER.fullmatch(t)]
        near = [t for t in letters if t.rpartition(":")[2] == alphabet]
        return rng.choice((*2 * [rng.choice(near)], rng.choice(letters), f"q:{alphabet}"))
    if isinstance(value, int):
        return rng.randrange(3)
    tensors = list(data["tensors"]) or ["t"]
    if path[-2:-1] == ("alphabets",):
        return rng.choice([t.rpartition(":")[2] for t in texts if LETTER.fullmatch(t)] or ["X"])
    if path[-1] in ("variable", "indicator", "tensor") or path[-3:-2] == ("atoms",):
        return rng.choice((*tensors, "|X|"))
    names = [t for t in texts if not LETTER.fullmatch(t)]
    declared = [f"{rng.choice(tensors)} {bound}" for bound in (">= 0", "> 0", "<= 1")]
    return rng.choice((rng.choice(names), rng.choice(declared), f"{value} ", "goal"))


def _other_list(rng: Random, data: Any, path: Path, value: list[Any]) -> list[Any]:
    if path[0] == "tensors" and path[-1] == "facts":
        flag = rng.choice(FLAGS)
        return [f for f in FLAGS if (f in value) != (f == flag)]
    if path[0] == "tensors" and path[-1] == "stochastic":
        return sorted({*value, rng.randrange(3)}) if rng.random() < 0.5 else value[1:]
    alike = [v for p, v in _walk(data, ()) if p[-1:] == path[-1:] and isinstance(v, list)]
    items = deepcopy(value)
    donor = deepcopy(rng.choice(alike))
    match rng.randrange(5):
        case 0 if items:
            del items[rng.randrange(len(items))]
        case 1 if items:
            items.append(deepcopy(rng.choice(items)))
        case 2 if len(items) > 1:
            one, other = rng.sample(range(len(items)), 2)
            items[one], items[other] = items[other], items[one]
        case 3 if donor:
            items.insert(rng.randrange(len(items) + 1), rng.choice(donor))
        case _:
            return donor
    return items


# --- Rewritings that keep a certificate valid ---------------------------------------------------


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
    for path, value in list(_walk(changed, ())):
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
        for path, value in _walk(changed, ())
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
