"""Comparisons with a root are comparisons of powers, where the sides have their signs."""

from __future__ import annotations

import pytest

from pmlsym.engines.decide.decisions import prove
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "D[tv](P || Q) <= sqrt(D[kl](P || Q)/2)",
    "D[tv](P || Q) <= sqrt(D[chi2](P || Q))/2",
    "1 - sqrt(1 - D[tv](P || Q)^2) <= D[H2](P || Q)",
    "D[tv](P || Q) <= sqrt(1 - exp(-D[kl](P || Q)))",
    "sqrt(mi(P, W)) + 1 <= eps => tv(P, W)^2 <= (eps - 1)^2/2",
    "sqrt(mi(P, W)) <= eps => tv(P, W) <= eps/sqrt(2)",
)
FALSE = (
    "101/100*D[tv](P || Q) <= sqrt(D[kl](P || Q)/2)",
    "D[tv](P || Q) <= sqrt(D[chi2](P || Q)*24/100)",
    "1 - sqrt(1 - D[tv](P || Q)^2) <= D[H2](P || Q)*99/100",
    "a - 1 <= sqrt(mi(P, W)) => (a - 1)^2 <= mi(P, W)",
    "sqrt(a) <= b",
    "a <= sqrt(b) => a^2 <= b",
    "a - b <= sqrt(mi(P, W)) and a <= b => a == b",
    "sqrt(mi(P, W)) <= eps => mi(P, W) <= eps",
    # for a prior of which pml is at most 1 the hypothesis says nothing
    "(forall P: tv(P, W) <= sqrt(pml(P, W) - 1)) => ldp(W) >= 1",
)


@pytest.mark.parametrize("claim", some_of(TRUE))
def test_a_root_is_squared(claim: str) -> None:
    require_accepted_proof(claim, 4)


@pytest.mark.parametrize("claim", some_of(FALSE))
def test_signs_and_constants_are_kept(claim: str) -> None:
    assert prove(claim, effort=effort(0.25, in_full=1)).name != "proved"


ROOTS_OF_LEVELS = (
    "pml(P, W) <= 2*eps => I[H2](P, W) <= 1 - exp(-eps)",
    "ldp(W) <= 2*eps => tv(P, W) <= (exp(eps) - 1)/(exp(eps) + 1)",
)
TOO_SMALL = (
    "pml(P, W) <= 2*eps => I[H2](P, W) <= 99/100*(1 - exp(-eps))",
    "ldp(W) <= 2*eps => tv(P, W) <= 99/100*(exp(eps) - 1)/(exp(eps) + 1)",
    "ldp(V) <= 2*eps => tv(P, W) <= (exp(eps) - 1)/(exp(eps) + 1)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("claim", ROOTS_OF_LEVELS)
def test_bounds_by_the_root_of_a_level_are_attained_and_proved(claim: str) -> None:
    require_accepted_proof(claim, 8)


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(TOO_SMALL))
def test_smaller_bounds_are_not_proved(claim: str) -> None:
    assert prove(claim, effort=effort(0.25, in_full=1)).name != "proved"
