"""A second solver never contradicts what Z3 said in a proof."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec

import pytest

from pmlsym.claims.parsing import parse
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.analytic.crosschecking import crosscheck_analytic
from tests.engines.settled_statements import ANALYTIC


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(find_spec("cvc5") is None, reason="needs cvc5")
def test_cvc5_agrees():
    answers: Counter[str] = Counter()
    for statement in ANALYTIC:
        if statement.holds:
            claim = parse(statement.text, assume=statement.assume)
            proof = prove_analytic(claim, budget=30)
            assert proof is not None
            answers.update(crosscheck_analytic(claim, proof, seconds=5))
    assert answers["unsat"] > 40
    assert set(answers) <= {"unsat", "unknown"}
