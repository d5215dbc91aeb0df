"""[PSP, Sec. V-C]: partial processing of neighbouring samples, and uniform samples."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

from pmlsym.catalogue.checked import Fails, Unmet, assume, require
from pmlsym.catalogue.psp.exact_optimum import exact_optimum
from pmlsym.catalogue.psp.mass_table import (
    entropy_of,
    h,
    independent,
    information,
    is_private,
    marginal,
    table_of,
    told_of_dataset,
)
from pmlsym.catalogue.psp.models import draw_masses
from pmlsym.design.independence import perfect_sample_privacy
from pmlsym.design.large_datasets import (
    partial_processing,
    product_masses,
)
from pmlsym.design.optimal_mechanism import optimal_mechanism
from pmlsym.design.posterior_polytope import posterior_polytope
from pmlsym.design.synergistic import SampleModel, function_model, self_disclosure
from pmlsym.design.utilities import MutualInformation
from pmlsym.linear.matrix import dot, rank, units
from pmlsym.numbers.number import Number, log_of, rational

Masses = Sequence[Fraction]


def independent_model(samples: Sequence[Masses]) -> SampleModel:
    """The model of independent samples, without a latent.

    >>> independent_model([(Fraction(1, 2), Fraction(1, 2))] * 2).samples
    2
    """
    masses = product_masses([tuple(sample) for sample in samples])
    return function_model(masses, tuple(map(len, samples)), [0] * len(masses))


def bernoulli(q: Fraction) -> tuple[Fraction, Fraction]:
    """(1 - q, q).

    >>> bernoulli(Fraction(1, 3))
    (Fraction(2, 3), Fraction(1, 3))
    """
    return 1 - q, q


def pairwise_optimal(random: Random) -> None:
    """Each Y_j is a best private answer about its pair, found by trying every basis."""
    samples = [draw_masses(random, random.randint(2, 3)) for _ in range(3)]
    mechanism = partial_processing(samples)
    for j, channel in enumerate(mechanism.channels):
        model = independent_model(samples[j : j + 2])
        split = exact_optimum(model, self_disclosure=True)
        if split is None:
            raise Unmet
        told = told_of_dataset(model, channel)
        best = entropy_of(model.masses) - split.remaining
        require(told == best and is_private(model, channel))


def lemma_7(random: Random) -> str:
    samples = [draw_masses(random, 2) for _ in range(random.randint(3, 4))]
    mechanism = partial_processing(samples)
    model = independent_model(samples)
    told = told_of_dataset(model, mechanism.full_channel())
    parts: Number = rational(0)
    for j, channel in enumerate(mechanism.channels):
        pair = table_of(independent_model(samples[j : j + 2]), channel)
        parts = parts + information(pair, [1], [3], [2])
    require(told == parts and is_private(model, mechanism.full_channel()))
    return f"n = {len(samples)}"


def efficiency_of_pairs(random: Random) -> None:
    """I(Y1;X1|X2) = h(q) - (1-q)^2 h(q/(1-q)) for q <= 1/2, which is h(q) iff q = 1/2.

    The efficiency is (n-1) I/(n h).
    """
    q = Fraction(random.randint(1, 12), 24)
    channel = partial_processing([bernoulli(q)] * 2).channels[0]
    table = table_of(independent_model([bernoulli(q)] * 2), channel)
    told = information(table, [1], [3], [2])
    require(told == h(q) - h(q / (1 - q)) * (1 - q) ** 2 and (told == h(q)) == (2 * q == 1))
    for samples in (3, 4):
        whole = independent_model([bernoulli(q)] * samples)
        mechanism = partial_processing([bernoulli(q)] * samples)
        require(told_of_dataset(whole, mechanism.full_channel()) == told * (samples - 1))


def windows_of_three(random: Random) -> None:
    """Four Bernoulli(1/3) samples, windows of three; the best answer to a window is unique."""
    masses = bernoulli(Fraction(1, 3))
    window = posterior_polytope(product_masses([masses] * 3), [perfect_sample_privacy((2,) * 3)])
    best = optimal_mechanism(window, MutualInformation())
    for vertex in window.vertices():
        slack = dot(best.certificate.prices, vertex) - Fraction(1, 1000)
        value = MutualInformation().at(vertex, window.prior).upper
        assume(vertex in best.posteriors or slack > value)
    assume(rank(best.posteriors) == len(best.posteriors))
    model = independent_model([masses] * 4)
    table = table_of(model, partial_processing([masses] * 4, window=3).full_channel())
    if independent(table, [1], [5]):
        return
    both, outcome = marginal(table, [1, 5]), marginal(table, [5])
    x, y = next((x, y) for x, y in sorted(both) if both[x, y] != masses[x] * outcome[y,])
    raise Fails(
        "four Bernoulli(1/3) samples, k = 3, where the best answer to a window is unique: "
        f"P(X1={x}, y) = {both[x, y]} for an outcome y, and independence needs "
        f"{masses[x] * outcome[y,]}"
    )


def overlap_safe(random: Random) -> str:
    """Answers independent of every k-1 consecutive samples of their window."""
    window = random.choice((2, 3))
    samples = [draw_masses(random, 2) for _ in range(random.randint(window + 1, 5))]
    mechanism = partial_processing(samples, window=window, overlap_safe=True)
    model = independent_model(samples)
    require(is_private(model, mechanism.full_channel()))
    return f"k = {window}"


_UNIFORM = ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2))


def modular_sums_of_neighbours(random: Random) -> None:
    """(n-1) log M is told, which is the bound H(X^n) - H(X_1) of Lemma 6."""
    letters, samples = random.choice(_UNIFORM)
    model = independent_model([(Fraction(1, letters),) * letters] * samples)
    sums = list(product(range(letters), repeat=samples - 1))
    answers = (tuple((a + b) % letters for a, b in pairwise(state)) for state in model.states)
    rows = units(map(sums.index, answers), len(sums))
    told = told_of_dataset(model, rows)
    bound = entropy_of(model.masses) - entropy_of(model.sample_masses(0))
    require(told == bound == log_of(letters) * (samples - 1) and is_private(model, rows))
    require(letters**samples > 9 or self_disclosure(model).capacity.upper >= told)
