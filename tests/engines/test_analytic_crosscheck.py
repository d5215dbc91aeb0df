"""What a second solver says to every question on which a proof about numbers rests."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from json import dumps

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.engines.analytic import checking, finding, refuting, solver
from pmlsym.engines.analytic.checking import (
    check_analytic,
    confirm_proof,
    prove_analytic,
    script_text,
)
from pmlsym.engines.analytic.solver import noting_questions
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.solver.cvc5_process import ABSENT, UNKNOWN, cvc5_answers
from pmlsym.errors import Disagreement
from pmlsym.evidence.verdict import Proved
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.pages.verdict_json import saved_data
from tests.statements.papers import ANALYTIC

NEEDS_CVC5 = pytest.mark.skipif(find_spec("cvc5") is None, reason="needs cvc5")
LOGS = "0 < p and p < 1 => -log(1 - p) >= p"
EASY = "(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x) 0.0))(check-sat)"
TRUE = "(set-logic QF_NRA)(declare-const x Real)(assert (> x 1.0))(check-sat)"
HARD = (
    "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(declare-const z Real)"
    "(assert (= (+ (* x x x x x x x) (* y y y y y y y)) (+ 3.0 (* z z z z z z z))))"
    "(assert (> (* x y z) 7.0))(assert (= (+ (* x y y y y) (* z z z x x)) (+ 2.0 (* y z))))"
    "(assert (> (* x x x y) (+ 1.0 (* z z z z z))))(check-sat)"
)


@NEEDS_CVC5
def test_each_answer_is_that_of_its_own_question() -> None:
    assert cvc5_answers((EASY, TRUE, EASY), seconds=30.0) == ("unsat", "sat", "unsat")


@pytest.mark.seconds
@NEEDS_CVC5
def test_a_question_that_takes_too_long_costs_no_other_its_answer() -> None:
    found = cvc5_answers((EASY, HARD, TRUE, "(this is no question", EASY), seconds=40.0, each=3.0)
    assert (found[0], found[2], found[4]) == ("unsat", "sat", "unsat")
    assert found[1] in ("sat", UNKNOWN) and found[3] == UNKNOWN


def test_without_time_nothing_is_known() -> None:
    assert cvc5_answers((EASY, TRUE), seconds=0.0) == (UNKNOWN, UNKNOWN)


def test_definedness_and_signs_are_among_the_questions() -> None:
    """log(1 - p) needs 1 - p > 0: Z3 settles that before any step of the proof is asked."""
    claim = parse(LOGS)
    proof = prove_analytic(claim)
    assert proof is not None
    asked = [step for d in proof.derivations for step in d.steps() if type(step).__name__ == "Ask"]
    with noting_questions() as questions:
        check_analytic(claim, proof)
    goals = {str(problem.goal) for problem, _ in questions}
    assert len(questions) > len(asked)
    assert "-p + 1 > 0" in goals
    assert all("(check-sat)" in script_text(question) for question in questions)


@NEEDS_CVC5
def test_the_answer_says_which_solvers_said_so() -> None:
    claim = parse(LOGS)
    verdict = decide(claim, effort=30.0)
    assert isinstance(verdict, Proved)
    assert verdict.evidence.trust == "Z3 and cvc5 say unsat"
    saved = saved_data(Question(LOGS), verdict)
    assert saved is not None and "unsat" not in dumps(saved)


def test_where_cvc5_is_not_installed_the_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "cvc5_answers", lambda s, **_: (ABSENT,) * len(s))
    verdict = decide(parse(LOGS), effort=30.0)
    assert isinstance(verdict, Proved)
    assert verdict.evidence.trust == "Z3 says unsat, cvc5 is not installed"


def test_one_answer_fewer_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    said = lambda s, **_: (UNKNOWN, *["unsat"] * (len(s) - 1))  # noqa: E731
    monkeypatch.setattr(checking, "cvc5_answers", said)
    verdict = decide(parse(LOGS), effort=30.0)
    assert isinstance(verdict, Proved)
    asked = len(verdict.evidence.second or ())
    assert verdict.evidence.trust == f"Z3 says unsat, to {asked - 1} of {asked} questions cvc5 too"


@NEEDS_CVC5
def test_a_disagreement_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Z3 that says unsat to everything proves what is false; cvc5 does not follow it."""
    monkeypatch.setattr(solver, "_is_unsatisfiable", lambda *_: (True, 1))
    monkeypatch.setattr(finding, "_is_plausible", lambda *_: True)
    monkeypatch.setattr(refuting, "refute_analytic", lambda *_, **__: None)
    claim = parse("x >= 0 => x >= 1")
    proof = prove_analytic(claim)
    assert proof is not None
    with pytest.raises(Disagreement, match="cvc5 says sat"):
        confirm_proof(claim, proof)
    with pytest.raises(Disagreement, match="cvc5 says sat"):
        decide(claim, effort=5.0)


@NEEDS_CVC5
def test_a_saved_proof_is_put_to_both_again() -> None:
    verdict = decide(parse(LOGS), effort=30.0)
    said = check_saved(dumps(saved_data(Question(LOGS), verdict)))
    assert "Z3 and cvc5 say unsat" in said


@pytest.mark.slow
@pytest.mark.processor_seconds(400)
@NEEDS_CVC5
def test_cvc5_agrees() -> None:
    said: Counter[str] = Counter()
    for statement in ANALYTIC:
        if statement.holds:
            claim = statement.claim
            proof = prove_analytic(claim, effort=30)
            assert proof is not None
            said.update(confirm_proof(claim, proof, seconds=30.0).evidence.second or ())
    assert said["unsat"] > 150
    assert set(said) <= {"unsat", UNKNOWN}
