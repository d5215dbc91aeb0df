"""Small sets of priors as text, with their vertices and their members by brute force.

The text goes to the library; the inequalities beside it are written down once more here, so that
what the library makes of the text is compared with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from tests.mechanisms.naive import random_masses
from tests.soundness.plain_polytope import Point, Row, best_split, dot, masses, vertices

SETS = ("simplex", "least", "box", "hull", "ball")
TINY = (Fraction(1, 1000), Fraction(1, 10**12))


@dataclass(frozen=True)
class PlainSet:
    """A set of priors: its text, the ends of which its members are means, who is a member."""

    text: str
    ends: tuple[Point, ...]
    contains: Callable[[Point], bool]

    @property
    def centre(self) -> Point:
        """The mean of the ends, which has mass wherever a member has some."""
        return mean(self.ends, [Fraction(1)] * len(self.ends))

    def near_ends(self) -> list[Point]:
        """Members very close to each end, at which letters may lose their mass."""
        return [mean((end, self.centre), (1 - t, t)) for end in self.ends for t in TINY]

    def members(self, rng: Random, count: int) -> list[Point]:
        """The ends, points close to them and on edges, and so many means at random."""
        found = [*self.ends, self.centre, *self.near_ends()]
        for _ in range(count):
            some = rng.sample(self.ends, min(len(self.ends), rng.choice((2, 2, len(self.ends)))))
            weights = [Fraction(rng.choice((1, 1, 2, 3, 1000))) for _ in some]
            found.append(mean(some, weights))
        return list(dict.fromkeys(found))


def mean(points: Sequence[Point], weights: Sequence[Fraction]) -> Point:
    """The mean of the points with these weights, whatever they sum to."""
    total = sum(weights)
    return tuple(
        sum(w * p[x] for w, p in zip(weights, points, strict=True)) / total
        for x in range(len(points[0]))
    )


def drawn_set(rng: Random, kind: str, size: int) -> PlainSet:
    """A set of one of the SETS, or of the masses of two events. It may be empty."""
    units: list[Point] = [tuple(Fraction(int(i == k)) for i in range(size)) for k in range(size)]
    minus = [tuple(-entry for entry in unit) for unit in units]
    if kind == "simplex":
        return _within("simplex", size, [])
    if kind == "least":
        c = Fraction(1, rng.choice((size, 4, 9)))
        return _within(f"p(x) >= {c}", size, [(row, -c) for row in minus])
    if kind == "box":
        ends = [
            sorted((Fraction(rng.randint(0, 4), 4), Fraction(rng.randint(0, 4), 4)))
            for _ in range(size)
        ]
        bounds: list[Row] = [(row, -low) for row, (low, _) in zip(minus, ends, strict=True)]
        bounds += [(row, high) for row, (_, high) in zip(units, ends, strict=True)]
        text = ", ".join(f"p{k + 1} in [{low}, {high}]" for k, (low, high) in enumerate(ends))
        return _within(text, size, bounds)
    if kind == "hull":
        some = [random_masses(rng, size, largest=3) for _ in range(2)] + rng.sample(units, 1)
        text = "hull " + ", ".join(f"({', '.join(map(str, v))})" for v in some)
        zeros = (Fraction(0),) * len(some)
        return PlainSet(text, tuple(some), lambda p: best_split(some, zeros, p) is not None)
    if kind == "events":
        return _of_events(rng, size)
    centre, radius = random_masses(rng, size), Fraction(rng.randint(0, 3), 4)
    ball: list[Row] = []
    for signs in product((Fraction(-1), Fraction(1)), repeat=size):
        middle = sum((s * c for s, c in zip(signs, centre, strict=True)), Fraction(0))
        ball.append((signs, 2 * radius + middle))
    return _within(f"tv({', '.join(map(str, centre))}) <= {radius}", size, ball)


def _of_events(rng: Random, size: int) -> PlainSet:
    """Bounds on the mass of an event, and of one letter by a multiple of another."""
    event = sorted(rng.sample(range(size), rng.randint(1, size)))
    row = tuple(Fraction(int(k in event)) for k in range(size))
    minus = tuple(-entry for entry in row)
    low, high = sorted(Fraction(rng.randint(0, 6), 6) for _ in range(2))
    name = " + ".join(f"p{k + 1}" for k in event)
    if rng.random() < 0.3:
        text, bounds = f"{name} == {low}", [(row, low), (minus, -low)]
    else:
        text, bounds = f"{name} in [{low}, {high}]", [(row, high), (minus, -low)]
    if size > 1 and rng.random() < 0.5:
        first, second = rng.sample(range(size), 2)
        times = Fraction(rng.randint(1, 4), rng.randint(1, 2))
        text += f", p{first + 1} <= {times}*p{second + 1}"
        other = [Fraction(0)] * size
        other[first], other[second] = Fraction(1), -times
        bounds.append((tuple(other), Fraction(0)))
    return _within(text, size, bounds)


def _within(text: str, size: int, bounds: Sequence[Row]) -> PlainSet:
    equations, inequalities = masses(size)
    inequalities = [*inequalities, *bounds]

    def contains(p: Point) -> bool:
        return all(dot(a, p) == b for a, b in equations) and all(
            dot(a, p) <= b for a, b in inequalities
        )

    return PlainSet(text, tuple(vertices(equations, inequalities)), contains)
