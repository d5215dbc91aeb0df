"""Every statement about numbers, entropies and means that the papers make, asked as text.

Each is settled with ten units of effort, proved or refuted as the list says, and what is found
stands on its own: proofs are checked again, counterexamples are evaluated again.
"""

from __future__ import annotations

import pytest

from pmlsym.claims.evaluation import holds
from pmlsym.engines.analytic.checking import check_analytic
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.decide.judge import accept_certificates, check_entropy
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import CertificateProof, Evaluated, Proved, Refuted
from tests.examples import few_of
from tests.statements.numbers import TRUE as NUMBERS
from tests.statements.papers import ANALYTIC, ENTROPIC, MEANS
from tests.statements.statement import Statement

EFFORT = 10.0
SETTLED = (*ANALYTIC, *ENTROPIC, *MEANS, *(s for s in NUMBERS if s.source))


@pytest.mark.seconds
@pytest.mark.parametrize("statement", few_of(SETTLED), ids=str)
def test_the_text_is_settled_with_ten_units(statement: Statement):
    claim = statement.claim
    verdict = decide(claim, effort=EFFORT)
    assert verdict.name == ("proved" if statement.holds else "refuted")
    again = statement.claim
    if isinstance(verdict, Refuted):
        assert not holds(again, verdict.instance)
    assert isinstance(verdict, Proved | Refuted)
    match getattr(verdict, "evidence", None):
        case AnalyticProof() as proof:
            check_analytic(again, proof)
        case EntropyProof() as proof:
            check_entropy(again, proof)
        case CertificateProof(certificates):
            accept_certificates(again, CertificateProof(certificates))
        case Evaluated():
            assert holds(again, verdict.witness)
        case other:
            assert other is None
