"""[PSP, Ex. 2]: W a fair bit, X1 through BSC(2/3), X2 through BEC(1/2); all printed numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from pmlsym.linear.matrix import dot, multiply, null_space
from pmlsym.model.distribution import output_masses
from pmlsym.numbers.number import Number, rational
from proofs.papers.checked import Fails, require
from proofs.papers.joint import Row, Rows, matrix, vector
from proofs.papers.mechanisms.synergistic.capacity import synergistic_disclosure
from proofs.papers.mechanisms.synergistic.sample_model import (
    SampleModel,
    binary_erasure,
    binary_symmetric,
    conditionally_independent,
)
from proofs.papers.psp.basis_enumeration import enumerate_bases
from proofs.papers.psp.models import (
    BIT,
    entropy_of,
    is_private,
    rounds_to,
    told_of_latent,
)
from proofs.papers.psp.optimal_mapping import exact_optimum

MASSES = vector("1/12 3/12 2/12 2/12 3/12 1/12")
PRINTED_20 = matrix("1 2/3 0 1 1/3 0; 0 1/3 1 0 2/3 1")
RIGHT_20 = matrix("1 1/3 0 1 2/3 0; 0 2/3 1 0 1/3 1")
VERTICES = matrix("1/4 0 1/4 0 1/2 0; 0 1/2 0 1/4 0 1/4; 1/4 1/4 0 0 1/4 1/4; 0 1/4 1/4 1/4 1/4 0")
WEIGHTS = vector("1/3 1/3 0 1/3")
MAPPING = matrix("1 0 1/2 0 2/3 0; 0 2/3 0 1/2 0 1; 0 1/3 1/2 1/2 1/3 0")
PRINTED_A = matrix(
    "4082 4082 4082 4082 4082 4082; 4082 4082 4082 -4082 -4082 -4082;"
    "-4677 5270 -593 -4677 5270 -593; -3385 -2385 5743 -3385 -2358 5743"
)
REPAIRED_A = (*PRINTED_A[:3], vector("-3385 -2358 5743 -3385 -2358 5743"))


@cache
def model() -> SampleModel:
    """The model of the example."""
    return conditionally_independent(
        ["1/2", "1/2"], [binary_symmetric("2/3"), binary_erasure("1/2")]
    )


def setup(random: Random) -> None:
    found = model().masses
    require(found == MASSES)


def posterior_of_w(random: Random) -> None:
    """(20) with the masses of p has to give back P(X1|W), and does not."""
    found = tuple(zip(*model().posterior_of_latent, strict=True))
    if found == PRINTED_20:
        return
    implied = dot(MASSES[:3], PRINTED_20[0][:3]) / Fraction(1, 2)
    raise Fails(
        "P(W=0|X1=0, X2 erased) = 1/3, printed 2/3; P(W=0|X1=1, X2 erased) = 2/3, printed 1/3 "
        f"(with the printed columns P(X1=0|W=0) would be {implied}, not 1 - 2/3)"
    )


def posterior_of_w_repaired(random: Random) -> None:
    found = tuple(zip(*model().posterior_of_latent, strict=True))
    require(found == RIGHT_20)


def _null_space_of_a(printed: Rows) -> None:
    """Whether A v vanishes on Null(P) up to the rounding of its entries, half a unit each."""
    for direction in null_space(model().incidence, width=6):
        slack = sum(map(abs, direction), Fraction(0)) / 2
        for k, value in enumerate(multiply(printed, direction)):
            if abs(value) > slack:
                shown = ", ".join(map(str, direction))
                raise Fails(f"row {k + 1} of 10^4 A at v = ({shown}) of Null(P) is {value}, not 0")


def _orthonormal(rows: Rows) -> None:
    """The rows have norm 10^4 and are orthogonal, within what rounding of the entries allows."""
    for i, row in enumerate(rows):
        for j, other in enumerate(rows):
            target = 10**8 * int(i == j)
            slack = sum((abs(a) + abs(b) for a, b in zip(row, other, strict=True)), Fraction(6))
            require(
                abs(dot(row, other) - target) <= slack / 2,
                f"rows {i + 1} and {j + 1} have product {dot(row, other)}",
            )


def printed_null_space(random: Random) -> None:
    _null_space_of_a(PRINTED_A)


def printed_rows(random: Random) -> None:
    _orthonormal(PRINTED_A)


def repaired_null_space(random: Random) -> None:
    _null_space_of_a(REPAIRED_A)


def repaired_rows(random: Random) -> None:
    _orthonormal(REPAIRED_A)


def extreme_points(random: Random) -> None:
    found = enumerate_bases(model().incidence, MASSES)
    require(set(found.vertices) == set(VERTICES) and found.subsets == 15)


def _cost(weights: Row, backward: Rows) -> Number:
    rows = tuple(zip(*backward, strict=True))
    found: Number = rational(0)
    for weight, point in zip(weights, VERTICES, strict=True):
        found = found + entropy_of(output_masses(point, rows)) * weight
    return found


def optimum(random: Random) -> None:
    split = exact_optimum(model())
    weights = dict(zip(split.points, split.weights, strict=True))
    found = tuple(weights.get(point, Fraction(0)) for point in VERTICES)
    remaining = BIT - split.told
    right = (
        found == WEIGHTS
        and rounds_to(remaining, "0.9866", BIT)
        and rounds_to(split.told, "0.0134", BIT)
        and _cost(WEIGHTS, RIGHT_20) == remaining
    )
    require(right)


def optimum_with_the_printed_matrix(random: Random) -> None:
    """The misprint of (20) exchanges p1 with p2 up to the letters of W: no number changes."""
    one, other = _cost(WEIGHTS, RIGHT_20), _cost(WEIGHTS, PRINTED_20)
    require(one == other)


def mapping(random: Random) -> None:
    best = synergistic_disclosure(model()).mechanism
    rows = tuple(zip(*MAPPING, strict=True))
    optimal = told_of_latent(model(), rows) == exact_optimum(model()).told
    same = best is not None and set(zip(*best.channel, strict=True)) == set(MAPPING)
    require(is_private(model(), rows) and optimal and same)


def channels_of_figure_1(random: Random) -> None:
    """P(X1|W) and P(X2|W) of the model are the BSC(2/3) and the BEC(1/2) that are drawn."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    for w, (row, mass) in enumerate(zip(model().joint, model().latent_masses, strict=True)):
        first = [Fraction(0)] * 2
        second = [Fraction(0)] * 3
        for (a, b), m in zip(model().states, row, strict=True):
            first[a] += m / mass
            second[b] += m / mass
        bsc = [third, 1 - third] if w == 0 else [1 - third, third]
        bec = [half, half, Fraction(0)] if w == 0 else [Fraction(0), half, half]
        require(first == bsc and second == bec)
