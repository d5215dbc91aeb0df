"""Random channels with a given PML guarantee: a walk inside the polytope, hit and run.

    { W : W(x,y) >= 0, sum_y W(x,y) = 1, W(x,y) <= t sum_x' p(x')W(x',y) where p(x) > 0 }

From a point inside, a random direction within the rows' sums is drawn, and the next point is
uniform on the segment that the polytope cuts out of it. The walk's limit is the uniform
distribution [Smith 1984]; how close it is after `steps` steps is not known exactly. Every point
satisfies the guarantee up to rounding.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.errors import InvalidInput

Floats = NDArray[np.float64]


def channels_within_pml(
    rng: np.random.Generator,
    prior: Floats,
    outcomes: int,
    eps: float,
    *,
    count: int = 1,
    steps: int | None = None,
) -> Floats:
    """Random channels with pml(P, W) <= eps for a user to measure, nearly uniform on all.

    `prior` has n masses; `steps` is the number of steps of each walk, 8 n^2 outcomes unless given.
    Raises InvalidInput where the masses are not a prior, eps is negative or there is no outcome.

    >>> rng, prior = np.random.default_rng(0), np.array([0.5, 0.3, 0.2])
    >>> found = channels_within_pml(rng, prior, 4, 0.4, count=5)
    >>> ratios = found / np.einsum("x,bxy->by", prior, found)[:, None]
    >>> found.shape, bool(ratios.max() <= np.exp(0.4) + 1e-12)
    ((5, 3, 4), True)
    """
    masses = np.asarray(prior, dtype=np.float64)
    if masses.ndim != 1 or not (masses >= 0).all() or abs(masses.sum() - 1) > 1e-9:
        raise InvalidInput("the prior is a list of masses >= 0 that sum to 1")
    if not eps >= 0 or outcomes < 1 or count < 1:
        raise InvalidInput("eps has to be 0 or more, with one outcome and one channel or more")
    letters = len(masses)
    moves = 8 * letters * letters * outcomes if steps is None else steps
    start = rng.dirichlet(np.ones(outcomes), count)[:, None, :]
    channels = np.broadcast_to(start, (count, letters, outcomes)).copy()
    if eps == 0 or outcomes == 1:
        return channels
    level, support = exp(eps), masses > 0
    for _ in range(moves):
        _take_step(rng, channels, masses, support, level)
    return channels


def _take_step(
    rng: np.random.Generator, channels: Floats, masses: Floats, support: Any, level: float
) -> None:
    """Move random channels one step, in place, inside the PML guarantee of a user's prior."""
    direction = rng.normal(size=channels.shape)
    direction -= direction.mean(axis=2, keepdims=True)
    low = np.full(len(channels), -np.inf)
    high = np.full(len(channels), np.inf)
    mass = np.einsum("x,bxy->by", masses, channels)[:, None]
    drift = np.einsum("x,bxy->by", masses, direction)[:, None]
    slack = level * mass - channels[:, support]
    slope = level * drift - direction[:, support]
    for room, change in ((channels, direction), (slack, slope)):
        with np.errstate(divide="ignore", invalid="ignore"):
            end = -np.maximum(room, 0) / change
        high = np.minimum(high, np.where(change < 0, end, np.inf).min(axis=(1, 2)))
        low = np.maximum(low, np.where(change > 0, end, -np.inf).max(axis=(1, 2)))
    share = low + (high - low) * rng.uniform(size=len(channels))
    channels += share[:, None, None] * direction
    np.maximum(channels, 0, out=channels)
    channels /= channels.sum(axis=2, keepdims=True)
