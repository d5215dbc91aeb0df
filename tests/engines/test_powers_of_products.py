"""Divergences and entropies of products are sums: chain rules, and the composition of releases.

Where a divergence is infinite so is the larger side, and `lowering/orders/finite_ratios.py` says
what a finite one is known by.
"""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.lowering.sequents import lower
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, few_of

TRUE = (
    "D[kl](P * R || Q * S) == D[kl](P || Q) + D[kl](R || S)",
    "D[2](P * R || Q * S) == D[2](P || Q) + D[2](R || S)",
    "D[1/2](P * R || Q * S) == D[1/2](P || Q) + D[1/2](R || S)",
    "a > 1 => D[a](P * R || Q * S) <= D[a](P || Q) + D[a](R || S)",
    "a > 1 => D[a](P * R || Q * S) >= D[a](P || Q) + D[a](R || S)",
    "0 < a and a < 1 => D[a](P * R || Q * S) == D[a](P || Q) + D[a](R || S)",
    "D[chi2](P * R || Q * S) + 1 <= (1 + D[chi2](P || Q))*(1 + D[chi2](R || S))",
    "H[1](P * Q) == H[1](P) + H[1](Q)",
    "a > 1 => H[a](P * Q) == H[a](P) + H[a](Q)",
    "0 < a and a < 1 => H[a](P * Q) == H[a](P) + H[a](Q)",
    "rdp(W & V, 2) <= rdp(W, 2) + rdp(V, 2)",
    "D[2](P * R * T || Q * S * K) <= D[2](P || Q) + D[2](R || S) + D[2](T || K)",
    "a > 1 and rdp(W, a) <= r and rdp(V, a) <= s => rdp(W & V, a) <= r + s",
)
FALSE = (
    "D[kl](P * R || Q * S) <= D[kl](P || Q) + 99/100*D[kl](R || S)",
    "D[2](P * R || Q * S) <= D[2](P || Q) + D[kl](R || S)",
    "D[2](P * R || Q * S) >= D[2](P || Q) + D[3](R || S)",
    "D[2](P * R || Q * S) <= D[2](P || Q)",
    "D[1/2](P * R || Q * S) <= D[1/2](P || Q)",
    "D[2](P * R * T || Q * S * K) <= D[2](P || Q) + D[2](R || S)",
    "a > 1 => D[a](P * R || Q * S) <= D[a](P || Q)",
    "a > 1 and D[a](P * R || Q * S) <= t => D[a](P || Q) + 2*D[a](R || S) <= t",
    "0 < a and a < 1 and D[a](P * R || Q * S) <= t => D[kl](P || Q) <= t",
    "0 < a and a < 1 and D[a](P * R || Q * S) <= t => D[2](P || Q) <= 100*t + 100",
    "D[1/2](P * R || Q * S) <= t => D[inf](P || Q) <= 100*t + 100",
    "D[chi2](P * R || Q * S) <= D[chi2](P || Q) + D[chi2](R || S)",
    "a > 1 => H[a](P * Q) <= H[a](P)",
    "0 < a and a < 1 => H[a](P * Q) >= H[a](P) + H[1](Q) + 1/100",
    "rdp(W & V, 2) <= rdp(W, 2) + rdp(V, 3/2)",
    "a > 1 and rdp(W, a) <= r and rdp(V, a) <= s => rdp(W & V, a) <= max(r, s)",
    "a > 1 and b > 1 and rdp(W, a) <= r and rdp(V, b) <= s => rdp(W & V, a) <= r + s",
)


@pytest.mark.parametrize("text", few_of(TRUE))
def test_a_divergence_of_products_is_a_sum(text: str):
    require_accepted_proof(text, effort=12)


@pytest.mark.parametrize("text", few_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"


@pytest.mark.parametrize(
    ("text", "ratios"),
    [
        ("D[2](P * R || Q * S) <= D[2](P || Q) + D[2](R || S)", 2),
        ("1 < a => D[a](P * R || Q * S) <= D[a](P || Q) + D[a](R || S)", 2),
        ("0 < a and a < 1 => D[a](P * R || Q * S) <= D[a](P || Q) + D[a](R || S)", 0),
        ("D[2](P * R || Q * S) <= t => D[2](P || Q) <= t", 1),
        ("D[2](P >> W || Q >> W) <= D[2](P || Q)", 0),
    ],
)
def test_ratios_are_finite_where_a_growing_sum_is_bounded(text: str, ratios: int):
    """Below order 1 a sum is finite whatever mass stands against nothing."""
    named = [[t for t in s.tensors if t.role == "ratio"] for s in lower(parse(text))]
    assert max(map(len, named)) == ratios
