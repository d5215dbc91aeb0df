"""Extremes of ratios, found from extreme entries, are those over all pairs."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pmlsym.calculus import Index, Tensor, atom, constant, sum_over
from pmlsym.evaluators.exact import RULES, ExactAlgebra
from pmlsym.evaluators.read_value import read_value, split_extreme
from pmlsym.language.value import Largest, Ratio, Smallest
from pmlsym.model.instance import Instance

X, Y = "X", "Y"
x, z, u, y = Index(X, "x"), Index(X, "z"), Index(X, "u"), Index(Y, "y")
P = Tensor("P", (X,), nonnegative=True)
A = Tensor("A", (X, Y), nonnegative=True)
B = Tensor("B", (X, Y), nonnegative=True)
D = Tensor("D", (X, X), nonnegative=True)
S = Tensor("S", (X, Y))

ratio = Ratio(atom(A, x, y), atom(B, z, y))
mean = Ratio(atom(A, x, y), sum_over(atom(P, z) * atom(B, z, y), z))
CONDITIONS = {
    "none": constant(1),
    "two letters of the support": atom(P, x) * atom(P, z),
    "a letter and an outcome": 2 * atom(P, x) * atom(B, z, y),
    "through a third letter": atom(A, x, y) * atom(B, u, y) * atom(P, u),
}


def brute_and_apart(value, instance):
    apart = read_value(value, ExactAlgebra(instance), RULES)
    pairs = read_value(value, ExactAlgebra(instance), replace(RULES, ordered=False))
    assert apart.indices == pairs.indices
    return [[str(entry) for entry in array.entries] for array in (apart, pairs)]


def drawn(random, name, shape):
    if not shape:
        return random.choice([0, 0, 1, Fraction(1, 2), Fraction(1, 3), 2])
    return [drawn(random, name, shape[1:]) for _ in range(shape[0])]


@pytest.mark.parametrize("extreme", [Largest, Smallest])
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("body", [ratio, mean])
def test_the_extreme_ratio_is_that_of_all_pairs(extreme, condition, body):
    where = CONDITIONS[condition]
    over = tuple(sorted({x, y, *where.free, *({z} if body is ratio else ())}))
    values = [extreme(over, body, where), extreme(tuple(i for i in over if i != y), body, where)]
    assert all(split_extreme(value) is not None for value in values)
    random, seen = Random(7), set()
    for _ in range(150):
        sizes = {X: random.randint(1, 3), Y: random.randint(1, 2)}
        shapes = {"P": (sizes[X],), "A": (sizes[X], sizes[Y]), "B": (sizes[X], sizes[Y])}
        tensors = {name: drawn(random, name, shape) for name, shape in shapes.items()}
        instance = Instance(sizes, tensors)
        for value in values:
            apart, pairs = brute_and_apart(value, instance)
            assert apart == pairs, (value, tensors)
            seen |= set(pairs)
    assert len(seen) > 5 and {"0", "inf", "None"} & seen


@pytest.mark.parametrize(
    "value",
    [
        Largest((x, z, y), ratio, atom(P, x) + atom(P, z)),
        Largest((x, z, y), ratio, atom(S, x, y) * atom(S, z, y)),
        Largest((x, z, y), ratio, atom(A, x, y) * atom(D, x, z)),
        Largest((y,), ratio),
    ],
)
def test_sums_signs_and_pairs_are_not_taken_apart(value):
    assert split_extreme(value) is None
