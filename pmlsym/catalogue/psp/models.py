"""Random exact models W - X^n and private mappings of them, drawn without any optimisation.

A private mapping is drawn as directions v_y in Null(P) with sum_y u_y v_y = 0 and a step that keeps
p + c v_y nonnegative: every private mapping is of this kind [PSP, Lemma 1].
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random

from pmlsym.catalogue.draws import drawn
from pmlsym.design.synergistic import SampleModel, sample_model
from pmlsym.linear.matrix import null_space

SHAPES = ((2, 2), (2, 3), (3, 3), (2, 2, 2))

Rows = tuple[tuple[Fraction, ...], ...]


@drawn
def draw_model(
    random: Random,
    *,
    shapes: tuple[tuple[int, ...], ...] = SHAPES,
    zeros: bool = True,
) -> SampleModel:
    """W of two values and a dataset of one of these shapes; zeros in a third of the models.

    >>> draw_model(Random(1)).samples in (2, 3)
    True
    """
    shape = random.choice(shapes)
    lowest = 0 if zeros and random.randrange(3) == 0 else 1
    while True:
        weights = [[random.randint(lowest, 4) for _ in range(prod(shape))] for _ in range(2)]
        mass = sum(map(sum, weights))
        if all(any(row) for row in weights):
            return sample_model([[Fraction(k, mass) for k in row] for row in weights], shape)


@drawn
def draw_model_of_one_sample(random: Random) -> SampleModel:
    """A model in which W depends on the dataset through its first sample alone.

    >>> from pmlsym.design.synergistic import feasibility
    >>> feasibility(draw_model_of_one_sample(Random(1))).feasible
    False
    """
    model = draw_model(random)
    share = [draw_masses(random, 2) for _ in range(max(s[0] for s in model.states) + 1)]
    joint = tuple(
        tuple(p * share[s[0]][w] for p, s in zip(model.masses, model.states, strict=True))
        for w in (0, 1)
    )
    return SampleModel(model.states, joint)


@drawn
def draw_masses(random: Random, count: int) -> tuple[Fraction, ...]:
    """Positive masses.

    >>> sum(draw_masses(Random(1), 3))
    Fraction(1, 1)
    """
    weights = [random.randint(1, 5) for _ in range(count)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@drawn
def draw_private_mapping(random: Random, model: SampleModel, outcomes: int = 3) -> Rows | None:
    """Rows P_{Y|X^n=x} of a private mapping; None if the constant mapping is the only one.

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> rows = draw_private_mapping(Random(1), xor)
    >>> [sum(row) for row in rows] == [1, 1, 1, 1]
    True
    """
    prior = model.masses
    basis = null_space(model.incidence, width=len(prior))
    if not basis:
        return None
    weights = draw_masses(random, outcomes)
    moves = []
    for _ in range(outcomes - 1):
        factors = [random.randint(-2, 2) for _ in basis]
        moves.append(_combination(factors, basis))
    last = tuple(
        -sum((u * v[x] for u, v in zip(weights[:-1], moves, strict=True)), Fraction(0))
        / weights[-1]
        for x in range(len(prior))
    )
    moves.append(last)
    steps = [p / -v[x] for v in moves for x, p in enumerate(prior) if v[x] < 0]
    step = min(steps, default=Fraction(0)) * random.choice((Fraction(1), Fraction(1, 2)))
    return tuple(
        tuple(u * (p + step * v[x]) / p for u, v in zip(weights, moves, strict=True))
        for x, p in enumerate(prior)
    )


def _combination(factors: list[int], basis: Rows) -> tuple[Fraction, ...]:
    return tuple(
        sum((k * v[x] for k, v in zip(factors, basis, strict=True)), Fraction(0))
        for x in range(len(basis[0]))
    )
