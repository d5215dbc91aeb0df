"""Reproducible random arrays of priors, channels, Markov chains and databases, instances first.

    priors (B, n)      channels (B, n, m)      a chain: a prior and channels, outcome to outcome
    databases (B, 2, .., 2): joint laws of bits in the entries, which may depend on each other

The same seed gives the same arrays. `concentration` is that of a symmetric Dirichlet law: 1 is
uniform, 0.1 has nearly all mass on few letters, 100 is nearly uniform masses.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.errors import InvalidInput
from pmlsym.own_data.guaranteed_channels import channels_within_pml

Floats = NDArray[np.float64]
Exact = list[Any]

MOST_DENOMINATOR = 10**9


def random_priors(
    seed: int, count: int, letters: int, *, concentration: float = 1.0, zeros: float = 0.0
) -> Floats:
    """Priors (count, letters); each mass is zero with probability `zeros`, but never all.

    Raises InvalidInput at a count or size below one, or a parameter out of its range.

    >>> random_priors(0, 5, 3).shape, bool((random_priors(0, 9, 4, zeros=0.5) == 0).any())
    ((5, 3), True)
    """
    return _distributions(seed, (count,), letters, concentration, zeros)


def random_channels(
    seed: int,
    count: int,
    inputs: int,
    outputs: int,
    *,
    concentration: float = 1.0,
    zeros: float = 0.0,
) -> Floats:
    """Channels (count, inputs, outputs), their rows independent; zeros as in `random_priors`.

    Raises InvalidInput at a count or size below one, or a parameter out of its range.

    >>> random_channels(0, 5, 3, 2, concentration=0.1).sum(axis=2).round(12).min()
    np.float64(1.0)
    """
    return _distributions(seed, (count, inputs), outputs, concentration, zeros)


def deterministic_channels(seed: int, count: int, inputs: int, outputs: int) -> Floats:
    """Channels (count, inputs, outputs) in which every input has one outcome, uniformly chosen.

    Raises InvalidInput at a count or size below one.

    >>> set(deterministic_channels(0, 5, 3, 2).ravel().tolist())
    {0.0, 1.0}
    """
    _require(count=count, inputs=inputs, outputs=outputs)
    hot = np.random.default_rng(seed).integers(0, outputs, (count, inputs))
    return np.eye(outputs)[hot]


def random_chain(
    seed: int, count: int, sizes: tuple[int, ...], *, concentration: float = 1.0, zeros: float = 0.0
) -> tuple[Floats, ...]:
    """A prior and the channels of Markov chains whose alphabets have these sizes.

    Raises InvalidInput at fewer than two sizes, or where `random_channels` does.

    >>> [array.shape for array in random_chain(0, 5, (2, 3, 4))]
    [(5, 2), (5, 2, 3), (5, 3, 4)]
    """
    if len(sizes) < 2:
        raise InvalidInput(f"a chain of {len(sizes)} alphabets; it needs two or more")
    options = {"concentration": concentration, "zeros": zeros}
    prior = random_priors(seed, count, sizes[0], **options)
    steps = pairwise(sizes)
    return (
        prior,
        *(random_channels(seed + 1 + k, count, n, m, **options) for k, (n, m) in enumerate(steps)),
    )


def random_databases(
    seed: int, count: int, entries: int, *, independent: bool = False, concentration: float = 1.0
) -> Floats:
    """Joint laws (count, 2, .., 2) of databases of bits, with independent entries if asked.

    Raises InvalidInput at a count or a number of entries below one.

    >>> found = random_databases(0, 4, 3, independent=True)
    >>> found.shape, bool(np.allclose(found.sum(axis=(1, 2, 3)), 1))
    ((4, 2, 2, 2), True)
    """
    _require(count=count, entries=entries)
    if not independent:
        joint = _distributions(seed, (count,), 2**entries, concentration, 0.0)
        return joint.reshape(count, *(2,) * entries)
    bits = _distributions(seed, (count, entries), 2, concentration, 0.0)
    joint = np.ones((count, 1))
    for k in range(entries):
        joint = (joint[:, :, None] * bits[:, k, None, :]).reshape(count, -1)
    return joint.reshape(count, *(2,) * entries)


def random_rationals(
    seed: int, count: int, shape: tuple[int, ...], denominator: int, *, zeros: bool = True
) -> Exact:
    """Exact distributions over the last letters in multiples of 1/denominator, all equally likely.

    A list of `count` nested lists of fractions, (n,) for priors and (n, m) for channels.
    Raises InvalidInput where the denominator is too small for all letters, or beyond 10^9.

    >>> random_rationals(0, 1, (3,), 6)
    [[Fraction(5, 6), Fraction(1, 6), Fraction(0, 1)]]
    """
    _require(count=count, denominator=denominator, **{f"size {k}": n for k, n in enumerate(shape)})
    letters = shape[-1] if shape else 0
    if not shape or denominator > MOST_DENOMINATOR or (denominator < letters and not zeros):
        raise InvalidInput(
            f"no masses of {letters} letters in multiples of 1/{denominator}; write a denominator"
            f" up to 10^9, of {letters} or more where no mass is zero"
        )
    rng = np.random.default_rng(seed)
    rows = int(np.prod((count, *shape[:-1])))
    places = denominator + letters - 1 if zeros else denominator - 1
    table = [_composition(rng, letters, places, denominator, zeros) for _ in range(rows)]
    return _nested(table, (count, *shape[:-1]))


def channels_with_pml(seed: int, prior: Floats, outcomes: int, eps: float, count: int) -> Floats:
    """Channels (count, n, outcomes) with pml(P, W) <= eps, near uniform on all: hit and run.

    Raises InvalidInput where the prior is none, eps is negative or there is no outcome.

    >>> channels_with_pml(0, np.array([0.5, 0.5]), 3, 0.2, 4).shape
    (4, 2, 3)
    """
    return channels_within_pml(np.random.default_rng(seed), prior, outcomes, eps, count=count)


def _distributions(
    seed: int, shape: tuple[int, ...], letters: int, concentration: float, zeros: float
) -> Floats:
    _require(letters=letters, **{f"size {k}": n for k, n in enumerate(shape)})
    if not 0 < concentration < np.inf or not 0 <= zeros < 1:
        raise InvalidInput(
            f"concentration {concentration} and zeros {zeros}: write one above 0, and one in [0, 1)"
        )
    rng = np.random.default_rng(seed)
    # Logarithms of gamma draws: at a small concentration the draws themselves vanish in floats.
    logs = np.log(rng.standard_gamma(concentration + 1, (*shape, letters)))
    logs += np.log1p(-rng.random((*shape, letters))) / concentration
    if zeros:
        gone = rng.random(logs.shape) < zeros
        kept = rng.integers(0, letters, shape)
        np.put_along_axis(gone, kept[..., None], False, axis=-1)
        logs[gone] = -np.inf
    masses = np.exp(logs - logs.max(axis=-1, keepdims=True))
    masses /= masses.sum(axis=-1, keepdims=True)
    return np.asarray(masses)


def _composition(
    rng: np.random.Generator, letters: int, places: int, denominator: int, zeros: bool
) -> list[Fraction]:
    """One of the ways to write the denominator as an ordered sum, all equally likely."""
    bars = sorted(rng.choice(places, letters - 1, replace=False).tolist()) if letters > 1 else []
    ends = [-1, *bars, places]
    parts = [high - low - (1 if zeros else 0) for low, high in pairwise(ends)]
    return [Fraction(part, denominator) for part in parts]


def _nested(rows: list[Any], shape: tuple[int, ...]) -> Exact:
    for size in reversed(shape[1:]):
        rows = [rows[k : k + size] for k in range(0, len(rows), size)]
    return rows


def _require(**counts: int) -> None:
    for name, count in counts.items():
        if count < 1:
            raise InvalidInput(f"{name} is {count}; it has to be 1 or more")
