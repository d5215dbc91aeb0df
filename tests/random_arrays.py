"""Random arrays of priors and channels, instances first; the same seed gives the same arrays."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def random_priors(seed: int, count: int, letters: int, *, zeros: float = 0.0) -> Floats:
    """Priors (count, letters); each mass is zero with probability `zeros`, but never all."""
    return _distributions(seed, (count,), letters, zeros)


def random_channels(
    seed: int, count: int, inputs: int, outputs: int, *, zeros: float = 0.0
) -> Floats:
    """Channels (count, inputs, outputs), their rows independent; zeros as in `random_priors`."""
    return _distributions(seed, (count, inputs), outputs, zeros)


def random_rationals(seed: int, count: int, shape: tuple[int, ...], denominator: int) -> list[Any]:
    """Exact distributions over the last letters in multiples of 1/denominator, all equally likely.

    A list of `count` nested lists of fractions, (n,) for priors and (n, m) for channels.
    """
    rng, letters = np.random.default_rng(seed), shape[-1]
    rows: list[Any] = []
    for _ in range(int(np.prod((count, *shape[:-1])))):
        places = denominator + letters - 1
        bars = sorted(rng.choice(places, letters - 1, replace=False).tolist())
        parts = [high - low - 1 for low, high in pairwise([-1, *bars, places])]
        rows.append([Fraction(part, denominator) for part in parts])
    for size in reversed(shape[:-1]):
        rows = [rows[k : k + size] for k in range(0, len(rows), size)]
    return rows


def _distributions(seed: int, shape: tuple[int, ...], letters: int, zeros: float) -> Floats:
    rng = np.random.default_rng(seed)
    masses = rng.standard_gamma(1.0, (*shape, letters))
    gone = rng.random(masses.shape) < zeros
    kept = rng.integers(0, letters, shape)
    np.put_along_axis(gone, kept[..., None], False, axis=-1)
    masses = np.where(gone, 0.0, masses)
    return np.asarray(masses / masses.sum(axis=-1, keepdims=True))
