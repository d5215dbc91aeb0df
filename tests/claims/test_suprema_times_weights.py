"""Suprema times what is never negative, and alternatives beside a comparison of numbers."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.examples import effort, some_of

TRUE = (
    "(sup P: mi(P, q*W + (1 - q)*V)) <= q*(sup P: mi(P, W)) + (1 - q)*(sup P: mi(P, V))",
    "(sup P: mi(P, W >> V)) <= dobrushin(V)*(sup P: mi(P, W))",
    "ldpdelta(W, e) <= ldpdelta(W, f) or e < f",
    "eml(P, W, d) <= eml(P, W, e) or d < e",
)
FALSE = (
    "(sup P: mi(P, q*W + (1 - q)*V)) <= q*(sup P: mi(P, W))",
    "(sup P: mi(P, W)) <= q*(sup P: mi(P, W))",
    "(sup P: mi(P, W >> V)) <= dobrushin(V)*(sup P: mi(P, W))/2",
    "(sup P: mi(P, W)) <= log(1 + (sup P: chi2(P, W))/2)",
    "ldpdelta(W, e) <= ldpdelta(W, f) or e > f",
    "eml(P, W, d) <= eml(P, W, e) or d > e",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_what_is_true_is_proved(text: str):
    verdict = ps.prove(text, effort=12)
    assert verdict.name == "proved" and not verdict.vacuous


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.5, in_full=2)).name == "unknown"
