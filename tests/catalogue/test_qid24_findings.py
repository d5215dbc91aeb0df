"""Every finding against [QID24], reproduced by hand with fractions, apart from the catalogue."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from tests.catalogue.reproduction import reproduces
from tests.definitions import (
    cascade,
    exp_cost_leakage_at,
    exp_density_min_at,
    exp_given_cost_leakage_at,
    exp_maximal_cost_leakage,
    exp_pml,
    exp_wrong_guess_leakage_at,
    matrix,
    output_distribution,
    uniform,
    wrong_guess_attribute,
)


@reproduces("QID24/prop-2-eq-12")
def test_proposition_2_no_channel_meets_the_hypothesis_of_its_proof():
    # the smallest density is at most 1, so min_x i(x;y) <= 0 < e^-eps_l
    for rows in ("1 0; 0 1", "3/5 2/5; 2/5 3/5", "1/2 1/2; 1/2 1/2"):
        assert exp_density_min_at(uniform(2), matrix(rows), 0) <= 1


@reproduces("QID24/cor-1")
def test_corollary_1_divides_by_zero_at_the_end_of_the_regime():
    prior, identity = uniform(2), matrix("1 0; 0 1")
    level = 1 / (1 - min(prior))
    assert exp_pml(prior, identity) == level
    assert 1 - level * (1 - min(prior)) == 0
    assert exp_density_min_at(prior, identity, 0) == 0


@reproduces("QID24/cor-4-eq-20")
def test_corollary_4_has_a_negative_entry_where_the_logarithm_is_missing():
    level, p_min = Fraction(5, 2), Fraction(1, 2)
    assert log(level) < 1 / (1 - p_min)
    assert 1 - level * (1 - p_min) == Fraction(-1, 4)
    assert p_min / (1 - level * (1 - p_min)) < 0  # of which eps_l would be the logarithm


def test_corollary_4_holds_below_the_logarithm():
    # every channel of leakage 3/2 is a post-processing of (20) at that level
    level, rows = Fraction(3, 2), matrix("1/4 3/4; 3/4 1/4")
    other = matrix("3/5 2/5; 2/5 3/5")
    assert exp_pml(uniform(2), rows) == level >= exp_pml(uniform(2), other)
    assert cascade(rows, matrix("3/10 7/10; 7/10 3/10")) == other


@reproduces("QID24/thm-2-construction")
def test_theorem_2_with_one_letter_the_last_letter_of_w_never_occurs():
    for parts in (1, 5, 100):
        law = output_distribution(uniform(1), wrong_guess_attribute(uniform(1), 0, parts))
        assert law[-1] == 0 < max(law)


@reproduces("QID24/thm-3-c--u")
def test_theorem_3_no_finite_k_gives_the_leakage_of_a_cost_of_one():
    prior, channel, cost = uniform(2), matrix("1 0; 0 1"), matrix("1; 0")
    target = exp_given_cost_leakage_at(prior, channel, cost, 0)
    assert target == Fraction(1, 2)
    for k in (2, 3, 10, 1000):
        attribute = [[Fraction(1, k)] * k + [Fraction(0)], [Fraction(0)] * k + [Fraction(1)]]
        reached = exp_wrong_guess_leakage_at(prior, channel, attribute, 0)
        assert reached == Fraction(1, 2) / (1 - Fraction(1, k)) > target


def test_theorem_3_half_the_cost_does():
    attribute = matrix("1/4 1/4 1/2; 0 0 1")
    reached = exp_wrong_guess_leakage_at(uniform(2), matrix("1 0; 0 1"), attribute, 0)
    assert reached == Fraction(1, 2)


@reproduces("QID24/l-c-jensen")
def test_jensen_is_an_equality_for_a_symmetric_channel():
    prior, channel = uniform(2), matrix("3/5 2/5; 2/5 3/5")
    levels = {exp_cost_leakage_at(prior, channel, y) for y in range(2)}
    assert levels == {Fraction(5, 4)}  # so the mean of the logarithms is log 5/4
    assert exp_maximal_cost_leakage(prior, channel) == Fraction(5, 4)


def test_jensen_is_strict_where_the_outcomes_leak_differently():
    prior, channel = uniform(2), matrix("3/4 1/4; 1/4 3/4")
    skewed = matrix("9/10 1/10; 1/2 1/2")
    assert exp_cost_leakage_at(prior, channel, 0) == exp_cost_leakage_at(prior, channel, 1)
    first, second = (exp_cost_leakage_at(prior, skewed, y) for y in range(2))
    masses = output_distribution(prior, skewed)
    # E log > log of the harmonic mean: 7/10 and 3/10 are the masses, compare tenth powers
    assert masses == [Fraction(7, 10), Fraction(3, 10)] and first != second
    assert first**7 * second**3 > exp_maximal_cost_leakage(prior, skewed) ** 10


@reproduces("QID24/eq-21")
def test_equation_21_is_zero_over_zero_for_a_constant():
    with pytest.raises(ZeroDivisionError):
        exp_wrong_guess_leakage_at(uniform(2), matrix("1/2 1/2; 1/2 1/2"), matrix("1; 1"), 0)


@reproduces("QID24/eq-30")
def test_equation_30_is_zero_over_zero_where_a_choice_is_free():
    with pytest.raises(ZeroDivisionError):
        exp_given_cost_leakage_at(uniform(2), matrix("1/2 1/2; 1/2 1/2"), matrix("0 1; 0 1"), 0)
