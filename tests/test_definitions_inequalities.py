"""The inequalities of the field, as the oracle sees them on seeded exact instances."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.definitions import (
    cascade,
    exp_conditional_entry_pml,
    exp_conditional_pml,
    exp_conditional_pml_at,
    exp_density_min,
    exp_dp,
    exp_eml,
    exp_entry_pml,
    exp_flp,
    exp_hmin,
    exp_ldi,
    exp_ldp,
    exp_ldp_on_support,
    exp_lip,
    exp_max_information,
    exp_maxleak,
    exp_maxleak_on_support,
    exp_pml,
    expected_pml,
    fullsupport,
    joint_output,
    mi,
    outcomes,
    output_distribution,
    outputs,
    pmin,
    posterior,
    product_prior,
    singles_out,
    support,
    suppsize,
    tail,
    tv,
    vector,
)
from tests.exact_instances import CHANNEL_KINDS, exact_channel, exact_database, exact_instances

INSTANCES = list(exact_instances(2024, 150))


@pytest.mark.seconds
def test_pre_and_post_processing_and_composition() -> None:
    for case in INSTANCES:
        prior, channel, after = case.prior, case.channel, cascade(case.channel, case.post)
        level = exp_pml(prior, channel)
        derived = output_distribution(prior, channel)
        assert exp_pml(prior, after) <= min(level, exp_pml(derived, case.post))
        both, side = joint_output(channel, case.second), case.second
        assert exp_pml(prior, both) <= level * exp_conditional_pml(prior, side, channel)
        assert exp_maxleak(after) <= min(exp_maxleak(channel), exp_maxleak(case.post))
        assert exp_eml(prior, after, Fraction(1, 3)) <= exp_eml(prior, channel, Fraction(1, 3))
        assert exp_ldp(after) <= exp_ldp(channel)
        assert exp_density_min(prior, after) >= exp_density_min(prior, channel)


def test_conditional_leakage_is_the_leakage_at_the_posterior_with_lifted_second() -> None:
    for case in INSTANCES:
        prior, channel = case.prior, case.channel
        lifted = [[row for _ in outputs(channel)] for row in channel]
        for y in outcomes(prior, channel):
            for z in outcomes(posterior(prior, channel, y), channel):
                density = output_distribution(posterior(prior, channel, y), channel)[z]
                density /= output_distribution(prior, channel)[z]
                conditional = exp_conditional_pml_at(prior, lifted, channel, y, z)
                within = [channel[x][z] for x in support(posterior(prior, channel, y))]
                largest = max(within) / output_distribution(prior, channel)[z]
                assert conditional == largest / density


def test_bounds_between_the_notions() -> None:
    met = Counter[str]()
    for case in INSTANCES:
        prior, channel, least = case.prior, case.channel, pmin(case.prior)
        level, count = exp_pml(prior, channel), suppsize(prior)
        assert 1 <= level <= 1 / least
        assert (level == 1) == (len({tuple(channel[x]) for x in support(prior)}) == 1)
        assert exp_maxleak_on_support(prior, channel) <= level
        ldp, ldi = exp_ldp_on_support(prior, channel), exp_ldi(prior, channel)
        assert ldp <= exp_ldp(channel) and level <= exp_lip(prior, channel)
        if ldp != math.inf:
            met["ldp"] += 1
            assert level <= 1 / (least + (1 - least) / Fraction(ldp))
        if ldi != math.inf:
            met["ldi"] += 1
            assert level <= 1 / (least * (1 + (count - 1) / Fraction(ldi)))
        assert tv(prior, channel) <= exp_maxleak_on_support(prior, channel) - 1
        if level * (1 - least) < 1:
            met["density"] += 1
            assert exp_density_min(prior, channel) >= (1 - level * (1 - least)) / least
        if singles_out(prior, channel):
            met["singling out"] += 1
            assert level >= exp_hmin(prior)
        assert not fullsupport(prior) or exp_maxleak(channel) <= level
    assert all(met[name] >= 20 for name in ("ldp", "ldi", "density", "singling out")), met


@pytest.mark.seconds
def test_mutual_information_is_below_expected_leakage_and_max_information_below_the_tail() -> None:
    strict = 0
    for case in exact_instances(13, 500, letters=3):
        prior, channel = case.prior, case.channel
        for level in vector("1 6/5 2"):
            delta = tail(prior, channel, level)
            assert exp_max_information(prior, channel, delta) <= level
        if not any(kind.startswith("near") for kind in case.kinds):
            # the exact sign needs powers as high as the denominators, so only where these are small
            gap = expected_pml(prior, channel) - mi(prior, channel)
            assert gap.sign >= 0 and mi(prior, channel).sign >= 0
            strict += gap.sign > 0
    assert strict >= 20


@pytest.mark.seconds
def test_differential_and_free_lunch_privacy_bound_entries() -> None:
    rng, met = Random(5), Counter[str]()
    for _ in range(150):
        values, entries = rng.choice(((1, 2), (2, 1), (2, 2), (2, 3), (3, 2)))
        prior, mechanism = exact_database(rng, values, entries, rng.randint(1, 3))
        marginals = [
            exact_channel(rng, 1, values, rng.choice(CHANNEL_KINDS))[0] for _ in range(entries)
        ]
        independent = dict(zip(prior, product_prior(*marginals), strict=True))
        whole = exp_pml(list(prior.values()), list(mechanism.values()))
        assert exp_dp(mechanism) <= exp_flp(mechanism)
        for i in range(entries):
            assert exp_entry_pml(prior, mechanism, i) <= whole <= exp_flp(mechanism)
            assert exp_conditional_entry_pml(prior, mechanism, i) <= exp_dp(mechanism)
            assert exp_entry_pml(independent, mechanism, i) <= exp_dp(mechanism)
            met["finite"] += 1 < exp_dp(mechanism) < math.inf
    assert met["finite"] >= 5


def test_equal_entries_leak_more_than_differential_privacy_bounds() -> None:
    ratio, levels = Fraction(6, 5), []
    for entries in (1, 2, 3, 4):
        databases = list(product((0, 1), repeat=entries))
        prior = {d: Fraction(len(set(d)) == 1, 2) for d in databases}
        reports = {
            d: [
                ratio ** sum(a == b for a, b in zip(d, y, strict=True)) / (1 + ratio) ** entries
                for y in databases
            ]
            for d in databases
        }
        assert exp_dp(reports) == ratio and exp_flp(reports) == ratio**entries
        assert entries == 1 or exp_conditional_entry_pml(prior, reports, 0) == 1
        levels.append(exp_entry_pml(prior, reports, 0))
        assert levels[-1] == 2 * ratio**entries / (1 + ratio**entries)
    assert levels[1] < ratio < levels[2] < levels[3] < 2
