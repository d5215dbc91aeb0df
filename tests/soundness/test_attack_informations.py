"""The prover alone, against false claims about informations; most of them are refuted."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from tests.soundness import attack_informations
from tests.soundness.attack_informations import ADDED, TRUE, Changed, attack, false_ones, lets_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation

KINDS = {"off by a hundredth", "off by a billionth", "turned", "strict", "infinite", "garbled"}


def tried(count: int, seed: int, effort: float) -> Counter[str]:
    """What was tried, when nothing false was proved."""
    met = Counter[str]()
    assert list(attack(islice(false_ones(Random(seed)), count), effort, met)) == []
    assert met["tried"] == count
    return met


@pytest.mark.seconds
def test_a_sample_of_false_ones_is_not_proved() -> None:
    assert set(tried(24, 4, 0.1)) >= KINDS


@pytest.mark.seconds
def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_informations, "is_proved", lambda *_: True)
    claims = list(islice(false_ones(Random(2)), 4))
    assert list(attack(claims, 0.1, Counter())) == claims


@pytest.mark.parametrize("added", ADDED)
def test_each_premise_that_is_added_can_hold(added: str) -> None:
    """Under a premise that never holds nothing would be false."""
    claim = parse(added, lets=lets_of(added))
    instances = hostile_instances(claim, 1, 400)
    assert any(OracleEvaluation(claim, instance).truth(claim) for instance in instances)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_two_thousand_false_ones_are_not_proved() -> None:
    met = tried(2000, 1, 0.3)
    assert min(met[kind] for kind in KINDS) >= 100, met


@pytest.mark.slow
@pytest.mark.processor_seconds(600)
@pytest.mark.parametrize(("text", "assume"), [(text, tuple(rest)) for text, *rest in TRUE])
def test_what_is_changed_is_true(text: str, assume: tuple[str, ...]) -> None:
    """An attack near false statements would only show that false ones are not proved."""
    claim = Changed(text, assume, "").claim
    evaluated = 0
    for instance in hostile_instances(claim, 3, 60):
        assert OracleEvaluation(claim, instance).truth(claim)
        evaluated += 1
    assert evaluated == 60
