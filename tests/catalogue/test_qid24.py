"""What the checks of [QID24] are made of is what the paper says."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from proofs.papers.drawing import draw_joint
from proofs.papers.qid24.densities import high_privacy_joint
from proofs.papers.qid24.risk_averse import cost_leakage, draw_costs, level_of, mixture_of
from tests.definitions import (
    exp_cost_leakage_at,
    exp_density_min,
    exp_given_cost_leakage_at,
    exp_pml,
    exp_wrong_guess_leakage_at,
)


def test_levels_agree_with_the_definitions():
    random, infinite = Random(4), 0
    for _ in range(60):
        joint = draw_joint(random, full_support=True)
        y = random.choice(joint.outcomes)
        expected = exp_cost_leakage_at(joint.prior, joint.rows, y)
        found = level_of(joint, y)
        infinite += found is None
        assert expected == (float("inf") if found is None else found)
    assert 5 < infinite < 55


def test_the_mixture_has_the_leakage_of_its_cost():
    random, met = Random(5), 0
    for _ in range(120):
        joint = draw_joint(random, full_support=True)
        y = random.choice(joint.outcomes)
        costs = draw_costs(random, len(joint.prior), largest=Fraction(8, 9))
        target = cost_leakage(joint, y, costs)
        if target in (None, 0):
            continue
        met += 1
        attribute = mixture_of(joint, y, costs, 8)
        assert all(sum(row) == 1 and min(row) >= 0 for row in attribute)
        assert exp_wrong_guess_leakage_at(joint.prior, joint.rows, attribute, y) == target
        assert exp_given_cost_leakage_at(joint.prior, joint.rows, costs, y) == target
    assert met > 40


def test_the_high_privacy_mechanism_attains_both_bounds():
    random = Random(6)
    for _ in range(30):
        joint, level = high_privacy_joint(random)
        least = min(joint.prior)
        assert exp_pml(joint.prior, joint.rows) == level
        lower = exp_density_min(joint.prior, joint.rows)
        assert lower * least == 1 - level * (1 - least)
