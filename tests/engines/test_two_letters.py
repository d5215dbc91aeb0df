"""Responses of every size have the level that is written, where there are two letters."""

from __future__ import annotations

import pytest

from pmlsym.engines.decide.decisions import decide, prove
from tests.examples import effort, some_of

TRUE = (
    "k >= 3 => ldp(rr(k, eps)) == eps",
    "k >= 2 => ldp(rr(k, eps)) >= eps",
)
FALSE = (
    "ldp(rr(k, eps)) >= eps",
    "k >= 2 => ldp(rr(k, eps)) >= 101/100*eps",
    "k >= 2 => ldp(rr(k, eps)) <= 99/100*eps",
    "k >= 2 => maxleak(rr(k, eps)) >= eps",
    "k >= 2 => ldp(rr(k, a)) >= b",
)


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(TRUE))
def test_a_response_has_its_level(claim: str) -> None:
    assert prove(claim).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(FALSE))
def test_no_more_and_no_less_is_true(claim: str) -> None:
    assert prove(claim, effort=effort(1, in_full=4)).name != "proved"
    assert decide(claim, effort=4).name == "refuted"
