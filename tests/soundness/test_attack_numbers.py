"""The prover alone, against false claims about numbers near true ones; it proves most true ones."""

from __future__ import annotations

from collections import Counter

import pytest

from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.errors import Unsupported
from tests.soundness.attack_numbers import TRUE, attack
from tests.soundness.mutants import Text

KINDS = {"turned", "off", "dropped", "name", "numeral"}


def test_a_sample_of_false_ones_is_not_proved() -> None:
    met, wrong = attack(40, 0, 0.1)
    assert wrong == []
    assert met["tried"] == 40 and met["beyond the evaluator"] >= 5 and set(met) >= KINDS, met


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_two_thousand_false_ones_are_not_proved() -> None:
    met, wrong = attack(2000, 1, 0.3)
    assert wrong == []
    assert met["tried"] == 2000 and met["beyond the evaluator"] >= 300
    assert min(met[kind] for kind in KINDS) >= 200, met


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_most_of_what_is_changed_is_proved_as_it_stands() -> None:
    """An attack near claims that the prover cannot read, true or false, would show nothing."""
    met = Counter[bool]()
    for text, assume in TRUE:
        try:
            met[prove_analytic(Text(text, (), assume).claim, budget=10.0) is not None] += 1
        except Unsupported:
            met[False] += 1
    assert met[True] >= 0.75 * len(TRUE), met
