"""Refutations of claims with `not`, `and`, `or` and conditions, and the sides that are shown."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.decide.decisions import decide
from pmlsym.evidence.verdict import Refuted
from pmlsym.language.nodes import Comparison, Implication
from pmlsym.pages.verdict_json import verdict_data
from pmlsym.pages.verdict_latex import verdict_document
from pmlsym.pages.verdict_text import verdict_text

FALSE = (
    "not (x >= 0 and x <= 1)",
    "not (x >= 0 => x <= 1)",
    "not (x >= 0 or x <= 1)",
    "not (not (x >= 0))",
    "not (pml(P, W) >= 0 and maxleak(W) >= 0)",
    "not (x >= 0 and not (x <= 0 and y <= x))",
    "fullsupport(P)",
    "not fullsupport(P)",
    "not (pml(P, W) >= 0 and fullsupport(P))",
    "pml(P, W) >= 0 and fullsupport(P)",
    "pmin(P) >= 1/100 and (fullsupport(P) or suppsize(P) <= 1)",
)


@pytest.mark.parametrize("text", FALSE)
def test_each_connective_is_refuted_and_written(text: str) -> None:
    claim = parse(text)
    verdict = decide(claim, effort=6.0)
    assert isinstance(verdict, Refuted), verdict
    assert not holds(claim, verdict.instance)
    question = Question(text)
    assert "Refuted" in verdict_text(question, verdict)
    assert r"\textbf{Counterexample}" in verdict_document(question, verdict)
    shown = verdict_data(question, claim, verdict)["counterexample"]
    assert (shown["left"] is None) == (verdict.left is None)


def test_the_sides_shown_are_those_of_the_comparison_that_decides() -> None:
    verdict = decide(parse("not (x >= 5 and 7 <= y)"), effort=4.0)
    assert isinstance(verdict, Refuted)
    sides = verdict.left, verdict.right
    assert sides == (7, verdict.instance.scalars["y"])
    assert sides[0] <= sides[1]


def test_where_a_condition_alone_fails_nothing_is_compared() -> None:
    verdict = decide(parse("fullsupport(P)"), effort=4.0)
    assert isinstance(verdict, Refuted)
    assert verdict.left is None and verdict.right is None


@pytest.mark.parametrize(
    "text",
    [
        "pml(P, W, y) <= eps => tail(P, W, eps) <= 1/2",
        "pml(P, W, y) <= a and a <= eps => tail(P, W, eps) <= 1/2",
        "pml(P, W, y) >= c and c >= delta => eml(P, W, delta) <= 1/2",
    ],
)
def test_a_number_inside_a_measure_has_one_value_on_an_instance(text: str) -> None:
    verdict = decide(parse(text), effort=8.0)
    assert isinstance(verdict, Refuted), verdict
    assert not holds(parse(text), verdict.instance)


@pytest.mark.parametrize(
    "text",
    [
        "(x > 5 => log(x - 5) <= 99) and x >= 5",
        "(H(A) > 100 => log(0 - 1) <= 3) and H(A) <= 1",
        "(pml(P, W) > 100 => log(0 - 1) <= 3) and ldp(W) <= 1",
    ],
)
def test_a_conclusion_without_a_value_is_not_read_where_its_premise_fails(text: str) -> None:
    found = decide(text, effort=4)
    assert isinstance(found, Refuted) and found.left is not None


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("pml(P, W) <= ldp(W) and maxleak(W) <= pml(P, W)", "maxleak(W) <= pml(P, W)"),
        ("ldp(W) <= 3 => pml(P, W) <= 3 and (maxleak(W) <= 3 and ldp(W) <= 1)", "ldp(W) <= 1"),
        ("pml(P, W) <= 1", "pml(P, W) <= 1"),
    ],
)
def test_the_part_that_is_false_is_named(text: str, fails: str) -> None:
    claim = parse(text)
    verdict = decide(claim, effort=6.0)
    assert isinstance(verdict, Refuted)
    shown = verdict_data(Question(text), claim, verdict)["counterexample"]
    assert shown["fails"] == fails
    part = parse(fails)
    assert isinstance(part, Comparison) and not holds(part, verdict.instance)
    assert (verdict.left, verdict.right) == tuple(
        evaluate(side, verdict.instance) for side in (part.left, part.right)
    )
    is_part = " and " in text
    assert (f"{fails} is false" in str(verdict)) == is_part
    assert (r"\text{ is false}" in verdict_document(Question(text), verdict)) == is_part
    assert [held["claim"] for held in shown["hypotheses"]] == (
        ["ldp(W) <= 3"] if "=>" in text else []
    )


def test_what_holds_and_by_which_values_is_data() -> None:
    text = "pml(P, W) <= eps => lip(P, W) <= eps"
    verdict = decide(parse(text))
    assert isinstance(verdict, Refuted)
    (held,) = verdict_data(Question(text), parse(text), verdict)["counterexample"]["hypotheses"]
    claim = parse(text)
    assert isinstance(claim, Implication) and isinstance(claim.premise, Comparison)
    measured = evaluate(claim.premise.left, verdict.instance).to_json()
    assert held["left"] == measured and held["right"] == verdict.right.to_json()
