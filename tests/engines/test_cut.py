"""The cut: a number that bounds a leakage, in the place of the leakage that it bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from proofs.verify import verify
from tests.examples import some_of

TRUE = (
    "ldp(W) <= eps => mi(P, W) <= eps",
    "ldp(W) <= 1/2 => mi(P, W) <= 1/2",
    "ldp(W) <= a and a <= b => mi(P, W) <= b",
    "ldp(W) <= a + b => mi(P, W) - a <= b",
    "capacity(W) <= eps => mi(P, W) <= eps",
    "pml(P, W) <= eps => expected_pml(P, W) <= eps",
    "maxleak(P, W) <= eps => expected_pml(P, W) <= eps",
)
FALSE = (
    "mi(P, W) <= eps => ldp(W) <= eps",
    "ldp(V) <= eps => mi(P, W) <= eps",
    "ldp(W) <= eps => mi(P, W) <= eps - 1/8",
    "ldp(W) <= eps => mi(P, W) < eps",
    "maxleak(W) <= eps => pml(P, W) <= eps",
    "pml(P, W) <= eps => mi(Q, W) <= eps",
)


@pytest.mark.seconds
@pytest.mark.parametrize("claim", some_of(TRUE))
def test_a_number_in_the_place_of_a_leakage(claim: str, tmp_path: Path) -> None:
    found = ps.ask(claim, effort=5)
    assert found.name == "proved" and not found.vacuous
    place = found.save(tmp_path / "proof.json")
    assert ps.check(place)
    assert verify(place.read_text())


@pytest.mark.parametrize("claim", some_of(FALSE))
def test_another_number_or_leakage_is_not_bounded(claim: str) -> None:
    assert ps.ask(claim, effort=1).name != "proved"
