"""Contraction of divergences and informations by a bound of the distance of rows."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, few_of

TRUE = (
    "D[tv](P >> W || Q >> W) <= dobrushin(W)*D[tv](P || Q)",
    "D[kl](P >> W || Q >> W) <= dobrushin(W)*D[kl](P || Q)",
    "D[chi2](P >> W || Q >> W) <= dobrushin(W)*D[chi2](P || Q)",
    "D[H2](P >> W || Q >> W) <= dobrushin(W)*D[H2](P || Q)",
    "D[js](P >> W || Q >> W) <= dobrushin(W)*D[js](P || Q)",
    "D[E(2)](P >> W || Q >> W) <= dobrushin(W)*D[E(2)](P || Q)",
    "c >= 1 => D[E(c)](P >> W || Q >> W) <= dobrushin(W)*D[E(c)](P || Q)",
    "mi(P, W >> V) <= dobrushin(V)*mi(P, W)",
    "chi2(P, W >> V) <= dobrushin(V)*chi2(P, W)",
    "mi(P, W >> V >> U) <= dobrushin(V)*dobrushin(U)*mi(P, W)",
    "eta[kl](W >> V) <= eta[tv](W)*eta[tv](V)",
    "D[kl](P >> W || Q >> W) <= (1 - doeblin(W))*D[kl](P || Q)",
    "ldp(W) <= log(3) => D[kl](P >> W || Q >> W) <= D[kl](P || Q)/2",
    "ldp(V) <= log(3) => eta[kl](V) <= 1/2",
    "ldp(V) <= eps => mi(P, W >> V) <= (exp(eps) - 1)/(exp(eps) + 1)*mi(P, W)",
    "ldp(W) <= eps => D[kl](P >> W || Q >> W) <= (1 - exp(-eps))*D[kl](P || Q)",
)
FALSE = (
    "D[kl](P >> W || Q >> W) <= dobrushin(W)*D[kl](P || Q)/2",
    "D[kl](P >> W || Q >> W) <= dobrushin(W)^2*D[kl](P || Q)",
    "D[chi2](P >> W || Q >> W) <= dobrushin(W)^2*D[chi2](P || Q)",
    "D[E(1/2)](P >> W || Q >> W) <= dobrushin(W)*D[E(1/2)](P || Q)",
    "c >= 1/2 => D[E(c)](P >> W || Q >> W) <= dobrushin(W)*D[E(c)](P || Q)",
    "mi(P, W >> V) <= dobrushin(W)*mi(P, W)",
    "mi(P, W >> V) <= dobrushin(V)*mi(P, V)",
    "eta[tv](W) <= eta[kl](W)",
    "eta[kl](W) <= doeblin(W)",
    "D[kl](P >> W || Q >> W) <= (1 - 2*doeblin(W))*D[kl](P || Q)",
    "ldp(W) <= log(3) => D[tv](P >> W || Q >> W) <= 49/100*D[tv](P || Q)",
    "ldp(W) <= log(3) => mi(P, W >> V) <= mi(P, W)/2",
    "pml(P, W) <= eps => D[kl](R >> W || Q >> W) <= (1 - exp(-eps))*D[kl](R || Q)",
    "lip(P, W) <= 1 => eta[kl](W) <= 99/100",
    "rdp(W, 2) <= dobrushin(W)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", few_of(TRUE))
def test_contraction_by_the_distance_of_rows(text: str):
    require_accepted_proof(text, effort=8)


@pytest.mark.parametrize("text", few_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
