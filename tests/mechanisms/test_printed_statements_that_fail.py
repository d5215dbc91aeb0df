"""Statements of [PSP] and [QID24] that do not hold as printed: an exact counterexample for each.

Each test states what is printed, shows exactly that it fails, and checks the corrected statement.
"""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import arb

from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import multiply, rank
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.closed_forms import high_privacy_limit, high_privacy_mechanism
from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    modular_window_sums,
    printed_uniformised_information,
    uniformised_efficiency_limit,
    uniformised_sums,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.capacity import (
    outputs_of_extreme_mechanisms,
    synergistic_disclosure,
)
from proofs.papers.mechanisms.synergistic.sample_model import (
    binary_erasure,
    binary_symmetric,
    conditionally_independent,
    function_model,
    product_masses,
)
from tests.catalogue.reproduction import reproduces
from tests.mechanisms.naive import (
    as_ball,
    entropy,
    in_bits,
    independent,
    information,
    joint_of,
    marginal,
)

BITS = tuple(product((0, 1), repeat=4))


@reproduces("PSP/ex-2-eq-20")
def test_equation_20_has_two_columns_exchanged():
    """Printed: P(W=0 | 0, erased) = 2/3 and P(W=0 | 1, erased) = 1/3. They are 1/3 and 2/3.

    With the printed matrix and the printed p, P(X_1=0 | W=0) would be 1/2, not 1 - 2/3. The optimum
    does not change: exchanging the columns maps the extreme points' utilities onto each other.
    """
    model = conditionally_independent(
        ["1/2", "1/2"], [binary_symmetric("2/3"), binary_erasure("1/2")]
    )
    printed = (Fraction(1), Fraction(2, 3), Fraction(0), Fraction(1), Fraction(1, 3), Fraction(0))
    right = tuple(row[0] for row in model.posterior_of_latent)
    assert right == (
        Fraction(1),
        Fraction(1, 3),
        Fraction(0),
        Fraction(1),
        Fraction(2, 3),
        Fraction(0),
    )
    implied = sum(p * w for p, w in list(zip(model.masses, printed, strict=True))[:3])
    assert implied / Fraction(1, 2) == Fraction(1, 2) != 1 - Fraction(2, 3)
    polytope = posterior_polytope(model.masses, [model.privacy()])
    values = [
        optimal_mechanism(polytope, MutualInformation(tuple((w, 1 - w) for w in row))).optimum
        for row in (printed, right)
    ]
    assert values[0].lower <= values[1].upper and values[1].lower <= values[0].upper


@reproduces("PSP/ex-2-matrix-a")
def test_the_printed_singular_vectors_of_example_2_do_not_have_the_null_space_of_p():
    """Row 4 of A prints -2385 and -2358 for two equal entries; with -2358 twice it is right."""
    model = conditionally_independent(
        ["1/2", "1/2"], [binary_symmetric("2/3"), binary_erasure("1/2")]
    )
    direction = tuple(Fraction(v) for v in (1, -1, 0, -1, 1, 0))
    assert not any(multiply(model.incidence, direction))
    printed = tuple(Fraction(v) for v in (-3385, -2385, 5743, -3385, -2358, 5743))
    repaired = tuple(Fraction(v) for v in (-3385, -2358, 5743, -3385, -2358, 5743))
    assert multiply((printed,), direction) == (27,)
    assert multiply((repaired,), direction) == (0,)


@reproduces("PSP/eq-24")
def test_equations_24_to_26_need_alpha_at_most_beta():
    """Printed for all alpha, beta in (0, 1) and r in (0, R). At alpha = 1/2, beta = 1/4, r = 3/8:

    a_2 = (1/2, 0, -1/4, 3/4) is no distribution. Corrected: max(0, alpha - beta) for 0.
    """
    a, b, r = Fraction(1, 2), Fraction(1, 4), Fraction(3, 8)
    assert 0 < r < min(a, 1 - b)
    p = (a - r, r, b - a + r, 1 - b - r)
    assert min(p) > 0 and sum(p) == 1
    second = tuple(m + r * s for m, s in zip(p, (1, -1, -1, 1), strict=True))
    assert second == (Fraction(1, 2), Fraction(0), Fraction(-1, 4), Fraction(3, 4))


