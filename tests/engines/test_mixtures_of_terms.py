"""Convexity of informations and divergences in channels and priors that are mixed by a number."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.examples import effort, some_of

CONVEX = (
    "mi(P, q*W + (1 - q)*V) <= q*mi(P, W) + (1 - q)*mi(P, V)",
    "chi2(P, q*W + (1 - q)*V) <= q*chi2(P, W) + (1 - q)*chi2(P, V)",
    "eta[tv](q*W + (1 - q)*V) <= q*eta[tv](W) + (1 - q)*eta[tv](V)",
    "eta[tv](q*W + (1 - q)*const(Q)) <= q*eta[tv](W)",
    "I[js](P, q*W + (1 - q)*V) <= q*I[js](P, W) + (1 - q)*I[js](P, V)",
)
FALSE = (
    "mi(P, q*W + (1 - q)*V) <= q*mi(P, W)",
    "mi(P, q*W + (1 - q)*V) <= 99/100*(q*mi(P, W) + (1 - q)*mi(P, V))",
    "q*mi(P, W) + (1 - q)*mi(P, V) <= mi(P, q*W + (1 - q)*V)",
    "eta[tv](q*W + (1 - q)*V) <= max(q, 1 - q)*eta[tv](W)",
)


@pytest.mark.parametrize("text", some_of(CONVEX))
def test_informations_are_convex_in_the_channel(text: str):
    assert isinstance(ps.prove(text, effort=8), ps.Proved)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_more_than_convexity_is_not_proved(text: str):
    assert not isinstance(ps.prove(text, effort=effort(0.5, in_full=2)), ps.Proved)
    assert isinstance(ps.ask(text, effort=4), ps.Refuted)
