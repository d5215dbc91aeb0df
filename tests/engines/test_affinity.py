"""Bretagnolle's and Huber's inequality, and others that the affinity of two distributions gives."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "tv(P, W)^2 <= 1 - exp(-mi(P, W))",
    "1 - tv(P, W) >= exp(-mi(P, W))/2",
    "D[tv](W[x] || W[u])^2 <= 1 - exp(-D[kl](W[x] || W[u]))",
    "-log(1 - D[tv](P || Q)^2) <= D[kl](P || Q)",
    "(1 - D[H2](P || Q))^2 >= exp(-D[kl](P || Q))",
    "D[kl](P || Q) >= -2*log(1 - D[H2](P || Q))",
    "D[tv](P || Q)^2 <= D[H2](P || Q)*(2 - D[H2](P || Q))",
)
FALSE = (
    "D[tv](P || Q)^2 <= 99/100 - exp(-D[kl](P || Q))",
    "D[tv](P || Q)^2 <= 1 - 101/100*exp(-D[kl](P || Q))",
    "-log(1 - D[tv](P || Q)^2) <= 1/2*D[kl](P || Q)",
    "D[kl](P || Q) >= -201/100*log(1 - D[H2](P || Q))",
    "D[tv](P || Q)^2 <= 99/100*D[H2](P || Q)*(2 - D[H2](P || Q))",
    "D[tv](P || Q)^2 >= 1 - exp(-D[kl](P || Q))",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(TRUE))
def test_distance_affinity_and_divergence_bound_each_other(text: str):
    require_accepted_proof(text, effort=6)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
