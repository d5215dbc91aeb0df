"""Proposition 2, Lemma 6, Corollary 1.2 and the bounds of C_X(W), on random exact models."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from proofs.papers.mechanisms.synergistic.capacity import (
    information_in_dataset,
    information_in_sample,
    largest_surprise_bound,
    least_conditional_information,
    outputs_of_extreme_mechanisms,
    self_disclosure,
    self_disclosure_bound,
    synergistic_disclosure,
)
from proofs.papers.mechanisms.synergistic.leakage_allowance import private_information
from proofs.papers.mechanisms.synergistic.sample_model import repeated_samples, sample_model
from tests.mechanisms.naive import entropy, in_bits, information, random_masses


def _random_model(seed):
    random = Random(seed)
    shape = random.choice([(2, 2), (2, 3), (2, 2, 2), (3, 3)])
    size = 1
    for letters in shape:
        size *= letters
    masses = [m * random.choice((0, 1, 1, 1)) for m in random_masses(random, 2 * size)]
    masses = [m / sum(masses) for m in masses]
    return sample_model([masses[:size], masses[size:]], shape)


@pytest.mark.parametrize("seed", range(15))
def test_capacities_stay_below_every_bound(seed):
    model = _random_model(seed)
    joint = {
        (w, *state): mass
        for w, row in enumerate(model.joint)
        for state, mass in zip(model.states, row, strict=True)
    }
    n = model.samples
    everything = list(range(1, n + 1))
    whole = information_in_dataset(model)
    assert information(joint, [0], everything).overlaps(in_bits(whole.lower, whole.upper))
    for j in range(n):
        part = information_in_sample(model, j)
        assert information(joint, [0], [j + 1]).overlaps(in_bits(part.lower, part.upper))
    capacity = synergistic_disclosure(model).capacity
    assert capacity.lower <= least_conditional_information(model).upper
    own = self_disclosure(model)
    assert own.capacity.lower <= largest_surprise_bound(model).upper
    assert largest_surprise_bound(model).lower <= self_disclosure_bound(model).upper
    assert capacity.lower <= own.capacity.upper
    if own.mechanism is not None:
        assert own.outputs >= outputs_of_extreme_mechanisms(model)


def test_proposition_2_is_strict_somewhere_and_tight_somewhere():
    strict = 0
    for seed in range(15):
        model = _random_model(seed)
        gap = least_conditional_information(model) - synergistic_disclosure(model).capacity
        strict += gap.lower > Fraction(1, 1000)
    xor = sample_model([["1/4", 0, 0, "1/4"], [0, "1/4", "1/4", 0]], (2, 2))
    gap = least_conditional_information(xor) - synergistic_disclosure(xor).capacity
    assert strict > 5 and gap.contains(Fraction(0))


@pytest.mark.parametrize("seed", range(6))
def test_private_information_is_between_information_and_entropy(seed):
    random = Random(seed)
    prior = random_masses(random, 4)
    rows = [random_masses(random, 3) for _ in range(3)]
    channel = [rows[0], rows[1], rows[0], rows[2]]
    amount = private_information(prior, channel).amount
    joint = {
        (w, x): p * m
        for w, (p, row) in enumerate(zip(prior, channel, strict=True))
        for x, m in enumerate(row)
    }
    ball = in_bits(amount.lower, amount.upper)
    assert information(joint, [0], [1]) < ball
    assert ball < entropy(joint, [0])


def test_theorem_2_information_of_many_samples_climbs_to_private_information():
    prior, channel = ["1/4", "1/4", "1/2"], [["1/5", "4/5"], ["1/5", "4/5"], ["4/5", "1/5"]]
    limit = private_information(prior, channel).amount
    values = [information_in_dataset(repeated_samples(prior, channel, n)) for n in (1, 3, 5, 9)]
    assert all(a.upper < b.lower for a, b in pairwise(values))
    assert values[-1].upper < limit.lower
    assert limit.lower - values[-1].upper < Fraction(7, 100)
