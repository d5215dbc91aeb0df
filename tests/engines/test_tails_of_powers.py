"""From Renyi privacy to privacy up to a probability [Mironov 2017, Prop. 3]."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "rdp(W, 2) <= r and d > 0 => ldp(W, d) <= r - log(d)",
    "a > 1 and rdp(W, a) <= eps => ldp(W, d) <= eps - log(d)/(a - 1)",
    "a > 1 and rdp(W, a) <= eps => ldp(W, d) <= eps + log(1/d)/(a - 1)",
)
FALSE = (
    "rdp(W, 2) <= r and d > 0 => ldp(W, d) <= r - 99/100*log(d)",
    "rdp(W, 2) <= r and d > 0 => ldp(W, d) <= 99/100*r - log(d)",
    "a > 1 and rdp(W, a) <= eps => ldp(W, d) <= eps - log(d)/a",
    "a > 1 and rdp(W, a) <= eps => ldp(W, d) <= eps - log(d)/(a - 1)/2",
    "a < 1 and rdp(W, a) <= eps => ldp(W, d) <= eps - log(d)/(1 - a)",
    "rdp(W, 1/2) <= r and d > 0 => ldp(W, d) <= r - 2*log(d)",
    "rdp(W, 1) <= r and d > 0 => ldp(W, d) <= r - log(d)",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_a_renyi_divergence_bounds_every_event(text: str):
    require_accepted_proof(text, effort=8)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
