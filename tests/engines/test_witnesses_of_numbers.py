"""A proof about numbers is tried at a point where its premises hold, and says if there was none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.analytic import checking
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.decide import judge
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.engines.sampling.witness import find_point
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import UNTRIED, Proved
from pmlsym.pages.verdict_json import verdict_data
from pmlsym.pages.verdict_text import verdict_text
from tests.planted import Planted

FAR = "n >= 300 => sum(k, 1, n, k) == n*(n+1)/2"
NEAR = "n >= 3 => sum(k, 1, n, k) == n*(n+1)/2"


def proved(text: str) -> Proved:
    """The verdict on a claim that is proved."""
    verdict = decide(parse(text), effort=10.0)
    assert isinstance(verdict, Proved), verdict
    return verdict


@pytest.mark.seconds
def test_a_proof_that_was_tried_on_no_instance_says_so_beside_the_word() -> None:
    far, near = proved(FAR), proved(NEAR)
    assert (far.caveat, near.caveat) == (UNTRIED, "")
    assert far.witness is None and near.witness is not None
    for text, verdict in ((FAR, far), (NEAR, near)):
        first, *_ = verdict_text(Question(text), verdict).splitlines()
        assert first.startswith(f"Proved, {UNTRIED}:") == (verdict is far)
        said = verdict_data(Question(text), parse(text), verdict)["caveat"]
        assert said == (verdict.caveat or None)


def test_a_certificate_tried_on_no_instance_says_so_in_latex() -> None:
    tried = prove(parse("pml(P, W >> V) <= pml(P, W)"), effort=10.0)
    assert isinstance(tried, Proved) and tried.witness is not None
    untried = replace(tried, witness=None)
    assert UNTRIED not in tried.latex()
    assert rf"\textbf{{Proof, {UNTRIED}.}}" in untried.latex()


def test_what_is_vacuous_needs_no_instance() -> None:
    verdict = prove(parse("pml(P, W) < 0 => pml(P, W) <= 1"), effort=10.0)
    assert isinstance(verdict, Proved) and verdict.vacuous
    assert verdict.caveat == ""


def test_a_point_is_one_of_the_premises_though_the_claim_fails_there() -> None:
    claim = parse("x >= 1 and x <= 2 => x >= 3")
    point = find_point(claim)
    assert point is not None
    assert holds(parse("x >= 1 and x <= 2"), point) and not holds(claim, point)


def test_the_judge_refuses_a_proof_of_what_is_false_at_its_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever hole an engine may have, a proof is not accepted against its own witness."""
    proof = prove_analytic(parse("x >= 1 => x >= 1"))
    assert proof is not None
    monkeypatch.setattr(checking, "confirm_proof", lambda claim, proof, **_: Planted(proof))
    false = parse("x >= 1 => x >= 3")
    with pytest.raises(InvalidCertificate, match="its own witness"):
        judge.judge_proof(false, proof, find_point(false), ())
