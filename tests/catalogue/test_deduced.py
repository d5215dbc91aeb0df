"""Statements given as sequents: each hypothesis is used, can be met, and none is contradictory."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pmlsym.calculus.index import Index
from pmlsym.calculus.sequent import Sequent
from pmlsym.catalogue.example import Example
from pmlsym.catalogue.finding import CHECKED, OPEN, PROVED
from pmlsym.catalogue.outlined import Deduced
from pmlsym.catalogue.part import Checked, Holds
from pmlsym.catalogue.pml23 import equality_sequents as equality
from pmlsym.catalogue.rdp import levels_reached as levels

PARTS = [p for m in (equality, levels) for p in vars(m).values() if isinstance(p, Deduced)]
BUDGET = 2.0
FREE = {
    "y0 is possible",
    "m is the least mass",
    "x0 is possible",
    "the outcomes are possible",
    "l(X->y0) <= log t",
    "l(X->z0|y0) <= log s",
}
"""Facts that some of the goals of a part do without."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text[:40])
def test_a_part_is_proved_and_its_goals_hold_in_its_example(part):
    assert part.find(budget=20, seed=0).status == PROVED
    for sequent in part.sequents():
        sizes = part.example.sizes([t for t in sequent.tensors if t.name in part.example.tensors])
        assert part.example.value(sequent.goal, {}, sizes) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text[:40])
def test_no_goal_follows_without_its_hypotheses(part):
    for sequent in part.sequents():
        for fact in sequent.facts:
            if fact.name in FREE:
                continue
            others = tuple(other for other in sequent.facts if other is not fact)
            weaker = Sequent(others, sequent.goal)
            alone = replace(part, sequents=lambda weaker=weaker: (weaker,), outline=lambda _: ())
            assert alone.find(budget=BUDGET, seed=0).status == OPEN, fact.name


def test_an_example_that_misses_a_hypothesis_leaves_the_part_open():
    (sequent, *_) = levels.LEVELS_OF_A_CHANNEL.sequents()
    unsure = Example(
        {"P": ("2/3", "1/3"), "W": (("1", "0"), ("0", "1")), "t": "2", "e": "1/3"},
        {"x0": 0, "x1": 1, "y0": 0},
    )
    part = replace(levels.LEVELS_OF_A_CHANNEL, example=unsure)
    assert unsure.unmet(sequent) == "P(x1) >= 1 - e"
    assert part.find(budget=BUDGET, seed=0).status == OPEN


def test_an_example_that_is_not_as_declared_is_refused():
    (sequent, *_) = levels.LEVELS_OF_A_CHANNEL.sequents()
    heavy = Example(
        {"P": ("2/3", "2/3"), "W": (("1", "0"), ("0", "1")), "t": "1", "e": "1/3"},
        {"x0": 0, "x1": 1, "y0": 0},
    )
    assert heavy.unmet(sequent) == "P(X)"
    assert heavy.value(sequent.goal, {Index("X", "x1"): 1}, {"X": 2, "Y": 2}) != 0


def test_a_rare_case_is_waited_for():
    rare = Checked("..", lambda random: Holds("rare" if random.random() < 0.1 else ""), 5, 5)
    waited = replace(rare, cases=("rare",))
    found = {waited.find(budget=1, seed=seed).status for seed in range(5)}
    assert found <= {CHECKED, OPEN} and CHECKED in found
    never = replace(rare, check=lambda random: Holds(str(Random.__name__)), cases=("rare",))
    assert never.find(budget=1, seed=0).status == OPEN
