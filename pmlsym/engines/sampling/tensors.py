"""Random tensors with structure, as integers over integers: every sample is an exact instance.

A tensor that is stochastic in some positions is drawn as rows of nonnegative integer weights, each
over its sum. The kinds of rows are those on which conjectures fail: small, dense, sparse, point
masses, permutations, uniform, equal rows, equal columns, nearly certain, nearly uniform, heavy
tails. A kind holds for a strip of instances and is drawn anew for each tensor and strip; strips of
large batches are longer.

A joint distribution of several variables is a Bayesian network: the variables come in a random
order, and each depends on a random few of the earlier ones by a channel of a random kind. So
conditional independences, functional dependences and parities, on which claims about information
turn, occur exactly and often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor

Integers = NDArray[np.int64]
Generator = np.random.Generator
Kind = Callable[[Generator, int, int, int], Integers]
STRIP, STRIPS = 16, 64
POWERS: Integers = 2 ** np.arange(12, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Sampled:
    """Numerators (*letters, B) and the denominators under them, which broadcast."""

    above: Integers
    below: Integers

    @property
    def floats(self) -> NDArray[np.float64]:
        """The sampled entries as floats, all instances at once."""
        return np.asarray(self.above / self.below, dtype=np.float64)

    def exact(self, instance: int) -> NDArray[Any]:
        """The sampled entries of one instance as fractions."""
        above = self.above[..., instance]
        below = np.broadcast_to(self.below, self.above.shape)[..., instance]
        fractions = np.empty(above.shape, dtype=object)
        for at in np.ndindex(above.shape):
            fractions[at] = Fraction(int(above[at]), int(below[at]))
        return fractions


def sample_tensor(
    rng: Generator,
    tensor: Tensor,
    sizes: Mapping[str, int],
    count: int,
    *,
    positive: bool = False,
    ratios: Sequence[int] = (2, 3),
) -> Sampled:
    """`count` random samples of a tensor with its declared facts, as exact integers.

    `ratios` are the odds of randomised response to try.

    >>> p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> sampled = sample_tensor(np.random.default_rng(0), p, {"X": 3}, 5)
    >>> sampled.floats.shape, bool(np.allclose(sampled.floats.sum(axis=0), 1))
    ((3, 5), True)
    """
    shape = [sizes[name] for name in tensor.alphabets]
    if not tensor.stochastic:
        return _unnormalised_sample(rng, tensor, shape, count)
    if len(tensor.stochastic) == len(shape) > 1 and not (positive or tensor.indicator):
        return _joint_sample(rng, shape, count)
    rows = [k for k in range(len(shape)) if k not in tensor.stochastic]
    order = [*rows, *tensor.stochastic]
    above, below = prod(shape[k] for k in rows), prod(shape[k] for k in tensor.stochastic)
    kinds = (
        CERTAIN if tensor.indicator else (*KINDS, _response_rows(ratios), _response_rows(ratios))
    )
    weights = _weights_by_strip(rng, kinds, above, below, count)
    if positive or tensor.positive:
        weights = np.maximum(weights, 1)
    if len(rows) > 1:
        weights = _with_ignored_letters(rng, weights, [shape[k] for k in rows])
    turned = weights.reshape(*(shape[k] for k in order), count)
    back = [order.index(k) for k in range(len(shape))]
    sums = weights.sum(axis=1).reshape(*(shape[k] if k in rows else 1 for k in order), count)
    return Sampled(turned.transpose(*back, len(shape)), sums.transpose(*back, len(shape)))


def sample_tensors(
    rng: Generator,
    tensors: Sequence[Tensor],
    sizes: Mapping[str, int],
    count: int,
    *,
    positive: frozenset[str] = frozenset(),
    ratios: Sequence[int] = (2, 3),
) -> dict[str, Sampled]:
    """Random samples of several tensors by name; those of one kind are equal in some strips.

    Tensors named in `positive` mostly have no zeros.

    >>> p, q = (Tensor(name, ("X",), nonnegative=True, stochastic=(0,)) for name in "pq")
    >>> found = sample_tensors(np.random.default_rng(0), [p, q], {"X": 3}, 256)
    >>> equal = (found["p"].floats == found["q"].floats).all(axis=0)
    >>> 16 < equal.sum() < 256
    np.True_
    """
    by_name: dict[str, Sampled] = {}
    for place, tensor in enumerate(tensors):
        full = tensor.name in positive and rng.random() < 0.75
        sampled = sample_tensor(rng, tensor, sizes, count, positive=full, ratios=ratios)
        for other in tensors[:place]:
            if replace(other, name=tensor.name) == tensor:
                sampled = _partly_equal(rng, sampled, by_name[other.name])
        by_name[tensor.name] = sampled
    return by_name


def sample_of(masses: Sequence[Sequence[Fraction]], shape: Sequence[int], count: int) -> Sampled:
    """A sample that repeats these priors over and over, exactly.

    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> sample_of([half, [Fraction(1), Fraction(0)]], [2], 3).floats.tolist()
    [[0.5, 1.0, 0.5], [0.5, 0.0, 0.5]]
    """
    below = [lcm(*(mass.denominator for mass in prior)) for prior in masses]
    above = [[int(mass * b) for mass in prior] for prior, b in zip(masses, below, strict=True)]
    order = np.resize(np.arange(len(masses)), count)
    table = np.array(above, dtype=object).T.reshape(*shape, len(masses))
    return Sampled(table[..., order], np.array(below, dtype=object)[order])


def sample_network(
    rng: np.random.Generator, kinds: Sequence[Kind], shape: Sequence[int], count: int
) -> tuple[Integers, Integers]:
    """Random joint distributions of one network, as numerators and denominators.

    `kinds` draw channels as weights (rows, columns, count), without empty rows.

    >>> uniform = lambda rng, rows, columns, count: np.ones((rows, columns, count), dtype=np.int64)
    >>> above, below = sample_network(np.random.default_rng(0), [uniform], (2, 3), 5)
    >>> bool((above == 1).all() and (below == 6).all())
    True
    """
    above = np.ones((*shape, count), dtype=np.int64)
    below = np.ones((*shape, count), dtype=np.int64)
    order = rng.permutation(len(shape))
    for position, variable in enumerate(order):
        earlier = order[:position]
        parents = sorted(int(k) for k in earlier[rng.random(position) < 0.6])
        rows = prod(shape[k] for k in parents)
        kind = kinds[int(rng.integers(len(kinds)))]
        weights = kind(rng, rows, shape[variable], count)
        sums = weights.sum(axis=1, keepdims=True)
        axes = [*parents, int(variable)]
        above = above * _over_all_variables(weights, axes, shape)
        below = below * _over_all_variables(np.broadcast_to(sums, weights.shape), axes, shape)
    return above, below


def _over_all_variables(weights: Integers, axes: Sequence[int], shape: Sequence[int]) -> Integers:
    """A sampled channel over its own variables, with an axis of size one for each other."""
    factor = weights.reshape(*(shape[k] for k in axes), weights.shape[-1])
    sorted_axes = sorted(axes)
    turned = factor.transpose(*(axes.index(k) for k in sorted_axes), len(axes))
    full = [shape[k] if k in axes else 1 for k in range(len(shape))]
    return np.asarray(turned.reshape(*full, weights.shape[-1]))


def _partly_equal(rng: Generator, sampled: Sampled, other: Sampled) -> Sampled:
    """The sampled tensor, made equal to another one in some strips."""
    if sampled.below.ndim != other.above.ndim:
        return sampled
    count = sampled.above.shape[-1]
    same = np.repeat(rng.random(-(-count // STRIP)) < 0.2, STRIP)[:count]
    return Sampled(
        np.where(same, other.above, sampled.above), np.where(same, other.below, sampled.below)
    )


def _unnormalised_sample(rng: Generator, tensor: Tensor, shape: list[int], count: int) -> Sampled:
    """Random samples of a tensor without stochastic letters, such as an event."""
    below = np.ones(1, dtype=np.int64)
    if tensor.indicator:
        return Sampled(rng.integers(0, 2, (*shape, count)), below)
    low = 1 if tensor.positive else 0 if tensor.is_nonnegative else -4
    return Sampled(rng.integers(low, 5, (*shape, count)), below * (4 if tensor.at_most_one else 2))


def _joint_sample(rng: Generator, shape: list[int], count: int) -> Sampled:
    """Random joint distributions, by another network in each strip."""
    length = _strip_length(count)
    strips = [
        sample_network(rng, FACTORS, shape, min(length, count - start))
        for start in range(0, count, length)
    ]
    above, below = zip(*strips, strict=True)
    return Sampled(np.concatenate(above, axis=-1), np.concatenate(below, axis=-1))


def _strip_length(count: int) -> int:
    """How many instances a strip of samples has: about STRIPS strips in all."""
    return max(STRIP, count // STRIPS)


def _weights_by_strip(
    rng: Generator, kinds: tuple[Kind, ...], rows: int, columns: int, count: int
) -> Integers:
    """Random rows of nonnegative integers, of one kind in each strip of samples."""
    strips, length = [], _strip_length(count)
    for start in range(0, count, length):
        kind = kinds[int(rng.integers(len(kinds)))]
        strips.append(kind(rng, rows, columns, min(length, count - start)))
    weights = np.concatenate(strips, axis=2)
    empty = weights.sum(axis=1) == 0
    if empty.any():
        weights = np.where(empty[:, None], _point_rows(rng, rows, columns, count), weights)
    return weights


def _with_ignored_letters(rng: Generator, weights: Integers, rows: list[int]) -> Integers:
    """Sampled rows that in about every second strip do not depend on one of their letters."""
    split = weights.reshape(*rows, *weights.shape[1:]).copy()
    length = _strip_length(weights.shape[2])
    for start in range(0, weights.shape[2], length):
        axis = int(rng.integers(2 * len(rows)))
        if axis < len(rows):
            strip = split[..., start : start + length]
            strip[...] = np.take(strip, [0], axis=axis)
    return split.reshape(weights.shape)


def _small_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of small integers, zero among them."""
    return rng.integers(0, 4, (rows, columns, count))


