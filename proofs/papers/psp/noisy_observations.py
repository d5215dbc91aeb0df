"""[PSP, Sec. IV-A, IV-B, Thm. 2]: many noisy observations of W tell C_X(W).

C_X(W) is what of W the samples can tell apart; typical sequences say how it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from random import Random

import sympy

from pmlsym.numbers.number import Number, log_of, rational
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, drawn
from proofs.papers.joint import Row, Rows
from proofs.papers.mechanisms.synergistic.exchangeable import TypeModel, type_model
from proofs.papers.mechanisms.synergistic.leakage_allowance import private_information
from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric
from proofs.papers.psp.models import (
    Table,
    draw_masses,
    entropy,
    entropy_of,
    h,
    information,
    marginal,
)


@drawn
def _draw_pair(random: Random) -> tuple[Row, Rows]:
    """P_W and the rows P(X|W), often with equal rows; letters of W may have mass zero."""
    values = random.randint(1, 4)
    rows = [draw_masses(random, 2) for _ in range(values)]
    chosen = tuple(random.choice(rows) for _ in range(values))
    return draw_distribution(random, values), chosen


def _partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    for rest in _partitions(items[1:]):
        yield [[items[0]], *rest]
        for k, block in enumerate(rest):
            yield [*rest[:k], [items[0], *block], *rest[k + 1 :]]


def _joint_with(
    prior: Sequence[Fraction], rows: Rows, classes: dict[int, int]
) -> dict[tuple[int, ...], Fraction]:
    """The masses of (x, w, u) for u a function of w."""
    return {
        (x, w, classes[w]): p * mass
        for w, p in enumerate(prior)
        if p
        for x, mass in enumerate(rows[w])
    }


def smallest_function(random: Random) -> str:
    """(27) by trying every function of W: each is a partition of its letters."""
    prior, rows = _draw_pair(random)
    letters = [w for w, p in enumerate(prior) if p]
    best: Number | None = None
    for partition in _partitions(letters):
        classes = {w: k for k, block in enumerate(partition) for w in block}
        table = _joint_with(prior, rows, classes)
        if information(table, [0], [1], [2]) == 0:
            value = entropy(table, [2])
            best = value if best is None or value < best else best
    merged = entropy_of(private_information(prior, rows).masses)
    require(best == merged)
    return "equal rows" if len(set(rows)) < len(rows) else "distinct rows"


def merged_letters(random: Random) -> str:
    prior, rows = _draw_pair(random)
    merged = private_information(prior, rows)
    letters = [w for w, p in enumerate(prior) if p]
    classes = {w: letters.index(next(v for v in letters if rows[v] == rows[w])) for w in letters}
    table = _joint_with(prior, rows, classes)
    distinct = len({rows[w] for w in letters}) == len(letters)
    amount, whole = entropy(table, [2]), entropy(table, [1])
    right = (
        amount == entropy_of(merged.masses)
        and information(table, [0], [1], [2]) == 0
        and (amount == whole) == distinct
        and information(table, [0], [1]) <= amount <= whole
    )
    require(right)
    return "rows distinct" if distinct else "rows repeated"


def figure_3(random: Random) -> None:
    """Rows (1/2,1/4,1/4) twice and (1/3,1/3,1/3) twice: two letters remain, with these rows."""
    one, two = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 3),) * 3
    prior = draw_masses(random, 4)
    merged = private_information(prior, (one, one, two, two))
    kept = merged.channel == (one, two) and merged.classes == (0, 0, 1, 1)
    masses = (prior[0] + prior[1], prior[2] + prior[3])
    require(kept and merged.masses == masses)


def type_of(sequence: Sequence[int], letters: int) -> Row:
    """The share of each letter in a sequence. (28)

    >>> type_of((0, 1, 1), 2)
    (Fraction(1, 3), Fraction(2, 3))
    """
    count = Counter(sequence)
    return tuple(Fraction(count[u], len(sequence)) for u in range(letters))


def is_typical(kind: Sequence[Fraction], masses: Sequence[Fraction], eps: Fraction) -> bool:
    """Whether |share - mass| <= eps mass for every letter. (29)

    >>> is_typical((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)), Fraction(1))
    True
    """
    return all(abs(k - m) <= eps * m for k, m in zip(kind, masses, strict=True))


def typical_sequences(random: Random) -> str:
    """What robust typicality is for, over all sequences of a length.

    The mean of any g >= 0 over a typical sequence is within a share eps of E g; and by the variance
    of a share the other sequences have probability at most sum_u (1 - q(u))/(n eps^2 q(u)).
    """
    letters, length = 2, random.randint(1, 8)
    masses = draw_distribution(random, letters)
    eps = Fraction(random.randint(1, 5), 6)
    worth = [Fraction(random.randint(0, 5)) for _ in masses]
    mean = sum((g * q for g, q in zip(worth, masses, strict=True)), Fraction(0))
    inside = others = Fraction(0)
    for sequence in product(range(letters), repeat=length):
        mass = prod((masses[u] for u in sequence), start=Fraction(1))
        if not is_typical(type_of(sequence, letters), masses, eps):
            others += mass
            continue
        inside += mass
        average = sum((worth[u] for u in sequence), Fraction(0)) / length
        require(abs(average - mean) <= eps * mean)
    bound = sum(((1 - q) / (length * eps**2 * q) for q in masses if q), Fraction(0))
    require(inside + others == 1 and others <= bound)
    return "some" if inside else "none"


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
