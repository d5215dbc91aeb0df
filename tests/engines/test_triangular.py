"""Le Cam's divergence between the others."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "D[tv](P || Q)^2 <= D[lc](P || Q)",
    "I[js](P, W) <= I[lc](P, W)",
    "I[lc](P, W) <= 2*I[js](P, W)",
    "I[H2](P, W) <= I[lc](P, W)",
    "I[lc](P, W) <= 2*I[H2](P, W)",
    "3/2*I[lc](P, W) <= mi(P, W)",
    "2*I[lc](P, W) <= chi2(P, W)",
    "2*I[H2](P, W) <= chi2(P, W)",
    "I[js](P, W) <= mi(P, W)",
)
FALSE = (
    "D[tv](P || Q)^2 <= 99/100*D[lc](P || Q)",
    "I[js](P, W) <= 2/3*I[lc](P, W)",
    "I[lc](P, W) <= 199/100*I[js](P, W)",
    "I[lc](P, W) <= 199/100*I[H2](P, W)",
    "I[H2](P, W) <= 99/100*I[lc](P, W)",
    "201/100*I[lc](P, W) <= chi2(P, W)",
    "I[lc](P, W) <= I[H2](P, W)",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_divergences_are_compared_letter_by_letter(text: str):
    require_accepted_proof(text, effort=6)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
