"""Findings against [PSP], reproduced by exact arithmetic apart from the catalogue.

The others are reproduced in tests/mechanisms/test_printed_statements_that_fail.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, fmpq_mat

from tests.catalogue.reproduction import reproduces
from tests.mechanisms.naive import entropy, independent, information, marginal

HALF, QUARTER, EIGHTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
A, B, R = HALF, QUARTER, Fraction(3, 8)
"""alpha > beta, and an r inside (0, min(alpha, 1 - beta)) with a distribution of full support."""


def masses(a, b, r):
    return (a - r, r, b - a + r, 1 - b - r)


@reproduces("PSP/eq-23")
def test_equation_23_r_cannot_be_zero_where_alpha_exceeds_beta():
    assert masses(A, B, Fraction(0)) == (HALF, 0, -QUARTER, Fraction(3, 4))
    assert min(masses(A, B, A - B)) == 0
    assert min(masses(A, B, R)) > 0


def binary_entropy(m):
    return entropy({(0,): 1 - m, (1,): m}, [0])


@reproduces("PSP/eq-25")
def test_equation_25_is_not_the_capacity_where_alpha_exceeds_beta():
    """W is the parity of the two samples, wrong with probability 3/8.

    P(W=1) = 1/2 + (1/4)(P(01) + P(10) - P(00) - P(11)); along p + c (1,-1,-1,1) it moves by -c/2.
    """
    p = masses(A, B, R)
    wrong = Fraction(3, 8)
    tilt = {(a, b): 1 - wrong if a != b else wrong for a, b in product((0, 1), repeat=2)}

    def latent(c):
        moved = [m + c * s for m, s in zip(p, (1, -1, -1, 1), strict=True)]
        return sum(m * tilt[s] for m, s in zip(moved, tilt, strict=True))

    end = min(A, 1 - B)
    assert latent(Fraction(0)) == HALF
    printed = arb(1) - binary_entropy(latent(-(end - R))) * 3 / 4 - binary_entropy(latent(R)) / 4
    # The segment of distributions is c in [-1/8, 1/8], and p its middle.
    assert min(m + EIGHTH * s for m, s in zip(p, (1, -1, -1, 1), strict=True)) == 0
    assert min(m - EIGHTH * s for m, s in zip(p, (1, -1, -1, 1), strict=True)) == 0
    true = arb(1) - binary_entropy(latent(EIGHTH)) / 2 - binary_entropy(latent(-EIGHTH)) / 2
    assert printed > true + arb("0.02")
    split = {
        (*state, y): (m + sign * EIGHTH * s) / 2
        for (state, m, s) in zip(tilt, p, (1, -1, -1, 1), strict=True)
        for y, sign in enumerate((-1, 1))
        if m + sign * EIGHTH * s
    }
    assert independent(split, [0], [2]) and independent(split, [1], [2])
    joint = {
        (w, *key): m * (tilt[key[:2]] if w else 1 - tilt[key[:2]])
        for key, m in split.items()
        for w in (0, 1)
    }
    assert information(joint, [0], [3]).overlaps(true)


@reproduces("PSP/eq-26")
def test_equation_26_has_a_negative_entry_where_alpha_exceeds_beta():
    end = min(A, 1 - B)
    assert (B - A) * (end - R) / (end * (B - A + R)) == -HALF


@reproduces("PSP/app-c-eq-83-eq-95")
def test_equation_83_a_typical_dataset_says_something_of_the_other_letter():
    """W fair, BSC(1/10), 20 samples with a single one, delta = 1/2 (at most 4/5)."""
    flip, n = Fraction(1, 10), 20
    kind = (Fraction(19, 20), Fraction(1, 20))
    for share, mass in zip(kind, (1 - flip, flip), strict=True):
        assert HALF * mass <= share <= Fraction(3, 2) * mass
    joint = {
        (w, x): HALF
        * (flip if w == 0 else 1 - flip)
        * (1 - flip if w == 0 else flip) ** (n - 1)
        * ((flip if x else 1 - flip) if w == 0 else (1 - flip if x else flip))
        for w, x in product((0, 1), repeat=2)
    }
    fresh = marginal(joint, [1])[1,] / sum(joint.values())
    other = marginal(joint, [0])[1,] / sum(joint.values())
    assert other > 0
    assert fresh > flip
    assert HALF * fresh > kind[1]


@reproduces("PSP/prop-1")
def test_proposition_1_the_columns_of_p_sum_to_the_number_of_samples():
    columns = [(1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1)]
    assert {sum(column) for column in columns} == {2}


@reproduces("PSP/cor-1.1")
def test_corollary_1_1_two_outcomes_where_three_are_called_necessary():
    """Two fair bits and a die of three letters, W = Y the parity of the bits: |X| = 12, rank 5."""
    states = list(product((0, 1), (0, 1), (0, 1, 2)))
    joint = {(a ^ b, a, b, c, a ^ b): Fraction(1, 12) for a, b, c in states}
    assert all(independent(joint, [i], [4]) for i in (1, 2, 3))
    assert information(joint, [0], [4]).overlaps(arb(1))
    rows = [
        [int(state[i] == letter) for state in states]
        for i, n in ((0, 2), (1, 2), (2, 3))
        for letter in range(n)
    ]
    rank = fmpq_mat(len(rows), len(states), [entry for row in rows for entry in row]).rank()
    assert rank == 5 and 2 < Fraction(len(states), rank)


@reproduces("PSP/def-2-eq-2", "PSP/lemma-6")
@pytest.mark.parametrize("values", [1, 2])
def test_an_efficiency_divides_by_the_entropy_of_what_is_constant(values):
    masses = {(k,): Fraction(1, values) for k in range(values)}
    assert entropy(masses, [0]).overlaps(arb(values - 1))  # zero bits for one value