def test_corollary_1_1_the_number_of_outputs_is_not_necessary():
    """Printed: an optimal mapping needs ceil(|X|/rank P) outputs. Four fair bits, W = X_1 + X_2:

    Y = W has 2 outputs, is private and attains I_s = H(W); the corollary asks for 4. It holds for
    mappings whose posteriors are all extreme points of the polytope.
    """
    latent = [s[0] ^ s[1] for s in BITS]
    model = function_model([Fraction(1, 16)] * 16, (2,) * 4, latent)
    assert outputs_of_extreme_mechanisms(model) == 4
    channel = [(Fraction(int(w == 0)), Fraction(int(w == 1))) for w in latent]
    joint = joint_of(model.masses, model.states, channel)
    assert all(independent(joint, [i], [4]) for i in range(4))
    assert information(joint, [0, 1, 2, 3], [4]).contains(arb(1))
    best = synergistic_disclosure(model)
    assert in_bits(best.capacity.lower, best.capacity.upper).contains(arb(1))
    assert len(best.mechanism.weights) >= 4


@reproduces("PSP/prop-4")
def test_proposition_4_needs_nullity_one():
    """Printed: |X| = sum |X_i| - n + 2 makes the optimal mapping independent of W.

    Support: two disjoint squares, |X_1| = |X_2| = 4, |X| = 8 = 4 + 4 - 2 + 2, but rank P = 6 and
    nul(P) = 2; the polytope is a square, its centre has many decompositions, and W decides. The
    proposition holds when nul(P) = 1, e.g. for that |X| with rank P = sum |X_i| - n + 1.
    """
    squares = [(a, b) for base in (0, 2) for a in (base, base + 1) for b in (base, base + 1)]
    masses = [Fraction(1, 8) if s in squares else Fraction(0) for s in product(range(4), repeat=2)]
    models = []
    for flip in (1, -1):
        joint = []
        for w in (1, -1):
            row = []
            for s, mass in zip(product(range(4), repeat=2), masses, strict=True):
                sign = (-1) ** (s[0] + s[1]) * (flip if s[0] >= 2 else 1)
                row.append(mass * (1 + w * Fraction(sign, 2)) / 2)
            joint.append(tuple(row))
        from proofs.papers.mechanisms.synergistic.sample_model import sample_model

        models.append(sample_model(joint, (4, 4)))
    model = models[0]
    assert len(model.states) == sum(map(len, model.alphabets)) - model.samples + 2 == 8
    assert rank(model.incidence) == 6
    best = [synergistic_disclosure(m) for m in models]
    assert set(best[0].mechanism.posteriors).isdisjoint(best[1].mechanism.posteriors)
    crossed = joint_of_latent(models[1], best[0].mechanism.channel)
    own = joint_of_latent(models[1], best[1].mechanism.channel)
    assert independent(crossed, [0], [1])
    assert information(own, [0], [1]) > 0.01


def joint_of_latent(model, channel):
    found = {}
    for w, row in enumerate(model.joint):
        for mass, answers in zip(row, channel, strict=True):
            for y, entry in enumerate(answers):
                found[w, y] = found.get((w, y), Fraction(0)) + mass * entry
    return {key: mass for key, mass in found.items() if mass}


@reproduces("PSP/eq-67")
@pytest.mark.parametrize("q", [Fraction(1, 10), Fraction(1, 4), Fraction(1, 3), Fraction(2, 5)])
@pytest.mark.parametrize("samples", [2, 3, 4])
def test_equation_67_is_only_a_lower_bound_beyond_two_samples(q, samples):
    """Printed: I(Y_pre; X^n) is the sum over k of I(S_k + S_{k+1}; X_k, X_{k+1}).

    Neighbouring sums share an S, so they are dependent given X^n, and the information is larger.
    """
    masses = product_masses([(1 - q, q)] * samples)
    states = list(product((0, 1), repeat=samples))
    joint = joint_of(masses, states, uniformised_sums([[1 - q, q]] * samples))
    assert all(independent(joint, [i], [samples]) for i in range(samples))
    exact = information(joint, list(range(samples)), [samples])
    closed = bernoulli_uniformised_information(q, samples)
    printed = printed_uniformised_information(q, samples)
    assert exact.overlaps(in_bits(closed.lower, closed.upper))
    if samples == 2:
        assert exact.overlaps(in_bits(printed.lower, printed.upper))
    else:
        assert exact > in_bits(printed.lower, printed.upper)


