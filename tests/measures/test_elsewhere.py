"""The cheat sheet: what it says is read, and means what other fields mean."""

from __future__ import annotations

import re

import pytest

import pmlsym as ps
from pmlsym.claims.vocabulary import WORDS
from pmlsym.measures.elsewhere import CHEAT_SHEET, SPELLINGS, plain_spelling, written_here

CODES = [row.here for row in CHEAT_SHEET] + [
    code for row in CHEAT_SHEET for code in re.findall("`([^`]*)`", row.remark)
]
PARTS = {"exp", "size(X)", "spread(P)"}


@pytest.mark.parametrize("code", sorted(set(CODES) - PARTS))
def test_what_is_said_is_read_as_a_number_a_channel_or_a_claim(code: str) -> None:
    read = []
    for text in (f"{code} <= 1", code, f"maxleak({code}) <= 1", f"pml(P, {code}) <= 1"):
        try:
            read.append(ps.claim(text))
        except ps.PmlError:
            continue
    assert read, code


def test_no_word_of_the_language_is_another_fields_word() -> None:
    assert not [word for word in WORDS if word in SPELLINGS]
    assert len(SPELLINGS) == sum(len(row.said.split(";")) for row in CHEAT_SHEET)
    assert all(written_here(plain_spelling(w)) for row in CHEAT_SHEET for w in row.said.split(";"))


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        # Bayes security is the least ratio of errors with and without the outcome.
        ("uniform(P) and size(X) == 2 => 1 - V[id](P, W) >= 3/5*(1 - dobrushin(W))", "refuted"),
        ("1 - V[id](P, W) >= 1 - dobrushin(W)", "refuted"),
        ("D[inf](P || Q) <= 1 => D(P || Q) <= 1", "proved"),
        ("dobrushin(W) ≤ tanh(ldp(W)/2)", "proved"),
        ("dobrushin(W) ≤ tanh(ldp(W)/3)", "refuted"),
        ("0 < p ∧ p < 1 ⇒ h(p) ≤ log(2)", "proved"),
        ("x ≥ 0 ⇒ sqrt(x) ≤ x", "refuted"),
        ("abs(x) ≥ x ∧ ¬ abs(x) < 0", "proved"),
    ],
)
def test_words_mean_what_they_mean_elsewhere(claim: str, answer: str) -> None:
    assert ps.decide(claim, effort=4).name == answer


def test_a_number_may_be_called_h() -> None:
    assert ps.decide("h ≤ 1 ⇒ h ≤ 2", effort=2).name == "proved"
