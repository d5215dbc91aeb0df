"""Where a divergence is zero rows are equal, whatever the divergence; and only there."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.examples import effort, some_of

TRUE = (
    "D[kl](W[x] || W[z]) <= 0 => W[y|x] <= W[y|z]",
    "D[H2](W[x] || W[z]) <= 0 => W[y|x] <= W[y|z]",
    "rdp(W, 1) <= 0 => ldp(W) <= 0",
    "rdp(W, 2) <= 0 => W[y|x] <= W[y|z]",
    "dprdp(W, 2) <= 0 => dp(W, delta) <= 0",
    "maxleak(W) == 0 <=> dobrushin(W) == 0",
    "fullsupport(P) => (mi(P, W) == 0 <=> ldp(W) == 0)",
    "D[2](P || Q) == 0 => P == Q",
)
FALSE = (
    "D[kl](W[x] || W[z]) <= 1/100 => W[y|x] <= W[y|z]",
    "D[kl](W[x] || W[z]) <= 0 => dobrushin(W) <= 0",  # of two letters, not of all
    "D[kl](W[x] || W[z]) <= 0 => W[y|x] <= W[y|x2]",
    "rdp(W, 2) <= 1/100 => ldp(W) <= 0",
    "mi(P, W) == 0 => ldp(W) == 0",  # letters without mass
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(TRUE))
def test_rows_without_distance_are_equal(text: str) -> None:
    verdict = ps.prove(text, effort=8)
    assert isinstance(verdict, ps.Proved) and not verdict.vacuous


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_more_is_false(text: str) -> None:
    assert not isinstance(ps.prove(text, effort=effort(0.5, in_full=4)), ps.Proved)
    assert isinstance(ps.ask(text, effort=4), ps.Refuted)