def test_equation_67_middle_line_lacks_the_masses_of_the_pairs():
    """Printed: 1 - sum over the four pairs of H(S_1 + S_2 | x_1, x_2), without p(x_1) p(x_2).

    At q = 1/4 that is 1 - 2 h(1/3) - h(4/9), which is negative.
    """
    q = Fraction(1, 4)
    channel = uniformised_sums([[1 - q, q]] * 2)
    rows = [{(y,): m for y, m in enumerate(row) if m} for row in channel]
    unweighted = 1 - sum(entropy(row, [0]) for row in rows)
    assert unweighted < 0
    printed = printed_uniformised_information(q, 2)
    assert in_bits(printed.lower, printed.upper) > 0


@reproduces("PSP/ex-5-asymptotic")
@pytest.mark.parametrize("q", [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)])
def test_the_asymptotic_efficiency_of_example_5_is_larger_than_printed(q):
    """Printed limit: [1 - 2q(1-q) h(b) - (1-q)^2 h(2b(1-b))] / h(q).

    It is [1 - (1-q) h(b)] / h(q): the whole of I(X; S) per sample.
    """
    limit = uniformised_efficiency_limit([1 - q, q])
    whole = entropy({(0,): 1 - q, (1,): q}, [0])
    exact = as_ball(limit.lower).union(as_ball(limit.upper))
    printed = printed_uniformised_information(q, 2)
    assert exact > in_bits(printed.lower, printed.upper) / whole
    b = (Fraction(1, 2) - q) / (1 - q)
    corrected = (1 - as_ball(1 - q) * entropy({(0,): b, (1,): 1 - b}, [0])) / whole
    assert exact.overlaps(corrected)
    previous = None
    for n in (10, 40, 160):
        value = bernoulli_uniformised_information(q, n)
        share = in_bits(value.lower, value.upper) / (n * whole)
        assert share < corrected
        assert (corrected - share) * n * whole < 1 + arb("1e-30")
        assert previous is None or share > previous
        previous = share


@reproduces("PSP/general-k-windows")
def test_partial_processing_of_three_samples_at_a_time_is_not_private():
    """Printed: Y_par(k) satisfies perfect sample privacy for every k, by the proof for k = 2.

    Four Bernoulli(1/3) samples, k = 3: the optimal answer to a window is unique, and the two
    answers together depend on X_1: P(X_1=0, y) = 4/81, independence needs 10/243.
    """
    q = Fraction(1, 3)
    part = posterior_polytope(product_masses([(1 - q, q)] * 3), [perfect_sample_privacy((2,) * 3)])
    best = optimal_mechanism(part, MutualInformation())
    unused = [v for v in part.vertices() if v not in best.posteriors]
    assert unused
    for vertex in unused:
        price = sum(a * b for a, b in zip(best.certificate.prices, vertex, strict=True))
        assert price > MutualInformation().at(vertex, part.prior).upper + Fraction(1, 1000)
    assert rank(best.posteriors) == len(best.posteriors)
    mechanism = partial_processing([[1 - q, q]] * 4, window=3)
    joint = joint_of(product_masses(mechanism.masses), BITS, mechanism.full_channel())
    assert not independent(joint, [0], [4])
    assert mechanism.revealed_sample() == 0
    pairs, outcome = marginal(joint, [0, 4]), marginal(joint, [4])
    assert pairs[0, 0] == Fraction(4, 81)
    assert Fraction(2, 3) * outcome[0,] == Fraction(10, 243)


def test_partial_processing_with_overlap_safe_answers_is_private():
    """The correction: each answer independent of every k-1 consecutive samples of its window."""
    for q, window in product((Fraction(1, 3), Fraction(2, 5), Fraction(1, 2)), (2, 3)):
        mechanism = partial_processing([[1 - q, q]] * 5, window=window, overlap_safe=True)
        states = list(product((0, 1), repeat=5))
        joint = joint_of(product_masses(mechanism.masses), states, mechanism.full_channel())
        assert all(independent(joint, [i], [5]) for i in range(5))
        assert mechanism.revealed_sample() is None
        assert mechanism.information().lower > 0


