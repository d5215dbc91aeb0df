"""The worst-case leakage of the Gaussian mechanism for any finite number of means.

    D_x(y) = sum_x' p(x') exp((mu_x' - mu_x)(2y - mu_x - mu_x') / (2 sigma^2)),   leakage = -log D

For an outer mean D_x falls to p(x) as y goes to infinity on its side: the leakage tends to
-log p(x). For an inner mean D_x is convex with one least point, which is enclosed by bisection of
the exact sign of its slope; convexity bounds D_x there from below by its tangent. So an inner mean
of tiny mass can dominate: means -10, 0, 10 with middle mass 1e-9 leak 20.7 nats near 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pmlsym.errors import InvalidInput
from pmlsym.evidence.number import Ball, Number, exp_of, log_of, number

STEPS = 80


@dataclass(frozen=True)
class GaussianWorstCase:
    """The supremum in nats, the letter (from one) whose ratio it is, and where it is approached.

    `place` is an interval around the outcome, or None at infinity, where it is not attained.
    """

    value: Number
    letter: int
    place: tuple[Fraction, Fraction] | None

    @property
    def attained(self) -> bool:
        """Whether an outcome attains the supremum."""
        return self.place is not None


def gaussian_worst_case(
    means: Sequence[Fraction | int],
    sigma: Fraction | int,
    prior: Sequence[Fraction | int],
) -> GaussianWorstCase:
    """The supremum over outcomes of the PML of the Gaussian mechanism, exact or in an interval.

    `means` are distinct, in increasing order; `prior` gives each a mass, zeros allowed.
    Raises InvalidInput at anything else.

    >>> gaussian_worst_case([0, 1], 1, [Fraction(1, 4), Fraction(3, 4)])
    GaussianWorstCase(value=log(4), letter=1, place=None)
    """
    centres, masses = [Fraction(m) for m in means], [Fraction(m) for m in prior]
    _require(centres, Fraction(sigma), masses)
    letters = [x for x, mass in enumerate(masses) if mass]
    found = [
        GaussianWorstCase(-log_of(masses[x]), x + 1, None)
        for x in dict.fromkeys((letters[0], letters[-1]))
    ]
    for x in letters[1:-1]:
        found.append(_inner(x, centres, Fraction(sigma), masses))
    best = found[0]
    for other in found[1:]:
        if other.value > best.value:
            best = other
    return best


def _inner(
    x: int, means: Sequence[Fraction], sigma: Fraction, masses: Sequence[Fraction]
) -> GaussianWorstCase:
    terms = [
        (mass, (mean - means[x]) / sigma**2, (means[x] ** 2 - mean**2) / (2 * sigma**2))
        for mass, mean in zip(masses, means, strict=True)
        if mass
    ]
    low, high = means[0] - 1, means[-1] + 1
    while _slope(terms, low).sign() >= 0:
        low -= high - low
    while _slope(terms, high).sign() <= 0:
        high += high - low
    for _ in range(STEPS):
        middle = (9 * low + 7 * high) / 16  # never the centre, where the slope may be zero
        if _slope(terms, middle).sign() < 0:
            low = middle
        else:
            high = middle
    above = _sum(terms, low)
    below = above + _slope(terms, low) * (high - low)

    def narrow(digits: int) -> tuple[Fraction, Fraction]:
        return (-log_of(above)).enclose(digits)[0], (-log_of(below)).enclose(digits)[1]

    return GaussianWorstCase(Ball(narrow), x + 1, (low, high))


Terms = Sequence[tuple[Fraction, Fraction, Fraction]]


def _sum(terms: Terms, y: Fraction) -> Number:
    total = number(0)
    for mass, slope, offset in terms:
        total = total + exp_of(number(slope * y + offset)) * mass
    return total


def _slope(terms: Terms, y: Fraction) -> Number:
    total = number(0)
    for mass, slope, offset in terms:
        if slope:
            total = total + exp_of(number(slope * y + offset)) * (mass * slope)
    return total


def _require(means: Sequence[Fraction], sigma: Fraction, masses: Sequence[Fraction]) -> None:
    if any(a >= b for a, b in pairwise(means)):
        raise InvalidInput("the means are not distinct and increasing")
    if sigma <= 0:
        raise InvalidInput(f"sigma = {sigma} is not positive")
    if len(masses) != len(means):
        raise InvalidInput(f"{len(means)} means, but {len(masses)} masses")
    if min(masses) < 0 or sum(masses) != 1:
        raise InvalidInput(f"the masses sum to {sum(masses)}, not 1, or one is negative")
