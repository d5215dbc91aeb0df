"""No check is hollow: each is found wrong when a number, a sign or a bound in it is."""

from __future__ import annotations

from random import Random

import pytest

from pmlsym.papers.entry import ComposedPart
from pmlsym.papers.finding import CHECKED, REFUTED
from proofs.papers.checked import SampledPart, assume, require
from proofs.papers.made import LIVE
from proofs.papers.pml23.composition import draw_composition, guarantees
from tests.catalogue.mutation import survivors
from tests.examples import some_of

SAMPLE = 10
"""Every so many checks are perturbed always, all of them when slow tests run."""


def checks():
    """Every check once, with the row that it is of."""
    seen, found = [], []
    for entry in LIVE:
        for part in entry.parts:
            inner = part.ingredients if isinstance(part, ComposedPart) else (part,)
            for one in inner:
                if isinstance(one, SampledPart) and one.check not in seen:
                    seen.append(one.check)
                    found.append((entry.id, one))
    return found


CHECKS = checks()


FALSE_BOUNDS = {
    "without its first term": lambda share, most, one, two: one * two,
    "with p_min for exp eps_max": lambda share, most, one, two: share / most + one * two,
    "without eps1": lambda share, most, one, two: share * most + two,
    "without eps2": lambda share, most, one, two: share * most + one,
}


@pytest.mark.parametrize("bound", FALSE_BOUNDS.values(), ids=FALSE_BOUNDS.keys())
def test_what_is_drawn_for_theorem_4_5_refutes_a_false_bound(bound):
    def holds(random):
        adaptive, delta1, delta2 = draw_composition(random)
        assume(0 < delta1 + delta2 <= 1)
        one, two, both = guarantees(adaptive, delta1, delta2)
        require(both <= bound(delta2 / (delta1 + delta2), 1 / adaptive.seen.least, one, two))

    assert SampledPart("..", holds, 400, 200).find(effort=5, seed=0).status == REFUTED


REFUTES_ITS_LIKE = {"A v = 0 on Null(P), up to rounding"}
"""Checks of a table of numbers, which the same function refutes for the table as printed."""


def is_found_wrong(part):
    if part.text in REFUTES_ITS_LIKE or part.find(effort=5, seed=0).status != CHECKED:
        return True  # it reproduces something that fails, and has failed
    tried, found = survivors(part)
    assert tried, f"nothing of {part.text} could be perturbed"
    return found


@pytest.mark.parametrize(
    ("row", "part"), some_of(CHECKS[::SAMPLE]), ids=lambda value: str(value)[:60]
)
def test_some_checks_notice_what_is_wrong(row, part):
    assert is_found_wrong(part), row


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
@pytest.mark.parametrize(("row", "part"), CHECKS, ids=lambda value: str(value)[:60])
def test_every_check_notices_what_is_wrong(row, part):
    assert is_found_wrong(part), row


def _loose(random: Random):
    value = random.randint(1, 9)
    require(value < 100 + value * value)


def _square(random: Random):
    value = random.randint(1, 9)
    require((value + 1) ** 2 == value * value + 2 * value + 1)


def test_a_hollow_check_survives_and_a_true_one_does_not():
    assert survivors(SampledPart("..", _loose, 9))[1] is False
    assert survivors(SampledPart("..", _square, 9))[1] is True
