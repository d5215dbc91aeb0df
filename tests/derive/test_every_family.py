"""Every closed form of every family, against the exact evaluator at random points of its domain."""

from __future__ import annotations

import pytest

from pmlsym.derive import derive
from pmlsym.derive.continuous import integrates
from pmlsym.derive.quantities import QUANTITIES, measures_of, quantity_named
from pmlsym.errors import Unsupported
from pmlsym.families import FAMILIES, family_named
from pmlsym.families.mechanism import Mechanism

MAIN = ("pml_at", "pml", "density_min", "maxleak", "capacity")
NAMES = [family.name for family in FAMILIES]


def _mechanisms(name: str) -> list[Mechanism]:
    family = family_named(name)
    return [family.mechanism(), *([family.concrete()] if family.symbolic else [])]


def _is_offered(mechanism: Mechanism, quantity: str) -> bool:
    if integrates(mechanism, quantity):
        return False
    try:
        measures_of(mechanism, quantity_named(quantity))
    except Unsupported:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_the_main_quantities_agree_at_thirty_points(name: str) -> None:
    for mechanism in _mechanisms(name):
        for quantity in MAIN:
            if not _is_offered(mechanism, quantity):
                continue
            closed = derive(mechanism, quantity, checks=30, seed=11)
            # a closed form that is infinite somewhere on the boundary is not compared there
            assert closed.checked >= 20, (mechanism.channel, quantity)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", NAMES)
def test_every_quantity_agrees_at_two_hundred_points(name: str) -> None:
    met = 0
    for mechanism in _mechanisms(name):
        for quantity in QUANTITIES:
            if not _is_offered(mechanism, quantity.name):
                continue
            try:
                closed = derive(mechanism, quantity.name, checks=200, seed=12)
            except Unsupported:
                continue
            assert closed.checked >= 100, (mechanism.channel, quantity.name)
            met += 1
    assert met >= 6


@pytest.mark.parametrize("name", NAMES)
def test_every_quantity_is_derived_on_a_concrete_alphabet(name: str) -> None:
    mechanism = family_named(name).concrete()
    for quantity in QUANTITIES:
        if _is_offered(mechanism, quantity.name):
            closed = derive(mechanism, quantity.name, checks=1)
            assert closed.latex() and closed.checked == 1, quantity.name
