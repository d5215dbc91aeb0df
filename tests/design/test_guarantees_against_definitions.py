"""Every guarantee against the naive definitions; designed channels in the rest of the library."""

from fractions import Fraction
from random import Random

import pytest

from pmlsym.design import design_mechanism, optimal_mechanism, posterior_polytope
from pmlsym.design.guarantees import (
    InformationDensity,
    LocalDifferentialIdentifiability,
    LocalDifferentialPrivacy,
    PointwiseMaximalLeakage,
    local_information_privacy,
)
from pmlsym.design.optimal_mechanism import channel_of
from pmlsym.design.synergistic import conditionally_independent
from pmlsym.design.utilities import GuessProbability
from pmlsym.errors import InvalidInput
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from tests.definitions.local_privacy import exp_ldi, exp_ldp, exp_lip
from tests.definitions.pointwise_maximal_leakage import exp_density_min, exp_pml
from tests.design.naive import random_masses

ORACLES = (
    (PointwiseMaximalLeakage, exp_pml),
    (local_information_privacy, exp_lip),
    (LocalDifferentialIdentifiability, exp_ldi),
    (LocalDifferentialPrivacy, lambda prior, channel: exp_ldp(channel)),
    (
        lambda level: InformationDensity(lower=level),
        lambda prior, channel: (
            1 / density if (density := exp_density_min(prior, channel)) else None
        ),
    ),
)


def _random_channel(random, size):
    rows = [list(random_masses(random, 3, largest=4)) for _ in range(size)]
    if random.random() < 0.3:
        rows[0] = [Fraction(0), *random_masses(random, 2, largest=4)]
    return tuple(tuple(row) for row in rows)


def test_violation_and_polytope_agree_with_the_definition():
    """At its least level a channel passes, just below it fails; and r_y in S says the same."""
    assert sum(_compare_with_oracles(Random(seed)) for seed in range(30)) > 100


def _compare_with_oracles(random):
    prior = random_masses(random, 3)
    channel = _random_channel(random, 3)
    tested = 0
    for rule, oracle in ORACLES:
        least = oracle(prior, channel)
        if least is None or least == float("inf") or least == 1:
            continue
        tested += 1
        assert rule(least).violation(prior, channel) == ""
        below = 1 + (least - 1) * Fraction(99, 100)
        assert rule(below).violation(prior, channel) != ""
        posteriors = []
        for column in zip(*channel, strict=True):
            joint = [p * w for p, w in zip(prior, column, strict=True)]
            if sum(joint):
                posteriors.append(tuple(m / sum(joint) for m in joint))
        for level, expected in ((least, True), (below, False)):
            constraints = rule(level).constraints(prior)
            inside = all(c.holds(r) for r in posteriors for c in constraints)
            assert inside == expected
    return tested


@pytest.mark.parametrize("seed", range(5))
def test_optimal_mechanisms_meet_their_level_exactly(seed):
    """An optimum for guessing uses the whole allowance whenever the level binds."""
    prior = random_masses(Random(seed), 3)
    level = 1 + (1 / max(prior) - 1) / 2
    polytope = posterior_polytope(prior, [PointwiseMaximalLeakage(level)])
    found = optimal_mechanism(polytope, GuessProbability())
    assert exp_pml(prior, found.channel) == level
    assert channel_of(prior, found.weights, found.posteriors) == found.channel


def test_priors_and_channels_of_the_model_go_in_and_come_out():
    prior = Prior.from_masses(["1/4", "3/4"])
    found = design_mechanism(prior, pml="log(6/5)", utility="guess")
    channel = found.channel_object()
    assert isinstance(channel, Channel)
    assert channel.matrix() == found.channel
    assert channel.posterior(prior, 0).masses() == found.posteriors[0]
    flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    model = conditionally_independent(prior, [flip, [["1/2", "1/2"], [1, 0]]])
    assert sum(model.dataset_masses) == 1
    latent = Channel.from_rows([["2/3", "1/3"], [0, 1]])
    assert design_mechanism(prior, pml="log(6/5)", latent=latent).value.lower > 0
    with pytest.raises(InvalidInput, match="entry 0 of row 0 of the latent"):
        design_mechanism(prior, pml=1, latent=[["a", "b"], [1, 0]])
