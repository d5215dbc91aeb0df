"""Files of sequents with proofs, as data, of which mutants are made: kept, and written by hand."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import lemmas_to_json, to_json
from pmlsym.kernel.step_file import KEYS
from tests.evidence.test_apply import ATTACKS as APPLICATIONS
from tests.evidence.test_apply import RIGHT
from tests.evidence.test_convexity import ATTACKS as CONVEXITY
from tests.evidence.test_introductions import ATTACKS as INTRODUCTIONS
from tests.evidence.test_split_letters import ATTACKS as SPLITS
from tests.proofs.certificates import CERTIFICATES, IN_LEDGER, RARE, is_readable
from tests.proofs.mutants import sites

HEAD = {"format": "pmlsym sequents", "version": 2, "row": "none", "says": "an edit"}
LARGEST = 45_000
"""Characters: longer files have the same steps, more often."""
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
