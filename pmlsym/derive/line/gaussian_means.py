"""The worst-case leakage of outcomes on a line for any finite number of means.

    D_x(y) = P_Y(y) / f_x(y),      leakage = -log min_x D_x

Gaussian noise: for an outer mean D_x falls to p(x) as y goes to infinity on its side, and the
leakage tends to -log p(x). For an inner mean D_x is convex, and its least point is enclosed by the
sign of its slope; convexity bounds D_x there from below by its tangent. So an inner mean of tiny
mass can dominate: means -10, 0, 10 with middle mass 1e-9 leak 20.7 nats near 0. Laplace noise: D_x
is least at the mean of x.
"""

from __future__ import annotations

from pmlsym.derive.line.line_densities import NoisyMeans
from pmlsym.derive.line.worst_events import worst_ratio
from pmlsym.numbers.balls import DIGITS, enclosed_nonnegative
from pmlsym.numbers.number import Exact, Number, log_of


def worst_outcome(line: NoisyMeans) -> tuple[Number, int]:
    """The supremum of the leakage, and the place in the line of a letter whose ratio it is.

    >>> from fractions import Fraction
    >>> from pmlsym.derive.line.line_densities import line_of
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


def _inner(line: NoisyMeans, x: int) -> Number:
    return enclosed_nonnegative(lambda: -line.in_balls().least[x].log(), "the worst case")
