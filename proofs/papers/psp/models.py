"""Random exact models W - X^n, private mappings of them, and what these tell, from joint masses.

A private mapping is drawn as directions v_y in Null(P) with sum_y u_y v_y = 0 and a step that keeps
p + c v_y nonnegative: every private mapping is of this kind [PSP, Lemma 1].

A table maps outcomes (a, b, ..) of a few variables to their masses. H and I are sums of rational
multiples of logarithms of rationals, in nats, and every comparison of them is exact. Nothing here
knows of polytopes: mechanisms that were designed are measured from their definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

from pmlsym.linear.matrix import null_space
from pmlsym.numbers.number import Number, log_of, rational
from proofs.papers.drawing import drawn
from proofs.papers.joint import Row, Rows
from proofs.papers.mechanisms.synergistic.sample_model import SampleModel, sample_model

Table = Mapping[tuple[int, ...], Fraction]

BIT = log_of(2)

SHAPES = ((2, 2), (2, 3), (3, 3), (2, 2, 2))


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

    >>> from proofs.papers.mechanisms.synergistic.capacity import feasibility
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
def draw_masses(random: Random, count: int) -> Row:
    """Positive masses.

    >>> sum(draw_masses(Random(1), 3))
    Fraction(1, 1)
    """
    weights = [random.randint(1, 5) for _ in range(count)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@drawn
def draw_private_mapping(random: Random, model: SampleModel, outcomes: int = 3) -> Rows | None:
    """Rows P_{Y|X^n=x} of a private mapping; None if the constant mapping is the only one.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
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


def _combination(factors: list[int], basis: Rows) -> Row:
    return tuple(
        sum((k * v[x] for k, v in zip(factors, basis, strict=True)), Fraction(0))
        for x in range(len(basis[0]))
    )


def marginal(table: Table, positions: Sequence[int]) -> dict[tuple[int, ...], Fraction]:
    """The masses of the variables at these positions.

    >>> marginal({(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}, [1])
    {(1,): Fraction(1, 1)}
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for outcome, mass in table.items():
        part = tuple(outcome[i] for i in positions)
        found[part] = found.get(part, Fraction(0)) + mass
    return found


def entropy_of(masses: Iterable[Fraction]) -> Number:
    """The entropy of masses, in nats.

    >>> entropy_of([Fraction(1, 2)] * 2) == BIT
    True
    """
    count: dict[Fraction, int] = {}
    for mass in masses:
        if mass not in (0, 1):
            count[mass] = count.get(mass, 0) + 1
    found: Number = rational(0)
    for mass, times in count.items():
        found = found - log_of(mass) * (mass * times)
    return found


def h(mass: Fraction) -> Number:
    """h(q), the entropy of a bit that is one with probability q, in nats.

    >>> h(Fraction(1, 2)) == BIT
    True
    """
    return entropy_of([mass, 1 - mass])


def entropy(table: Table, positions: Sequence[int]) -> Number:
    """H of the variables at these positions.

    >>> entropy({(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}, [0]) == BIT
    True
    """
    return entropy_of(marginal(table, positions).values())


def information(
    table: Table, left: Sequence[int], right: Sequence[int], given: Sequence[int] = ()
) -> Number:
    """I(left; right | given).

    >>> information({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}, [0], [1]) == BIT
    True
    """
    first, second = [*left, *given], [*right, *given]
    both = entropy(table, [*left, *right, *given])
    return entropy(table, first) + entropy(table, second) - both - entropy(table, given)


def independent(table: Table, left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether the variables on the left are independent of those on the right.

    >>> independent({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}, [0], [1])
    False
    """
    both = marginal(table, [*left, *right])
    one, other = marginal(table, left), marginal(table, right)
    return all(both.get(a + b, Fraction(0)) == one[a] * other[b] for a, b in product(one, other))


def table_of(model: SampleModel, channel: Sequence[Row]) -> dict[tuple[int, ...], Fraction]:
    """The masses of (w, x_1, .., x_n, y) for a mapping from datasets to y.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> len(table_of(function_model(["1/2", "1/2"], (2,), [0, 1]), [[Fraction(1)]] * 2))
    2
    """
    return {
        (w, *state, y): mass * entry
        for w, row in enumerate(model.joint)
        for mass, state, answers in zip(row, model.states, channel, strict=True)
        for y, entry in enumerate(answers)
        if mass * entry
    }


def samples_of(model: SampleModel) -> list[int]:
    """The positions of the samples in `table_of`; the outcome is at the next one.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> samples_of(function_model(["1/4"] * 4, (2, 2), [0] * 4))
    [1, 2]
    """
    return list(range(1, model.samples + 1))


def told_of_latent(model: SampleModel, channel: Sequence[Row]) -> Number:
    """I(W; Y) of a mapping from datasets to y.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> from pmlsym.linear.matrix import identity
    >>> told_of_latent(function_model(["1/2", "1/2"], (2,), [0, 1]), identity(2))
    log(2)
    """
    return information(table_of(model, channel), [0], [model.samples + 1])


def told_of_dataset(model: SampleModel, channel: Sequence[Row]) -> Number:
    """I(X^n; Y) of a mapping from datasets to y.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> from pmlsym.linear.matrix import identity
    >>> told_of_dataset(function_model(["1/2", "1/2"], (2,), [0, 1]), identity(2))
    log(2)
    """
    return information(table_of(model, channel), samples_of(model), [model.samples + 1])


def posteriors_of(model: SampleModel, channel: Sequence[Row]) -> list[tuple[Fraction, Row]]:
    """P_Y(y) and the posterior of the dataset, for the outcomes that can occur.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> posteriors_of(function_model(["1"], (1,), [0]), [[Fraction(1)]])
    [(Fraction(1, 1), (Fraction(1, 1),))]
    """
    prior = model.masses
    joint = [[p * entry for entry in row] for p, row in zip(prior, channel, strict=True)]
    columns = ((sum(column, Fraction(0)), column) for column in zip(*joint, strict=True))
    return [(mass, tuple(m / mass for m in column)) for mass, column in columns if mass]


def mapping_of(masses: Row, weights: Sequence[Fraction], points: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of the mapping that splits the masses into these posteriors of these weights.

    >>> half, one, zero = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> mapping_of((half, half), (half, half), ((one, zero), (zero, one))) == ((1, 0), (0, 1))
    True
    """
    return tuple(
        tuple(u * point[x] / p for u, point in zip(weights, points, strict=True))
        for x, p in enumerate(masses)
    )


def is_private(model: SampleModel, channel: Sequence[Row]) -> bool:
    """Whether the outcome is independent of every sample.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> is_private(function_model(["1/2", "1/2"], (2,), [0, 1]), [[Fraction(1)]] * 2)
    True
    """
    table, last = table_of(model, channel), model.samples + 1
    return all(independent(table, [i], [last]) for i in samples_of(model))


def rounds_to(value: Number, printed: str, unit: Number | int = 1) -> bool:
    """Whether value / unit, rounded as `printed` is, gives it; the unit is positive.

    >>> rounds_to(log_of(2), "0.693"), rounds_to(log_of(2), "0.694")
    (True, False)
    """
    digits, _, exponent = printed.partition("e")
    places = len(digits.partition(".")[2]) - int(exponent or 0)
    half = Fraction(1, 2) * Fraction(10) ** -places
    middle = Fraction(printed)
    scale = unit if isinstance(unit, Number) else rational(unit)
    return scale * (middle - half) <= value <= scale * (middle + half)
