"""Mechanisms without enumeration: a few vertices, found when they are needed, and a certified gap.

The master program combines the vertices known so far; its dual y prices a posterior at u(r) - y.r,
and pricing looks for a vertex where that is positive. Since u is convex, pricing maximises a
convex function: it climbs by linear programs (maximise the tangent, move to its optimal vertex,
repeat) from many starts, in floats. So the lower value is that of an exact mechanism, and the
upper bound is a theorem that needs no pricing: each caller's bound is sound on its own, and the
smallest is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.effort import Stopwatch, passed, until
from pmlsym.calculus.meter import tick
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.floating import minimise
from pmlsym.linear.matrix import Integers, Matrix, Vector, dot, row_reduce
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms.bracket import Bracket, entropy, logarithm, total
from pmlsym.mechanisms.optimal_mechanism import channel_of
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation, Utility
from pmlsym.model.distribution import Masses, output_masses

Floats = NDArray[np.float64]

STARTS = 24
"""Random directions in which a round of pricing starts to climb."""

VALUED = 120
"""Steps for a mass of a posterior whose utility is found exactly."""

PATIENCE = 6
"""Rounds of pricing that may find nothing before the search stops."""


@dataclass(frozen=True)
class GeneratedMechanism:
    """An exact private mechanism and a proven bound on every other.

    `bound_name` names the theorem behind `bound`; `columns` is the number of vertices looked at.
    When `averaged`, an outcome is a posterior together with a symmetry drawn at random.
    """

    polytope: PosteriorPolytope
    weights: Masses
    posteriors: tuple[Vector, ...]
    value: Bracket
    bound: Fraction
    bound_name: str
    columns: int
    seconds: float
    averaged: bool = False

    @property
    def gap(self) -> Fraction:
        """bound - value: how far from optimal the mechanism can be."""
        return self.bound - self.value.lower

    @property
    def channel(self) -> Matrix:
        """W(x, y), exact; raises Unsupported when each posterior represents its whole orbit."""
        if self.averaged:
            raise Unsupported(
                "each posterior stands for all its images under the symmetries, equally likely; "
                "the channel over these is not written out"
            )
        return channel_of(self.polytope.prior, self.weights, self.posteriors)


def generate_mechanism(
    polytope: PosteriorPolytope,
    utility: Utility,
    *,
    bounds: Iterable[tuple[str, Bracket]] = (),
    average: Callable[[Vector], Vector] | None = None,
    effort: float = 30.0,
    seed: int = 0,
) -> GeneratedMechanism:
    """A good mechanism by column generation within `effort` units, with its certified gap.

    `bounds` are further proven upper bounds, named; `average` replaces a posterior by the mean of
    its images under symmetries of prior, polytope and utility, which leaves the master few rows.
    Raises Unsupported for another utility than mutual information, InvalidInput for a polytope that
    is one point.

    >>> from pmlsym.mechanisms.independence import perfect_sample_privacy
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    >>> fair = posterior_polytope([Fraction(1, 8)] * 8, [perfect_sample_privacy((2, 2, 2))])
    >>> found = generate_mechanism(fair, MutualInformation(), effort=2.0)
    >>> round(float(found.value) / 0.6931471805599453, 9), float(found.gap) < 1e-9
    (2.0, True)
    """
    watch = Stopwatch()
    search = _Search(polytope, _gradient_of(utility), np.random.default_rng(seed))
    columns = dict.fromkeys(search.cover())
    mean = average or _unchanged
    proven = [*bounds, ("largest posterior masses", largest_mass_bound(polytope, utility))]
    name, best = min(proven, key=lambda pair: pair[1].upper)
    values = {column: utility.at(column, polytope.prior) for column in columns}
    means = {column: mean(column) for column in columns}
    patience = 0
    with until(effort):
        while True:
            known = tuple(columns)
            solution = best_combination(
                tuple(means[c] for c in known),
                tuple(_rounded_cost(values[c].middle) for c in known),
                polytope.prior,
            )
            reached = total(
                values[c].scaled(w) for c, w in zip(known, solution.weights, strict=True) if w
            )
            if passed() or best.upper - reached.lower < Fraction(1, 10**12):
                break
            prices = np.array([float(y) for y in mean(solution.dual)])
            fresh = [c for c in search.improving(prices, utility) if c not in columns]
            patience = 0 if fresh else patience + 1
            if patience > PATIENCE:
                break
            for column in fresh:
                tick(VALUED * len(column))
                columns[column] = None
                values[column] = utility.at(column, polytope.prior)
                means[column] = mean(column)
    used = [k for k, weight in enumerate(solution.weights) if weight > 0]
    return GeneratedMechanism(
        polytope,
        tuple(solution.weights[k] for k in used),
        tuple(known[k] for k in used),
        reached,
        best.upper,
        name,
        len(known),
        watch.seconds,
        average is not None,
    )


def _unchanged(vector: Vector) -> Vector:
    return vector


def largest_mass_bound(polytope: PosteriorPolytope, utility: Utility) -> Bracket:
    """An upper bound on every mechanism's utility from c(x) = max r(x) on the polytope.

    For mutual information with X, u(r) = H(p) - H(r) <= H(p) + sum_x r(x) log c(x), affine in r, so
    I(X; Y) <= H(p) + sum_x p(x) log c(x). For other utilities, and always as a fallback, mutual
    information with W is bounded by H(W). Raises Unsupported for a utility of neither kind.

    >>> from pmlsym.mechanisms.guarantee import Bounded
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    >>> half = posterior_polytope(["1/2", "1/2"], [Bounded("pml", Fraction(2))])
    >>> round(float(largest_mass_bound(half, MutualInformation())), 9)
    0.693147181
    """
    if not isinstance(utility, MutualInformation):
        raise Unsupported("column generation bounds mutual information only; pass `bounds`")
    prior = polytope.prior
    if utility.latent is not None:
        return entropy(output_masses(prior, utility.latent))
    caps = _largest_masses(polytope)
    return entropy(prior) + total(
        logarithm(cap).scaled(p) for cap, p in zip(caps, prior, strict=True) if p > 0
    )


def _largest_masses(polytope: PosteriorPolytope) -> list[Fraction]:
    """Upper bounds on r(x): g . r >= 0 is sum_k (M - g(k)) r(k) <= M for the largest entry M."""
    caps = [Fraction(1)] * len(polytope.prior)
    equalities, inequalities = polytope.homogeneous
    for row in (*inequalities, *equalities, *(tuple([-g for g in e]) for e in equalities)):
        most = max(row)
        for x, entry in enumerate(row):
            if entry < most:
                caps[x] = min(caps[x], Fraction(most, most - entry))
    return caps


def _gradient_of(utility: Utility) -> Callable[[Floats], Floats]:
    if not isinstance(utility, MutualInformation):
        raise Unsupported("column generation needs the gradient of this utility")
    if utility.latent is None:
        return lambda r: np.log(np.maximum(r, 1e-12))
    rows = np.array([[float(entry) for entry in row] for row in utility.latent])
    return lambda r: rows @ np.log(np.maximum(r @ rows, 1e-12))


def _rounded_cost(value: Fraction) -> Fraction:
    """The value to 2^-60: shorter rationals in the master; the reported value is exact anyway."""
    return Fraction(round(value * 2**60), 2**60)


class _Search:
    """Vertices by linear programs in floats, made exact from their tight constraints."""

    def __init__(
        self,
        polytope: PosteriorPolytope,
        slope: Callable[[Floats], Floats],
        random: np.random.Generator,
    ) -> None:
        self.polytope, self.slope, self.random = polytope, slope, random
        size = len(polytope.prior)
        self.equalities, inequalities = polytope.homogeneous
        units = [tuple([int(k == x) for k in range(size)]) for x in range(size)]
        self.inequalities = [*units, *inequalities]
        self.equal = np.vstack([np.ones(size), *_rows_with_largest_one(self.equalities)])
        self.rows = np.array(_rows_with_largest_one(self.inequalities))
        self.loose = self.rows[size:]
        self.seen: dict[tuple[int, ...], Vector] = {}

    def best_vertex(self, prices: Floats) -> Vector | None:
        """An exact vertex that (nearly) maximises prices . r."""
        right = np.append(1.0, np.zeros(len(self.equal) - 1))
        nothing = np.zeros(len(self.loose))
        solution = minimise(-prices, self.equal, right, below=-self.loose, bound=nothing)
        return None if solution is None else self._exact_vertex(solution.point)

    def _exact_vertex(self, point: Floats) -> Vector | None:
        """The rational vertex at the inequalities that are tight at a floating point."""
        key = tuple(np.flatnonzero(self.rows @ point < 1e-9).tolist())
        if key not in self.seen:
            vertex = self._only_point(key)
            if vertex is None or not self.polytope.contains(vertex):
                return None
            self.seen[key] = vertex
        return self.seen[key]

    def _only_point(self, tight: Sequence[int]) -> Vector | None:
        """The only point at which these inequalities are tight, or None."""
        size = len(self.polytope.prior)
        support = [x for x in range(size) if x not in tight]
        rows = [*self.equalities, *(self.inequalities[k] for k in tight if k >= size)]
        system = [(*(Fraction(row[x]) for x in support), Fraction(0)) for row in rows]
        reduced, pivots = row_reduce([(Fraction(1),) * (len(support) + 1), *system])
        if pivots != tuple(range(len(support))):
            return None
        point = [Fraction(0)] * size
        for x, row in zip(support, reduced, strict=True):
            point[x] = row[-1]
        return tuple(point)

    def cover(self) -> list[Vector]:
        """Vertices with the prior in their hull: again and again from a vertex through the prior.

        Starting at r = p: take a vertex v, go from v through r to the boundary, continue there;
        the face shrinks each time, so at most dimension + 1 vertices are needed.
        """
        if self.polytope.is_point:
            raise InvalidInput("the prior is the only private posterior: nothing to generate")
        point, chosen = self.polytope.prior, []
        for _ in range(len(point) + 1):
            vertex = self._vertex_of_face(point)
            chosen.append(vertex)
            move = tuple(a - b for a, b in zip(point, vertex, strict=True))
            if not any(move):
                return chosen
            rows = [tuple(map(Fraction, row)) for row in self.inequalities]
            speeds = [(row, dot(row, move)) for row in rows]
            step = min(dot(row, point) / -speed for row, speed in speeds if speed < 0)
            point = tuple(a + step * m for a, m in zip(point, move, strict=True))
        raise InvalidInput("no cover of the prior was found")

    def _vertex_of_face(self, point: Vector) -> Vector:
        """A vertex of the smallest face that contains the point."""
        rows = [tuple(map(Fraction, row)) for row in self.inequalities]
        tight = [k for k, row in enumerate(rows) if not dot(row, point)]
        prices = -1e3 * self.rows[tight].sum(axis=0) - self.random.random(len(point))
        vertex = self.best_vertex(prices)
        if vertex is None or any(dot(rows[k], vertex) for k in tight):
            raise InvalidInput("floating point lost the face of a vertex; rescale the problem")
        return vertex

    def improving(self, prices: Floats, utility: Utility) -> list[Vector]:
        """Vertices with u(v) > prices . v, by climbing tangents from random starts.

        Half of the starts are random directions, half tangents of u at random sparse distributions.
        """
        visited: dict[Vector, float] = {}
        for start in range(STARTS):
            if passed():
                break
            direction = self.random.normal(size=len(prices))
            if start % 2:
                share = self.random.choice((0.02, 0.1, 0.5, 2.0))
                somewhere = self.random.dirichlet(np.full(len(prices), share))
                direction = self.slope(somewhere) - prices
            vertex = self.best_vertex(direction)
            for _ in range(20):
                if vertex is None or vertex in visited:
                    break
                visited[vertex] = self._excess_over_price(vertex, prices, utility)
                floats = np.array([float(m) for m in vertex])
                vertex = self.best_vertex(self.slope(floats) - prices)
        return [vertex for vertex, gain in visited.items() if gain > 1e-10]

    def _excess_over_price(self, vertex: Vector, prices: Floats, utility: Utility) -> float:
        """How far the utility of a posterior exceeds its price."""
        value = float(utility.at(vertex, self.polytope.prior))
        return value - float(prices @ np.array([float(m) for m in vertex]))


def _rows_with_largest_one(rows: Sequence[Integers]) -> list[Floats]:
    """The rows in floats, each with largest entry one."""
    return [np.array([value / max(map(abs, row)) for value in row]) for row in rows if any(row)]
