"""Total variation below leakages: an excess against what is above its arguments."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.examples import effort, some_of

TRUE = (
    "tv(P, W) <= maxleak(P, W)",
    "tv(P, W) <= maxleak(W)",
    "tv(P, W) <= expected_pml(P, W)",
    "D[tv](W[x] || W[z]) + 1 <= exp(maxleak(W))",
    "eta[tv](W) <= exp(maxleak(W)) - 1",
    # hockey sticks of several factors: a triangle, and the factor one beside a larger one
    "D[E(exp(a + b))](P || R) <= D[E(exp(a))](P || Q) + exp(a)*D[E(exp(b))](Q || R)",
    "gamma >= 1 => D[tv](P || Q) <= 1 - (1 - D[E(gamma)](P || Q))/gamma",
)
# The first and the third are false where each outcome excludes one of many equally likely letters:
# W(x, y) = 1/(n - 1) for y != x has tv = 1/n, and both leakages are log(n/(n - 1)).
FALSE = (
    "tv(P, W) <= 99/100*expected_pml(P, W)",
    "tv(P, W) <= 3/4*maxleak(P, W)",
    "tv(P, W) + 1/1000*tv(P, W) <= maxleak(W)",
    "2*tv(P, W) <= expected_pml(P, W)",
    "tv(P, W) <= log(1 + chi2(P, W))",
    "eta[tv](W) <= exp(maxleak(W)) - 101/100",
    "2*D[tv](W[x] || W[z]) + 1 <= exp(maxleak(W))",
    "maxleak(W) <= log(1 + eta[tv](W))",
    "D[E(6)](P || R) <= D[E(2)](P || Q) + D[E(3)](Q || R)",
    "D[tv](P || Q) <= 1 - (1 - D[E(2)](P || Q))*51/100",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_total_variation_is_below_leakages(text: str):
    found = ps.prove(text, effort=6)
    assert found.name == "proved" and not found.vacuous


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"
