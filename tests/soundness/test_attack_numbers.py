"""The prover alone, against false claims about numbers near true ones; it proves most true ones."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.errors import Unsupported
from tests.examples import examples
from tests.soundness import attack_numbers
from tests.soundness.attack_numbers import attack, false_ones
from tests.statements.numbers import BEYOND, TRUE

KINDS = {"turned", "off", "dropped", "name", "numeral"}


def tried(count: int, seed: int, seconds: float, *, beyond: bool = False) -> Counter[str]:
    """What was tried, when nothing false was proved."""
    met = Counter[str]()
    claims = islice(enumerate(false_ones(Random(seed), beyond=beyond)), count)
    assert list(attack(claims, seconds, met)) == []
    assert met["tried"] == count
    return met


@pytest.mark.seconds
def test_a_sample_of_false_ones_is_not_proved() -> None:
    met = tried(examples(30), 0, 0.1)
    assert met["beyond the evaluator"] >= 1 and set(met) >= KINDS, met


@pytest.mark.seconds
def test_a_sample_of_those_that_nobody_can_sample_is_not_proved() -> None:
    met = tried(examples(20), 0, 0.1, beyond=True)
    assert met["beyond the evaluator"] == examples(20) and set(met) >= KINDS, met


@pytest.mark.seconds
def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_numbers, "prove_analytic", lambda *_, **__: object())
    claims = list(enumerate(islice(false_ones(Random(2), beyond=True), 4)))
    assert list(attack(claims, 0.1, Counter())) == [false for _, false in claims]


@pytest.mark.slow
@pytest.mark.processor_seconds(7200)
@pytest.mark.parametrize("beyond", [False, True])
def test_two_thousand_false_ones_are_not_proved(*, beyond: bool) -> None:
    met = tried(2000, 1, 0.3, beyond=beyond)
    assert min(met[kind] for kind in KINDS) >= 200, met


@pytest.mark.slow
@pytest.mark.processor_seconds(2400)
def test_most_of_what_is_changed_is_proved_as_it_stands() -> None:
    """An attack near claims that the prover cannot read, true or false, would show nothing."""
    met = Counter[bool]()
    for true in (*TRUE, *BEYOND):
        try:
            met[prove_analytic(true.claim, effort=10.0) is not None] += 1
        except Unsupported:
            met[False] += 1
    assert met[True] >= 0.75 * len((*TRUE, *BEYOND)), met
