"""Mutants of files of sequents: an edit or two in a step of a lemma, of an induction, of a proof.

    field       "lemma apply bodies", "combine terms", "induction base", "terms a", ..
    sites       the places that can be edited, by field
    mutant      one edit in a field, in half of the cases a second one anywhere; in one of five the
                goal becomes what the last step states

A file here has one certificate, or induction, and the lemmas before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

LETTER = re.compile(r"[^\W\d][\w'*~]*:\w+")
FLAGS = ("nonnegative", "positive", "at_most_one", "indicator")
PARTS = ("sequent", "terms", "tensors")

Path = tuple[Any, ...]


def sites(data: Any) -> dict[str, list[Path]]:
    """The places of a file that can be edited, by field."""
    found: dict[str, list[Path]] = {}
    for path, field in _fields(data):
        found.setdefault(field, []).append(path)
    return found


def mutant(rng: Random, data: Any, field: str) -> Any:
    """The file with one or two edits."""
    changed = deepcopy(data)
    places = sites(changed)
    _edited(rng, changed, rng.choice(places[field]))
    if rng.random() < 1 / 2:
        places = sites(changed)
        _edited(rng, changed, rng.choice(places[rng.choice(sorted(places))]))
    (certificate,) = changed["certificates"]
    if rng.random() < 1 / 5 and certificate.get("steps"):
        last = certificate["steps"][-1]["statement"]
        certificate["sequent"]["goal"] = deepcopy(last["polynomial"])
        certificate["sequent"]["relation"] = last["relation"]
    return changed


def _fields(data: Any) -> Iterator[tuple[Path, str]]:
    """Each place of a leaf or a list, and what field it is in."""
    yield from _within(data["lemmas"], ("lemmas",), "lemma", "")
    (certificate,) = data["certificates"]
    here = ("certificates", 0)
    if "induction" in certificate:
        yield from _within(certificate["induction"], (*here, "induction"), "induction", "")
    else:
        yield from _within(certificate, here, "", "")


def _within(data: Any, path: Path, where: str, field: str) -> Iterator[tuple[Path, str]]:
    if field and not isinstance(data, dict):
        yield path, f"{where} {field}".strip()
    if isinstance(data, list):
        for k, inner in enumerate(data):
            yield from _within(inner, (*path, k), where, field)
    elif isinstance(data, dict):
        for key, inner in data.items():
            own = field
            if "step" in data:
                own = f"{data['step']} {key}"
            elif field in PARTS[1:] and path[-2] == field:
                own = f"{field} {key}"
            elif path[-1] in PARTS:
                own = f"{path[-1]} {key}" if path[-1] == "sequent" else path[-1]
            elif where == "induction" and path[-1] == "induction":
                own = key if key not in (*PARTS, "base_proofs", "step_proofs") else ""
            elif key == "name" and where == "lemma" and len(path) == 2:
                own = "name"
            if key in ("steps", "positive", "nonpositive", "base_proofs", "step_proofs"):
                own = ""
            yield from _within(inner, (*path, key), where, own)


def walk(data: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every part of data, with its place."""
    yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from walk(value, (*path, key))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _edited(rng: Random, data: Any, path: Path) -> None:
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
    texts = [v for _, v in walk(data, ()) if isinstance(v, str)]
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
    alike = [v for p, v in walk(data, ()) if p[-1:] == path[-1:] and isinstance(v, list)]
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