def _positive_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of small integers, none zero."""
    return rng.integers(1, 5, (rows, columns, count))


def _dense_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of gamma variables, rounded up to integers."""
    shape = 10.0 ** rng.uniform(-1, 1)
    draws = rng.standard_gamma(shape, (rows, columns, count))
    return np.asarray(np.ceil(draws * (999 / draws.max())), dtype=np.int64)


def _sparse_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of small integers, about half of them zero."""
    nonzero = rng.random((rows, columns, count)) < 0.5
    return np.where(nonzero, rng.integers(1, 5, (rows, columns, count)), 0)


def _rows_of_faces(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of zeros and ones: uniform on a random set of columns."""
    return rng.integers(0, 2, (rows, columns, count))


def _point_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows that are one at one column and zero elsewhere."""
    hot = rng.integers(0, columns, (rows, 1, count))
    return _one_hot(hot, columns)


def _one_hot(hot: Integers, columns: int) -> Integers:
    """Rows of a sample that are one at a given column and zero elsewhere."""
    return np.asarray(np.arange(columns)[None, :, None] == hot, dtype=np.int64)


def _permutation_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of a permutation, as of a channel without noise."""
    size = max(rows, columns)
    order = np.argsort(rng.random((size, count)), axis=0)[:rows] % columns
    return _one_hot(order[:, None, :], columns)


