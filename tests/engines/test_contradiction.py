"""Hypotheses that contradict each other make a proof vacuous, and the verdict says so."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.claims.hypotheses import contradiction_of, hypotheses_of
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.engines.decide.judge import judge_emptiness, judge_proof
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.verdict import NOWHERE, UNMET, VACUOUS, CertificateProof, Proved, Unknown
from pmlsym.language.building import implies
from pmlsym.language.nodes import Condition
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.pages.verdict_text import verdict_text
from tests.examples import some_of

IMPOSSIBLE = (
    "pml(P, W) < 0 => pml(P, W) <= 1",
    "maxleak(W) < 0 => maxleak(W) <= 1",
    "ldp(W) <= -1 => pml(P, W) <= 0",
    "pmin(P) > 1 => pml(P, W) <= 0",
    "pmin(P) >= 2 => pml(P, W) <= 0",
)
POSSIBLE = (
    "pml(P, W) <= 1 => maxleak(P, W) <= 1",
    "pml(P, W) <= 0 => pml(P, W >> V) <= 0",
    "pml(P, W >> V) <= pml(P, W)",
)
CLASHES = (
    "ldp(W) <= 1 and pml(P, W) >= 2 => mi(P, W) <= 3",  # the conclusion is proved at once
    "ldp(W) <= 1 and pml(P, W) >= 2 => mi(P, W) <= 1/10",  # and this one cannot be
    "mi(P, W) > log(size(X)) => pml(P, W) <= 1",
    "size(X) == 2 and mi(P, W) > 1 => eml(P, W, delta) >= 7",
)


@pytest.mark.parametrize("claim", some_of(IMPOSSIBLE))
def test_impossible_hypotheses_are_reported(claim: str) -> None:
    verdict = prove(claim)
    assert isinstance(verdict, Proved)
    assert verdict.vacuous and verdict.scope == VACUOUS and verdict.witness is None
    shown = verdict_text(Question(claim), verdict)
    assert shown.startswith("Vacuous") and "no instance meets the hypotheses" in shown


@pytest.mark.seconds
@pytest.mark.parametrize("claim", POSSIBLE)
def test_possible_hypotheses_are_not(claim: str) -> None:
    verdict = prove(claim)
    assert isinstance(verdict, Proved)
    assert not verdict.vacuous and verdict.witness is not None
    clash = contradiction_of(parse(claim))
    assert clash is None or isinstance(prove(clash, effort=1), Unknown)


@pytest.mark.parametrize(
    ("claim", "trust"),
    some_of(
        [
            ("a > 1 and a < 0 => a*a > 7", "say unsat"),
            ("exp(a) < 0 => a > 7", "say unsat"),
            ("I(X;Y) < 0 => H(X) <= H(X|Y)", "sums of informations"),
            ("indep(A, B) and I(A;B) >= 1 => H(A) == 0", "sums of informations"),
            ("1 > 2 => 3 > 4", "evaluated exactly"),
            ("3 > 4 and 1 < 2 => log(2) < 5", "evaluated exactly"),
        ]
    ),
)
def test_claims_about_numbers_and_entropies_are_vacuous_too(claim: str, trust: str) -> None:
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and verdict.vacuous and verdict.witness is None
    shown = verdict_text(Question(claim), verdict)
    assert shown.startswith("Vacuous")
    assert any("no instance meets" in line and trust in line for line in shown.splitlines())


def test_entries_that_do_not_meet_the_hypotheses_are_said_to() -> None:
    prior, channel = Prior.from_masses([1, 0]), Channel.from_rows([[1, 0], [0, 1]])
    high = pml(prior, channel) > 7
    for premise in (high, Condition("fullsupport(P)", "fullsupport", prior)):
        verdict = prove(implies(premise, high))
        assert isinstance(verdict, Proved) and verdict.vacuous and verdict.scope == UNMET
    met = prove(implies(pml(prior, channel) <= 7, tv(prior, channel) <= 1))
    assert isinstance(met, Proved) and not met.vacuous and met.witness is not None


@pytest.mark.seconds
def test_the_judge_refuses_a_contradiction_of_satisfiable_hypotheses() -> None:
    claim = parse("a > 1 and a < 3 => a*a > 0")
    verdict, other = prove(claim), prove("a > 1 and a < 0 => a*a > 7")
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, AnalyticProof)
    assert isinstance(other, Proved) and not verdict.vacuous
    with pytest.raises(InvalidCertificate):
        judge_proof(claim, verdict.evidence, None, (), other.contradiction)


def test_without_hypotheses_nothing_is_said_of_them() -> None:
    claim = "2^100000000 > 0"
    shown = verdict_text(Question(claim), prove(claim))
    assert "on no instance evaluated: none was found" in shown and "hypotheses" not in shown


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(CLASHES))
def test_hypotheses_that_clash_have_one_answer_whatever_is_concluded(claim: str) -> None:
    verdict = decide(claim)
    assert isinstance(verdict, Proved) and verdict.scope == VACUOUS
    shown = verdict_text(Question(claim), verdict)
    assert shown.startswith("Vacuous") and shown.count("checked by the kernel") == 2
    assert r"\textbf{Proof.}" in verdict.latex() and "No instance meets" in verdict.latex()
    assert isinstance(verdict.contradiction, CertificateProof)
    for other in (POSSIBLE[1], IMPOSSIBLE[0]):  # it is no contradiction of other hypotheses
        with pytest.raises(InvalidCertificate):
            judge_emptiness(parse(other), verdict.contradiction, ())


@pytest.mark.seconds
def test_of_hypotheses_that_may_clash_the_answer_says_what_to_ask() -> None:
    claim = "dobrushin(W) <= c and mi(P, W) >= 1/10 + c*log(size(X)) => mi(P, W) <= log(size(X))"
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and verdict.witness is None and not verdict.vacuous
    said = " ".join(verdict_text(Question(claim), verdict).split())
    question = "not (dobrushin(W) <= c and mi(P, W) >= 1/10 + c*log(size(X)))"
    assert f"the claim may be vacuous, which one asks as {question}" in said


@pytest.mark.seconds
def test_an_open_claim_says_that_its_hypotheses_were_never_met() -> None:
    verdict = decide("dobrushin(W) == 0 and mi(P, W) >= 1/10 => eml(P, W, delta) >= 7", effort=1)
    assert isinstance(verdict, Unknown)
    assert "within the hypotheses, which may contradict each other" in str(verdict)


def test_what_exists_is_proved_and_not_called_untried() -> None:
    claim = "exists V: deterministic(V) and pml(P, W >> V) <= pml(P, W)"
    verdict = decide(claim)
    shown = verdict_text(Question(claim), verdict)
    assert shown.startswith("Proved  exists V") and "not evaluated on instances" in shown


@pytest.mark.seconds
def test_the_judge_asks_for_the_contradiction_of_this_claim() -> None:
    verdict = prove(IMPOSSIBLE[0])
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof)
    clash = contradiction_of(parse(IMPOSSIBLE[2]))
    assert clash is not None
    other = prove(clash).evidence
    assert isinstance(other, CertificateProof)
    with pytest.raises(InvalidCertificate):
        judge_proof(verdict.claim, verdict.evidence, None, verdict.attempts, other)
    possible = prove(POSSIBLE[0])
    assert isinstance(possible, Proved) and isinstance(possible.evidence, CertificateProof)
    with pytest.raises(InvalidCertificate):
        judge_proof(possible.claim, possible.evidence, None, possible.attempts, other)


def test_hypotheses_are_taken_apart() -> None:
    claim = parse("tv(P, W) <= 1 and pml(P, W) <= 1 => (mi(P, W) <= 1 => mi(P, W) <= 2)")
    assert len(hypotheses_of(claim)) == 3
    assert contradiction_of(parse("pml(P, W) <= 1", assume=("fullsupport(P)",))) is None


@pytest.mark.parametrize(
    "claim",
    [
        "1/(x-x) == 1",
        "prod(k, 1, 0, log(-1)) == 1",
        "log(-1) >= 0",
        "b == 0 => 1/b > 5",
        "log(pmin(P) - 2) <= 1",
        "a >= 1 => log(-a) <= 3",
    ],
)
def test_a_claim_without_a_value_where_its_hypotheses_hold_says_nothing(claim: str) -> None:
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and verdict.vacuous and verdict.scope == NOWHERE
    shown = verdict_text(Question(claim), verdict)
    assert shown.startswith("Vacuous") and "the claim has no value on any instance" in shown


@pytest.mark.parametrize("claim", ["log(x - 1) <= x", "b >= 0 => exp(-b) <= 1 + 0/b"])
def test_a_claim_with_a_value_somewhere_says_something(claim: str) -> None:
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and not verdict.vacuous and verdict.witness is not None


def test_the_judge_refuses_to_call_undefined_what_has_a_value() -> None:
    claim, other = parse("log(x - 1) <= x"), prove("b == 0 => 1/b > 5")
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and isinstance(other, Proved)
    assert isinstance(verdict.evidence, CertificateProof)
    assert isinstance(other.contradiction, CertificateProof)
    with pytest.raises(InvalidCertificate):
        judge_proof(claim, verdict.evidence, None, (), other.contradiction)
