"""Local search: families of float instances that move downhill on the slack.

Each parent has children: entries multiplied by exp(sigma N), which is a mirror step on the simplex,
rows mixed with a vertex, entries set to zero, rows copied. The best of parent and children is the
next parent. The steps shrink, so that an equality case nearby is approached from its neighbours.
What comes closest is moved to rationals, and confirmed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.sampling.draft import Draft, instance_of, is_violated, rounded
from pmlsym.engines.sampling.rounds import (
    Choice,
    Record,
    Round,
    letters_at,
    read_round,
    rules_at,
    violations,
)
from pmlsym.evaluators.batch import Array

Generator = np.random.Generator

CHILDREN = 7
STEPS = 24
SNAPPED = 3
DENOMINATORS = (*range(1, 17), 18, 20, 24, 30, 36, 48, 60, 100, 1000, 10**4, 10**6, 10**9, 10**12)

SHORTEST = 10**6
"""Denominators up to which the float of a mass is read back."""

Population = Mapping[str, Array]
Score = Callable[[Population, NDArray[np.int64]], Array]


def climb_round(record: Record, rng: np.random.Generator) -> Draft | None:
    """Local search from the closest instances of one choice of sizes."""
    keys = sorted(record.pools)
    pool = record.pools[keys[int(rng.integers(len(keys)))]]
    stays = {*record.sets, *record.uniform}
    tensors = [t for t in record.about.tensors if t.name in pool.entries and t.name not in stays]
    if not tensors:
        return None
    still = {name: pool.entries[name] for name in stays if name in pool.entries}

    def score(moved: Mapping[str, Array], family: Choice) -> Array:
        choices = {name: choice[family] for name, choice in pool.choices.items()}
        population = {**moved, **{name: array[..., family] for name, array in still.items()}}
        return read_round(record, pool.sizes, population, pool.rules, choices).slacks

    entries, slacks, family = climb(rng, tensors, pool.entries, score, positive=record.positive)
    choices = {name: choice[family] for name, choice in pool.choices.items()}
    closest = np.argsort(slacks, kind="stable")[:SNAPPED].tolist()
    for k in violations(slacks) or closest:
        chosen = {name: array[..., k] for name, array in entries.items()}
        kept_still = {name: read_back(array[..., family[k]]) for name, array in still.items()}
        choice = {name: int(c[k]) for name, c in choices.items()}
        draft = _nearby(record, tensors, pool, chosen, choice, kept_still)
        if draft is not None:
            return draft
    return None


def _nearby(
    record: Record,
    tensors: Sequence[Tensor],
    pool: Round,
    entries: Mapping[str, Array],
    choice: Mapping[str, int],
    still: Mapping[str, Any],
) -> Draft | None:
    """The violation of smallest denominator among the rationals near a float instance.

    Priors of sets, which stand `still`, are what they were.
    """
    moved = [
        {**still, **{t.name: rounded(t, entries[t.name], d) for t in tensors}} for d in DENOMINATORS
    ]
    floats = {
        name: np.stack([m[name].astype(np.float64) for m in moved], axis=-1) for name in moved[0]
    }
    choices = {name: np.full(len(moved), k) for name, k in choice.items()}
    seen = read_round(record, pool.sizes, floats, pool.rules, choices)
    for k in np.flatnonzero(seen.slacks < 0):
        draft = Draft(pool.sizes, moved[int(k)], rules_at(seen, int(k)), letters_at(seen, int(k)))
        if is_violated(record.claim, instance_of(draft)):
            return draft
    return None


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


def read_back(floats: Any) -> Any:
    """The short rationals that floats are near, in an array of objects.

    >>> read_back(np.array([0.25, 1 / 3])).tolist()
    [Fraction(1, 4), Fraction(1, 3)]
    """
    found = np.empty(floats.shape, dtype=object)
    for place in np.ndindex(floats.shape):
        found[place] = Fraction(float(floats[place])).limit_denominator(SHORTEST)
    return found
