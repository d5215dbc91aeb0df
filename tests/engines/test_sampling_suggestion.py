"""Suggested hypotheses: offered where they help, not where the claim stays false."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.sampling.refuter import missing_hypotheses, search


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("maxleak(W) <= pml(P, W)", ["fullsupport(P)"]),
        ("ldp(P, W) == 0 => ldp(W) == 0", ["fullsupport(P)"]),
        ("suppsize(Q) == size(X) or pml(P, W) <= -1", ["fullsupport(Q)"]),
        ("ldp(W) <= pml(P, W)", []),
        ("pml(P, W) <= maxleak(W)", []),
    ],
)
def test_full_support_is_suggested_where_it_helps(text: str, expected: list[str]) -> None:
    claim = parse(text)
    found = search(claim, effort=10, seed=0).instance
    assert found is not None
    conditions = missing_hypotheses(claim, found, effort=10, seed=0, rounds=12)
    assert [condition.text for condition in conditions] == expected
