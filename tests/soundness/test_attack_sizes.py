"""Numbers of all sizes, a sample: every question ends, in bounded memory and time."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from random import Random

import pytest

from pmlsym.numbers import coprime_base
from tests.examples import share_of
from tests.soundness.attack_sizes import Asked, asked, attack, ending

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")


@pytest.mark.seconds
def test_a_sample_of_numbers_of_all_sizes_ends() -> None:
    met = Counter[str]()
    assert list(attack(islice(asked(Random(0), 1), share_of(20)), 1, met)) == []
    assert met["answered"] >= share_of(10), met


@pytest.mark.seconds
def test_a_power_raised_without_bounds_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coprime_base, "_integer_root", lambda value, degree: 2**degree)
    question = Asked("pml(P, W) <= 1e-10*log(3)", lambda: coprime_base.rational_power(POWER))
    assert ending(question, 1).startswith(("ran away", "internal error: Traceback"))


POWER = [(coprime_base.Fraction(3), coprime_base.Fraction(1, 10**11))]
