"""Orders on both sides of 1, compared through order 1; and what looks like it and is false."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.implying.through_order_one import through_order_one
from pmlsym.evidence.verdict import Implied, Proved

PROVED = (
    "I[1/2](P, W) <= I[2](P, W)",
    "H[2](P | W) <= H[1/2](P | W)",
    "alpha <= beta => D[alpha](P || Q) <= D[beta](P || Q)",
    "alpha < beta => H[beta](P) <= H[alpha](P)",
)
FALSE = (
    "I[2](P, W) <= I[1/2](P, W)",
    "alpha <= beta => D[beta](P || Q) <= D[alpha](P || Q)",
    "alpha <= beta => H[alpha](P) <= H[beta](P)",
    "alpha <= beta => D[alpha](P || Q) <= D[beta](Q || P)",
    "alpha < 1 => I[2](P, W) <= I[alpha](P, W)",
)
NOT_CHAINS = (
    "D[alpha](P || Q) <= D[beta](P || Q)",
    "alpha <= beta => D[alpha](P || Q) <= D[beta](Q || P)",
    "alpha <= beta => D[alpha](P || Q) < D[beta](P || Q)",
    "alpha <= beta => alphalift(P, W, y, alpha) <= alphalift(P, W, y, beta)",
    "1 < alpha and 1 < beta and alpha <= beta => D[alpha](P || Q) <= D[beta](P || Q)",
    "alpha <= c and c <= beta => D[alpha](P || Q) <= D[beta](P || Q)",
    "D[2](P || Q) <= D[3](P || Q)",
)
"""No order of the two is known, other measures meet at order 1, strict, no value, one side of 1."""


@pytest.mark.seconds
@pytest.mark.parametrize("text", PROVED)
def test_orders_on_both_sides_are_compared_through_one(text):
    verdict = ps.prove(text, effort=20)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, Implied)
    assert verdict.evidence.where == "through order 1"


@pytest.mark.seconds
@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_not_proved(text):
    assert ps.prove(text, effort=4).name == "unknown"
    assert ps.ask(text, effort=8).name == "refuted"


@pytest.mark.parametrize("text", NOT_CHAINS)
def test_what_is_no_chain(text):
    assert [*through_order_one(parse(text))] == []
