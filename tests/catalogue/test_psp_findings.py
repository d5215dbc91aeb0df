"""Every finding against [PSP]: the catalogue has it, and exact arithmetic apart from it agrees.

The others are reproduced in tests/design/test_printed_statements_that_fail.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb

from pmlsym.catalogue import ENTRIES, IDS, entry_of
from pmlsym.catalogue.finding import OPEN, REFUTED
from tests.design.naive import entropy, independent, information, marginal

FAILING = (
    "PSP/cor-1.1",
    "PSP/ex-2-eq-20",
    "PSP/ex-2-matrix-a",
    "PSP/eq-23",
    "PSP/eq-24",
    "PSP/eq-25",
    "PSP/eq-26",
    "PSP/prop-4",
    "PSP/eq-32",
    "PSP/remark-3-eq-37",
    "PSP/ex-3",
    "PSP/general-k-windows",
    "PSP/eq-67",
    "PSP/ex-5-asymptotic",
    "PSP/app-c-eq-83-eq-95",
    "PSP/app-d",
)

HALF, QUARTER, EIGHTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
A, B, R = HALF, QUARTER, Fraction(3, 8)
"""alpha > beta, and an r inside (0, min(alpha, 1 - beta)) with a distribution of full support."""

OTHERS = [entry.id for entry in ENTRIES if entry.paper == "PSP" and entry.id not in FAILING]


@pytest.mark.parametrize("row", FAILING)
def test_the_catalogue_finds_it_and_corrects_it(row):
    finding = entry_of(row).check(budget=20.0)
    assert finding.status == REFUTED
    assert finding.correction and finding.reason
    assert finding.corrected_status not in (REFUTED, OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("row", OTHERS)
def test_nothing_else_fails_or_stays_open(row):
    assert entry_of(row).check(budget=20.0).status not in (REFUTED, OPEN)


def test_every_row_has_its_entry_in_order():
    rows = [row for row in IDS if row.startswith("PSP/")]
    assert [entry.id for entry in ENTRIES if entry.paper == "PSP"] == rows


def masses(a, b, r):
    return (a - r, r, b - a + r, 1 - b - r)


def test_equation_23_r_cannot_be_zero_where_alpha_exceeds_beta():
    assert masses(A, B, Fraction(0)) == (HALF, 0, -QUARTER, Fraction(3, 4))
    assert min(masses(A, B, A - B)) == 0
    assert min(masses(A, B, R)) > 0


def binary_entropy(m):
    return entropy({(0,): 1 - m, (1,): m}, [0])


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


def test_equation_26_has_a_negative_entry_where_alpha_exceeds_beta():
    end = min(A, 1 - B)
    assert (B - A) * (end - R) / (end * (B - A + R)) == -HALF


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


def test_every_refuted_row_is_in_the_list():
    assert {entry.id for entry in ENTRIES if entry.paper == "PSP" and entry.correction} == set(
        FAILING
    )
