"""Column generation: exact mechanisms, certified bounds, agreement with enumeration."""

from fractions import Fraction
from itertools import product

import pytest

from pmlsym.design import optimal_mechanism, posterior_polytope
from pmlsym.design.column_generation import generate_mechanism, largest_mass_bound
from pmlsym.design.guarantees import PointwiseMaximalLeakage, perfect_sample_privacy
from pmlsym.design.large_datasets import product_masses
from pmlsym.design.posterior_polytope import barycentre
from pmlsym.design.symmetric_generation import generate_iid_self_disclosure
from pmlsym.design.synergistic import (
    binary_symmetric,
    exchangeable_disclosure,
    function_model,
    generated_disclosure,
    largest_surprise_bound,
    repeated_samples,
    restriction_bound,
    self_disclosure,
    self_disclosure_bound,
)
from pmlsym.design.utilities import ChiSquared, MutualInformation
from pmlsym.errors import InvalidInput, Unsupported
from tests.design.naive import in_bits, independent, information, joint_of


def _iid(q, samples):
    return product_masses([(1 - q, q)] * samples)


@pytest.mark.parametrize("q", [Fraction(1, 2), Fraction(1, 3)])
def test_generated_mechanism_is_private_and_within_its_gap_of_the_optimum(q):
    rule = perfect_sample_privacy((2,) * 4)
    polytope = posterior_polytope(_iid(q, 4), [rule])
    found = generate_mechanism(polytope, MutualInformation(), budget=10.0)
    assert barycentre(found.weights, found.posteriors) == polytope.prior
    assert rule.violation(polytope.prior, found.channel) == ""
    joint = joint_of(polytope.prior, rule.states, found.channel)
    assert all(independent(joint, [i], [4]) for i in range(4))
    exact = information(joint, [0, 1, 2, 3], [4])
    assert exact.overlaps(in_bits(found.value.lower, found.value.upper))
    best = optimal_mechanism(polytope, MutualInformation()).optimum
    assert found.value.lower <= best.upper
    assert best.lower <= found.bound
    assert best.upper - found.value.lower < Fraction(1, 50)


def test_pml_and_latent_utilities_can_be_generated():
    prior = tuple(Fraction(k, 36) for k in range(1, 9))
    polytope = posterior_polytope(prior, [PointwiseMaximalLeakage(Fraction(3, 2))])
    latent = tuple((Fraction(k, 10), 1 - Fraction(k, 10)) for k in range(8))
    for utility in (MutualInformation(), MutualInformation(latent)):
        found = generate_mechanism(polytope, utility, budget=5.0)
        best = optimal_mechanism(polytope, utility).optimum
        assert found.value.lower <= best.upper and best.lower <= found.bound
        assert best.upper - found.value.lower < Fraction(1, 100)


def test_up_to_permutations_five_samples_reach_the_enumerated_optimum():
    q = Fraction(1, 3)
    found = generate_iid_self_disclosure([1 - q, q], 5, budget=20.0)
    polytope = posterior_polytope(_iid(q, 5), [perfect_sample_privacy((2,) * 5)])
    best = optimal_mechanism(polytope, MutualInformation()).optimum
    assert found.value.lower <= best.upper
    assert best.upper - found.value.lower < Fraction(1, 1000)
    assert best.lower <= found.bound
    with pytest.raises(Unsupported, match="not written out"):
        _ = found.channel


def test_six_fair_bits_are_solved_with_gap_zero_without_enumeration():
    found = generate_iid_self_disclosure(["1/2", "1/2"], 6, exact=0, budget=30.0)
    assert found.gap < Fraction(1, 10**12)
    assert in_bits(found.value.lower, found.value.upper).contains(5)


@pytest.mark.parametrize("q", [Fraction(1, 10), Fraction(1, 3), Fraction(1, 2)])
def test_upper_bounds_are_ordered_and_above_the_optimum(q):
    previous = None
    for n in (2, 3, 4):
        model = function_model(_iid(q, n), (2,) * n, [0] * 2**n)
        best = self_disclosure(model)
        lemma, surprise = self_disclosure_bound(model), largest_surprise_bound(model)
        assert best.capacity.lower <= surprise.upper
        assert surprise.lower <= lemma.upper
        polytope = posterior_polytope(model.dataset_masses, [model.privacy()])
        caps = largest_mass_bound(polytope, MutualInformation())
        assert caps.lower <= surprise.upper and surprise.lower <= caps.upper
        if previous is not None:
            bound = restriction_bound(best.entropy, previous.entropy, previous.capacity)
            assert best.capacity.lower <= bound.upper and bound.lower <= lemma.upper
        previous = best


def test_what_column_generation_cannot_do_is_said():
    point = posterior_polytope(["1/2", "1/2"], [PointwiseMaximalLeakage(Fraction(1))])
    with pytest.raises(InvalidInput, match="nothing to generate"):
        generate_mechanism(point, MutualInformation())
    half = posterior_polytope(["1/2", "1/2"], [PointwiseMaximalLeakage(Fraction(3, 2))])
    with pytest.raises(Unsupported, match="gradient"):
        generate_mechanism(half, ChiSquared())
    with pytest.raises(InvalidInput, match="at least 2 samples"):
        generate_iid_self_disclosure(["1/2", "1/2"], 1)


@pytest.mark.slow
def test_six_different_samples_of_a_latent_are_disclosed_with_a_certified_gap():
    """W = X_1 + X_2 of six bits, the other four correlated with nothing: Prop. 2 closes the gap."""
    states = list(product((0, 1), repeat=6))
    masses = product_masses(
        [(Fraction(1, 2),) * 2] * 2 + [(Fraction(1, k), 1 - Fraction(1, k)) for k in (3, 4, 5, 7)]
    )
    model = function_model(masses, (2,) * 6, [s[0] ^ s[1] for s in states])
    found = generated_disclosure(model, budget=20.0)
    assert found.gap < Fraction(1, 10**9)
    joint = joint_of(model.dataset_masses, model.states, found.channel)
    assert all(independent(joint, [i], [6]) for i in range(6))


@pytest.mark.slow
def test_six_noisy_samples_stay_below_the_exact_value_by_types():
    prior, channel = ["1/3", "2/3"], binary_symmetric("1/10")
    found = generated_disclosure(repeated_samples(prior, channel, 6), budget=15.0)
    exact = exchangeable_disclosure(prior, channel, 6).capacity
    assert 0 < found.value.lower <= exact.upper <= found.bound
