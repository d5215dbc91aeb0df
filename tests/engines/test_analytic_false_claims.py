"""No false claim about numbers is ever proved, with or without the guidance of floats."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.analytic import finding
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.analytic.refuting import refute_analytic
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Claim
from tests.examples import effort, some_of
from tests.statements.numbers import FALSE
from tests.statements.statement import Statement


def test_the_suite_is_as_large_as_it_says():
    assert len(FALSE) >= 60


def _prove(claim: Claim, budget: float) -> object:
    try:
        return prove_analytic(claim, effort=budget)
    except Unsupported:
        return None


@pytest.mark.parametrize("statement", some_of(FALSE), ids=str)
def test_false_claims_are_refuted_and_not_proved(statement: Statement):
    claim = statement.claim
    instance = refute_analytic(claim, effort=3)
    assert instance is not None
    assert not holds(claim, instance)
    assert _prove(claim, effort(0.25, in_full=0.5)) is None


@pytest.mark.slow
@pytest.mark.parametrize("statement", some_of(FALSE), ids=str)
def test_the_rules_alone_prove_nothing_false(statement: Statement, monkeypatch: pytest.MonkeyPatch):
    """Floats reject hopeless steps; without them every step is tried, and each must be sound."""
    monkeypatch.setattr(finding, "_is_plausible", lambda *_: True)
    assert _prove(statement.claim, 4.0) is None


@pytest.mark.seconds
@pytest.mark.parametrize("text", ["x >= 300 => exp(x^2) <= 2", "n >= 3 => exp(90000)*n <= n + 1"])
def test_a_number_too_long_for_z3_ends_no_engine(text: str):
    """Bounds of exp(90000) have 39,000 digits; Z3 reads decimals, of which Python writes 4,300."""
    verdict = prove(parse(text), effort=5.0)
    assert verdict.name != "proved"
    assert not [a for a in verdict.attempts if a.ending.startswith("failed")]
