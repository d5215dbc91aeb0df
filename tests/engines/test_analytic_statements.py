"""Statements of the papers about numbers: proved on their whole domain, or refuted at a point."""

from __future__ import annotations

from time import monotonic

import pytest

from pmlsym.claims.evaluation import holds
from pmlsym.claims.parsing import parse
from pmlsym.claims.writing import write
from pmlsym.engines.analytic.checking import check_analytic, prove_analytic
from pmlsym.engines.analytic.refuting import refute_analytic
from tests.engines.settled_statements import ANALYTIC, Settled

TRUE = [s for s in ANALYTIC if s.holds]
FALSE = [s for s in ANALYTIC if not s.holds]


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_true_statements_are_proved_and_the_proof_checks(statement: Settled):
    claim = parse(statement.text, assume=statement.assume)
    start = monotonic()
    proof = prove_analytic(claim, budget=30)
    assert proof is not None
    assert monotonic() - start < 30
    check_analytic(claim, proof)
    check_analytic(parse(write(claim)), proof)


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_true_statements_are_not_refuted(statement: Settled):
    assert refute_analytic(parse(statement.text, assume=statement.assume), budget=0.3) is None


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_false_statements_are_refuted_exactly(statement: Settled):
    claim = parse(statement.text, assume=statement.assume)
    instance = refute_analytic(claim, budget=20)
    assert instance is not None
    assert not holds(claim, instance)
    assert prove_analytic(claim, budget=1) is None
