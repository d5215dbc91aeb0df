"""Analytic and entropy proofs as JSON: they come back as they were, and nothing else is read."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic.checking import check_analytic, prove_analytic
from pmlsym.engines.decide.judge import check_entropy
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.number_proof_file import (
    analytic_from_json,
    analytic_to_json,
    entropy_from_json,
    entropy_to_json,
)

ANALYTIC = (
    ("exp(x) > 27/10*x", ("x >= 0",)),
    ("q*log(q/p) + (1-q)*log((1-q)/(1-p)) >= 2*(q-p)*(q-p)", ("p > 0", "p < 1", "q > 0", "q < 1")),
    ("exp(x) + exp(-x) <= 2*exp(x*x/2)", ("x >= 0",)),
)
ENTROPIC = (
    ("I(A;D) <= I(B;C)", ("markov(A, B, C, D)",)),
    ("H(A) < H(A,B) + eps", ("eps > 0",)),
)


@pytest.mark.parametrize(("text", "assume"), ANALYTIC)
def test_analytic_proofs_come_back(text: str, assume: tuple[str, ...]):
    claim = parse(text, assume=assume)
    proof = prove_analytic(claim, effort=20)
    assert proof is not None
    again = analytic_from_json(json.loads(json.dumps(analytic_to_json(proof))))
    assert again == proof
    check_analytic(claim, again)


@pytest.mark.parametrize(("text", "assume"), ENTROPIC)
def test_entropy_proofs_come_back(text: str, assume: tuple[str, ...]):
    claim = parse(text, assume=assume)
    proof = prove_entropy(claim)
    assert proof is not None
    again = entropy_from_json(json.loads(json.dumps(entropy_to_json(proof))))
    assert again == proof
    check_entropy(claim, again)


def _places(data: object, path: tuple = ()):
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items if isinstance(data, dict | list) else ():
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*path, key))


@pytest.mark.parametrize("wrong", [None, 7, "nonsense", [], {}, -1.5])
def test_every_edit_of_an_analytic_file_is_refused(wrong: object):
    claim = parse(ANALYTIC[0][0], assume=ANALYTIC[0][1])
    proof = prove_analytic(claim, effort=20)
    assert proof is not None
    data, refused, tried = analytic_to_json(proof), 0, 0
    for path in list(_places(data))[:60]:
        edited = deepcopy(data)
        place = edited
        for key in path[:-1]:
            place = place[key]
        if place[path[-1]] == wrong or (wrong == 7 and path[-1] in ("bits", "milliseconds")):
            continue  # how long and how precisely to look is no part of what is shown
        place[path[-1]] = wrong
        tried += 1
        try:
            check_analytic(claim, analytic_from_json(edited))
        except InvalidCertificate:
            refused += 1
    assert tried > 10 and refused == tried


@pytest.mark.parametrize("wrong", [None, 7, "nonsense", [["1", 2]], {}])
def test_every_edit_of_an_entropy_file_is_refused(wrong: object):
    claim = parse(ENTROPIC[0][0], assume=ENTROPIC[0][1])
    proof = prove_entropy(claim)
    assert proof is not None
    data, tried = entropy_to_json(proof), 0
    for path in list(_places(data)):
        edited = deepcopy(data)
        place = edited
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = wrong
        tried += 1
        with pytest.raises(InvalidCertificate):
            check_entropy(claim, entropy_from_json(edited))
    assert tried > 20


@pytest.mark.parametrize(("text", "assume"), ENTROPIC)
def test_a_key_that_is_not_known_is_refused_with_its_place(text: str, assume: tuple[str, ...]):
    proof = prove_entropy(parse(text, assume=assume))
    assert proof is not None
    data = entropy_to_json(proof)
    data["duals"][0]["hypotheses"][0]["by"] = "hand"
    with pytest.raises(InvalidCertificate, match=r"duals\[0\].hypotheses\[0\]: .* key 'by'"):
        entropy_from_json(data)


def test_derivations_within_each_other_are_bounded():
    leaf = {"step": "cancel"}
    for depth, is_read in ((60, True), (61, False)):
        data: dict[str, object] = leaf
        for _ in range(depth):
            data = {"step": "cancel", "parts": [data]}
        whole = {"problems": ["x >= 0"], "derivations": [data]}
        if is_read:
            assert analytic_to_json(analytic_from_json(whole)) == whole
        else:
            with pytest.raises(InvalidCertificate, match="within each other"):
                analytic_from_json(whole)
