"""The attack (tests/soundness/attack.py) can fail: it sees provers and readers that are wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pmlsym.evidence.verdict import EVERY_SIZE, CertificateProof, Proved
from pmlsym.language.nodes import Claim
from pmlsym.parallel.campaigns import campaign
from pmlsym.parallel.workers import processes
from tests.planted import Planted
from tests.soundness import attack
from tests.soundness.attack import KINDS, Piece, run


def credulous(claim: Claim, **_: Any) -> Proved:
    return Proved(claim, EVERY_SIZE, Planted(CertificateProof(())), None, ())


@pytest.mark.seconds
def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "prove", credulous)
    met = Counter[str]()
    wrong = list(run(3, range(len(KINDS)), 0.1, met))
    assert met["kind near"] == met["false, kind near"] == KINDS.count("near")
    assert len({k for k, _ in wrong}) >= met["false by the definitions"] >= KINDS.count("near")
    assert all(met[f"kind {kind}"] == KINDS.count(kind) for kind in KINDS)


@pytest.mark.seconds
def test_a_claim_is_what_its_number_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(attack, "attack", lambda one, *_: asked.append(one.text) or "unknown")
    list(run(1, range(4, 8), 0.1, Counter()))
    list(run(1, range(4, 8), 0.1, Counter()))
    assert asked[:4] == asked[4:] and len(set(asked)) == 4


@pytest.mark.seconds
def test_pieces_on_processes_find_what_the_whole_finds() -> None:
    tasks = [Piece(5, k, k + 2, 0.02) for k in (3, 5)]
    met = Counter[str]()
    wrong = list(run(5, range(3, 7), 0.02, met))
    with processes(2) as two:
        done = campaign(tasks, executor=two)
    assert [one for d in done for one in d.result[0]] == wrong
    assert sum((d.result[1] for d in done), Counter[str]()) == met
    assert all(d.task.from_json(d.task.to_json(d.result)) == d.result for d in done)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_nothing_is_wrong() -> None:
    assert list(run(2, range(400), 0.3, Counter())) == []
