"""Claims with something wrong planted are not proved; what the attack says is wrong is found."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.examples import effort, examples
from tests.soundness import attack_planted
from tests.soundness.attack_planted import attack
from tests.soundness.planted_claims import Planted, planted


@pytest.mark.seconds
def test_no_planted_claim_is_proved() -> None:
    tried, wrong = attack(islice(planted(seed=2), examples(18)), effort(0.05, in_full=2))
    assert wrong == []
    assert len({kind for kind in tried if "searched" not in kind}) >= 4
    assert sum(n for kind, n in tried.items() if kind.endswith("searched for")) >= 8


def test_what_is_proved_is_said_to_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Planted("uses", "ldp(W^&n) <= n*ldp(W)", "ldp(W & W) <= 2*ldp(W)")
    _, wrong = attack([true], 1)
    assert wrong and wrong[0].startswith("proved")
    monkeypatch.setattr(attack_planted, "is_lemma", lambda _: True)
    assert attack([Planted("lemma", "ldp(W) <= 1", "ldp(W) <= 1")], 0.05)[1]
