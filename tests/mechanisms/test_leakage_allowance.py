"""C_1(alpha) and C_2(alpha): proven bounds against random mechanisms, their ends, and shape."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from pmlsym.errors import InvalidInput
from proofs.papers.mechanisms.synergistic.leakage_allowance import (
    allowed_disclosure,
    full_observation_capacity,
    leakage_allowance,
    output_perturbation_capacity,
    private_information,
)
from proofs.papers.mechanisms.synergistic.mean_leakage import LeakageProblem, disclose_within
from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric
from tests.mechanisms.naive import as_ball, independent, information, random_masses

PRIOR = (Fraction(1, 3), Fraction(2, 3))
CHANNEL = (
    (Fraction(7, 10), Fraction(2, 10), Fraction(1, 10)),
    (Fraction(1, 10), Fraction(3, 10), Fraction(6, 10)),
)
THREE = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
TILTED = (
    (Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 4), Fraction(3, 4)),
    (Fraction(3, 4), Fraction(1, 4)),
)
LOG2 = as_ball(Fraction(2)).log()


def _measured(prior, rows, answer):
    """I(W; Y) and I(X; Y) in nats, where `answer[w][x]` is the law of Y."""
    joint = {
        (w, x, y): prior[w] * rows[w][x] * answer[w][x][y]
        for w in range(len(prior))
        for x in range(len(rows[0]))
        for y in range(len(answer[0][0]))
        if prior[w] * rows[w][x] * answer[w][x][y]
    }
    return information(joint, [0], [2]) * LOG2, information(joint, [1], [2]) * LOG2, joint


def _answers(found, prior, rows, full):
    """P(Y | w, x) from a split of W, or of the pairs (w, x)."""
    letters = list(product(range(len(prior)), range(len(rows[0]))))
    table = {}
    for w, x in letters:
        k = letters.index((w, x)) if full else w
        mass = prior[w] * rows[w][x] if full else prior[w]
        table[w, x] = [
            share * r[k] / mass for share, r in zip(found.weights, found.posteriors, strict=True)
        ]
    return [[table[w, x] for x in range(len(rows[0]))] for w in range(len(prior))]


@pytest.mark.seconds
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(("prior", "rows"), [(PRIOR, CHANNEL), (THREE, TILTED)])
def test_the_mechanism_has_the_stated_value_and_keeps_the_allowance(prior, rows, full):
    alpha = Fraction(1, 50)
    found = allowed_disclosure(
        private_information(prior, rows), alpha, full_observation=full, steps=25
    )
    answer = _answers(found, prior, rows, full)
    assert all(sum(law) == 1 and min(law) >= 0 for part in answer for law in part)
    value, leakage, _ = _measured(prior, rows, answer)
    for bracket, ball in ((found.value, value), (found.leakage, leakage)):
        assert as_ball(bracket.lower).union(as_ball(bracket.upper)).overlaps(ball)
    assert found.leakage.upper <= alpha
    assert found.value.upper <= found.bound
    assert found.bound - found.value.lower < Fraction(1, 200)


@pytest.mark.seconds
@pytest.mark.parametrize("full", [False, True])
def test_no_random_mechanism_beats_the_bound(full):
    random = Random(4)
    bounds = {
        alpha: leakage_allowance(PRIOR, CHANNEL, alpha, full_observation=full, steps=12).upper
        for alpha in (Fraction(1, 100), Fraction(1, 20), Fraction(1, 8), Fraction(1, 5))
    }
    compared = 0
    for _ in range(120):
        rows = [[random_masses(random, 3, largest=30) for _ in range(3)] for _ in range(2)]
        if not full:
            rows = [[part[0]] * 3 for part in rows]
        value, leakage, _ = _measured(PRIOR, CHANNEL, rows)
        for alpha, bound in bounds.items():
            if leakage < as_ball(alpha):
                compared += 1
                assert value < as_ball(bound)
    assert compared > 100


@pytest.mark.seconds
def test_ends_and_shape():
    identity = [[tuple(Fraction(int(w == y)) for y in range(2))] * 3 for w in range(2)]
    whole, most, _ = _measured(PRIOR, CHANNEL, identity)
    grid = [Fraction(k, 50) for k in range(4)]
    assert as_ball(grid[-1]) < most
    for full, zero in (
        (False, output_perturbation_capacity(PRIOR, CHANNEL)),
        (True, full_observation_capacity(PRIOR, CHANNEL, 1)),
    ):
        values = [
            leakage_allowance(PRIOR, CHANNEL, alpha, full_observation=full, steps=20)
            for alpha in grid
        ]
        assert values[0].lower <= zero.upper and zero.lower <= values[0].upper
        assert all(a.upper < b.lower for a, b in pairwise(values))
        assert all(value.width < Fraction(1, 50) for value in values)
        for left, middle, right in zip(values, values[1:], values[2:], strict=False):
            assert (left.lower + right.lower) / 2 <= middle.upper
        assert all(as_ball(value.lower) < whole for value in values)


@pytest.mark.seconds
def test_observing_the_sample_never_hurts_and_the_last_end_is_everything():
    """C_1 <= C_2, strictly here; both are H(W~) where the allowance is I(X; W~)."""
    flip = binary_symmetric("1/10")
    one = leakage_allowance(PRIOR, flip, Fraction(1, 20))
    two = leakage_allowance(PRIOR, flip, Fraction(1, 20), full_observation=True)
    assert one.upper < two.lower
    amount = private_information(PRIOR, flip).amount
    for full in (False, True):
        top = leakage_allowance(PRIOR, flip, "0.3320", full_observation=full)
        assert top.upper <= amount.upper and amount.upper - top.lower < Fraction(1, 100)


def test_no_leakage_is_exact_independence():
    found = allowed_disclosure(private_information(THREE, TILTED), 0, full_observation=True)
    _, _, joint = _measured(THREE, TILTED, _answers(found, THREE, TILTED, True))
    assert independent(joint, [1], [2])
    assert found.bound - found.value.lower < Fraction(1, 10**40)
    # A latent that X cannot see at all: everything may be told, at no leakage.
    blind = allowed_disclosure(private_information(["1/2", "1/2"], [["1/3", "2/3"]] * 2), 0)
    assert blind.bound == 0 and blind.weights == (1,)


def test_the_program_hides_any_attribute_of_any_secret():
    """Four letters; tell the parity, hide a noisy first bit: between hiding all and nothing."""
    prior = (Fraction(1, 10), Fraction(2, 10), Fraction(3, 10), Fraction(4, 10))
    one, no = Fraction(1), Fraction(0)
    parity = ((one, no), (no, one), (no, one), (one, no))
    noisy = tuple((Fraction(k, 4), 1 - Fraction(k, 4)) for k in (1, 1, 3, 3))
    values = [
        disclose_within(LeakageProblem(prior, parity, noisy, alpha), rounds=30).capacity
        for alpha in (Fraction(1, 1000), Fraction(1, 100))
    ]
    assert values[0].upper < values[1].lower or values[0].lower > Fraction(2, 3)


@pytest.mark.parametrize("allowance", [Fraction(1), Fraction(-1, 10), "a", None])
def test_what_is_outside_is_said(allowance):
    with pytest.raises(InvalidInput, match=r"the allowance"):
        leakage_allowance(PRIOR, CHANNEL, allowance)
