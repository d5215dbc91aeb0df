"""Definitions of one notion that must agree, on seeded exact instances."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.definitions import (
    LogSum,
    Prior,
    Rows,
    deterministic_attributes,
    exp_attribute_leakage_at,
    exp_average_cost_leakage,
    exp_capacity,
    exp_closedness,
    exp_cost_leakage,
    exp_cost_leakage_at,
    exp_density_min_at,
    exp_dynamic_leakage_at,
    exp_eml,
    exp_event_leakage,
    exp_gain_leakage_at,
    exp_given_cost_leakage_at,
    exp_ldp,
    exp_max_information,
    exp_maximal_cost_leakage,
    exp_maxleak_on_support,
    exp_plain_eml,
    exp_pml,
    exp_pml_at,
    exp_pml_at_by_likelihood,
    exp_pml_at_by_shattering,
    exp_pml_at_over_attributes,
    exp_wrong_guess_leakage_at,
    expected_exp_pml,
    extreme_events,
    f_information,
    outcomes,
    output_distribution,
    outputs,
    posterior,
    reduced_channel,
    split_outcome,
    support,
    suppsize,
    tv,
    vector,
    wrong_guess_attribute,
)
from tests.exact_instances import CHANNEL_KINDS, exact_channel, exact_instances
from tests.examples import some_of

ONE = Fraction(1)
INSTANCES = list(exact_instances(2024, 150))
SMALL = list(exact_instances(7, 100, letters=3))
DELTAS = vector("0 1/10 1/3 1/2 9/10 1")


@pytest.mark.seconds
def test_pml_from_posteriors_likelihoods_and_shattering_agree() -> None:
    for case in SMALL:
        for y in outputs(case.channel):
            level = exp_pml_at(case.prior, case.channel, y)
            assert level == exp_pml_at_by_likelihood(case.prior, case.channel, y)
            assert level == exp_pml_at_by_shattering(case.prior, case.channel, y)


def test_no_attribute_leaks_more_than_pml_and_equality_occurs() -> None:
    rng, equal = Random(3), 0
    for case in SMALL:
        size = len(case.prior)
        attributes = [
            *deterministic_attributes(size, size),
            *(exact_channel(rng, size, 3, kind) for kind in CHANNEL_KINDS),
        ]
        for y in outcomes(case.prior, case.channel):
            level = exp_pml_at(case.prior, case.channel, y)
            below = exp_pml_at_over_attributes(case.prior, case.channel, attributes, y)
            assert below <= level
            equal += below == level
    assert equal >= 50


def test_gain_and_cost_adversaries_stay_below_pml_and_lambda() -> None:
    rng, met = Random(11), Counter[str]()
    for case in SMALL:
        prior, channel = case.prior, case.channel
        table = [[Fraction(rng.randint(1, 4)) for _ in range(3)] for _ in prior]
        attribute = exact_channel(rng, len(prior), 3, rng.choice(CHANNEL_KINDS))
        for y in outcomes(prior, channel):
            level, cost_level = (
                exp_pml_at(prior, channel, y),
                exp_cost_leakage_at(prior, channel, y),
            )
            assert exp_gain_leakage_at(prior, channel, table, y) <= level
            assert exp_dynamic_leakage_at(prior, channel, y) <= level
            as_gain = exp_gain_leakage_at(prior, channel, attribute, y)
            assert as_gain == exp_attribute_leakage_at(prior, channel, attribute, y)
            assert exp_given_cost_leakage_at(prior, channel, table, y) <= cost_level
            if max(output_distribution(prior, attribute)) < 1:
                met["U"] += 1
                assert exp_wrong_guess_leakage_at(prior, channel, attribute, y) <= cost_level
        average = exp_average_cost_leakage(prior, channel, table)
        assert (
            average <= exp_maximal_cost_leakage(prior, channel) <= exp_cost_leakage(prior, channel)
        )
    assert met["U"] >= 50


@pytest.mark.seconds
def test_cost_leakage_is_attained_by_breaking_one_letter() -> None:
    met = 0
    for case in SMALL:
        prior, channel = case.prior, case.channel
        for y in outcomes(prior, channel):
            level = exp_cost_leakage_at(prior, channel, y)
            low = exp_density_min_at(prior, channel, y)
            assert level == (1 / low if low > 0 else math.inf)
            if level == math.inf or suppsize(prior) == 1:
                continue
            met += 1
            after, tried = posterior(prior, channel, y), []
            for x in support(
                prior
            ):  # parts of x so small that the other letters are the best guess
                parts = math.ceil(max(prior[x] / (1 - prior[x]), after[x] / (1 - after[x])))
                attribute = wrong_guess_attribute(prior, x, parts)
                tried.append(exp_wrong_guess_leakage_at(prior, channel, attribute, y))
            assert max(tried) == level
    assert met >= 50


def test_maximal_cost_leakage_is_attained_by_the_inverse_prior_cost() -> None:
    for case in INSTANCES:
        kept = support(case.prior)
        prior = [case.prior[x] for x in kept]
        channel = [case.channel[x] for x in kept]
        cost = [
            [1 / p if x == w else Fraction(0) for w in kept]
            for x, p in zip(kept, prior, strict=True)
        ]
        level = exp_maximal_cost_leakage(case.prior, case.channel)
        assert exp_average_cost_leakage(prior, channel, cost) == level


@pytest.mark.parametrize("delta", some_of(DELTAS))
def test_eml_agrees_with_sorting_and_bounds_events_and_post_processing(delta: Fraction) -> None:
    for case in SMALL:
        prior, channel = case.prior, case.channel
        level = exp_eml(prior, channel, delta)
        if delta == 0:
            assert level == exp_pml(prior, channel)
        else:
            by_letter = [_by_sorting(prior, channel, x, delta) for x in support(prior)]
            assert level == max(by_letter)
        assert exp_plain_eml(prior, channel, delta) <= level
        assert exp_closedness(prior, channel, delta, 3) <= level
        assert exp_eml(prior, reduced_channel(channel), delta) == level
        assert exp_eml(prior, split_outcome(channel, 0, Fraction(1, 3)), delta) == level
        assert delta < 1 or level == 1


def test_eml_is_the_leakage_of_an_event_of_a_split_channel() -> None:
    fractional = 0
    for case, delta in product(SMALL[:60], DELTAS[1:]):
        prior, channel = case.prior, case.channel
        masses, best = output_distribution(prior, channel), ONE
        for event in extreme_events(masses, delta):
            parts = [y for y, a in enumerate(event) if 0 < a < 1]
            fractional += len(parts)
            split = split_outcome(channel, parts[0], event[parts[0]]) if parts else channel
            members = {y for y, a in enumerate(event) if a > 0}
            assert sum(output_distribution(prior, split)[y] for y in members) >= delta
            best = max(best, exp_event_leakage(prior, split, members))
        assert best == exp_eml(prior, channel, delta)
    assert fractional >= 100


def test_maximal_leakage_is_the_expected_exponential_and_max_information_the_worst_case() -> None:
    for case in SMALL:
        prior, channel = case.prior, case.channel
        assert expected_exp_pml(prior, channel) == exp_maxleak_on_support(prior, channel)
        assert exp_max_information(prior, channel) == exp_pml(prior, channel)
        assert exp_max_information(prior, channel, ONE) == 0
        assert tv(prior, channel) == f_information(prior, channel, lambda t: abs(t - 1) / 2)
        assert exp_capacity(channel) == exp_ldp(channel)
    assert LogSum(()).sign == 0 and LogSum(((Fraction(1, 3), Fraction(2)),)).sign == 1


def _by_sorting(prior: Prior, channel: Rows, x: int, delta: Fraction) -> Fraction:
    """The greedy formula h_x of PML23 (19), for delta > 0: outcomes in order of falling density."""
    masses = output_distribution(prior, channel)
    order = sorted(outcomes(prior, channel), key=lambda y: -channel[x][y] / masses[y])
    left, collected = delta, Fraction(0)
    for y in order:
        taken = min(left, masses[y])
        collected += channel[x][y] * taken / masses[y]
        left -= taken
    return collected / delta
