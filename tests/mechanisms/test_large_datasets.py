"""Large datasets: performance from the definition, privacy exactly, k = 2, 3 and modular."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb

from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    modular_window_sums,
    uniformised_efficiency_limit,
    uniformised_sums,
    uniformiser,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import (
    WindowedMechanism,
    partial_processing,
)
from proofs.papers.mechanisms.synergistic.capacity import self_disclosure
from proofs.papers.mechanisms.synergistic.sample_model import function_model, product_masses
from tests.mechanisms.naive import in_bits, independent, information, joint_of, random_masses


def _joint(mechanism):
    states = product(*(range(len(sample)) for sample in mechanism.masses))
    return joint_of(product_masses(mechanism.masses), states, mechanism.full_channel())


@pytest.mark.parametrize("samples", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_lemma_7_and_equation_66(samples, seed):
    """Independent samples, not identically distributed: private, and the printed sum is exact."""
    random = Random(seed)
    masses = [
        random_masses(random, random.choice((2, 3)) if samples < 4 else 2) for _ in range(samples)
    ]
    mechanism = partial_processing(masses)
    joint = _joint(mechanism)
    everything = list(range(samples))
    assert all(independent(joint, [i], [samples]) for i in everything)
    exact = information(joint, everything, [samples])
    value = mechanism.information()
    assert exact.overlaps(in_bits(value.lower, value.upper))
    printed = arb(0)
    for j, channel in enumerate(mechanism.channels):
        pair = masses[j : j + 2]
        states = product(*(range(len(m)) for m in pair))
        local = joint_of(product_masses(pair), states, channel)
        # I(Y; X_j | X_{j+1}) = I(Y; X_j, X_{j+1}) - I(Y; X_{j+1})
        printed += information(local, [0, 1], [2]) - information(local, [1], [2])
    assert printed.overlaps(exact)


@pytest.mark.parametrize("window", [2, 3])
def test_forward_pass_agrees_with_the_full_channel(window):
    for q in (Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)):
        mechanism = partial_processing([[1 - q, q]] * 4, window=window)
        joint = _joint(mechanism)
        value = mechanism.information()
        assert information(joint, [0, 1, 2, 3], [4]).overlaps(in_bits(value.lower, value.upper))
        private = all(independent(joint, [i], [4]) for i in range(4))
        assert private == (mechanism.revealed_sample() is None)


def test_the_pass_sees_a_sample_that_a_later_answer_reveals():
    same, other = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    fair = (Fraction(1, 2), Fraction(1, 2))
    xor, first = (same, other, other, same), (same, same, other, other)
    mechanism = WindowedMechanism((fair,) * 4, (xor, first, xor), 2)
    assert mechanism.revealed_sample() == 0
    joint = _joint(mechanism)
    assert not independent(joint, [0], [4])


def test_example_4_efficiency_grows_and_is_full_only_for_fair_samples():
    shares = []
    for q in (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5), Fraction(1, 2)):
        values = []
        whole = information({(0, 0): 1 - q, (1, 1): q}, [0], [1])
        for n in (2, 5, 20):
            value = partial_processing([[1 - q, q]] * n).information()
            values.append(in_bits(value.lower, value.upper) / (n * whole))
        assert values[0] < values[1] < values[2]
        pair = partial_processing([[1 - q, q]] * 2).information()
        shares.append(in_bits(pair.lower, pair.upper) / whole)
    assert all(share < 1 for share in shares[:-1])
    assert shares[-1].contains(arb(1))


def test_thirty_samples_need_no_product():
    mechanism = partial_processing([["1/3", "2/3"]] * 30)
    pair = partial_processing([["1/3", "2/3"]] * 2).information()
    value = mechanism.information()
    assert value.lower <= 29 * pair.upper and 29 * pair.lower <= value.upper
    with pytest.raises(Unsupported, match="the local channels suffice"):
        mechanism.full_channel()


@pytest.mark.parametrize("known", [[0, 1], [1, 0]])
def test_beside_a_known_sample_nothing_can_be_said(known):
    """The other sample is then the whole window; its first letter may have no mass."""
    mechanism = partial_processing([known, ["1/2", "1/2"], ["1/3", "2/3"]])
    assert mechanism.channels[0] == ((1,),) * 4
    assert mechanism.revealed_sample() is None


def test_uniform_samples_modular_sums_are_optimal():
    """(n-1) log M, which Lemma 6 forbids to exceed. [PSP, sec. V-C2]"""
    for letters, samples in ((2, 3), (2, 4), (3, 2), (3, 3)):
        uniform = [[Fraction(1, letters)] * letters] * samples
        channel = uniformised_sums(uniform)
        states = list(product(range(letters), repeat=samples))
        joint = joint_of(product_masses([tuple(u) for u in uniform]), states, channel)
        assert all(independent(joint, [i], [samples]) for i in range(samples))
        value = information(joint, list(range(samples)), [samples])
        assert value.overlaps((samples - 1) * arb(letters).log() / arb(2).log())
    best = self_disclosure(function_model([Fraction(1, 8)] * 8, (2, 2, 2), [0] * 8)).capacity
    assert in_bits(best.lower, best.upper).contains(arb(2))


@pytest.mark.parametrize(
    ("letters", "samples", "window"),
    [(2, 3, 1), (2, 4, 2), (2, 5, 3), (3, 3, 2), (3, 4, 2), (2, 4, 4)],
)
def test_example_3_padded_sums_protect_every_window(letters, samples, window):
    size = letters**samples
    states = list(product(range(letters), repeat=samples))
    joint = joint_of(
        [Fraction(1, size)] * size, states, modular_window_sums(letters, samples, window)
    )
    for start in range(samples - window + 1):
        assert independent(joint, list(range(start, start + window)), [samples])
    exact = information(joint, list(range(samples)), [samples])
    assert exact.overlaps((samples - window) * arb(letters).log() / arb(2).log())


@pytest.mark.parametrize("seed", range(5))
def test_the_uniformiser_makes_every_sample_uniform_and_keeps_privacy(seed):
    random = Random(seed)
    letters = random.choice((2, 3))
    masses = [random_masses(random, letters) for _ in range(3)]
    for sample in masses:
        rows = uniformiser(sample)
        for s in range(letters):
            mass = sum(p * row[s] for p, row in zip(sample, rows, strict=True))
            assert mass == Fraction(1, letters)
        kept = sum(p * rows[x][x] for x, p in enumerate(sample))
        assert kept == sum(min(p, Fraction(1, letters)) for p in sample)
    states = list(product(range(letters), repeat=3))
    joint = joint_of(product_masses(masses), states, uniformised_sums(masses))
    assert all(independent(joint, [i], [3]) for i in range(3))


def test_the_limit_of_the_uniformiser_bounds_every_finite_dataset_of_three_letters():
    sample = ["1/2", "1/3", "1/6"]
    limit = float(uniformised_efficiency_limit(sample))
    masses = tuple(Fraction(m) for m in sample)
    whole = information({(x, x): p for x, p in enumerate(masses)}, [0], [1])
    shares = []
    for samples in (2, 3):
        states = list(product(range(3), repeat=samples))
        joint = joint_of(
            product_masses([masses] * samples), states, uniformised_sums([sample] * samples)
        )
        shares.append(information(joint, list(range(samples)), [samples]) / (samples * whole))
    assert shares[0] < shares[1] < limit


def test_bad_large_datasets_are_refused():
    with pytest.raises(InvalidInput, match="windows have 2 to 3 samples"):
        WindowedMechanism(((Fraction(1),),) * 3, (), 4)
    with pytest.raises(AlphabetMismatch, match="need as many channels"):
        WindowedMechanism(((Fraction(1),),) * 3, (), 2)
    with pytest.raises(InvalidInput, match=r"q is in \(0, 1/2\]"):
        bernoulli_uniformised_information("2/3", 3)
    with pytest.raises(InvalidInput, match="letter of mass zero"):
        uniformiser([0, 1])
    with pytest.raises(AlphabetMismatch, match="same alphabet"):
        uniformised_sums([["1/2", "1/2"], ["1/3", "1/3", "1/3"]])
    with pytest.raises(Unsupported, match="too large to build"):
        uniformised_sums([["1/2", "1/2"]] * 12)
    with pytest.raises(InvalidInput, match="a window of 3 samples has 1 to 3"):
        modular_window_sums(2, 3, 4)
