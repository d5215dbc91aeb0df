"""Markov's inequality for the mass of the outcomes that leak more than a level."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "eps*tail(P, W, eps) <= expected_pml(P, W)",
    "tail(P, W, log(2)) <= exp(maxleak(P, W))/2",
    "(exp(eps) - 1)*tail(P, W, eps) <= exp(maxleak(P, W)) - 1",
    "maxleak(P, W) <= eta => tail(P, W, eps) <= exp(eta - eps)",
    "expected_pml(P, W) <= eta and eps > 0 => tail(P, W, eps) <= eta/eps",
    "ldp(W) <= eps => tail(P, W, eps) <= 0",
)
FALSE = (
    "101/100*eps*tail(P, W, eps) <= expected_pml(P, W)",
    "eps*tail(P, W, eps) <= mi(P, W)",
    "log(3)*tail(P, W, log(2)) <= expected_pml(P, W)",
    "(exp(eps) - 1)*tail(P, W, eps) <= exp(maxleak(P, W)) - 101/100",
    "pml(P, W) <= 2*eps => tail(P, W, eps) <= 0",
    "tail(P, W, eps) >= delta and delta > 0 => pml(P, W) >= eps + 1/100",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(TRUE))
def test_what_leaks_more_has_little_mass(text: str):
    require_accepted_proof(text, effort=8)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
