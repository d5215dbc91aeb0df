"""The output's distribution is the best reference of the rows of a channel."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "mi(q*P + (1 - q)*Q, W) >= q*mi(P, W) + (1 - q)*mi(Q, W)",
    "mi(1/2*P + 1/2*Q, W) >= 1/2*mi(P, W) + 1/2*mi(Q, W)",
    "mi(P, W) <= (sup x: D[kl](W[x] || Q))",
    "(forall x: D[kl](W[x] || Q) <= c) => mi(P, W) <= c",
)
FALSE = (
    "mi(q*P + (1 - q)*Q, W) <= q*mi(P, W) + (1 - q)*mi(Q, W)",
    "mi(q*P + (1 - q)*Q, W) >= mi(P, W)",
    "chi2(q*P + (1 - q)*Q, W) >= q*chi2(P, W) + (1 - q)*chi2(Q, W)",
    "tv(q*P + (1 - q)*Q, W) >= q*tv(P, W) + (1 - q)*tv(Q, W)",
    "mi(P, W) <= 99/100*(sup x: D[kl](W[x] || Q))",
    "(forall x: D[kl](W[x] || Q) <= c) => chi2(P, W) <= c",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(TRUE))
def test_another_reference_is_no_better(text: str):
    require_accepted_proof(text, effort=10)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
