"""[PSP, Sec. III-A]: the polytope S of private posteriors, and the optimal mapping over it.

The linear program (17) is solved by trying everything: every basis of extreme points, exactly.
Extreme points come from Algorithm 1 of the paper and values are exact numbers, so that the optimum
owes nothing to the solvers of the package; it is for polytopes with a handful of extreme points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

from pmlsym.linear.matrix import dot, multiply, null_space, rank, row_reduce, units
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.model.distribution import output_masses
from pmlsym.numbers.number import Number, log_of, rational
from proofs.papers.checked import Unmet, assume, require
from proofs.papers.drawing import draw_rows
from proofs.papers.joint import Row
from proofs.papers.mechanisms.synergistic.capacity import (
    outputs_of_extreme_mechanisms,
    self_disclosure,
    sufficient_outputs,
    synergistic_disclosure,
)
from proofs.papers.mechanisms.synergistic.sample_model import SampleModel, function_model
from proofs.papers.psp.basis_enumeration import enumerate_bases
from proofs.papers.psp.models import (
    draw_model,
    draw_private_mapping,
    entropy_of,
    is_private,
    mapping_of,
    posteriors_of,
    told_of_dataset,
    told_of_latent,
)

_TINY = Fraction(1, 10**40)

MOST_BASES = 1500


@dataclass(frozen=True)
class ExactMapping:
    """Weights on extreme points whose mean is p_{X^n}, and I(W;Y) of the mapping they make."""

    weights: Row
    points: tuple[Row, ...]
    told: Number


def exact_optimum(model: SampleModel, *, self_disclosure: bool = False) -> ExactMapping:
    """The split of largest I(W;Y), or I(X^n;Y). Raises Unmet where there are too many bases to try.

    >>> exact_optimum(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])).told
    log(2)
    """
    points = enumerate_bases(model.incidence, model.masses).vertices
    costs = [
        entropy_of(point if self_disclosure else output_masses(point, model.posterior_of_latent))
        for point in points
    ]
    whole = entropy_of(model.masses if self_disclosure else model.latent_masses)
    splits = []
    for chosen, weights in basic_splits(points, model.masses):
        pairs = zip(chosen, weights, strict=True)
        told = whole - sum((costs[k] * weight for k, weight in pairs), rational(0))
        splits.append(ExactMapping(weights, tuple(points[k] for k in chosen), told))
    assume(splits)
    return max(splits, key=lambda split: split.told)


def basic_splits(points: Sequence[Row], prior: Row) -> Iterator[tuple[tuple[int, ...], Row]]:
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


def _weights(points: Sequence[Row], prior: Row) -> list[Fraction] | None:
    """The only weights with this mean, or None if the points depend or there are none."""
    system = [
        (*column, mass) for column, mass in zip(zip(*points, strict=True), prior, strict=True)
    ]
    reduced, pivots = row_reduce(system)
    if pivots != tuple(range(len(points))):
        return None
    return [row[-1] for row in reduced]


def polytope_of(model: SampleModel) -> PosteriorPolytope:
    """The polytope S of the model."""
    return PosteriorPolytope(model.masses, (model.privacy(),))


def right_singular_vectors(random: Random) -> str:
    """For binary samples of full support they are rational: the constant and the n coordinates.
    P'P v = s v, the vectors are orthogonal and as many as rank(P), so the rest span Null(P).
    """
    bits = random.randint(2, 5)
    states = list(product((0, 1), repeat=bits))
    size = len(states)
    model = function_model([Fraction(1, size)] * size, (2,) * bits, [0] * size)
    kept = [
        tuple(Fraction(1) for _ in states),
        *(tuple(Fraction(1 - 2 * s[i]) for s in states) for i in range(bits)),
    ]
    columns = tuple(zip(*model.incidence, strict=True))
    for k, v in enumerate(kept):
        image = multiply(columns, multiply(model.incidence, v))
        ratio = image[0] / v[0]
        require(ratio > 0 and image == tuple(ratio * e for e in v))
        require(all(not dot(v, other) for other in kept[:k]))
    null = null_space(model.incidence, width=size)
    require(len(kept) == rank(model.incidence) and null_space(kept, width=size) == null)
    return f"n = {bits}"


def privacy_is_a_times_p_minus_r(random: Random) -> str:
    """A of any basis of the row space of P."""
    model = draw_model(random)
    drawn = draw_private_mapping(random, model) if random.randrange(2) else None
    channel = drawn or draw_rows(random, len(model.states), 2)
    system, _ = row_reduce(model.incidence)
    prior = model.masses
    zero = all(
        not any(multiply(system, [p - r for p, r in zip(prior, posterior, strict=True)]))
        for _, posterior in posteriors_of(model, channel)
    )
    require(zero == is_private(model, channel))
    return "private" if zero else "not private"


def s_is_a_polytope_of_distributions(random: Random) -> str:
    model = draw_model(random)
    system, _ = row_reduce(model.incidence)
    prior = model.masses
    point = list(prior)
    for direction in null_space(model.incidence, width=len(prior)):
        step = Fraction(random.randint(-3, 3), 24)
        point = [a + step * b for a, b in zip(point, direction, strict=True)]
    if random.randrange(4) == 0:
        point[0] += Fraction(1, 12)
    inside = multiply(system, point) == multiply(system, prior) and min(point) >= 0
    require(inside == polytope_of(model).contains(tuple(point)) and (not inside or sum(point) == 1))
    return "inside" if inside else "outside"


def private_iff_posteriors_in_s(random: Random) -> str:
    model = draw_model(random)
    drawn = draw_private_mapping(random, model) if random.randrange(2) else None
    channel = drawn or draw_rows(random, len(model.states), 3)
    polytope = polytope_of(model)
    inside = all(polytope.contains(r) for _, r in posteriors_of(model, channel))
    require(inside == is_private(model, channel))
    return "private" if inside else "not private"


def attained_with_few_outcomes(random: Random) -> str:
    model = draw_model(random)
    best = synergistic_disclosure(model)
    if best.mechanism is None:
        return "only the constant mapping"
    value = told_of_latent(model, best.mechanism.channel)
    most = sufficient_outputs(model)
    few = best.outputs <= most == len(model.states) - rank(model.incidence) + 1
    require(few and best.capacity.upper - _TINY <= value <= best.capacity.upper)
    return "private mappings"


def linear_program_is_optimal(random: Random) -> None:
    """Against every basic split, and against private mappings drawn at random."""
    model = draw_model(random)
    split, best = exact_optimum(model), synergistic_disclosure(model).mechanism
    if best is None:
        raise Unmet
    value = told_of_latent(model, best.channel)
    require(value == split.told and is_private(model, best.channel))
    for _ in range(3):
        other = draw_private_mapping(random, model, random.randint(2, 4))
        require(not other or told_of_latent(model, other) <= value)


def extreme_points_suffice(random: Random) -> None:
    """(16): a point of S is a mean of at most |X| extreme points, and entropy is concave."""
    model = draw_model(random, zeros=False)
    channel = draw_private_mapping(random, model)
    points = enumerate_bases(model.incidence, model.masses).vertices
    if channel is None or comb(len(points), len(model.states)) > 5000:
        raise Unmet
    for _, posterior in posteriors_of(model, channel):
        split = next(basic_splits(points, posterior), None)
        if split is None:
            raise Unmet
        chosen, weights = split
        left = entropy_of(output_masses(posterior, model.posterior_of_latent))
        costs = [entropy_of(output_masses(points[k], model.posterior_of_latent)) for k in chosen]
        right = sum((c * w for c, w in zip(costs, weights, strict=True)), start=log_of(1))
        require(len(chosen) <= len(model.states) and left >= right)


def algorithm_1(random: Random) -> str:
    model = draw_model(random)
    found = enumerate_bases(model.incidence, model.masses)
    size = rank(model.incidence)
    right = (
        found.vertices == polytope_of(model).vertices()
        and len(found.vertices) <= comb(len(model.states), size) == found.subsets
        and all(sum(map(bool, vertex)) <= size for vertex in found.vertices)
    )
    require(right)
    return "singular A_B" if found.singular else "no singular A_B"


def program_17(random: Random) -> None:
    """sum_k u_k p_k = p makes the weights sum to one, since every p_k does."""
    model = draw_model(random)
    points = enumerate_bases(model.incidence, model.masses).vertices
    split = exact_optimum(model)
    mean = tuple(dot(split.weights, column) for column in zip(*split.points, strict=True))
    require(sum(split.weights) == 1 and mean == model.masses and ({sum(p) for p in points} == {1}))


def algorithm_2(random: Random) -> None:
    model = draw_model(random)
    split = exact_optimum(model)
    rows = mapping_of(model.masses, split.weights, split.points)
    back = [r for _, r in posteriors_of(model, rows)]
    right = (
        all(sum(row) == 1 for row in rows)
        and back == list(split.points)
        and output_masses(model.masses, rows) == split.weights
        and told_of_latent(model, rows) == split.told
        and is_private(model, rows)
    )
    require(right)


def number_of_outputs_is_necessary(random: Random) -> None:
    """Two fair bits, a fair die of three, W = X1 + X2 mod 2: |X| = 12, rank P = 5."""
    states = list(product((0, 1), (0, 1), (0, 1, 2)))
    model = function_model([Fraction(1, 12)] * 12, (2, 2, 3), [s[0] ^ s[1] for s in states])
    channel = units([s[0] ^ s[1] for s in states], 2)
    need = -(-len(model.states) // rank(model.incidence))
    optimal = told_of_latent(model, channel) == entropy_of(model.latent_masses)
    require(
        not is_private(model, channel) or not optimal or len(channel[0]) >= need,
        "two fair bits and a fair die of three, Y = W = X1 + X2 mod 2: private, I(W;Y) = H(W) = "
        f"log 2, and {len(channel[0])} outcomes where {need} are called necessary",
    )


def extreme_mappings_need_so_many_outputs(random: Random) -> None:
    model = draw_model(random)
    points = enumerate_bases(model.incidence, model.masses).vertices
    splits = [chosen for chosen, _ in basic_splits(points, model.masses)]
    assume(splits)
    fewest = min(map(len, splits))
    need = outputs_of_extreme_mechanisms(model)
    require(fewest >= need)


def remaining_entropy(random: Random) -> str:
    model = draw_model(random)
    best = self_disclosure(model).mechanism
    channel = best.channel if best else tuple((Fraction(1),) for _ in model.states)
    remaining = entropy_of(model.masses) - told_of_dataset(model, channel)
    first = log_of(rank(model.incidence))
    letters = sum(map(len, model.alphabets))
    second = log_of(min(letters - model.samples + 1, len(model.states)))
    require(remaining <= first <= second)
    return "only the constant mapping" if best is None else "private mappings"
