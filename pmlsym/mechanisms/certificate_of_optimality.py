"""Why no private mechanism does better: an affine function above the utility on the polytope.

If u is convex and y.v >= u(v) at every vertex v of S, then y.r >= u(r) on S, and every mechanism
with posteriors in S has utility sum_y P_Y(y) u(r_y) <= y . sum_y P_Y(y) r_y = y.p. The vector y is
the dual of the linear program over vertices; where u is transcendental, y is raised by the width
of the brackets, so that the bound stays proven. [PSP, eq. 17 and Lemma 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.linear.matrix import Vector, dot
from pmlsym.mechanisms.bracket import Bracket


@dataclass(frozen=True)
class OptimalityCertificate:
    """A rational price y(x) for every letter with y.v >= u(v) at `vertices` vertices v.

    `vertices` is 0 where the pricing of a box shows it for all posteriors at once (`box_pricing`).

    >>> OptimalityCertificate((Fraction(1), Fraction(1)), Fraction(1), 2).bound
    Fraction(1, 1)
    """

    prices: Vector
    bound: Fraction
    vertices: int

    def holds(self, points: Sequence[Vector], values: Sequence[Bracket], prior: Vector) -> bool:
        """Whether the prices prove the mechanism optimal: above every value, y.p the bound.

        >>> OptimalityCertificate((Fraction(1),), Fraction(1), 1).holds(
        ...     ((Fraction(1),),), (Bracket.exactly(1),), (Fraction(1),))
        True
        """
        return dot(self.prices, prior) == self.bound and all(
            dot(self.prices, point) >= value.upper
            for point, value in zip(points, values, strict=True)
        )


@dataclass(frozen=True)
class Split:
    """Vertices with their weights and values, and the proof that none is better."""

    points: tuple[Vector, ...]
    weights: Vector
    values: tuple[Bracket, ...]
    certificate: OptimalityCertificate

    @classmethod
    def of(
        cls,
        points: Sequence[Vector],
        weights: Vector,
        values: Sequence[Bracket],
        certificate: OptimalityCertificate,
    ) -> Split:
        """The split of a prior into those of an optimal mechanism's points that have a weight."""
        used = [k for k, weight in enumerate(weights) if weight]
        pair = (tuple(points[k] for k in used), tuple(weights[k] for k in used))
        return cls(*pair, tuple(values[k] for k in used), certificate)


def certify(
    dual: Vector, points: Sequence[Vector], values: Sequence[Bracket], prior: Vector
) -> OptimalityCertificate:
    """The certificate that a mechanism is optimal: a dual solution raised above every bracket.

    >>> certify((Fraction(0),), ((Fraction(1),),), (Bracket.exactly(2),), (Fraction(1),)).bound
    Fraction(2, 1)
    """
    lift = max(
        (value.upper - dot(dual, point) for point, value in zip(points, values, strict=True)),
        default=Fraction(0),
    )
    lift = max(lift, Fraction(0))
    prices = tuple(price + lift for price in dual)
    return OptimalityCertificate(prices, dot(prices, prior), len(points))