@reproduces("PSP/ex-3")
def test_equation_61_counts_letters_where_it_means_logarithms():
    """Printed: I/H(X^n) >= ((n-k+1) M - log M) / (n M). At n = 4, k = 2, M = 2 that is above 0.66;

    the share is exactly (n-k)/n = 1/2. With log M for M the bound is (n-k)/n, and exact.
    """
    letters, samples, window = 2, 4, 2
    joint = joint_of([Fraction(1, 16)] * 16, BITS, modular_window_sums(letters, samples, window))
    exact = information(joint, [0, 1, 2, 3], [4]) / 4
    assert exact.contains(arb(1) / 2)
    printed = (arb((samples - window + 1) * letters) - arb(letters).log()) / (samples * letters)
    assert printed > exact
    for i, j in pairwise(range(4)):
        assert independent(joint, [i, j], [4])


@reproduces("PSP/remark-3-eq-37")
def test_remark_3_weakly_typical_sets_do_differ():
    """Printed: for BSC(alpha) the weakly typical sets given w_1 and w_2 are equal for every eps.

    n = 10, alpha = 1/10, x with a single one: -log q(x)/n is exactly H given w_1 and far from H
    given w_2, so for every eps below 8/10 log 9 the dataset is in the first set alone. (What is
    equal is H, not the sets: these are mapped to one another by flipping all bits.)
    """
    alpha = as_ball(Fraction(1, 10))
    h = -(alpha * alpha.log() + (1 - alpha) * (1 - alpha).log())
    first = -(alpha.log() + 9 * (1 - alpha).log()) / 10
    second = -(9 * alpha.log() + (1 - alpha).log()) / 10
    assert (first - h).contains(0)
    assert second - h > arb("1.75")


@reproduces("PSP/eq-32")
def test_equation_32_the_typical_sets_touch_at_the_printed_epsilon():
    """Printed: with eps the least (p_i - p_j)/(p_i + p_j) the robustly typical sets are disjoint.

    Rows (3/8, 1/8, 1/2) and (1/8, 3/8, 1/2): eps = 1/2, and a sequence of 16 letters with counts
    (3, 3, 10) is typical for both. Every smaller eps separates them, which is all the proof needs.
    """
    rows = (
        (Fraction(3, 8), Fraction(1, 8), Fraction(1, 2)),
        (Fraction(1, 8), Fraction(3, 8), Fraction(1, 2)),
    )
    eps = min(
        (a - b) / (a + b) for p, q in (rows, rows[::-1]) for a, b in zip(p, q, strict=True) if a > b
    )
    kind = (Fraction(3, 16), Fraction(3, 16), Fraction(10, 16))

    def typical(row, width):
        return all(abs(k - m) <= width * m for k, m in zip(kind, row, strict=True))

    assert eps == Fraction(1, 2)
    assert all(typical(row, eps) for row in rows)
    for counts in product(range(17), repeat=2):
        if sum(counts) <= 16:
            kind = (*(Fraction(c, 16) for c in counts), Fraction(16 - sum(counts), 16))
            assert not all(typical(row, eps - Fraction(1, 100)) for row in rows)


@reproduces("PSP/app-d")
def test_no_distribution_lies_in_the_null_space_of_a_stochastic_matrix():
    """Printed in the proof of Prop. 5 and in App. D: p_{W|y} in Null(P_{X|W}).

    The masses of P_{X|W} q sum to those of q, to one; it is p_W - p_{W|y} that lies there.
    """
    columns = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 10), Fraction(9, 10)))
    for q in ((Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(2, 3))):
        assert sum(multiply(columns, q)) == 1


@reproduces("QID24/prop-3")
def test_corollary_4_of_qid24_lacks_a_logarithm():
    """Printed: eps_u < 1/(1 - p_min). Uniform binary prior, eps_u = 1 < 2: the entry
    1 - e/2 is negative. The condition is eps_u <= log 1/(1 - p_min)."""
    half = (Fraction(1, 2), Fraction(1, 2))
    assert 1 / (1 - min(half)) == 2
    e = arb(1).exp()
    assert 1 - e / 2 < 0
    assert high_privacy_limit(half) == 2
    assert min(min(row) for row in high_privacy_mechanism(half, 2)) == 0
    with pytest.raises(InvalidInput, match="beyond the high-privacy regime"):
        high_privacy_mechanism(half, Fraction(271, 100))
