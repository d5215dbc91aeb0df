"""Seeded exact instances with structure: zeros, null outcomes, one letter, equal rows, certainty.

Every generator takes a `random.Random`, so that a seed names an instance; denominators stay small,
except for the nearly degenerate kinds. `exact_instances(seed, count)` runs through the pairs of
kinds in turn, so that every pair occurs once the count is `len(PRIOR_KINDS) * len(CHANNEL_KINDS)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle, islice, product
from random import Random

PRIOR_KINDS = ("uniform", "generic", "zeros", "point", "near-degenerate")
PRIOR_SETS = {
    2: ("simplex", "p(x) >= 1/5", "p1 in [0, 1/3]", "tv(1/3, 2/3) <= 1/6"),
    3: (
        "simplex",
        "p(x) >= 1/10",
        "hull (1, 0, 0), (1/3, 1/3, 1/3), (0, 1/2, 1/2)",
        "p1 + p2 <= 1/2",
    ),
    4: ("p1 in [0, 1/4], p3 in [1/8, 1/2]", "tv(1/4, 1/4, 1/4, 1/4) <= 1/4"),
}
"""Sets of priors by how many letters they are of."""

CHANNEL_KINDS = (
    "generic",
    "zeros",
    "null outcome",
    "duplicated rows",
    "similar outcomes",
    "deterministic",
    "identity",
    "constant",
    "near-degenerate",
    "near-constant",
)
TINY = Fraction(1, 1000)


@dataclass(frozen=True)
class ExactInstance:
    """A prior P on X, W: X -> Y, a post-processing V: Y -> Z, a second mechanism U: X, Y -> Z."""

    kinds: tuple[str, str]
    prior: tuple[Fraction, ...]
    channel: tuple[tuple[Fraction, ...], ...]
    post: tuple[tuple[Fraction, ...], ...]
    second: tuple[tuple[tuple[Fraction, ...], ...], ...]


def exact_prior(rng: Random, size: int, kind: str) -> tuple[Fraction, ...]:
    """A distribution of one of the `PRIOR_KINDS`.

    >>> exact_prior(Random(1), 3, "uniform")
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    if kind == "uniform":
        return (Fraction(1, size),) * size
    if kind == "generic":
        return _normalised([rng.randint(1, 4) for _ in range(size)])
    if kind == "zeros":
        return _sparse(rng, size)
    point = _point(size, rng.randrange(size))
    if kind == "point":
        return point
    if kind == "near-degenerate":
        return _mixed(TINY, (Fraction(1, size),) * size, point)
    raise ValueError(f"no prior kind {kind!r}; there are {', '.join(PRIOR_KINDS)}")


def exact_channel(
    rng: Random, inputs: int, outputs: int, kind: str
) -> tuple[tuple[Fraction, ...], ...]:
    """A channel of one of the `CHANNEL_KINDS`.

    Where a kind needs two letters that are not there, what is left of it: a null outcome needs two
    outputs, equal rows two inputs, similar outcomes two outputs.

    >>> exact_channel(Random(1), 3, 2, "identity")[2]
    (Fraction(1, 1), Fraction(0, 1))
    """
    letters, values = range(inputs), range(outputs)
    if kind == "generic":
        return tuple(_normalised([rng.randint(1, 4) for _ in values]) for _ in letters)
    if kind == "zeros":
        return tuple(_sparse(rng, outputs) for _ in letters)
    if kind == "null outcome":
        if outputs == 1:
            return ((Fraction(1),),) * inputs
        gone = rng.randrange(outputs)
        rows = [_sparse(rng, outputs - 1) for _ in letters]
        return tuple((*row[:gone], Fraction(0), *row[gone:]) for row in rows)
    if kind == "duplicated rows":
        few = [_sparse(rng, outputs) for _ in range(max(1, inputs - 1))]
        return tuple(few[min(x, len(few) - 1)] for x in letters)
    if kind == "similar outcomes":
        return _with_similar_outcomes(rng, inputs, outputs)
    if kind == "deterministic":
        return tuple(_point(outputs, rng.randrange(outputs)) for _ in letters)
    if kind == "identity":
        return tuple(_point(outputs, x % outputs) for x in letters)
    common = _sparse(rng, outputs)
    if kind == "constant":
        return (common,) * inputs
    if kind == "near-degenerate":
        return tuple(_mixed(TINY, common, _point(outputs, x % outputs)) for x in letters)
    if kind == "near-constant":
        return tuple(_mixed(TINY, _sparse(rng, outputs), common) for _ in letters)
    raise ValueError(f"no channel kind {kind!r}; there are {', '.join(CHANNEL_KINDS)}")


def exact_second(
    rng: Random, inputs: int, middle: int, outputs: int
) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    """A second mechanism U[x][y][z], for each x a channel of a kind drawn at random.

    >>> exact_second(Random(1), 1, 2, 1)
    (((Fraction(1, 1),), (Fraction(1, 1),)),)
    """
    return tuple(
        exact_channel(rng, middle, outputs, rng.choice(CHANNEL_KINDS)) for _ in range(inputs)
    )


def exact_instances(seed: int, count: int, *, letters: int = 4) -> Iterator[ExactInstance]:
    """That many instances, every alphabet of 1 to *letters* letters, the pairs of kinds in turn.

    >>> next(exact_instances(0, 1)).kinds
    ('uniform', 'generic')
    """
    rng = Random(seed)
    for kinds in islice(cycle(product(PRIOR_KINDS, CHANNEL_KINDS)), count):
        x, y, z = (rng.randint(1, letters) for _ in range(3))
        yield ExactInstance(
            kinds,
            exact_prior(rng, x, kinds[0]),
            exact_channel(rng, x, y, kinds[1]),
            exact_channel(rng, y, z, rng.choice(CHANNEL_KINDS)),
            exact_second(rng, x, y, z),
        )


def exact_database(
    rng: Random, values: int, entries: int, outputs: int
) -> tuple[dict[tuple[int, ...], Fraction], dict[tuple[int, ...], tuple[Fraction, ...]]]:
    """A joint prior on D^n, zeros allowed, and a mechanism on it, both indexed by tuples.

    >>> prior, mechanism = exact_database(Random(1), 2, 2, 3)
    >>> sorted(prior) == sorted(mechanism) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    True
    """
    databases = list(product(range(values), repeat=entries))
    masses = exact_prior(rng, len(databases), rng.choice(PRIOR_KINDS))
    rows = exact_channel(rng, len(databases), outputs, rng.choice(CHANNEL_KINDS))
    return dict(zip(databases, masses, strict=True)), dict(zip(databases, rows, strict=True))


def _normalised(weights: list[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def _sparse(rng: Random, size: int) -> tuple[Fraction, ...]:
    weights = [rng.choice((0, 0, 1, 2, 3)) for _ in range(size)]
    if not any(weights):
        weights[rng.randrange(size)] = 1
    return _normalised(weights)


def _point(size: int, letter: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(x == letter)) for x in range(size))


def _mixed(
    weight: Fraction, first: tuple[Fraction, ...], second: tuple[Fraction, ...]
) -> tuple[Fraction, ...]:
    return tuple(weight * a + (1 - weight) * b for a, b in zip(first, second, strict=True))


def _with_similar_outcomes(
    rng: Random, inputs: int, outputs: int
) -> tuple[tuple[Fraction, ...], ...]:
    if outputs == 1:
        return ((Fraction(1),),) * inputs
    part = Fraction(rng.randint(1, 3), 4)
    rows = [_sparse(rng, outputs - 1) for _ in range(inputs)]
    return tuple((*row[:-1], part * row[-1], (1 - part) * row[-1]) for row in rows)
