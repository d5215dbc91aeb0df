"""The oracle against the numbers that the papers print, and where the print goes wrong."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tests.definitions import (
    cascade,
    discloses,
    exp_capacity,
    exp_conditional_pml,
    exp_conditional_pml_at,
    exp_cost_leakage_at,
    exp_dynamic_leakage_at,
    exp_eml,
    exp_eml_at_letter,
    exp_hmin,
    exp_ldi,
    exp_ldp,
    exp_lip,
    exp_maximal_cost_leakage,
    exp_maxleak,
    exp_maxleak_on_support,
    exp_pml,
    exp_pml_at,
    joint_output,
    matrix,
    output_distribution,
    pmin,
    posterior,
    proportional,
    reduced_channel,
    similar,
    tail,
    uniform,
    vector,
)

ONE = Fraction(1)
SIX_FIFTHS = Fraction(6, 5)
FOUR_LETTERS = matrix("0 0 1/2 1/2; 0 0 1/2 1/2; 0 1/3 1/3 1/3; 1/3 0 1/3 1/3")
TO_TWO = matrix("1 0; 0 1; 1 0; 0 1")


def test_channels_of_the_introduction_have_equal_maximal_leakage_and_unequal_outcomes() -> None:
    first = matrix("1 0 0; 1/2 1/2 0; 0 1/2 1/2")
    second = matrix("2/3 1/6 1/6; 1/6 2/3 1/6; 1/6 1/6 2/3")
    assert exp_maxleak(first) == exp_maxleak(second) == 2
    assert [exp_pml_at(uniform(3), first, y) for y in range(3)] == [2, Fraction(3, 2), 3]
    assert posterior(uniform(3), first, 2) == [0, 0, 1]
    assert [exp_pml_at(uniform(3), second, y) for y in range(3)] == [2, 2, 2]


def test_example_5_tail_guarantee_is_lost_by_post_processing() -> None:
    prior, after = uniform(4), cascade(FOUR_LETTERS, TO_TWO)
    leaks = [exp_pml_at(prior, FOUR_LETTERS, y) for y in range(4)]
    assert leaks == [4, 4, SIX_FIFTHS, SIX_FIFTHS]
    assert output_distribution(prior, FOUR_LETTERS)[:2] == [Fraction(1, 12)] * 2
    assert tail(prior, FOUR_LETTERS, SIX_FIFTHS) == Fraction(1, 6)
    assert output_distribution(prior, after) == uniform(2)
    assert [exp_pml_at(prior, after, z) for z in range(2)] == [Fraction(4, 3)] * 2
    assert tail(prior, after, SIX_FIFTHS) == 1 and tail(prior, after, Fraction(4, 3)) == 0


def test_example_6_event_maximal_leakage() -> None:
    prior, delta, after = uniform(4), Fraction(1, 6), cascade(FOUR_LETTERS, TO_TWO)
    assert reduced_channel(FOUR_LETTERS) == matrix("0 0 1; 0 0 1; 0 1/3 2/3; 1/3 0 2/3")
    assert after == matrix("1/2 1/2; 1/2 1/2; 1/3 2/3; 2/3 1/3")
    leaks = [exp_eml_at_letter(prior, reduced_channel(FOUR_LETTERS), x, delta) for x in range(4)]
    assert leaks == [SIX_FIFTHS, SIX_FIFTHS, Fraction(12, 5), Fraction(12, 5)]
    assert exp_eml(prior, FOUR_LETTERS, delta) == Fraction(12, 5)
    assert exp_eml(prior, after, delta) == Fraction(4, 3)


def test_symmetric_channel_has_eml_without_pml() -> None:
    channel = matrix("3/5 2/5; 2/5 3/5")
    assert exp_eml(uniform(2), channel, Fraction(3, 5)) == Fraction(34, 30)
    assert exp_pml(uniform(2), channel) == SIX_FIFTHS
    below = SIX_FIFTHS - Fraction(1, 10**6)
    assert tail(uniform(2), channel, SIX_FIFTHS) == 0 and tail(uniform(2), channel, below) == 1


def test_remark_5_side_information_raises_and_lowers_leakage() -> None:
    prior, side = uniform(2), matrix("2/5 3/5; 3/5 2/5")
    second = [matrix("1/2 1/2; 1/3 2/3"), matrix("2/3 1/3; 1/2 1/2")]
    alone = [output_distribution(side[x], second[x]) for x in range(2)]
    assert exp_conditional_pml_at(prior, second, side, 0, 0) == Fraction(10, 9)
    assert exp_pml_at(prior, alone, 0) == SIX_FIFTHS
    assert exp_conditional_pml_at(prior, second, side, 1, 0) == Fraction(5, 4)


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_one_zero_in_n_letters_leaks_little_and_breaks_the_local_notions(n: int) -> None:
    first = [Fraction(0)] + [Fraction(1, n - 1)] * (n - 1)
    channel = [first] + [uniform(n)] * (n - 1)
    assert exp_pml_at(uniform(n), channel, 0) == Fraction(n, n - 1)
    expected = Fraction(n * n, n * n - n + 1)
    assert {exp_pml_at(uniform(n), channel, y) for y in range(1, n)} == {expected}
    for level in (exp_ldp(channel), exp_lip(uniform(n), channel), exp_ldi(uniform(n), channel)):
        assert level == math.inf


@pytest.mark.parametrize("p", vector("1/100 1/4 1/2"))
def test_small_posterior_raises_leakage_of_a_fair_bit(p: Fraction) -> None:
    channel = [[p, 1 - p], [1 - p, p]]
    assert exp_pml_at(uniform(2), channel, 0) == 2 * (1 - p)


def test_dynamic_leakage_can_be_negative() -> None:
    prior, channel = vector("3/4 1/4"), matrix("1/3 2/3; 1 0")
    assert posterior(prior, channel, 0) == uniform(2)
    assert exp_dynamic_leakage_at(prior, channel, 0) == Fraction(2, 3)
    assert exp_pml_at(prior, channel, 0) == 2


@pytest.mark.parametrize("alpha", vector("1/100 1/5 1/2"))
@pytest.mark.parametrize("prior", [vector("1/5 1/2 3/10"), vector("1/2 1/2"), vector("1/9 8/9")])
def test_proposition_3_8_cheapest_disclosure(prior: list[Fraction], alpha: Fraction) -> None:
    least = prior.index(pmin(prior))
    channel = [[Fraction(0), ONE] if x == least else [alpha, 1 - alpha] for x in range(len(prior))]
    other = [[ONE, Fraction(0)] if x == least else [Fraction(0), ONE] for x in range(len(prior))]
    assert exp_pml_at(prior, channel, 0) == 1 / (1 - pmin(prior))
    assert exp_pml_at(prior, channel, 1) == 1 / (1 - alpha * (1 - pmin(prior)))
    assert discloses(prior, channel, other) and exp_capacity(channel) == math.inf


@pytest.mark.parametrize("ratio", vector("1 3/2 4"))
@pytest.mark.parametrize("prior", [vector("1/2 1/3 1/6"), vector("3/4 1/4"), vector("2/3 0 1/3 0")])
def test_closed_form_of_randomised_response(prior: list[Fraction], ratio: Fraction) -> None:
    k = len(prior)
    rows = [[(ratio if x == y else ONE) / (k - 1 + ratio) for y in range(k)] for x in range(k)]
    for y in range(k):
        level = ratio / (1 + (ratio - 1) * prior[y]) if prior[y] > 0 else ONE
        assert exp_pml_at(prior, rows, y) == level
    assert exp_pml(prior, rows) == ratio / (1 + (ratio - 1) * pmin(prior))
    assert exp_capacity(rows) == exp_ldp(rows) == ratio
    assert exp_maxleak(rows) == k * ratio / (k - 1 + ratio)


def test_excluded_letter_has_infinite_cost_leakage_and_finite_uncertainty() -> None:
    prior, channel = vector("99/100 1/100"), matrix("1 0; 0 1")
    assert posterior(prior, channel, 0) == [1, 0] and exp_hmin(prior) == Fraction(100, 99)
    assert exp_cost_leakage_at(prior, channel, 0) == math.inf


# Where the printed text says more than its definitions give.


def test_similar_outcomes_need_not_be_proportional_columns_without_full_support() -> None:
    prior, channel = vector("1 0"), matrix("1/2 1/2; 1 0")
    assert similar(prior, channel, 0, 1) and not proportional(channel, 0, 1)


def test_jensen_is_not_always_strict_for_maximal_cost_leakage() -> None:
    prior, channel = uniform(2), matrix("3/5 2/5; 2/5 3/5")
    assert {exp_cost_leakage_at(prior, channel, y) for y in range(2)} == {Fraction(5, 4)}
    assert exp_maximal_cost_leakage(prior, channel) == Fraction(5, 4)


def test_total_variation_bound_26_is_not_tighter_than_25_under_independence() -> None:
    prior, channel = uniform(2), matrix("1/2 1/2; 1/2 1/2")
    bound_25 = (exp_maxleak_on_support(prior, channel) - 1) * max(prior)
    masses = output_distribution(prior, channel)
    levels = [exp_pml_at(prior, channel, y) for y in range(2)]
    bound_26 = sum(m * max(t - 1, ONE) for m, t in zip(masses, levels, strict=True)) / 2
    assert bound_25 == 0 < bound_26 == Fraction(1, 2)


def test_largest_possible_leakage_is_below_log_2_for_one_letter() -> None:
    assert 1 / pmin([ONE]) == 1 < 2


def test_conditionally_independent_side_information_must_not_exclude_the_worst_letter() -> None:
    prior, channel, side = uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 0 1")
    second = [[row, row] for row in channel]
    given = output_distribution(posterior(prior, side, 0), channel)[1]
    difference = exp_pml_at(prior, channel, 1) / (given / output_distribution(prior, channel)[1])
    assert exp_conditional_pml_at(prior, second, side, 0, 1) == 1 < difference == 3


def test_composition_needs_the_second_guarantee_at_the_posterior_not_at_the_prior() -> None:
    prior, channel = vector("1/6 1/2 1/3"), matrix("1/2 1/2; 1/2 1/2; 1 0")
    second = [matrix("0 1; 0 1"), matrix("0 1; 1 0"), matrix("0 1; 0 1")]
    at_prior = max(exp_pml(prior, [second[x][y] for x in range(3)]) for y in range(2))
    assert exp_pml(prior, channel) == Fraction(3, 2) and at_prior == 2
    assert exp_pml(prior, joint_output(channel, second)) == 6
    assert exp_conditional_pml(prior, second, channel) == 4
