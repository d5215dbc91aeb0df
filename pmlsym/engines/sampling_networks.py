"""Random joint distributions of several variables, as Bayesian networks over integers.

The variables come in a random order; each depends on a random few of the earlier ones, by a channel
of a random kind. So conditional independences, functional dependences and parities, on which claims
about information turn, occur exactly and often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Kind = Callable[[np.random.Generator, int, int, int], Integers]


def sample_network(
    rng: np.random.Generator, kinds: Sequence[Kind], shape: Sequence[int], count: int
) -> tuple[Integers, Integers]:
    """Numerators and denominators (*shape, count) of joint distributions of one network.

    `kinds` draw channels as weights (rows, columns, count), without empty rows.

    >>> uniform = lambda rng, rows, columns, count: np.ones((rows, columns, count), dtype=np.int64)
    >>> above, below = sample_network(np.random.default_rng(0), [uniform], (2, 3), 5)
    >>> bool((above == 1).all() and (below == 6).all())
    True
    """
    above = np.ones((*shape, count), dtype=np.int64)
    below = np.ones((*shape, count), dtype=np.int64)
    order = rng.permutation(len(shape))
    for place, variable in enumerate(order):
        earlier = order[:place]
        parents = sorted(int(k) for k in earlier[rng.random(place) < 0.6])
        rows = prod(shape[k] for k in parents)
        kind = kinds[int(rng.integers(len(kinds)))]
        weights = kind(rng, rows, shape[variable], count)
        sums = weights.sum(axis=1, keepdims=True)
        axes = [*parents, int(variable)]
        above = above * _spread(weights, axes, shape)
        below = below * _spread(np.broadcast_to(sums, weights.shape), axes, shape)
    return above, below


def _spread(weights: Integers, axes: Sequence[int], shape: Sequence[int]) -> Integers:
    """The channel over its own variables, with an axis of size one for each of the others."""
    own = weights.reshape(*(shape[k] for k in axes), weights.shape[-1])
    sorted_axes = sorted(axes)
    turned = own.transpose(*(axes.index(k) for k in sorted_axes), len(axes))
    full = [shape[k] if k in axes else 1 for k in range(len(shape))]
    return np.asarray(turned.reshape(*full, weights.shape[-1]))
