"""Local search: families of float instances that move downhill on the slack.

Each parent has children: entries multiplied by exp(sigma N), which is a mirror step on the simplex,
rows mixed with a vertex, entries set to zero, rows copied. The best of parent and children is the
next parent. The steps shrink, so that an equality case nearby is approached from its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.readings.batch import Array

Generator = np.random.Generator

CHILDREN = 7
STEPS = 24

Population = Mapping[str, Array]
Score = Callable[[Population, NDArray[np.int64]], Array]


def climb(
    rng: Generator,
    tensors: Sequence[Tensor],
    parents: Population,
    score: Score,
    *,
    steps: int = STEPS,
    positive: frozenset[str] = frozenset(),
) -> tuple[Population, Array, NDArray[np.int64]]:
    """The families after some steps: entries, slacks, and the parent that each comes from.

    `score` gives the slack of instances (NaN counts as infinite) and the family of each.
    """
    count = next(iter(parents.values())).shape[-1]
    family = np.arange(count)
    best = _known(score(parents, family))
    for step in range(steps):
        sigma = 2.0 * 0.72**step
        repeated = np.tile(family, CHILDREN)
        moved = {
            t.name: _moved(rng, t, np.tile(parents[t.name], CHILDREN), sigma, t.name in positive)
            for t in tensors
        }
        slacks = _known(score(moved, repeated))
        table = np.concatenate([best[None], slacks.reshape(CHILDREN, count)])
        winner = np.argmin(table, axis=0)
        best = table[winner, np.arange(count)]
        parents = {t.name: _picked(parents[t.name], moved[t.name], winner, count) for t in tensors}
        if (best < 0).any():
            break
    return parents, best, family


def _known(slacks: Array) -> Array:
    return np.where(np.isnan(slacks), np.inf, slacks)


def _picked(old: Array, moved: Array, winner: NDArray[np.int64], count: int) -> Array:
    places = np.where(winner > 0, (winner - 1) * count + np.arange(count), 0)
    return np.where(winner > 0, moved[..., places], old)


def _moved(rng: Generator, tensor: Tensor, entries: Array, sigma: float, positive: bool) -> Array:
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
