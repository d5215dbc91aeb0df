"""What [PSP] prints about optimal synergistic disclosure, checked from the definitions."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb

from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import dot
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import largest_utility, optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.synergistic.capacity import (
    feasibility,
    information_in_dataset,
    information_in_sample,
    self_disclosure,
    sufficient_outputs,
    synergistic_disclosure,
)
from proofs.papers.mechanisms.synergistic.exchangeable import exchangeable_disclosure
from proofs.papers.mechanisms.synergistic.leakage_allowance import (
    full_observation_capacity,
    output_perturbation_capacity,
    private_information,
)
from proofs.papers.mechanisms.synergistic.sample_model import (
    SampleModel,
    binary_erasure,
    binary_symmetric,
    conditionally_independent,
    function_model,
    repeated_samples,
    sample_model,
)
from proofs.papers.psp.basis_enumeration import enumerate_bases
from tests.mechanisms.naive import in_bits, independent, information, joint_of, random_masses

EX2 = conditionally_independent(["1/2", "1/2"], [binary_symmetric("2/3"), binary_erasure("1/2")])
EX2_VERTICES = (
    (Fraction(1, 4), Fraction(0), Fraction(1, 4), Fraction(0), Fraction(1, 2), Fraction(0)),
    (Fraction(0), Fraction(1, 2), Fraction(0), Fraction(1, 4), Fraction(0), Fraction(1, 4)),
    (Fraction(1, 4), Fraction(1, 4), Fraction(0), Fraction(0), Fraction(1, 4), Fraction(1, 4)),
    (Fraction(0), Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(0)),
)
EX2_MAPPING = (
    (Fraction(1), Fraction(0), Fraction(1, 2), Fraction(0), Fraction(2, 3), Fraction(0)),
    (Fraction(0), Fraction(2, 3), Fraction(0), Fraction(1, 2), Fraction(0), Fraction(1)),
    (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1, 2), Fraction(1, 3), Fraction(0)),
)


def _joint(model, channel):
    """Masses of (w, x_1, ..., x_n, y)."""
    return {
        (w, *state, y): model.joint[w][k] * channel[k][y]
        for w in range(len(model.joint))
        for k, state in enumerate(model.states)
        for y in range(len(channel[0]))
        if model.joint[w][k] * channel[k][y]
    }


def test_xor_of_two_fair_coins_tells_one_bit_and_neither_coin():
    model = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    found = synergistic_disclosure(model)
    joint = _joint(model, found.mechanism.channel)
    assert independent(joint, [1], [3]) and independent(joint, [2], [3])
    assert information(joint, [0], [3]).contains(arb(1))


@pytest.mark.parametrize(("letters", "fold"), [(2, 1), (2, 2), (3, 1), (2, 3)])
def test_example_1_modular_sum_discloses_everything(letters, fold):
    shape = (letters, fold * letters)
    size = letters * fold * letters
    states = list(product(range(shape[0]), range(shape[1])))
    model = function_model(
        [Fraction(1, size)] * size, shape, [(a + b) % letters for a, b in states]
    )
    found = synergistic_disclosure(model)
    assert found.efficiency.contains(Fraction(1))
    assert found.capacity.upper >= found.entropy.lower
    assert found.capacity.lower <= found.entropy.upper


def test_example_2_distribution_and_extreme_points():
    assert EX2.masses == tuple(Fraction(k, 12) for k in (1, 3, 2, 2, 3, 1))
    assert EX2.states == tuple(product(range(2), range(3)))
    assert EX2.incidence == tuple(
        tuple(Fraction(e) for e in row)
        for row in (
            (1, 1, 1, 0, 0, 0),
            (0, 0, 0, 1, 1, 1),
            (1, 0, 0, 1, 0, 0),
            (0, 1, 0, 0, 1, 0),
            (0, 0, 1, 0, 0, 1),
        )
    )
    polytope = posterior_polytope(EX2.masses, [EX2.privacy()])
    by_bases = enumerate_bases(EX2.incidence, EX2.masses)
    assert set(polytope.vertices()) == set(by_bases.vertices) == set(EX2_VERTICES)


def test_the_recursion_of_the_incidence_matrix():
    """P_{k+1} has the rows (1..1 0..0), (0..0 1..1) and (P_k P_k). [PSP, after eq. 3]"""
    matrix = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    for bits in (2, 3, 4):
        half = len(matrix[0])
        ones, zeros = (Fraction(1),) * half, (Fraction(0),) * half
        matrix = (ones + zeros, zeros + ones, *(row + row for row in matrix))
        model = function_model([Fraction(1, 2**bits)] * 2**bits, (2,) * bits, [0] * 2**bits)
        assert model.incidence == matrix


@pytest.mark.parametrize("seed", range(4))
def test_remark_2_what_has_to_be_withheld(seed):
    """I(W; X^n) - I_s >= max_j I(W; X_j). [PSP, eq. 8]"""
    masses = random_masses(Random(seed), 16)
    model = sample_model([masses[:8], masses[8:]], (2, 2, 2))
    withheld = information_in_dataset(model) - synergistic_disclosure(model).capacity
    for j in range(3):
        assert withheld.upper >= information_in_sample(model, j).lower


def test_example_2_optimum_and_mapping():
    found = synergistic_disclosure(EX2)
    assert abs(in_bits(found.capacity.lower, found.capacity.upper) - arb("0.0134")) < 5e-5
    channel = found.mechanism.channel
    assert set(zip(*channel, strict=True)) == set(EX2_MAPPING)
    assert sorted(found.mechanism.weights) == [Fraction(1, 3)] * 3
    joint = _joint(EX2, channel)
    assert independent(joint, [1], [3]) and independent(joint, [2], [3])
    exact = information(joint, [0], [3])
    assert abs(1 - exact - arb("0.9866")) < 5e-5
    assert in_bits(found.capacity.lower, found.capacity.upper).overlaps(exact)


@pytest.mark.parametrize("seed", range(12))
def test_equations_24_to_26_on_their_domain(seed):
    """alpha <= beta: the printed vertices, weights, mapping and I_s agree with the LP."""
    random = Random(seed)
    a, b = sorted(Fraction(random.randint(1, 19), 20) for _ in range(2))
    largest = min(a, 1 - b)
    r = largest * Fraction(random.randint(1, 9), 10)
    p, n = (a - r, r, b - a + r, 1 - b - r), (1, -1, -1, 1)
    first = tuple(m - (largest - r) * s for m, s in zip(p, n, strict=True))
    second = tuple(m + r * s for m, s in zip(p, n, strict=True))
    printed = (
        (
            r * (a - largest) / (largest * (a - r)),
            Fraction(1),
            r * (b - a + largest) / (largest * (b - a + r)),
            r * (1 - b - largest) / (largest * (1 - b - r)),
        ),
        (
            a * (largest - r) / (largest * (a - r)),
            Fraction(0),
            (b - a) * (largest - r) / (largest * (b - a + r)),
            (1 - b) * (largest - r) / (largest * (1 - b - r)),
        ),
    )
    latent = tuple(random_masses(random, 3) for _ in range(4))
    polytope = posterior_polytope(p, [perfect_sample_privacy((2, 2))])
    assert set(polytope.vertices()) == {first, second}
    best = optimal_mechanism(polytope, MutualInformation(latent))
    weights = {first: r / largest, second: (largest - r) / largest}
    assert dict(zip(best.posteriors, best.weights, strict=True)) == weights
    assert set(zip(*best.channel, strict=True)) == set(printed)


@pytest.mark.parametrize("seed", range(12))
def test_two_binary_samples_beyond_the_printed_domain(seed):
    """alpha > beta, where the printed a_2 has a negative mass: the corrected form."""
    random = Random(100 + seed)
    b, a = sorted(random.sample([Fraction(k, 20) for k in range(1, 20)], 2))
    least, largest = a - b, min(a, 1 - b)
    r = least + (largest - least) * Fraction(random.randint(1, 9), 10)
    p, n = (a - r, r, b - a + r, 1 - b - r), (1, -1, -1, 1)
    polytope = posterior_polytope(p, [perfect_sample_privacy((2, 2))])
    assert set(polytope.vertices()) == {
        tuple(m + step * sign for m, sign in zip(p, n, strict=True))
        for step in (r - largest, r - least)
    }


def test_equation_25_is_positive_iff_n_is_not_in_the_null_space():
    prior = ("2/15", "1/5", "11/30", "3/10")
    polytope = posterior_polytope(prior, [perfect_sample_privacy((2, 2))])
    flat = ((Fraction(1, 2), Fraction(1, 2)),) * 4
    tilted = (
        (Fraction(1, 4), Fraction(3, 4)),
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(3, 4), Fraction(1, 4)),
    )
    curved = (*tilted[:3], (Fraction(1, 2), Fraction(1, 2)))
    positive = [
        largest_utility(polytope, MutualInformation(latent)).lower > 0
        for latent in (flat, tilted, curved)
    ]
    assert positive == [False, False, True]


@pytest.mark.parametrize(("samples", "printed"), [(2, "8.34e-3"), (3, "4.88e-2"), (4, "4.47e-2")])
def test_table_1(samples, printed):
    model = repeated_samples(["1/3", "2/3"], binary_symmetric("1/10"), samples)
    found = synergistic_disclosure(model)
    value = in_bits(found.capacity.lower, found.capacity.upper)
    assert abs(value - arb(printed)) < 5e-3 * float(printed)
    joint = _joint(model, found.mechanism.channel)
    assert all(independent(joint, [i + 1], [samples + 1]) for i in range(samples))
    assert information(joint, [0], [samples + 1]).overlaps(value)


def test_table_1_is_not_monotone_and_types_agree_with_datasets():
    values = []
    for samples in (2, 3, 4, 5):
        args = (["1/3", "2/3"], binary_symmetric("1/10"))
        by_types = exchangeable_disclosure(*args, samples).capacity
        if samples < 5:
            whole = synergistic_disclosure(repeated_samples(*args, samples)).capacity
            assert whole.lower <= by_types.upper and by_types.lower <= whole.upper
        values.append(by_types)
    assert values[0].upper < values[1].lower
    assert values[2].upper < values[1].lower
    assert values[2].upper < values[3].lower


def test_three_letters_by_types_agree_with_datasets():
    channel = [["1/2", "1/4", "1/4"], ["1/5", "3/5", "1/5"], ["1/3", "1/3", "1/3"]]
    prior = ["1/2", "1/4", "1/4"]
    whole = synergistic_disclosure(repeated_samples(prior, channel, 2)).capacity
    by_types = exchangeable_disclosure(prior, channel, 2).capacity
    assert whole.lower <= by_types.upper and by_types.lower <= whole.upper
    assert whole.lower > 0


def test_the_mechanism_on_types_is_private_on_datasets():
    prior, channel = ["1/3", "2/3"], binary_symmetric("1/10")
    found = exchangeable_disclosure(prior, channel, 4)
    model = repeated_samples(prior, channel, 4)
    rows = [found.mechanism.channel[4 - sum(state)] for state in model.states]
    joint = _joint(model, rows)
    assert all(independent(joint, [i + 1], [5]) for i in range(4))
    assert information(joint, [0], [5]).overlaps(
        in_bits(found.capacity.lower, found.capacity.upper)
    )


def test_theorem_3_large_datasets_approach_c1():
    prior, channel = ["1/3", "2/3"], binary_symmetric("1/10")
    assert output_perturbation_capacity(prior, channel).upper == 0
    values = [float(exchangeable_disclosure(prior, channel, n).capacity) for n in (5, 10, 20, 30)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < values[0] / 3


def test_remark_5_and_proposition_5_chain():
    prior = ["1/4", "1/4", "1/2"]
    channel = [["1/2", "1/2"], ["1/4", "3/4"], ["3/4", "1/4"]]
    least = output_perturbation_capacity(prior, channel)
    chain = [full_observation_capacity(prior, channel, n) for n in (1, 2)]
    assert least.lower > 0
    assert chain[0].upper >= chain[1].lower and chain[1].upper >= least.lower
    amount = private_information(prior, channel).amount
    assert least.upper >= amount.lower - Fraction("0.6931471806")
    model = sample_model(
        [[Fraction(p) * Fraction(c) for c in row] for p, row in zip(prior, channel, strict=True)],
        (2,),
    )
    for n in (1, 2):
        whole = synergistic_disclosure(repeated_samples(prior, channel, n)).capacity
        assert whole.lower <= chain[n - 1].upper
    joint = {(w, *s): model.joint[w][k] for w in range(3) for k, s in enumerate(model.states)}
    rest = information(joint, [0], [0]) - information(joint, [0], [1])
    assert in_bits(chain[0].lower, chain[0].upper).lower() <= rest.upper()


def test_corollary_3_1_common_part_leaves_nothing():
    # W = (W', V), X = (X', V), W' and X' independent given V.
    prior = [
        Fraction(1, 8),
        Fraction(1, 8),
        Fraction(1, 4),
        Fraction(1, 2),
    ]  # (w', v) in the order 00, 10, 01, 11
    given_v = {0: [Fraction(1, 3), Fraction(2, 3)], 1: [Fraction(1, 4), Fraction(3, 4)]}
    channel = [
        [given_v[v][x] if v == u else Fraction(0) for u in (0, 1) for x in (0, 1)]
        for v in (0, 0, 1, 1)
    ]
    for samples in (1, 2, 3):
        model = repeated_samples(prior, channel, samples)
        assert synergistic_disclosure(model).capacity.upper == 0
        assert not feasibility(model).feasible


def test_figure_3_merges_equal_rows_and_corollary_of_distinct_rows():
    a, b = ["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]
    merged = private_information(["1/4"] * 4, [a, a, b, b])
    assert merged.classes == (0, 0, 1, 1) and merged.masses == (Fraction(1, 2), Fraction(1, 2))
    apart = private_information(["1/4", "3/4"], [a, b])
    assert apart.masses == (Fraction(1, 4), Fraction(3, 4))
    assert private_information(["1/2", 0, "1/2"], [a, b, a]).classes == (0, None, 0)


@pytest.mark.parametrize("seed", range(10))
def test_proposition_1_feasible_iff_the_capacity_is_positive(seed):
    random = Random(seed)
    shape = random.choice([(2, 2), (2, 3), (2, 2, 2)])
    size = len(perfect_sample_privacy(shape).states)
    masses = [m * Fraction(random.randint(0, 3) > 0) for m in random_masses(random, size)]
    masses = [m / sum(masses) for m in masses]
    model = function_model(masses, shape, [random.randint(0, 1) for _ in range(size)])
    found = feasibility(model)
    capacity = synergistic_disclosure(model).capacity
    assert found.feasible == (capacity.lower > 0)
    privacy = model.privacy().constraints(model.masses)
    if found.feasible:
        for posterior in found.posteriors:
            assert all(not dot(c.coefficients, posterior) for c in privacy) and min(posterior) >= 0


def test_proposition_1_both_cases_occur():
    xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    first = function_model(["1/4"] * 4, (2, 2), [0, 0, 1, 1])
    diagonal = function_model(["1/2", 0, 0, "1/2"], (2, 2), [0, 0, 0, 1])
    assert [feasibility(m).feasible for m in (xor, first, diagonal)] == [True, False, False]


@pytest.mark.parametrize("seed", range(5))
def test_proposition_3_number_of_outputs(seed):
    random = Random(seed)
    size = 12
    model = function_model(random_masses(random, size), (2, 2, 3), list(range(size)))
    found = self_disclosure(model)
    assert found.outputs <= sufficient_outputs(model)


def test_self_disclosure_is_at_least_the_disclosure_of_any_latent():
    random = Random(8)
    masses = random_masses(random, 8)
    whole = self_disclosure(function_model(masses, (2, 2, 2), [0] * 8)).capacity
    for _ in range(5):
        rows = tuple(random_masses(random, 2) for _ in range(8))
        joint = tuple(
            tuple(m * row[w] for m, row in zip(masses, rows, strict=True)) for w in (0, 1)
        )
        part = synergistic_disclosure(sample_model(joint, (2, 2, 2))).capacity
        assert part.lower <= whole.upper


def test_bad_models_are_refused():
    with pytest.raises(InvalidInput, match="sums to 1/2, not 1"):
        sample_model([["1/4", 0, 0, "1/4"]], (2, 2))
    with pytest.raises(AlphabetMismatch, match="make 4 datasets"):
        sample_model([["1/2", "1/2"]], (2, 2))
    with pytest.raises(AlphabetMismatch, match="needs 3 rows"):
        conditionally_independent(["1/3"] * 3, [binary_symmetric("1/4")])
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        binary_symmetric("3/2")
    with pytest.raises(InvalidInput, match="listed twice"):
        SampleModel(((0,), (0,)), ((Fraction(1, 2), Fraction(1, 2)),))


def test_only_the_prior_private_means_capacity_zero():
    diagonal = function_model(["1/2", 0, 0, "1/2"], (2, 2), [0, 0, 0, 1])
    found = synergistic_disclosure(diagonal)
    assert found.capacity.upper == 0 and found.mechanism is None and found.outputs == 1


def test_joint_of_helper_agrees_with_the_library():
    model = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    channel = synergistic_disclosure(model).mechanism.channel
    joint = joint_of(model.masses, model.states, channel)
    assert sum(joint.values()) == 1
