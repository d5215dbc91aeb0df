"""Files of version 1, as they were saved, are read and checked: schemas are rules, applied."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Apply, Certificate, every_step
from pmlsym.kernel.certificate_file import from_json, proof_from_json, sequents_from_json, to_json
from pmlsym.kernel.checker import check

FOLDER = Path(__file__).with_name("version_1")
FILES = sorted(FOLDER.glob("*.json"))
WITH_SCHEMA = "event-leakage-of-a-letter"


def load(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def read(data: Any) -> tuple[Certificate, ...]:
    """The certificates of a file of either kind."""
    reader = proof_from_json if data["format"] == "pmlsym proof" else sequents_from_json
    return reader(data).certificates


def checked(data: Any) -> None:
    for certificate in read(data):
        check(certificate)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_file_of_version_1_is_read_and_proves_what_it_did(path: Path):
    data = load(path.stem)
    assert data["version"] == 1
    certificates = read(data)
    assert len(certificates) == len(data["certificates"])
    for certificate, old in zip(certificates, data["certificates"], strict=True):
        check(certificate)
        assert len(certificate.steps) == len(old["steps"])
        assert [rule.name for rule in certificate.sequent.rules] == [
            schema["name"] for schema in old["sequent"]["schemas"]
        ]
        assert all(len(r.tensors) == 1 and not r.alphabets for r in certificate.sequent.rules)
        # and it stays the same in a file of today
        again = from_json(json.loads(json.dumps(to_json(certificate))))
        assert again == certificate
        check(again)


def test_schemas_are_applied_in_the_files_that_are_kept():
    steps = [s for p in FILES for c in read(load(p.stem)) for s in every_step(c.steps)]
    assert sum(isinstance(step, Apply) for step in steps) >= 3
    assert {type(step).__name__ for step in steps} >= {"Apply", "Combine"}


def the_step(data: Any) -> tuple[Any, Any]:
    """The first certificate with a schema, and the step that instantiates it."""
    certificate = next(c for c in data["certificates"] if c["sequent"]["schemas"])
    return certificate, next(s for s in certificate["steps"] if s["step"] == "instantiate")


def edited(change: Any) -> Any:
    data = deepcopy(load(WITH_SCHEMA))
    change(data, *the_step(data))
    return data


def fewer(data: Any, certificate: Any, step: Any) -> None:
    step["conditions"].pop()


def another_schema(data: Any, certificate: Any, step: Any) -> None:
    step["schema"] = "nobody"


def no_guard(data: Any, certificate: Any, step: Any) -> None:
    step["guard_fact"] = "nobody"


def other_guard(data: Any, certificate: Any, step: Any) -> None:
    step["guard"][0]["coefficient"] = "-1"


def other_body(data: Any, certificate: Any, step: Any) -> None:
    step["body"][0]["coefficient"] = "2"


def swapped(data: Any, certificate: Any, step: Any) -> None:
    step["conditions"].reverse()


def more_of_today(data: Any, certificate: Any, step: Any) -> None:
    certificate["terms"] = {}


def lemmas_of_today(data: Any, certificate: Any, step: Any) -> None:
    data["lemmas"] = []


def said_to_be_of_today(data: Any, certificate: Any, step: Any) -> None:
    data["version"] = 2


def one_letter(data: Any, certificate: Any, step: Any) -> None:
    """A condition about a letter that the conclusion quantifies meant one letter, today another."""
    (schema,) = certificate["sequent"]["schemas"]
    assert schema["conclusion"]["for_all"]
    other = deepcopy(schema["conclusion"]["polynomial"])
    schema["conditions"].append(
        {"name": "about one", "for_all": [], "polynomial": other, "relation": ">="}
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (fewer, "not stated by a known fact"),
        (another_schema, "no schema is called"),
        (no_guard, "not stated by a known fact"),
        (other_guard, "does not state"),
        (other_body, "does not state|not what the rule gives"),
        (swapped, "does not state|zip|argument|well formed"),
        (more_of_today, "unknown key 'terms'"),
        (lemmas_of_today, "unknown key 'lemmas'"),
        (said_to_be_of_today, "no 'lemmas'"),
        (one_letter, "one letter that the conclusion quantifies"),
    ],
)
def test_a_wrong_file_of_version_1_is_refused(change: Any, why: str):
    data = edited(change)
    with pytest.raises(InvalidCertificate, match=why):
        checked(data)
