"""Averages over the joint distribution: mutual and f-information, expected leakage, variation.

    I(X;Y)    = sum p(x) W(x,y) log( W(x,y) / P_Y(y) )          E[l] = sum_y P_Y(y) l(X->y)
    I_f(X;Y)  = sum p(x) P_Y(y) f( W(x,y) / P_Y(y) )            T = sum_y P_Y(y) TV(P_{X|Y=y}, P_X)

What contains logarithms is a `LogSum`: exact terms, a float for sight, and an exact sign.
Sources: [PML23, Prop. 7, Def. 12, 13, 17, 18, (24)].
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .distributions import (
    Prior,
    Ratio,
    Rows,
    inputs,
    joint,
    outcomes,
    output_distribution,
    outputs,
    posterior,
    support,
)
from .pointwise_maximal_leakage import exp_pml_at


@dataclass(frozen=True)
class LogSum:
    """The number `sum_i c_i log(a_i)` with rational `c_i` and rational `a_i > 0`.

    >>> LogSum(((Fraction(1, 2), Fraction(9)), (Fraction(-1), Fraction(3)))).sign
    0
    """

    terms: tuple[tuple[Fraction, Fraction], ...]

    @property
    def value(self) -> float:
        """The sum as a float, in nats."""
        return math.fsum(float(c) * math.log(a) for c, a in self.terms)

    @property
    def sign(self) -> int:
        """The exact sign, that of `prod a_i^(n c_i) - 1` where n clears the denominators."""
        whole = math.lcm(*(c.denominator for c, _ in self.terms)) if self.terms else 1
        power = math.prod((a ** int(c * whole) for c, a in self.terms), start=Fraction(1))
        return (power > 1) - (power < 1)

    def __sub__(self, other: LogSum) -> LogSum:
        return LogSum(self.terms + tuple((-c, a) for c, a in other.terms))


def mi(prior: Prior, channel: Rows) -> LogSum:
    """The mutual information of input and output.

    >>> from tests.definitions import matrix, uniform
    >>> mi(uniform(2), matrix("1 0; 0 1")).terms[0]
    (Fraction(1, 2), Fraction(2, 1))
    """
    masses = output_distribution(prior, channel)
    return LogSum(
        tuple(
            (mass, channel[x][y] / masses[y])
            for x, row in enumerate(joint(prior, channel))
            for y, mass in enumerate(row)
            if mass > 0
        )
    )


def expected_pml(prior: Prior, channel: Rows) -> LogSum:
    """The expected leakage `E[l(X->Y)]` (of the leakage itself, not of its exponential).

    >>> from tests.definitions import matrix, uniform
    >>> expected_pml(uniform(2), matrix("1 0; 1/2 1/2")).terms
    ((Fraction(3, 4), Fraction(4, 3)), (Fraction(1, 4), Fraction(2, 1)))
    """
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    return LogSum(tuple((masses[y], exp_pml_at(prior, channel, y)) for y in reached))


def f_information_terms(prior: Prior, channel: Rows) -> list[tuple[Fraction, Fraction]]:
    """The pairs `(p(x) P_Y(y), W(x,y) / P_Y(y))` on both supports; I_f sums weight * f(ratio).

    >>> from tests.definitions import matrix, uniform
    >>> f_information_terms(uniform(2), matrix("1 0; 0 1"))[1]
    (Fraction(1, 4), Fraction(0, 1))
    """
    masses = output_distribution(prior, channel)
    return [
        (prior[x] * masses[y], channel[x][y] / masses[y])
        for x in support(prior)
        for y in outcomes(prior, channel)
    ]


def f_information(prior: Prior, channel: Rows, f: Callable[[Fraction], Ratio]) -> Ratio:
    """The f-information, for a function given also at 0 by continuity [PML23, Def. 18].

    >>> from tests.definitions import matrix, uniform
    >>> f_information(uniform(2), matrix("1 0; 0 1"), lambda ratio: (ratio - 1) ** 2)
    Fraction(1, 1)
    """
    return sum((q * f(ratio) for q, ratio in f_information_terms(prior, channel)), Fraction(0))


def total_variation(first: Prior, second: Prior) -> Fraction:
    """The total variation distance, half the sum of absolute differences.

    >>> from tests.definitions import vector
    >>> total_variation(vector("1 0"), vector("1/2 1/2"))
    Fraction(1, 2)
    """
    return sum((abs(a - b) for a, b in zip(first, second, strict=True)), Fraction(0)) / 2


def tv(prior: Prior, channel: Rows) -> Fraction:
    """Total variation privacy, `E_Y TV(P_{X|Y}, P_X)` [PML23, (24)].

    >>> from tests.definitions import matrix, uniform
    >>> tv(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(1, 4)
    """
    masses = output_distribution(prior, channel)
    return sum(
        (
            masses[y] * total_variation(posterior(prior, channel, y), prior)
            for y in outcomes(prior, channel)
        ),
        Fraction(0),
    )


def exp_max_divergence(
    first: Sequence[Fraction], second: Sequence[Fraction], delta: Fraction
) -> Fraction:
    """The exponentiated delta-approximate max-divergence [PML23, Def. 12].

    `max (P(E) - delta) / Q(E)` over the events with `P(E) >= delta` and `Q(E) > 0`; 0 (log = -inf)
    at delta = 1. All events are tried: 2^n of them, n the number of letters with `Q > 0`.

    >>> from tests.definitions import vector
    >>> exp_max_divergence(vector("3/4 1/4"), vector("1/4 3/4"), Fraction(1, 4))
    Fraction(2, 1)
    """
    letters = support(second)
    best = Fraction(0)
    for members in product((False, True), repeat=len(letters)):
        event = [letter for letter, member in zip(letters, members, strict=True) if member]
        mass = sum((first[letter] for letter in event), Fraction(0))
        if event and mass >= delta:
            best = max(best, (mass - delta) / sum(second[letter] for letter in event))
    return best


def exp_max_information(prior: Prior, channel: Rows, delta: Fraction = Fraction(0)) -> Fraction:
    """The exponentiated (approximate) max-information of input and output [PML23, Def. 13].

    >>> from tests.definitions import matrix, uniform
    >>> exp_max_information(uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(3, 2)
    """
    masses = output_distribution(prior, channel)
    cells = [(x, y) for x in inputs(channel) for y in outputs(channel)]
    together = [prior[x] * channel[x][y] for x, y in cells]
    apart = [prior[x] * masses[y] for x, y in cells]
    return exp_max_divergence(together, apart, delta)
