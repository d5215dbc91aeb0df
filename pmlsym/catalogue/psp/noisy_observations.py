"""[PSP, Sec. IV-B, Thm. 2]: many noisy observations of W tell C_X(W)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import sympy

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.psp.mass_table import Table, entropy, entropy_of, h, information, marginal
from pmlsym.catalogue.psp.models import Rows, draw_masses
from pmlsym.catalogue.psp.private_information import is_typical
from pmlsym.design.synergistic import binary_symmetric, private_information, type_model
from pmlsym.design.synergistic.exchangeable import TypeModel
from pmlsym.numbers.number import Number, log_of, rational

TOUCHING = (
    (Fraction(3, 8), Fraction(1, 8), Fraction(1, 2)),
    (Fraction(1, 8), Fraction(3, 8), Fraction(1, 2)),
)


def separation(rows: Rows) -> Fraction:
    """eps of (32): the least (p_i - p_j)/(p_i + p_j) over the letters where p_i > p_j.

    >>> separation(TOUCHING)
    Fraction(1, 2)
    """
    return min(
        (a - b) / (a + b)
        for p, q in product(rows, repeat=2)
        for a, b in zip(p, q, strict=True)
        if a > b
    )


def decoding_error(model: TypeModel, rows: Rows, eps: Fraction) -> Fraction:
    """p_e of the decoder (33), from the law of the type.

    >>> decoding_error(type_model(["1/2", "1/2"], binary_symmetric(0), 2), binary_symmetric(0),
    ...                Fraction(1, 2))
    Fraction(0, 1)
    """
    shares = [tuple(Fraction(c, model.samples) for c in kind) for kind in model.states]
    return sum(
        (
            mass
            for w, masses in enumerate(model.joint)
            for mass, share in zip(masses, shares, strict=True)
            if not is_typical(share, rows[w], eps)
        ),
        Fraction(0),
    )


def remaining(model: TypeModel) -> Number:
    """H(W|X^n) = H(W|type).

    >>> remaining(type_model(["1/2", "1/2"], binary_symmetric(0), 2)) == 0
    True
    """
    joint = [mass for row in model.joint for mass in row]
    return entropy_of(joint) - entropy_of(model.masses)


def information_climbs(random: Random) -> str:
    """Exact by types: below C_X(W), increasing, and nearer with more samples."""
    prior = draw_masses(random, 3)
    one, two = draw_masses(random, 2), draw_masses(random, 2)
    rows = (one, two, random.choice((one, two)))
    limit = entropy_of(private_information(prior, rows).masses)
    told = [
        entropy_of(prior) - remaining(type_model(prior, rows, samples))
        for samples in (1, 2, 4, 8, 16)
    ]
    require(all(a <= b for a, b in pairwise(told)) and told[-1] <= limit)
    if one == two:
        require(limit == 0 == told[-1])
        return "C = 0"
    require(told[0] < told[-1] < limit)
    return "C > 0"


def limit_for_a_symmetric_channel(random: Random) -> None:
    """BSC(1/10), W fair: a majority errs with probability (3/5)^n at most, as 4 a (1-a) = (3/5)^2.

    So H(W|X^n) <= h((3/5)^n) once (3/5)^n <= 1/2, and this bound tends to 0.
    """
    rows, base = binary_symmetric("1/10"), Fraction(3, 5)
    for samples in (2, 3, 5, 9, 17, 33):
        left = remaining(type_model(["1/2", "1/2"], rows, samples))
        require(0 < left <= h(base**samples))
    n = sympy.Symbol("n", positive=True)
    error = sympy.Rational(3, 5) ** n
    bound = -error * sympy.log(error) - (1 - error) * sympy.log(1 - error)
    limit = sympy.limit(sympy.expand_log(bound), n, sympy.oo)
    require(limit == 0)


def typical_sets_touch(random: Random) -> None:
    eps = separation(TOUCHING)
    kind = (Fraction(3, 16), Fraction(3, 16), Fraction(5, 8))
    require(
        any(not is_typical(kind, row, eps) for row in TOUCHING),
        f"rows (3/8, 1/8, 1/2) and (1/8, 3/8, 1/2): eps = {eps}, and a sequence of 16 letters "
        "with counts (3, 3, 10) is typical for both",
    )


def smaller_eps_separates(random: Random) -> None:
    count = random.randint(2, 3)
    rows = tuple(draw_masses(random, count) for _ in range(2))
    assume(rows[0] != rows[1])
    eps = separation(rows)
    length = random.randint(1, 16)
    kinds = [c for c in product(range(length + 1), repeat=count) if sum(c) == length]
    for counts in kinds:
        kind = tuple(Fraction(c, length) for c in counts)
        require(any(not is_typical(kind, row, eps * Fraction(99, 100)) for row in rows))
    require(eps > 0)


def decoder_errs_rarely(random: Random) -> None:
    """Chebyshev: p_e <= sum_x (1 - q(x))/(n eps^2 q(x)) at worst over w, which tends to 0."""
    prior, rows = draw_masses(random, 2), tuple(draw_masses(random, 2) for _ in range(2))
    assume(rows[0] != rows[1])
    eps = separation(rows) * Fraction(99, 100)
    scale = max(sum((1 - q) / (eps**2 * q) for q in row) for row in rows)
    for samples in (1, 4, 16, 64):
        error = decoding_error(type_model(prior, rows, samples), rows, eps)
        require(error <= scale / samples)


def fano(random: Random) -> str:
    """H(W|L) <= h(p_e) + p_e log|W| for a guess L that may also be 'none'."""
    values = random.randint(2, 3)
    cells = [(w, guess) for w in range(values) for guess in range(values + 1)]
    table: Table = {
        c: m for c, m in zip(cells, draw_distribution(random, len(cells)), strict=True) if m
    }
    error = sum((mass for (w, guess), mass in table.items() if w != guess), Fraction(0))
    left = entropy(table, [0, 1]) - entropy_of(marginal(table, [1]).values())
    right = h(error) + log_of(values) * error
    told = information(table, [0], [1])
    require(left <= right and told >= entropy(table, [0]) - right)
    return "errors" if error else "no errors"


def _surprise(ones: int, length: int, flip: Fraction, w: int) -> Number:
    """-log q(x)/n under W = w, for a sequence with so many ones."""
    wrong = ones if w == 0 else length - ones
    return (log_of(flip) * wrong + log_of(1 - flip) * (length - wrong)) * Fraction(-1, length)


def weakly_typical_sets_are_equal(random: Random) -> None:
    flip, length, ones = Fraction(1, 10), 10, 1
    centre = h(flip)
    first = _surprise(ones, length, flip, 0) - centre
    second = _surprise(ones, length, flip, 1) - centre
    require(
        first != 0 or second != log_of(9) * Fraction(4, 5),
        "BSC(1/10), n = 10: a sequence with a single one has -log q(x)/n = H given w1 exactly, "
        "and exceeds H by 4/5 log 9 given w2: for every smaller eps it is in A(w1) alone",
    )


def weakly_typical_sets_are_apart(random: Random) -> None:
    """For eps below (1/2 - a) log((1-a)/a) no sequence is weakly typical for both inputs."""
    flip, length = Fraction(random.randint(1, 9), 20), random.randint(1, 12)
    centre = h(flip)
    eps = log_of((1 - flip) / flip) * (Fraction(1, 2) - flip) * Fraction(99, 100)
    for ones in range(length + 1):
        gaps = [_surprise(ones, length, flip, w) - centre for w in (0, 1)]
        mirror = [_surprise(length - ones, length, flip, w) - centre for w in (1, 0)]
        require(gaps == mirror and any(not -eps <= gap <= eps for gap in gaps))


def definition_by_the_limit(random: Random) -> None:
    """The gap to H(T(W)) is at most the Fano bound with the error of (33), at every n."""
    prior, rows = draw_masses(random, 2), tuple(draw_masses(random, 2) for _ in range(2))
    assume(rows[0] != rows[1])
    eps = separation(rows) * Fraction(99, 100)
    for samples in (1, 5, 25):
        model = type_model(prior, rows, samples)
        error = decoding_error(model, rows, eps)
        require(remaining(model) <= h(error) + log_of(2) * error)
    require(rational(0) <= remaining(type_model(prior, rows, 1)))
