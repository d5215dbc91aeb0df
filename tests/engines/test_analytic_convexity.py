"""Tangents and chords of convex functions, and the statements that rest on Jensen's inequality."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational


def _distribution(random: Random, size: int, *, zeros: bool = False) -> list[Fraction]:
    weights = [random.randint(0 if zeros else 1, 9) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def test_the_tangent_is_true_of_the_logarithm():
    """value - s weight - s weight log(value/(s weight)) >= 0, exactly, wherever weight > 0."""
    random, equal = Random(0), 0
    for k in range(60):
        s, q, n = (Fraction(random.randint(1, 12), random.randint(1, 12)) for _ in range(3))
        n = s * q if k % 5 == 0 else n
        tangent = n - s * q - s * q * log_of(n / (s * q))
        assert tangent >= 0
        equal += tangent == 0
    assert 0 < equal < 60


FUNCTIONS = {
    "KL": lambda t: t * log_of(t) if t else rational(0),
    "chi-squared": lambda t: rational((t - 1) ** 2),
    "total variation": lambda t: rational(abs(t - 1) / 2),
    "squared Hellinger, without the root": lambda t: rational(1 / (1 + t) - Fraction(1, 2)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_chord_is_true_of_convex_functions(name: str):
    f, random = FUNCTIONS[name], Random(1)
    for _ in range(60):
        m = Fraction(random.randint(4, 30), 4)
        r = m * Fraction(random.randint(0, 8), 8)
        assert (m - r) * f(Fraction(0)) + r * f(m) - m * f(r) >= 0


def test_the_chord_is_false_of_a_concave_function():
    m, r = Fraction(2), Fraction(1)
    assert (m - r) * log_of(1) + r * log_of(1 + m) - m * log_of(1 + r) < 0


# PML23, Proposition 7


def _instance(random: Random, inputs: int, outputs: int) -> Instance:
    prior = _distribution(random, inputs, zeros=True)
    rows = [_distribution(random, outputs, zeros=True) for _ in range(inputs)]
    if random.random() < 0.5:
        cut = random.randint(1, outputs)
        same = _distribution(random, cut) + [Fraction(0)] * (outputs - cut)
        rows = [list(same) for _ in range(inputs)]
    return Instance({"X": inputs, "Y": outputs}, {"P": prior, "W": rows})


def test_information_equals_expected_leakage_exactly_where_the_paper_says():
    random, equal = Random(2), 0
    claim = parse("mi(P, W) == expected_pml(P, W)")
    for _ in range(60):
        instance = _instance(random, random.randint(1, 3), random.randint(1, 3))
        prior, rows = instance.tensors["P"], instance.tensors["W"]
        columns = [
            {row[y] for p, row in zip(prior, rows, strict=True) if p * row[y] > 0}
            for y in range(instance.sizes["Y"])
        ]
        condition = all(len(column) <= 1 for column in columns)
        assert holds(claim, instance) == condition
        equal += condition
    assert 10 < equal < 50


# QID24, Section V-B: maximal cost leakage and the expected pointwise maximal cost


def _cost_leakage(prior: list[Fraction], rows: list[list[Fraction]]) -> tuple[Number, Number]:
    outputs = range(len(rows[0]))
    least = [min(row[y] for row in rows) for y in outputs]
    mass = [sum(p * row[y] for p, row in zip(prior, rows, strict=True)) for y in outputs]
    mean = rational(0)
    for q, m in zip(mass, least, strict=True):
        mean = mean + q * log_of(q / m)
    return -log_of(sum(least, Fraction(0))), mean


def test_jensen_is_not_strict_as_printed():
    quarter = Fraction(1, 4)
    rows = [[1 - quarter, quarter], [quarter, 1 - quarter]]
    left, right = _cost_leakage([Fraction(1, 2)] * 2, rows)
    assert left == right == log_of(2)


def test_jensen_is_strict_exactly_where_the_cost_varies():
    random, equal = Random(3), 0
    for k in range(60):
        size = random.randint(2, 3)
        prior = _distribution(random, size)
        rows = [_distribution(random, size) for _ in range(size)]
        if k % 3 == 0:
            letters = range(size)
            rows = [[Fraction(1 + (x == y), size + 1) for y in letters] for x in letters]
            prior = [Fraction(1, size)] * size
        left, right = _cost_leakage(prior, rows)
        mass = [sum(p * row[y] for p, row in zip(prior, rows, strict=True)) for y in range(size)]
        costs = {q / min(row[y] for row in rows) for y, q in enumerate(mass)}
        assert left <= right and (left == right) == (len(costs) == 1)
        equal += left == right
    assert 10 < equal < 50


# RDP, Example 3.11: a deterministic answer about n independent entries


@pytest.mark.parametrize(("n", "m"), [(n, m) for n in range(1, 6) for m in range(n)])
def test_leakage_of_a_counting_answer(n: int, m: int):
    p = Fraction(2, 5)
    databases = list(product((0, 1), repeat=n))
    prior = [p ** sum(d) * (1 - p) ** (n - sum(d)) for d in databases]
    rows = [[int(sum(d) <= m), int(sum(d) > m)] for d in databases]
    instance = Instance({"X": 2**n, "Y": 2}, {"P": prior, "W": rows}, {}, {"y": 1})
    leak = evaluate(parse("pml(P, W, y) <= 0").left, instance)
    tail = evaluate(parse(f"binomial({m}, {n}, 2/5) <= 0").left, Instance({}))
    assert leak == -log_of(1 - tail)
    assert tail == sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(m + 1))


# PSP, (18) and (19)


def _null_vector(columns: list[list[Fraction]]) -> list[Fraction] | None:
    """A combination of the columns that vanishes, if they are dependent."""
    width = len(columns)
    rows = [[column[r] for column in columns] for r in range(len(columns[0]))]
    pivots: list[int] = []
    for j in range(width):
        at = next((r for r in range(len(pivots), len(rows)) if rows[r][j]), None)
        if at is None:
            vector = [Fraction(0)] * width
            vector[j] = Fraction(1)
            for r, k in enumerate(pivots):
                vector[k] = -rows[r][j]
            return vector
        here = len(pivots)
        rows[here], rows[at] = rows[at], rows[here]
        lead = rows[here][j]
        rows[here] = [a / lead for a in rows[here]]
        for r in range(len(rows)):
            if r != here and rows[r][j]:
                factor = rows[r][j]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[here], strict=True)]
        pivots.append(j)
    return None


def _vertex_below(point: list[Fraction], columns: list[list[Fraction]]) -> list[Fraction]:
    """A vertex of {t >= 0: A t = A point} whose support lies in that of the point."""
    while True:
        support = [k for k, mass in enumerate(point) if mass]
        vector = _null_vector([columns[k] for k in support])
        if vector is None:
            return point
        steps = [point[k] / -v for k, v in zip(support, vector, strict=True) if v < 0]
        if not steps:
            vector = [-v for v in vector]
            steps = [point[k] / -v for k, v in zip(support, vector, strict=True) if v < 0]
        moved = list(point)
        for k, v in zip(support, vector, strict=True):
            moved[k] += min(steps) * v
        point = moved


def _split(
    point: list[Fraction], columns: list[list[Fraction]]
) -> list[tuple[Fraction, list[Fraction]]]:
    """The point as a mixture of vertices: an output that is independent of every sample."""
    parts, left = [], Fraction(1)
    while True:
        vertex = _vertex_below(point, columns)
        share = min(p / v for p, v in zip(point, vertex, strict=True) if v)
        parts.append((left * share, vertex))
        if share == 1:
            return parts
        left *= 1 - share
        point = [(p - share * v) / (1 - share) for p, v in zip(point, vertex, strict=True)]


@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (3, 3), (2, 2, 2), (2, 2, 3)])
def test_some_private_output_leaves_at_most_the_logarithm_of_the_rank(sizes: tuple[int, ...]):
    random = Random(sum(sizes))
    for _ in range(4):
        letters = [at for at in product(*map(range, sizes)) if random.random() < 0.8]
        letters = letters or [(0,) * len(sizes)]
        point = _distribution(random, len(letters))
        columns = [
            [Fraction(int(at[i] == x)) for i, size in enumerate(sizes) for x in range(size)]
            for at in letters
        ]
        independent: list[list[Fraction]] = []
        for column in columns:
            if _null_vector([*independent, column]) is None:
                independent.append(column)
        rank = len(independent)
        assert rank <= min(sum(sizes) - len(sizes) + 1, len(letters))
        entropy = rational(0)
        parts = _split(point, columns)
        for share, vertex in parts:
            for mass in vertex:
                if mass:
                    entropy = entropy - share * mass * log_of(mass)
            for row in range(len(columns[0])):
                told = sum(v * c[row] for v, c in zip(vertex, columns, strict=True))
                assert told == sum(p * c[row] for p, c in zip(point, columns, strict=True))
        assert sum(share for share, _ in parts) == 1
        assert entropy <= log_of(rank)
