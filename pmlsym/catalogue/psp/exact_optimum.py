"""The linear program (17) solved by trying everything: every basis of extreme points, exactly.

Extreme points come from Algorithm 1 of the paper and values are exact numbers, so that the optimum
owes nothing to the solvers of the package; it is for polytopes with a handful of extreme points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from pmlsym.catalogue.psp.mass_table import entropy_of
from pmlsym.design.synergistic import SampleModel
from pmlsym.linear.basis_enumeration import enumerate_bases
from pmlsym.linear.matrix import row_reduce
from pmlsym.model.distribution import output_masses
from pmlsym.numbers.number import Number, rational

Vector = tuple[Fraction, ...]

MOST_BASES = 1500


@dataclass(frozen=True)
class ExactMapping:
    """Weights on extreme points whose mean is p_{X^n}, and H(W|Y) of the mapping they make."""

    weights: tuple[Fraction, ...]
    points: tuple[Vector, ...]
    remaining: Number


def exact_optimum(model: SampleModel, *, self_disclosure: bool = False) -> ExactMapping | None:
    """The split of least H(W|Y), or H(X^n|Y); None where there are too many bases to try.

    >>> from pmlsym.design.synergistic import function_model
    >>> exact_optimum(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])).remaining
    0
    """
    points = enumerate_bases(model.incidence, model.masses).vertices
    costs = [
        entropy_of(point if self_disclosure else output_masses(point, model.posterior_of_latent))
        for point in points
    ]
    best: ExactMapping | None = None
    splits = list(basic_splits(points, model.masses))
    for chosen, weights in splits:
        cost: Number = rational(0)
        for k, weight in zip(chosen, weights, strict=True):
            cost = cost + costs[k] * weight
        if best is None or cost < best.remaining:
            best = ExactMapping(weights, tuple(points[k] for k in chosen), cost)
    return best


def basic_splits(
    points: Sequence[Vector], prior: Vector
) -> Iterator[tuple[tuple[int, ...], tuple[Fraction, ...]]]:
    """Every set of independent points with positive weights whose mean is the prior.

    Nothing where there are more than `MOST_BASES` sets to try.

    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> list(basic_splits([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))], half))
    [((0, 1), (Fraction(1, 2), Fraction(1, 2)))]
    """
    dimension = len(row_reduce(points)[0])
    if comb(len(points), dimension) > MOST_BASES:
        return
    seen = set()
    for chosen in combinations(range(len(points)), dimension):
        weights = _weights([points[k] for k in chosen], prior)
        if weights is None or min(weights) < 0:
            continue
        used = tuple(k for k, weight in zip(chosen, weights, strict=True) if weight)
        if used not in seen:
            seen.add(used)
            yield used, tuple(weight for weight in weights if weight)


def _weights(points: Sequence[Vector], prior: Vector) -> list[Fraction] | None:
    """The only weights with this mean, or None if the points depend or there are none."""
    system = [
        (*column, mass) for column, mass in zip(zip(*points, strict=True), prior, strict=True)
    ]
    reduced, pivots = row_reduce(system)
    if pivots != tuple(range(len(points))):
        return None
    return [row[-1] for row in reduced]
