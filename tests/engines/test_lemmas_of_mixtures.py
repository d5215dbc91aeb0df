"""Channels that are mixtures: randomised responses of every size and level, and subsampling."""

from __future__ import annotations

import pytest

from pmlsym.engines.decide.decisions import prove
from tests.examples import effort, some_of

TRUE = (
    "ldp(rr(k, a) & rr(k, b)) <= a + b",
    "pml(P, rr(k, a) & rr(k, b)) <= a + b",
    "ldp(rr(k, a) & V) <= a + ldp(V)",
    "ldp(W) <= a => ldp(q*W + (1 - q)*(const(Q) >> W)) <= log(1 + q*(exp(a) - 1))",
    "ldp(q*W + (1 - q)*V) <= a => ldp((q*W + (1 - q)*V) & T) <= a + ldp(T)",
)
FALSE = (
    "ldp(rr(k, a) & rr(k, b)) <= a + 99/100*b",
    "pml(P, rr(k, a) & rr(k, b)) <= a",
    "ldp(rr(k, a) & V) <= ldp(V)",
    "ldp(W) <= a => ldp(q*W + (1 - q)*(R >> W)) <= log(1 + q*(exp(a) - 1))",
    "ldp(W) <= a => ldp(q*W + (1 - q)*(const(Q) >> W)) <= log(1 + 99/100*q*(exp(a) - 1))",
    "ldp(W) <= a => ldp(q*W + (1 - q)*(const(Q) >> V)) <= log(1 + q*(exp(a) - 1))",
    "ldp(W) <= a => ldp((q*W + (1 - q)*V) & T) <= a + ldp(T)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(TRUE))
def test_compositions_of_mixtures_leak_no_more_than_their_parts(claim: str) -> None:
    assert prove(claim).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(FALSE))
def test_what_is_not_a_bound_of_a_part_is_none_of_the_composition(claim: str) -> None:
    assert prove(claim, effort=effort(1, in_full=5)).name != "proved"
