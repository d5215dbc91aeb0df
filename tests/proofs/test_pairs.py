"""The table of pairs: its page is what the evidence says, and the evidence says what is true."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import pmlsym as ps
from proofs import pairs
from tests.soundness.oracle_truth import false_by_definition

EVERY = (
    *(text for _, _, text in pairs.pairs()),
    *pairs.FUNCTIONS,
    *(best.text for best in pairs.BEST),
)
REFUTED = [text for text in EVERY if pairs.answer(text) == "refuted"]
PROVED = [text for text in EVERY if pairs.answer(text) == "proved"]
MANUAL = Path(__file__).parents[2] / "docs" / "comparisons.md"
OPEN = 30
"""How many claims are neither proved nor refuted; the number only falls."""


def test_the_page_is_what_the_evidence_says() -> None:
    assert MANUAL.read_text(encoding="utf-8") == pairs.page()


def test_most_is_settled_and_every_file_is_of_a_claim() -> None:
    assert len(EVERY) - len(REFUTED) - len(PROVED) <= OPEN
    kept = {pairs.file_of(text) for text in (*REFUTED, *PROVED)}
    assert set(pairs.KEPT.glob("*.json")) == kept


def test_instances_refute_by_the_definitions() -> None:
    assert len(REFUTED) > 60
    for text in REFUTED:
        data = json.loads(pairs.file_of(text).read_text(encoding="utf-8"))["instance"]
        instance = ps.Instance(data["alphabets"], data["tensors"], data["scalars"])
        assert false_by_definition(ps.claim(text), instance), text


@pytest.mark.parametrize("text", PROVED)
def test_a_proof_is_accepted(text: str) -> None:
    file = pairs.file_of(text)
    assert json.loads(file.read_text(encoding="utf-8"))["claim"]["text"] == text
    assert [found[:5] for found in ps.check(file)] == ["proof"]


@pytest.mark.parametrize("best", pairs.BEST, ids=lambda best: best.text)
def test_no_mechanism_is_beyond_a_bound(best: pairs.Best) -> None:
    at_zero = () if "eps > 0" in best.text else (Fraction(1),)
    for t in (*at_zero, *pairs.LEVELS):
        assert pairs.gap(best, t).sign() >= 0
