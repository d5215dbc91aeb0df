"""Column generation: exact mechanisms, certified bounds, agreement with enumeration."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanisms.bracket import entropy
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.independence import AttributeIndependence, perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import ChiSquared, MutualInformation
from proofs.papers.mechanisms.cell_generation import generate_by_cells
from proofs.papers.mechanisms.column_generation import generate_mechanism, largest_mass_bound
from proofs.papers.mechanisms.synergistic.capacity import (
    generated_disclosure,
    restriction_bound,
    self_disclosure,
    synergistic_disclosure,
)
from proofs.papers.mechanisms.synergistic.exchangeable import (
    disclosure_by_types,
    exchangeable_disclosure,
    generate_iid_self_disclosure,
    symmetric_function_model,
    types_of,
)
from proofs.papers.mechanisms.synergistic.sample_model import (
    binary_symmetric,
    function_model,
    product_masses,
    repeated_samples,
)
from tests.mechanisms.naive import (
    barycentre,
    in_bits,
    independent,
    information,
    joint_of,
    random_masses,
)


def _iid(q, samples):
    return product_masses([(1 - q, q)] * samples)


@pytest.mark.seconds
@pytest.mark.parametrize("q", [Fraction(1, 2), Fraction(1, 3)])
def test_generated_mechanism_is_private_and_within_its_gap_of_the_optimum(q):
    rule = perfect_sample_privacy((2,) * 4)
    polytope = posterior_polytope(_iid(q, 4), [rule])
    found = generate_mechanism(polytope, MutualInformation(), effort=10.0)
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


@pytest.mark.seconds
def test_pml_and_latent_utilities_can_be_generated():
    prior = tuple(Fraction(k, 36) for k in range(1, 9))
    polytope = posterior_polytope(prior, [Bounded("pml", Fraction(3, 2))])
    latent = tuple((Fraction(k, 10), 1 - Fraction(k, 10)) for k in range(8))
    for utility in (MutualInformation(), MutualInformation(latent)):
        found = generate_mechanism(polytope, utility, effort=5.0)
        best = optimal_mechanism(polytope, utility).optimum
        assert found.value.lower <= best.upper and best.lower <= found.bound
        assert best.upper - found.value.lower < Fraction(1, 100)


@pytest.mark.seconds
def test_up_to_permutations_five_samples_reach_the_enumerated_optimum():
    q = Fraction(1, 3)
    found = generate_iid_self_disclosure([1 - q, q], 5, effort=20.0)
    polytope = posterior_polytope(_iid(q, 5), [perfect_sample_privacy((2,) * 5)])
    best = optimal_mechanism(polytope, MutualInformation()).optimum
    assert found.value.lower <= best.upper
    assert best.upper - found.value.lower < Fraction(1, 1000)
    assert best.lower <= found.bound
    with pytest.raises(Unsupported, match="not written out"):
        _ = found.channel


@pytest.mark.seconds
def test_six_fair_bits_are_solved_with_gap_zero_without_enumeration():
    found = generate_iid_self_disclosure(["1/2", "1/2"], 6, exact=0, effort=30.0)
    assert found.gap < Fraction(1, 10**12)
    assert in_bits(found.value.lower, found.value.upper).contains(5)


@pytest.mark.parametrize("q", [Fraction(1, 10), Fraction(1, 3), Fraction(1, 2)])
def test_upper_bounds_are_ordered_and_above_the_optimum(q):
    previous = None
    for n in (2, 3, 4):
        model = function_model(_iid(q, n), (2,) * n, [0] * 2**n)
        best = self_disclosure(model)
        lemma = entropy(model.masses) - entropy(model.sample_masses(0))  # [PSP, Lemma 6]
        assert best.capacity.lower <= lemma.upper
        polytope = posterior_polytope(model.masses, [model.privacy()])
        caps = largest_mass_bound(polytope, MutualInformation())
        assert best.capacity.lower <= caps.upper and caps.lower <= lemma.upper
        if previous is not None:
            bound = restriction_bound(best.entropy, previous.entropy, previous.capacity)
            assert best.capacity.lower <= bound.upper and bound.lower <= lemma.upper
        previous = best


def test_what_column_generation_cannot_do_is_said():
    point = posterior_polytope(["1/2", "1/2"], [Bounded("pml", Fraction(1))])
    with pytest.raises(InvalidInput, match="nothing to generate"):
        generate_mechanism(point, MutualInformation())
    half = posterior_polytope(["1/2", "1/2"], [Bounded("pml", Fraction(3, 2))])
    with pytest.raises(Unsupported, match="gradient"):
        generate_mechanism(half, ChiSquared())
    with pytest.raises(InvalidInput, match="at least 2 samples"):
        generate_iid_self_disclosure(["1/2", "1/2"], 1)


def test_six_different_samples_of_a_latent_are_disclosed_with_a_certified_gap():
    """W = X_1 + X_2 of six bits, the other four independent of it: all of W can be told."""
    states = list(product((0, 1), repeat=6))
    masses = product_masses(
        [(Fraction(1, 2),) * 2] * 2 + [(Fraction(1, k), 1 - Fraction(1, k)) for k in (3, 4, 5, 7)]
    )
    model = function_model(masses, (2,) * 6, [s[0] ^ s[1] for s in states])
    found = generated_disclosure(model, effort=20.0)
    assert found.gap < Fraction(1, 10**6)
    assert in_bits(found.value.lower, found.value.upper) > 1 - 1e-6
    joint = joint_of(model.masses, model.states, found.channel)
    assert all(independent(joint, [i], [6]) for i in range(6))


@pytest.mark.parametrize("samples", [4, 6])
def test_cells_agree_with_the_exact_value_by_types(samples):
    prior, channel = ["1/3", "2/3"], binary_symmetric("1/10")
    model = repeated_samples(prior, channel, samples)
    found = generated_disclosure(model, effort=15.0)
    exact = exchangeable_disclosure(prior, channel, samples).capacity
    assert found.value.lower <= exact.upper and exact.lower <= found.bound
    assert found.gap < Fraction(1, 10**6)
    joint = joint_of(model.masses, model.states, found.channel)
    assert all(independent(joint, [i], [samples]) for i in range(samples))


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(2))
def test_cells_agree_with_enumeration_for_three_values_and_any_guarantees(seed):
    random = Random(seed)
    prior = random_masses(random, 8)
    latent = tuple(random_masses(random, 3) for _ in range(8))
    attribute = tuple(random_masses(random, 2) for _ in range(8))
    for guarantees in (
        [Bounded("pml", Fraction(3, 2)), AttributeIndependence(attribute)],
        [perfect_sample_privacy((2, 2, 2)), InformationDensity(Fraction(4), Fraction(2))],
    ):
        polytope = posterior_polytope(prior, guarantees)
        found = generate_by_cells(polytope, latent, tolerance=1e-5, effort=1.5)
        best = optimal_mechanism(polytope, MutualInformation(latent)).optimum
        assert found.value.lower <= best.upper and best.lower <= found.bound
        assert found.gap < Fraction(1, 500)
        assert barycentre(found.weights, found.posteriors) == prior
        assert all(g.violation(prior, found.channel) == "" for g in guarantees)


def test_twenty_letters_under_pml_are_beyond_enumeration_but_not_beyond_cells():
    prior = tuple(Fraction(2 * k, 420) for k in range(1, 21))
    polytope = posterior_polytope(prior, [Bounded("pml", Fraction(2))])
    with pytest.raises(Unsupported, match="40 inequalities in dimension 19"):
        polytope.vertices()
    latent = tuple((Fraction(k % 7, 6), 1 - Fraction(k % 7, 6)) for k in range(20))
    found = generate_by_cells(polytope, latent, effort=5.0)
    assert found.gap < Fraction(1, 10**5)
    assert polytope.guarantees[0].violation(prior, found.channel) == ""


@pytest.mark.parametrize(
    ("letters", "samples", "value"),
    [(2, 4, lambda k: k[1] % 2), (2, 4, lambda k: k[1] >= 2), (3, 3, lambda k: max(k))],
)
def test_symmetric_functions_by_types_agree_with_datasets(letters, samples, value):
    sample = random_masses(Random(letters), letters)
    model = symmetric_function_model(sample, samples, value)
    states = list(product(range(letters), repeat=samples))
    latent = [int(value(tuple(s.count(a) for a in range(letters)))) for s in states]
    datasets = function_model(product_masses([sample] * samples), (letters,) * samples, latent)
    kinds = [tuple(s.count(a) for a in range(letters)) for s in datasets.states]
    for row, masses in zip(model.joint, datasets.joint, strict=True):
        for kind, mass in zip(model.states, row, strict=True):
            assert mass == sum(m for m, k in zip(masses, kinds, strict=True) if k == kind)
    by_types = disclosure_by_types(model).capacity
    whole = synergistic_disclosure(datasets) if letters == 2 else None
    if whole is None:
        found = generated_disclosure(datasets, effort=5.0)
        assert found.value.lower <= by_types.upper and by_types.lower <= found.bound
        assert found.gap < Fraction(1, 500)
    else:
        assert whole.capacity.lower <= by_types.upper and by_types.lower <= whole.capacity.upper


@pytest.mark.parametrize("samples", [6, 8, 10])
def test_majority_of_many_fair_bits_by_types_is_exact(samples):
    """W = 1 iff more than half are ones: exact LP on n + 1 types, gap from the brackets alone."""
    model = symmetric_function_model(["1/2", "1/2"], samples, lambda k: 2 * k[1] > samples)
    found = disclosure_by_types(model)
    assert found.capacity.lower > 0 and found.mechanism is not None
    assert found.mechanism.gap < Fraction(1, 10**40)


def test_a_list_of_datasets_has_types_if_it_is_exchangeable():
    fair = types_of(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]))
    assert fair.states == ((2, 0), (1, 1), (0, 2))
    for masses, latent in ((["1/4"] * 4, [0, 0, 1, 1]), (["1/3", "1/3", 0, "1/3"], [0, 1, 0, 0])):
        with pytest.raises(InvalidInput, match="not exchangeable"):
            types_of(function_model(masses, (2, 2), latent))
