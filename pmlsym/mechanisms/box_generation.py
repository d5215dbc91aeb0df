"""Optimal mechanisms on a box by column generation: vertices when they are needed, and a proof.

The master program combines known vertices, in floats; its prices go to the pricing of the box,
which returns vertices above them, until there are none. Then all is done again exactly: the
combination of the vertices, its prices y, and the excess of the utility over y on the whole box.
The prices are raised by that excess, so y . r >= u(r) for all allowed posteriors r, and no
mechanism exceeds y . p.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pmlsym.errors import InvalidCertificate, InvalidInput, Unsupported
from pmlsym.linear.floating import minimise
from pmlsym.linear.matrix import Vector, dot
from pmlsym.linear.prior_polytope import Between
from pmlsym.linear.program import ProgramSolution, best_combination
from pmlsym.mechanisms.box_pricing import Pricing, pricing_of
from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate, Split
from pmlsym.mechanisms.posterior_polytope import cover
from pmlsym.mechanisms.utilities import Utility
from pmlsym.model.distribution import Masses

Floats = NDArray[np.float64]

ROUNDS = 400
NEEDED = 1e-9
"""Vertices within this of the prices are combined exactly; those above come in when needed."""

GRID = 2**60
"""Costs of the exact combination are rounded to multiples of 1/GRID; what is reported is exact."""


def generate_split(box: Between, utility: Utility, prior: Masses) -> Split:
    """The best split of the prior into posteriors of a box, for an optimal mechanism.

    Raises Unsupported where no pricing is known, or the rounds do not suffice.
    """
    pricing, search = pricing_of(box, utility, prior), _Columns(prior)
    for _ in range(ROUNDS):
        prices, weights = search.prices_and_weights()
        if not search.add_improving(pricing, prices):
            break
    else:
        raise Unsupported(f"column generation did not end within {ROUNDS} rounds")
    near = search.vertices_above(prices, weights > 0)
    while True:
        values = [utility.at(vertex, prior) for vertex in near]
        solution = _exact_combination(near, values, prior)
        if solution is None:
            around = [vertex for vertex in cover(box, prior) if vertex not in near]
            if not around:
                raise Unsupported("no exact combination of the vertices was found")
            near += around
            continue
        # Few vertices may have other prices, and other vertices may be above those.
        exact = np.array([float(price) for price in solution.dual])
        search.add_improving(pricing, exact)
        columns_seen = set(near)
        more = [vertex for vertex in search.vertices_above(exact) if vertex not in columns_seen]
        if not more:
            break
        near += more
    excess = pricing.excess(solution.dual)
    lift = excess + pricing.rounding if excess > -pricing.rounding else Fraction(0)
    raised = tuple(y + lift for y in solution.dual)
    certificate = OptimalityCertificate(raised, dot(raised, prior), 0)
    return Split.of(near, solution.weights, values, certificate)


def _exact_combination(
    near: Sequence[Vector], values: Sequence[Bracket], prior: Masses
) -> ProgramSolution | None:
    """The exact best combination of a box's vertices for a mechanism; None if none covers."""
    try:
        return best_combination(near, [_rounded_cost(value) for value in values], prior)
    except (InvalidInput, InvalidCertificate):
        return None


class _Columns:
    """The vertices known so far, and their masses and utilities in floats."""

    def __init__(self, prior: Masses) -> None:
        self.target = np.array([float(mass) for mass in prior])
        self.vertices: dict[Vector, None] = {}
        self.masses: list[Floats] = []
        self.costs: list[float] = []

    def add_improving(self, pricing: Pricing, prices: Floats) -> bool:
        """Add a box's vertices above the prices to an optimal mechanism's; whether any is new."""
        before = len(self.vertices)
        for vertex, value in pricing.improving(prices):
            if vertex not in self.vertices:
                self.vertices[vertex] = None
                self.masses.append(np.array([float(mass) for mass in vertex]))
                self.costs.append(value)
        return len(self.vertices) > before

    def prices_and_weights(self) -> tuple[Floats, Floats]:
        """Float prices and weights of the vertices in an optimal mechanism's program."""
        size = len(self.target)
        dear = 10.0 * (1 + max(map(abs, self.costs), default=1.0))
        columns = np.vstack([*self.masses, np.eye(size), -np.eye(size)])
        costs = np.append(-np.array(self.costs), np.full(2 * size, dear))
        solution = minimise(costs, columns.T, self.target)
        if solution is None:
            raise Unsupported("the master program of column generation failed in floats")
        return -solution.equal_prices, solution.point[: len(self.costs)]

    def vertices_above(
        self, prices: Floats, chosen: NDArray[np.bool_] | None = None
    ) -> list[Vector]:
        """A mechanism's vertices with utility above the prices, or `chosen` and near ones."""
        gaps = np.array(self.costs) - np.array(self.masses) @ prices
        wanted = gaps > NEEDED if chosen is None else (gaps > -NEEDED) | chosen
        return [vertex for vertex, yes in zip(self.vertices, wanted, strict=True) if yes]


def _rounded_cost(value: Bracket) -> Fraction:
    """The middle of a utility's bracket on the grid of a mechanism's costs; itself if exact."""
    return value.lower if value.is_exact else Fraction(round(value.middle * GRID), GRID)
