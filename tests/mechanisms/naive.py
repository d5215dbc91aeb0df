"""Information and independence once more, from joint masses alone: the oracle of these tests.

A joint is a mapping from tuples of outcomes to exact masses. Nothing of the library is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from flint import arb, fmpq

Joint = Mapping[tuple[int, ...], Fraction]


def marginal(joint: Joint, positions: Sequence[int]) -> dict[tuple[int, ...], Fraction]:
    found: dict[tuple[int, ...], Fraction] = {}
    for outcome, mass in joint.items():
        part = tuple(outcome[i] for i in positions)
        found[part] = found.get(part, Fraction(0)) + mass
    return found


def entropy(joint: Joint, positions: Sequence[int]) -> arb:
    """In bits."""
    ball = arb(0)
    for mass in marginal(joint, positions).values():
        if mass:
            number = arb(fmpq(mass.numerator, mass.denominator))
            ball -= number * number.log()
    return ball / arb(2).log()


def information(joint: Joint, left: Sequence[int], right: Sequence[int]) -> arb:
    """I(left; right), in bits."""
    return entropy(joint, left) + entropy(joint, right) - entropy(joint, [*left, *right])


def independent(joint: Joint, left: Sequence[int], right: Sequence[int]) -> bool:
    both = marginal(joint, [*left, *right])
    one, other = marginal(joint, left), marginal(joint, right)
    return all(both.get(a + b, Fraction(0)) == one[a] * other[b] for a, b in product(one, other))


def joint_of(
    masses: Iterable[Fraction],
    states: Iterable[tuple[int, ...]],
    channel: Iterable[Sequence[Fraction]],
) -> dict[tuple[int, ...], Fraction]:
    """The joint of the samples and, as the last coordinate, the outcome."""
    return {
        (*state, y): mass * entry
        for mass, state, row in zip(masses, states, channel, strict=True)
        for y, entry in enumerate(row)
        if mass * entry
    }


def as_ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def in_bits(lower: Fraction, upper: Fraction) -> arb:
    """The ball of a bracket in nats, in bits."""
    return as_ball(lower).union(as_ball(upper)) / arb(2).log()


def random_masses(random, size: int, largest: int = 9) -> tuple[Fraction, ...]:
    parts = [random.randint(1, largest) for _ in range(size)]
    return tuple(Fraction(part, sum(parts)) for part in parts)


def barycentre(weights, points) -> tuple[Fraction, ...]:
    columns = zip(*points, strict=True)
    return tuple(sum(w * m for w, m in zip(weights, c, strict=True)) for c in columns)
