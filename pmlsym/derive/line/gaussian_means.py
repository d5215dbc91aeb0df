"""The worst-case leakage of outcomes on a line for any finite number of means.

    D_x(y) = P_Y(y) / f_x(y),      leakage = -log min_x D_x

Gaussian noise: for an outer mean D_x falls to p(x) as y goes to infinity on its side, and the
leakage tends to -log p(x). For an inner mean D_x is convex, and its least point is enclosed by the
sign of its slope; convexity bounds D_x there from below by its tangent. So an inner mean of tiny
mass can dominate: means -10, 0, 10 with middle mass 1e-9 leak 20.7 nats near 0. Laplace noise: D_x
is least at the mean of x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pmlsym.derive.line.line_densities import Line, line_of
from pmlsym.derive.line.worst_events import worst_ratio
from pmlsym.errors import InvalidInput
from pmlsym.numbers.balls import DIGITS, enclosed_nonnegative, ends_of, precision
from pmlsym.numbers.number import Exact, Number, log_of

PLACE_BITS = 140


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
    scale = Fraction(sigma)
    _require(centres, scale, masses)
    letters = [x for x, mass in enumerate(masses) if mass]
    line = line_of("Gaussian", masses, [(b - a) / scale for a, b in pairwise(centres)])
    value, letter = worst_outcome(line)
    place = None
    if 0 < letter < len(letters) - 1:
        low, high = _place(line, letter)
        place = centres[0] + scale * low, centres[0] + scale * high
    return GaussianWorstCase(value, letters[letter] + 1, place)


def worst_outcome(line: Line) -> tuple[Number, int]:
    """The supremum of the leakage, and the place in the line of a letter whose ratio it is.

    >>> worst_outcome(line_of("Gaussian", [Fraction(1, 3), Fraction(2, 3)], [Fraction(1)]))
    (log(3), 0)
    """
    found = []
    for x, mass in enumerate(line.masses):
        outer = line.kind == "Gaussian" and x in (0, len(line.masses) - 1)
        found.append(-log_of(mass) if outer else _inner(line, x))
    lows, highs = zip(*(value.enclose(DIGITS) for value in found), strict=True)
    best = lows.index(max(lows))
    near = [x for x in range(len(found)) if highs[x] >= lows[best]]
    if all(isinstance(found[x], Exact) for x in near):
        best = max(near, key=lambda x: (found[x], -x))
    elif len(near) > 1:  # letters that lie alike leak alike, which no interval shows
        largest = enclosed_nonnegative(lambda: worst_ratio(line.in_balls()).log(), "the worst case")
        return largest, near[0]
    return found[best], best


def _inner(line: Line, x: int) -> Number:
    return enclosed_nonnegative(lambda: -line.in_balls().least[x].log(), "the worst case")


def _place(line: Line, x: int) -> tuple[Fraction, Fraction]:
    """Around the outcome where D_x is least."""
    with precision(PLACE_BITS):
        low, high = line.in_balls().bottoms[x]
    return ends_of(low)[0], ends_of(high)[1]


def _require(means: Sequence[Fraction], sigma: Fraction, masses: Sequence[Fraction]) -> None:
    if any(a >= b for a, b in pairwise(means)):
        raise InvalidInput("the means are not distinct and increasing")
    if sigma <= 0:
        raise InvalidInput(f"sigma = {sigma} is not positive")
    if len(masses) != len(means):
        raise InvalidInput(f"{len(means)} means, but {len(masses)} masses")
    if min(masses) < 0 or sum(masses) != 1:
        raise InvalidInput(f"the masses sum to {sum(masses)}, not 1, or one is negative")
