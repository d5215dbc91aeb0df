"""The attack (tests/soundness/attack.py) can fail: it sees provers and readers that are wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pmlsym.evidence.verdict import EVERY_SIZE, CertificateProof, Proved
from pmlsym.language.nodes import Claim
from tests.soundness import attack
from tests.soundness.attack import KINDS, run


def credulous(claim: Claim, **_: Any) -> Proved:
    return Proved(claim, EVERY_SIZE, CertificateProof(()), None, ())


def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "prove", credulous)
    met = Counter[str]()
    wrong = list(run(3, range(len(KINDS)), 0.1, met))
    assert met["kind near"] == met["false, kind near"] == KINDS.count("near")
    assert len({k for k, _ in wrong}) >= met["false by the definitions"] >= KINDS.count("near")
    assert all(met[f"kind {kind}"] == KINDS.count(kind) for kind in KINDS)


def test_a_claim_is_what_its_number_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(attack, "attack", lambda one, *_: asked.append(one.text) or "unknown")
    list(run(1, range(4, 8), 0.1, Counter()))
    list(run(1, range(4, 8), 0.1, Counter()))
    assert asked[:4] == asked[4:] and len(set(asked)) == 4


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_nothing_is_wrong() -> None:
    assert list(run(2, range(400), 0.3, Counter())) == []