def _response_rows(ratios: Sequence[int]) -> Kind:
    """A kind of random rows: randomised response, one outcome likelier by one of these ratios."""

    def kind(rng: Generator, rows: int, columns: int, count: int) -> Integers:
        """Random rows of randomised response, by one of the ratios."""
        ratio = ratios[int(rng.integers(len(ratios)))]
        weights: Integers = 1 + (ratio - 1) * _permutation_rows(rng, rows, columns, count)
        return weights

    return kind


def _uniform_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Rows of a random sample that are all uniform."""
    return np.ones((rows, columns, count), dtype=np.int64)


def _constant_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """One random row for all inputs of a sample, as of a channel that tells nothing."""
    return np.repeat(_sparse_rows(rng, 1, columns, count), rows, axis=0)


def _equal_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of which some are equal."""
    few = _small_rows(rng, max(1, (rows + 1) // 2), columns, count)
    return np.take(few, rng.integers(0, len(few), rows), axis=0)


def _equal_columns(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of which some columns are equal."""
    few = _small_rows(rng, rows, max(1, (columns + 1) // 2), count)
    return np.take(few, rng.integers(0, few.shape[1], columns), axis=1)


def _nearly_certain_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows with nearly all mass on one column."""
    large = 10 ** int(rng.integers(1, 5))
    kind = _permutation_rows if rng.random() < 0.5 else _point_rows
    weights: Integers = kind(rng, rows, columns, count) * large + _small_rows(
        rng, rows, columns, count
    )
    return weights


def _nearly_uniform_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows that are nearly uniform."""
    middle = 10 ** int(rng.integers(1, 4))
    weights: Integers = rng.integers(middle - 2, middle + 3, (rows, columns, count))
    return weights


def _heavy_tailed_rows(rng: Generator, rows: int, columns: int, count: int) -> Integers:
    """Random rows of powers of two, some far larger than others."""
    places = rng.integers(0, len(POWERS), (rows, columns, count))
    return np.asarray(POWERS[places], dtype=np.int64)


KINDS: tuple[Kind, ...] = (
    _small_rows,
    _positive_rows,
    _dense_rows,
    _sparse_rows,
    _rows_of_faces,
    _point_rows,
    _permutation_rows,
    _uniform_rows,
    _constant_rows,
    _equal_rows,
    _equal_columns,
    _nearly_certain_rows,
    _nearly_uniform_rows,
    _heavy_tailed_rows,
)
CERTAIN: tuple[Kind, ...] = (_point_rows, _permutation_rows)
FACTORS: tuple[Kind, ...] = (
    _positive_rows,
    _point_rows,
    _point_rows,
    _permutation_rows,
    _permutation_rows,
    _uniform_rows,
    _uniform_rows,
)
