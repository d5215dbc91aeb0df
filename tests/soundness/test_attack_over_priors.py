"""The attack on decisions over sets of priors finds nothing in a sample, and can find something."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pmlsym.evidence.verdict import OverPriors, Proved, Refuted
from pmlsym.model.instance import Instance
from tests.planted import Planted
from tests.soundness import attack_over_priors
from tests.soundness.attack_over_priors import Asked, drawn, run


@pytest.mark.seconds
def test_nothing_is_wrong_in_a_sample() -> None:
    met = Counter[str]()
    assert list(run(7, range(24), 0.05, met)) == []
    assert min(met["proved"], met["false: refuted"], met["no violation known"]) >= 3, met


@pytest.mark.seconds
def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def credulous(*_: Any, **__: Any) -> Proved:
        return Proved(None, "", Planted(OverPriors(())), None, ())  # type: ignore[arg-type]

    monkeypatch.setattr(attack_over_priors, "answer", credulous)
    met = Counter[str]()
    wrong = list(run(7, range(30), 0.1, met))
    assert met["false: proved"] == len(wrong) == met["wrong"] >= 6, met


@pytest.mark.seconds
def test_a_counterexample_that_is_none_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some vertex of the set in place of a counterexample, where no prior of it is known to be."""

    def suspicious(asked: Asked, *_: Any, **__: Any) -> Refuted:
        sizes = {"X": len(asked.tables["W"]), "Y": len(asked.tables["W"][0])}
        instance = Instance(sizes, {"P": asked.priors.ends[0]}, {}, {"y": 0})
        return Refuted(None, instance, None, None, ())  # type: ignore[arg-type]

    monkeypatch.setattr(attack_over_priors, "answer", suspicious)
    met = Counter[str]()
    assert len(list(run(7, range(30), 0.1, met))) >= met["refuted"] >= 10, met


@pytest.mark.seconds
def test_members_of_a_set_are_members() -> None:
    for k in range(60):
        asked = drawn(Random(f"members/{k}"))
        assert all(asked.priors.contains(at.p) for at in asked.places), asked.priors.text


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_nothing_is_wrong() -> None:
    assert list(run(2, range(1000), 0.3, Counter())) == []
