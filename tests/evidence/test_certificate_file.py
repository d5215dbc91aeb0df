"""Certificates survive the way into a file and back; a malformed file is one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import (
    ProofFile,
    from_json,
    proof_from_json,
    proof_text,
    proof_to_json,
    read_proof,
    to_json,
)
from pmlsym.kernel.checker import check
from tests.evidence.hand_written import ALL, composition, event_post_processing, square

PROOF = ProofFile(
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
    (composition(), event_post_processing(), square()),
    ("U: X, Y -> Z",),
    ("fullsupport(P)",),
)


@pytest.mark.parametrize("proof", ALL)
def test_a_certificate_survives_the_way_back(proof: Callable[[], Certificate]):
    certificate = proof()
    data = json.loads(json.dumps(to_json(certificate)))
    assert from_json(data) == certificate
    assert to_json(from_json(data)) == to_json(certificate)
    check(from_json(data))


def test_a_proof_file_survives_the_way_back():
    text = proof_text(PROOF)
    assert read_proof(text) == PROOF
    assert proof_text(read_proof(text)) == text
    assert json.loads(text)["format"] == "pmlsym proof"
    assert max(map(len, text.splitlines())) < 130


def _at(path: str) -> tuple[Any, Any, Any]:
    data = proof_to_json(deepcopy(PROOF))
    place: Any = data
    keys = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in keys[:-1]:
        place = place[key]
    return data, place, keys[-1]


C, S = "certificates/0", "certificates/0/sequent"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("format", "other", "format"),
        ("version", 3, "version 3"),
        ("version", True, "integer version|unknown key"),
        ("claim/text", "a\nb", "claim.text"),
        ("claim/assume", "fullsupport(P)", "claim.assume: a list"),
        ("claim/lets", [1], "claim.lets: one printable line"),
        ("certificates", {}, "a list"),
        (f"{C}/steps", None, "steps: a list"),
        (f"{C}/more", 1, "unknown key 'more'"),
        (f"{C}/steps/0/step", "guess", "none of combine, split"),
        (f"{C}/steps/0/step", ["combine"], "none of combine, split"),
        (f"{C}/steps/0/terms/0/coefficient", 1, "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "2/4", "no fraction in lowest terms"),
        (f"{C}/steps/0/terms/0/coefficient", "1/0", "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "-0", "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "0.5", "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "1" * 5000, "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "NaN", "no fraction"),
        (f"{C}/steps/0/terms/0/coefficient", "٣", "no fraction"),
        (f"{C}/steps/0/terms/0/sum", ["x:X", "x:X"], "twice"),
        (f"{C}/steps/0/terms/0/uses", [[""]], "a name is needed"),
        (f"{S}/relation", "=>", "relation '=>'"),
        (f"{S}/facts/0/for_all", ["x"], "no index"),
        (f"{S}/facts/0/for_all", ["#0:X"], "no index"),
        (f"{S}/facts/0/for_all", [":X"], "no index"),
        (f"{S}/facts/0/for_all", ["x:X:Y"], "no index"),
        (f"{S}/facts/0/name", "Q\u0000", "printable"),
        (f"{S}/facts/0/name", "", "printable"),
        (f"{S}/facts/0/polynomial/0/atoms/0", ["nobody"], "no tensor is called"),
        (f"{S}/facts/0/polynomial/0/atoms/0", [], "an atom is"),
        (f"{S}/facts/0/polynomial/0/atoms/0", ["P", "y:Y"], "does not take"),
        (f"{S}/facts/0/polynomial/0/atoms/0", ["delta", "x:X", "y:Y"], "does not take"),
        (f"{S}/facts/0/polynomial/0/atoms", [["t"]] * 1000, "more than"),
        (f"{S}/facts/0/polynomial/0/extra", 0, "unknown key"),
        (f"{S}/goal", {}, "goal: a list"),
        (f"{C}/tensors/P/facts", ["stochastic"], "facts are"),
        (f"{C}/tensors/P/facts", ["indicator", "positive"], "in this order"),
        (f"{C}/tensors/P/stochastic", [True], "integers"),
        (f"{C}/tensors/P/stochastic", [3], "cannot be stochastic"),
        (f"{C}/tensors/P/alphabets", ["X Y"], "identifier"),
        (f"{C}/tensors/P/facts", ["positive", "indicator"], "two letters"),
        (f"{C}/tensors/|X|", {"alphabets": [], "facts": [], "stochastic": []}, "reserved"),
        (f"{C}/tensors/delta", {"alphabets": [], "facts": [], "stochastic": []}, "reserved"),
        ("certificates/1/sequent/rules/0/tensors", ["|X|"], "bound by a rule"),
    ],
)
def test_a_malformed_file_is_one_clear_line(path: str, value: object, message: str):
    data, place, key = _at(path)
    place[key] = value
    with pytest.raises(InvalidCertificate, match=message) as caught:
        proof_from_json(data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_a_missing_key_is_named():
    data, place, key = _at(f"{C}/sequent/goal")
    del place[key]
    with pytest.raises(InvalidCertificate, match=r"certificates\[0\].sequent: .*no 'goal'"):
        proof_from_json(data)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "1", "NaN", '{"format": 1.5}', '{"a": 1, "a": 1}', "[" * 10**5]
    + [proof_text(PROOF)[:length] for length in (1, 100, 1000, 4000)],
)
def test_what_is_no_proof_file_is_one_clear_line(text: str):
    with pytest.raises(InvalidCertificate) as caught:
        read_proof(text)
    assert "\n" not in str(caught.value) and str(caught.value)


def test_splits_within_splits_have_an_end():
    data = to_json(square())
    step = data["steps"][0]
    for _ in range(40):
        step = {**step, "positive": [step]}
    data["steps"] = [step]
    with pytest.raises(InvalidCertificate, match="splits within each other"):
        from_json(data)
