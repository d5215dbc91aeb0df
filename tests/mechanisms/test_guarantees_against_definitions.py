"""Every guarantee against the naive definitions; designed channels in the rest of the library."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest

from pmlsym.claims.vocabulary import measure_named
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.exact import value_exact
from pmlsym.linear.matrix import dot
from pmlsym.measures.every import MEASURES
from pmlsym.mechanisms import check_mechanism
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity, P, W
from pmlsym.mechanisms.optimal_mechanism import channel_of, optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import GuessProbability
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.verbs.design import design
from proofs.papers.mechanisms.synergistic.sample_model import conditionally_independent
from tests.definitions import exp_density_min, exp_ldi, exp_ldp, exp_lip, exp_pml
from tests.mechanisms.naive import random_masses


def _exp_costleak(prior, channel):
    return 1 / density if (density := exp_density_min(prior, channel)) else None


ORACLES = (
    (partial(Bounded, "pml"), exp_pml),
    (lambda level: InformationDensity(lower=level, upper=level), exp_lip),
    (partial(Bounded, "lip"), exp_lip),
    (partial(Bounded, "costleak"), _exp_costleak),
    (partial(Bounded, "ldi"), exp_ldi),
    (partial(Bounded, "ldp"), lambda prior, channel: exp_ldp(channel)),
    (
        lambda level: InformationDensity(lower=level),
        _exp_costleak,
    ),
)


LINEAR = {"pml", "costleak", "lip", "ldi", "ldp", "capacity", "dp", "flp", "maxinfo"}


def test_every_measure_is_a_guarantee_or_is_refused_by_name():
    for name in sorted({word.name for word in MEASURES} - LINEAR):
        with pytest.raises((InvalidInput, UnknownName), match=name):
            Bounded(name, Fraction(2))
    assert {Bounded(name, Fraction(2)).measure for name in LINEAR} == LINEAR


@pytest.mark.parametrize("name", sorted(LINEAR))
def test_designs_under_every_such_measure_meet_it_with_a_letter_of_mass_zero(name):
    prior = (Fraction(1, 6), Fraction(0), Fraction(1, 3), Fraction(1, 2))
    level = Fraction(13, 4)
    found = design(prior, bounds={name: f"log({level})"}, utility="guess")
    check_mechanism(found.to_json())
    measured = value_exact(
        measure_named(name, P, W).value,
        Instance({"X": 4, "Y": len(found.weights)}, {"P": prior, "W": found.channel}),
    )
    assert measured <= level and found.gap == 0
    revealing = tuple(tuple(Fraction(int(x == y)) for y in range(4)) for x in range(4))
    assert Bounded(name, level).violation(prior, revealing)


def test_a_bound_by_name_does_not_replace_the_one_by_keyword():
    both = design("1/4,3/4", ldp="log(2)", bounds={"ldp": "log(3)"})
    assert [g.describe() for g in both.polytope.guarantees] == ["ldp <= log(2)", "ldp <= log(3)"]


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
            inside = all(dot(c.coefficients, r) >= 0 for r in posteriors for c in constraints)
            assert inside == expected
    return tested


@pytest.mark.parametrize("seed", range(5))
def test_optimal_mechanisms_meet_their_level_exactly(seed):
    """An optimum for guessing uses the whole allowance whenever the level binds."""
    prior = random_masses(Random(seed), 3)
    level = 1 + (1 / max(prior) - 1) / 2
    polytope = posterior_polytope(prior, [Bounded("pml", level)])
    found = optimal_mechanism(polytope, GuessProbability())
    assert exp_pml(prior, found.channel) == level
    assert channel_of(prior, found.weights, found.posteriors) == found.channel


def test_priors_and_channels_of_the_model_go_in_and_come_out():
    prior = Prior.from_masses(["1/4", "3/4"])
    found = design(prior, pml="log(6/5)", utility="guess")
    channel = found.channel_object()
    assert isinstance(channel, Channel)
    assert channel.matrix() == found.channel
    assert channel.posterior(prior, 0).masses() == found.posteriors[0]
    flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    model = conditionally_independent(prior, [flip, [["1/2", "1/2"], [1, 0]]])
    assert sum(model.masses) == 1
    latent = Channel.from_rows([["2/3", "1/3"], [0, 1]])
    assert design(prior, pml="log(6/5)", latent=latent).value.lower > 0
    with pytest.raises(InvalidInput, match="entry 1 of row 1 of the latent"):
        design(prior, pml=1, latent=[["a", "b"], [1, 0]])
