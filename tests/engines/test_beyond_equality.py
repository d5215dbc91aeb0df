"""Informations below multiples of the total variation, where the density is bounded from above."""

from __future__ import annotations

import pytest

import pmlsym as ps

PROVED = (
    "pml(P, W) <= log(2) => mi(P, W) <= 2*log(2)*tv(P, W)",
    "pml(P, W) <= log(3) => mi(P, W) <= 3/2*log(3)*tv(P, W)",
    "a > 0 and pml(P, W) <= a => mi(P, W) <= a*exp(a)/(exp(a) - 1)*tv(P, W)",
    "pmin(P) >= 1/2 => mi(P, W) <= 2*log(2)*tv(P, W)",
    "suppsize(Q) == 2 and pmin(Q) == 1/2 => mi(Q, W) <= 2*log(2)*tv(Q, W)",
)
FALSE = (
    "pml(P, W) <= log(2) => mi(P, W) <= 198/100*log(2)*tv(P, W)",
    "pml(P, W) <= log(3) => mi(P, W) <= 2*log(2)*tv(P, W)",
    "pmin(P) >= 1/3 => mi(P, W) <= 2*log(2)*tv(P, W)",
    "suppsize(Q) == 2 and pmin(Q) == 1/2 => mi(Q, W) <= 198/100*log(2)*tv(Q, W)",
    "mi(P, W) <= 2*log(2)*tv(P, W)",
)


@pytest.mark.parametrize("text", PROVED)
def test_an_information_is_below_a_multiple_of_the_distance(text):
    assert ps.prove(text, effort=20).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("text", FALSE)
def test_a_smaller_multiple_is_refuted(text):
    assert ps.prove(text, effort=3).name == "unknown"
    assert ps.ask(text, effort=8).name == "refuted"
