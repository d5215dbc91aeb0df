"""Mutants of files of sequents: an edit or two in a step of a lemma, of an induction, of a proof.

    field       "lemma apply bodies", "combine terms", "induction base", "sequent goal", ..
    sites       the places that can be edited, by field
    mutant      one edit in a field, in half of the cases a second one anywhere; in one of five the
                goal becomes what the last step states

A file here has one certificate, or induction, and the lemmas before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.certificate_file import lemmas_to_json, to_json
from pmlsym.evidence.step_file import KEYS
from tests.evidence.test_apply import ATTACKS as APPLICATIONS
from tests.evidence.test_apply import RIGHT
from tests.evidence.test_convexity import ATTACKS as CONVEXITY
from tests.evidence.test_introductions import ATTACKS as INTRODUCTIONS
from tests.evidence.test_split_letters import ATTACKS as SPLITS
from tests.proofs.certificates import CERTIFICATES, IN_LEDGER, RARE, is_readable
from tests.proofs.mutants import Path, edited

HEAD = {"format": "pmlsym sequents", "version": 2, "row": "none", "says": "an edit"}
LARGEST = 45_000
"""Characters: longer files have the same steps, more often."""
PARTS = ("sequent", "terms", "tensors")
NEW_STEPS = frozenset(KEYS) - {"combine"}


def file_of(certificate: Any, lemmas: Any = ()) -> Any:
    """The file of one certificate, as data."""
    return {**HEAD, "lemmas": list(lemmas), "certificates": [certificate]}


@cache
def kept_files() -> tuple[tuple[str, Any], ...]:
    """The kept files of sequents and proofs in which more is done than to combine facts."""
    found = []
    for path in sorted([*CERTIFICATES.rglob("*.json"), *IN_LEDGER.glob("*.json")]):
        data = json.loads(path.read_text(encoding="utf-8"))
        for k, certificate in enumerate(data.get("certificates", ())):
            alone = file_of(certificate, data.get("lemmas", ()))
            kinds = {field.split()[-2] for field in sites(alone) if field.split()[-1] == "step"}
            more = bool(kinds & NEW_STEPS) or "induction" in certificate
            if more and len(json.dumps(alone)) < LARGEST:
                found.append((f"{path.stem} {k}", alone))
    return tuple(found)


@cache
def written_files() -> tuple[tuple[str, Any], ...]:
    """Files of certificates written by hand, of the steps that are rare, with their lemmas."""
    attacks = (*APPLICATIONS, *INTRODUCTIONS, *CONVEXITY, *SPLITS)
    proofs = [(a.name, a.right) for a in attacks if a.right is not None] + list(RIGHT)
    proofs += [(rare.__name__, rare()) for rare in RARE]
    files: dict[str, tuple[str, Any]] = {}
    for name, proof in proofs:
        if (data := _as_file(proof)) is not None:
            files.setdefault(json.dumps(data, sort_keys=True), (name, data))
    return tuple(files.values())


def _as_file(proof: Certificate) -> Any:
    data = json.loads(json.dumps(to_json(proof)))
    lemmas = json.loads(json.dumps(lemmas_to_json((proof,))))
    return file_of(data, lemmas) if lemmas or is_readable(data) else None


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
    edited(rng, changed, rng.choice(places[field]))
    if rng.random() < 1 / 2:
        places = sites(changed)
        edited(rng, changed, rng.choice(places[rng.choice(sorted(places))]))
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
            elif path[-1] in PARTS:
                own = f"{path[-1]} {key}" if path[-1] == "sequent" else path[-1]
            elif where == "induction" and path[-1] == "induction":
                own = key if key not in (*PARTS, "base_proofs", "step_proofs") else ""
            elif key == "name" and where == "lemma" and len(path) == 2:
                own = "name"
            if key in ("steps", "positive", "nonpositive", "base_proofs", "step_proofs"):
                own = ""
            yield from _within(inner, (*path, key), where, own)
