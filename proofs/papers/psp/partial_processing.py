"""[PSP, Sec. V-C, Ex. 5]: partial processing of neighbours, and samples made uniform first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

from pmlsym.linear.matrix import dot, rank, units
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.numbers.number import Number, log_of, rational
from proofs.papers.checked import Fails, assume, require
from proofs.papers.joint import times
from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    binary_entropy,
    uniformised_efficiency_limit,
    uniformised_sums,
    uniformiser,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.capacity import self_disclosure
from proofs.papers.mechanisms.synergistic.sample_model import (
    SampleModel,
    function_model,
    product_masses,
)
from proofs.papers.psp.models import (
    BIT,
    Table,
    draw_masses,
    entropy_of,
    h,
    independent,
    information,
    is_private,
    marginal,
    samples_of,
    table_of,
    told_of_dataset,
)
from proofs.papers.psp.optimal_mapping import exact_optimum

Masses = Sequence[Fraction]

_UNIFORM = ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2))

_GRID = tuple(Fraction(k, 20) for k in (1, 2, 4, 5, 6, 7, 8, 9, 10))


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
        best = exact_optimum(model, self_disclosure=True)
        require(told_of_dataset(model, channel) == best.told and is_private(model, channel))


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
    """Answers independent of every k-1 consecutive samples of their window; for k = 2 the best."""
    window = random.choice((2, 3))
    samples = [draw_masses(random, 2) for _ in range(random.randint(window + 1, 5))]
    rows = partial_processing(samples, window=window, overlap_safe=True).full_channel()
    model = independent_model(samples)
    require(is_private(model, rows))
    if window == 2:
        best = partial_processing(samples, window=window).full_channel()
        require(told_of_dataset(model, rows) == told_of_dataset(model, best))
    return f"k = {window}"


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


def printed_67(q: Fraction, samples: int) -> Number:
    """(n-1)[log 2 - 2q(1-q) h(b) - (1-q)^2 h(2b(1-b))], b = (1/2 - q)/(1 - q). (67)

    >>> printed_67(Fraction(1, 2), 3) == log_of(2) * 2
    True
    """
    b = (Fraction(1, 2) - q) / (1 - q)
    one = log_of(2) - h(b) * (2 * q * (1 - q)) - h(2 * b * (1 - b)) * (1 - q) ** 2
    return one * (samples - 1)


def uniformised(q: Fraction, samples: int) -> tuple[SampleModel, Table]:
    """The model of i.i.d. bits and the masses of (0, x_1, .., x_n, y) of the uniformiser's sums.

    >>> len(uniformised(Fraction(1, 2), 2)[1])
    4
    """
    model = independent_model([bernoulli(q)] * samples)
    return model, table_of(model, uniformised_sums([bernoulli(q)] * samples))


def efficiency_of_the_uniformiser(random: Random) -> str:
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    rows = uniformiser(bernoulli(q))
    fair = tuple(dot(bernoulli(q), column) for column in zip(*rows, strict=True))
    require(rows == ((1 - b, b), (Fraction(0), Fraction(1))) and fair == (Fraction(1, 2),) * 2)
    shares = []
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        require(all(independent(table, [i], [samples + 1]) for i in samples_of(model)))
        shares.append(information(table, samples_of(model), [samples + 1]) * Fraction(1, samples))
    require(shares[0] < shares[1] < shares[2])
    return "q = 1/2" if b == 0 else "q < 1/2"


def equation_67(random: Random) -> None:
    q, samples = Fraction(1, 4), 3
    model, table = uniformised(q, samples)
    told = information(table, samples_of(model), [samples + 1])
    printed = printed_67(q, samples)
    require(
        told == printed,
        f"q = 1/4, n = 3: I(Y;X^n) = {float(told):.6f} nats, (67) gives {float(printed):.6f}",
    )


def middle_line_of_67(random: Random) -> None:
    """1 - sum of H(S1 + S2|x1, x2) over the four pairs, without their masses, in bits."""
    b = Fraction(1, 3)
    value = log_of(2) - h(b) * 2 - h(2 * b * (1 - b))
    require(value >= 0, "q = 1/4: 1 - sum over the pairs of H(S1+S2|x1,x2) is negative")


def equation_67_for_two(random: Random) -> str:
    """Equality for n = 2, a strict lower bound for n = 3, 4 unless q = 1/2; the exact sum."""
    q = Fraction(random.randint(1, 12), 24)
    for samples in (2, 3, 4):
        model, table = uniformised(q, samples)
        told = information(table, samples_of(model), [samples + 1])
        printed = printed_67(q, samples)
        exact = bernoulli_uniformised_information(q, samples)
        require(exact.lower <= told <= exact.upper)
        equal = samples == 2 or 2 * q == 1
        require(told >= printed and (told == printed) == equal)
    return "q = 1/2" if 2 * q == 1 else "q < 1/2"


def printed_limit(random: Random) -> None:
    """At q = 1/4 and n = 40 the efficiency is already above the printed limit."""
    q, samples = Fraction(1, 4), 40
    share = bernoulli_uniformised_information(q, samples).lower / samples
    limit = printed_67(q, 2)
    require(
        limit >= share,
        f"q = 1/4: the efficiency at n = 40 is {float(share / h(q)):.6f}, and grows with n; the "
        f"printed limit is {float(limit / h(q)):.6f}",
    )


def corrected_limit(random: Random) -> None:
    """n I(X;S) - log 2 <= I(X^n;Y) <= n I(X;S), with I(X;S) = log 2 - (1-q) h(b)."""
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    each = log_of(2) - h(b) * (1 - q)
    for samples in (2, 3, 4, 10, 40):
        told = bernoulli_uniformised_information(q, samples)
        require(each * samples >= told.lower and each * samples - log_of(2) <= told.upper)


def four_samples(random: Random) -> None:
    """Optimal, partial and pre-processing disclosure of four Bernoulli(q) samples, and (67)."""
    before: tuple[Number, ...] | None = None
    for q in _GRID:
        model, table = uniformised(q, 4)
        pre = information(table, samples_of(model), [5])
        whole = independent_model([bernoulli(q)] * 4)
        partial = told_of_dataset(whole, partial_processing([bernoulli(q)] * 4).full_channel())
        best = self_disclosure(whole)
        if best.mechanism is None:
            raise Fails
        optimal = told_of_dataset(whole, best.mechanism.channel)
        if 2 * q == 1:
            require(optimal == partial == pre == printed_67(q, 4) == BIT * 3)
        else:
            require(printed_67(q, 4) < pre < partial < optimal)
        values = (optimal, partial, pre)
        require(not before or all(a < b for a, b in zip(before, values, strict=True)))
        before = values


def asymptotic_efficiencies(random: Random) -> None:
    """Partial processing and the uniformiser below 1 for q < 1/2; they cross between 1/4 and 7/20.

    The printed limit of Example 5 would put the uniformiser below everywhere.
    """
    for q in _GRID:
        channel = partial_processing([bernoulli(q)] * 2).channels[0]
        pair = table_of(independent_model([bernoulli(q)] * 2), channel)
        partial = information(pair, [1], [3], [2])
        pre = uniformised_efficiency_limit(bernoulli(q))
        scale = binary_entropy(q)
        low, high = pre.lower * scale.lower, pre.upper * scale.upper
        if 2 * q == 1:
            require(partial == h(q) and low <= h(q) <= high)
            continue
        crossed = (q <= Fraction(1, 4) and partial >= low) or (
            q >= Fraction(7, 20) and partial <= high
        )
        require(not crossed and partial < h(q) and (h(q) > high) and (printed_67(q, 2) < partial))


def two_steps(random: Random) -> None:
    q = Fraction(random.randint(1, 12), 24)
    b = (Fraction(1, 2) - q) / (1 - q)
    rows = uniformiser(bernoulli(q))
    fair = times((bernoulli(q),), rows)
    drawn = rows == ((1 - b, b), (Fraction(0), Fraction(1)))
    require(drawn and fair == ((Fraction(1, 2),) * 2,))
