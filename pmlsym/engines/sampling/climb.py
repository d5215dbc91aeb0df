"""Local search: families of float instances that move downhill on the slack.

Each parent has children: entries multiplied by exp(sigma N), which is a mirror step on the simplex,
rows mixed with a vertex, entries set to zero, rows copied. The best of parent and children is the
next parent. The steps shrink, so that an equality case nearby is approached from its neighbours.
The closest instances are moved to rationals, and confirmed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.sampling.draft import Draft, with_denominator
from pmlsym.engines.sampling.rounds import Choice, SampledBatch, Sampling, violations
from pmlsym.evaluators.batch import Array

Generator = np.random.Generator

CHILDREN = 7
STEPS = 24
SNAPPED = 3
DENOMINATORS = (*range(1, 17), 18, 20, 24, 30, 36, 48, 60, 100, 1000, 10**4, 10**6, 10**9, 10**12)

SHORTEST = 10**6
"""The largest denominator of a rational that replaces the float of a mass."""

Population = Mapping[str, Array]
Score = Callable[[Population, Choice], Array]


def climb_round(sampling: Sampling, rng: np.random.Generator) -> Draft | None:
    """Local search from the closest sampled instances; a violation as a draft, or None."""
    keys = sorted(sampling.pools)
    pool = sampling.pools[keys[int(rng.integers(len(keys)))]]
    stay = {*sampling.sets, *sampling.uniform}
    tensors = [t for t in sampling.about.tensors if t.name in pool.entries.keys() - stay]
    if not tensors:
        return None

    def slacks_of(moved: Population, parents: Choice) -> Array:
        """The slacks of moved instances of the pool, for local search."""
        batch = pool.picked(parents)
        return sampling.read(replace(batch, entries={**batch.entries, **moved})).slacks

    entries, slacks = climb(rng, tensors, pool.entries, slacks_of, positive=sampling.positive)
    closest = np.argsort(slacks, kind="stable")[:SNAPPED].tolist()
    for k in violations(slacks) or closest:
        near = {name: array[..., k] for name, array in entries.items()}
        draft = _violation_nearby(sampling, tensors, pool, near, k)
        if draft is not None:
            return draft
    return None


def _violation_nearby(
    sampling: Sampling, tensors: Sequence[Tensor], pool: SampledBatch, entries: Population, k: int
) -> Draft | None:
    """The violation of smallest denominator near a float instance of local search, or None.

    It came from instance `k` of the pool, and has its priors of sets, which do not move.
    """
    still = {
        n: short_rationals(array[..., k]) for n, array in pool.entries.items() if n not in entries
    }
    moved = [
        {**still, **{t.name: with_denominator(t, entries[t.name], d) for t in tensors}}
        for d in DENOMINATORS
    ]
    floats = {
        name: np.stack([m[name].astype(np.float64) for m in moved], axis=-1) for name in moved[0]
    }
    batch = replace(pool.picked(np.full(len(moved), k)), entries=floats)
    round_ = sampling.read(batch)
    for j in np.flatnonzero(round_.slacks < 0).tolist():
        draft = round_.draft(j, moved[j])
        if draft.violates(sampling.claim):
            return draft
    return None


def climb(
    rng: Generator,
    tensors: Sequence[Tensor],
    parents: Population,
    slacks_of: Score,
    *,
    positive: frozenset[str],
) -> tuple[Population, Array]:
    """The descendants of sampled instances after steps downhill, with their slacks.

    `slacks_of` gives the slacks of instances, with the parent of each (NaN counts as infinite).
    """
    count = next(iter(parents.values())).shape[-1]
    places = np.arange(count)
    best = _nan_as_infinite(slacks_of(parents, places))
    for step in range(STEPS):
        sigma = 2.0 * 0.72**step
        moved = {
            t.name: _children_of(
                rng, t, np.tile(parents[t.name], CHILDREN), sigma, t.name in positive
            )
            for t in tensors
        }
        slacks = _nan_as_infinite(slacks_of(moved, np.tile(places, CHILDREN)))
        table = np.concatenate([best[None], slacks.reshape(CHILDREN, count)])
        winner = np.argmin(table, axis=0)
        best = table[winner, places]
        child = np.where(winner > 0, (winner - 1) * count + places, 0)
        parents = {
            t.name: np.where(winner > 0, moved[t.name][..., child], parents[t.name])
            for t in tensors
        }
        if (best < 0).any():
            break
    return parents, best


def _nan_as_infinite(slacks: Array) -> Array:
    """The slacks of sampled instances, infinite where they are not numbers."""
    return np.where(np.isnan(slacks), np.inf, slacks)


def _children_of(
    rng: Generator, tensor: Tensor, entries: Array, sigma: float, positive: bool
) -> Array:
    """Entries of sampled instances near their parents', each row a distribution again."""
    count = entries.shape[-1]
    if tensor.indicator:
        return entries
    choice = rng.integers(0, 6, count)
    noise = np.exp(sigma * rng.standard_normal(entries.shape))
    moved = np.where(choice < 3, entries * noise, entries)
    hot = np.where(rng.random(entries.shape) < 0.3, rng.random(count) * min(1.0, sigma), 0.0)
    moved = np.where(choice == 3, moved + hot, moved)
    if not (positive or tensor.positive):
        moved = np.where((choice == 4) & (rng.random(entries.shape) < 0.25), 0.0, moved)
    rows = [k for k in range(entries.ndim - 1) if k not in tensor.stochastic]
    if rows:
        axis = rows[int(rng.integers(len(rows)))]
        order = rng.integers(0, entries.shape[axis], entries.shape[axis])
        moved = np.where(choice == 5, np.take(entries, order, axis=axis), moved)
    if not tensor.stochastic:
        return np.clip(moved, 0.0, 1.0) if tensor.is_at_most_one else moved
    sums = moved.sum(axis=tensor.stochastic, keepdims=True)
    return np.where(sums > 0, moved / np.where(sums > 0, sums, 1.0), entries)


def short_rationals(floats: Any) -> Any:
    """The short rationals that a sampled instance's floats are near.

    >>> short_rationals(np.array([0.25, 1 / 3])).tolist()
    [Fraction(1, 4), Fraction(1, 3)]
    """
    rationals = np.empty(floats.shape, dtype=object)
    for at in np.ndindex(floats.shape):
        rationals[at] = Fraction(float(floats[at])).limit_denominator(SHORTEST)
    return rationals
