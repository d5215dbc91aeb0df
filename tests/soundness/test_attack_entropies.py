"""The attack on entropies finds nothing in a sample, and can find something."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pmlsym.evidence.verdict import EVERY_VARIABLE, CertificateProof, Proved
from tests.planted import Planted
from tests.soundness import attack_entropies
from tests.soundness.attack_entropies import run
from tests.soundness.entropy_claims import Joint, Linear, Term, any_masses, elemental, tied
from tests.soundness.plain_statements import FINE, ZERO, logarithm


@pytest.mark.seconds
def test_nothing_is_wrong_in_a_sample() -> None:
    met = Counter[str]()
    assert list(run(7, range(24), 0.1, met)) == []
    assert min(met["kind true: proved"], met["false: refuted"]) >= 5, met


@pytest.mark.seconds
def test_a_prover_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def credulous(claim: Any, *_: Any, **__: Any) -> Proved:
        return Proved(claim, EVERY_VARIABLE, Planted(CertificateProof(())), None, ())

    monkeypatch.setattr(attack_entropies, "answer", credulous)
    met = Counter[str]()
    wrong = list(run(7, range(20), 0.1, met))
    assert met["false: proved"] == len(wrong) >= 6, met


def test_entropies_by_hand() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    at = Joint(("X", "Y"), {(0, 0): half, (0, 1): quarter, (1, 1): quarter})
    log2, log3 = logarithm(Fraction(2)), logarithm(Fraction(3))
    with localcontext(prec=FINE):
        assert abs(Term(("X", "Y")).value(at) - log2 * Decimal("1.5")) < ZERO
        assert abs(Term(("X",), (), ("Y",)).value(at) - log2 / 2) < ZERO
        wanted = log2 * Decimal("1.5") - log3 * Decimal("0.75")
        assert abs(Term(("X",), ("Y",)).value(at) - wanted) < ZERO
    claim = Linear(((Fraction(3, 4), Term(("Y",))),), "3/4*log(2)", "<=").statement
    assert claim.text == "3/4*H(Y) <= 3/4*log(2)" and claim.holds(at)


def test_what_is_tied_is_tied() -> None:
    rng, letters = Random(3), ("X", "Y", "Z", "W")
    for _ in range(60):
        term = elemental(rng, letters)
        masses = tied(rng, letters, any_masses(rng, len(letters)), term)
        assert sum(masses.values()) == 1
        assert abs(term.value(Joint(letters, masses))) < ZERO, (term, masses)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_nothing_is_wrong() -> None:
    assert list(run(2, range(1000), 0.3, Counter())) == []
