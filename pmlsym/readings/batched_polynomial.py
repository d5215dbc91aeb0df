"""Index polynomials over batches: one NumPy contraction for each factor.

A batch holds each tensor as an array of shape (*letters, B): the letters first, the B instances
last, so that every operation runs along contiguous instances. What is read has the same layout
and carries the indices of its letters. A factor is contracted index by index, so no array of the
size of the full product is ever made; factors that recur are read once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations
from math import prod
from string import ascii_letters

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Atom, Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.meter import tick

Array = NDArray[np.float64]

OPERATION, CELLS = 10, 200
"""Steps for an operation on arrays, and the cells that take one more."""

FEW = 16
"""Batches of fewer instances than this are contracted one by one, as matrix products."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """An array (*letters, B) with the indices of its letters."""

    indices: tuple[Index, ...]
    array: Array

    def along(self, indices: Sequence[Index]) -> Array:
        """The array with its letters in this order, of size one where an index is not its own."""
        if tuple(indices) == self.indices:
            return self.array
        own = self.indices
        places = [own.index(i) for i in indices if i in own]
        turned = self.array.transpose(*places, len(own))
        return turned[tuple(slice(None) if i in own else None for i in indices)]


@dataclass(frozen=True, eq=False)
class Batch:
    """B instances at once: the size of each alphabet, and arrays (*letters, B) by tensor name.

    Scalars are arrays of shape (B,), or (1,) where all instances share them.

    >>> batch = Batch({"X": 2}, {"P": np.array([[0.5, 1.0], [0.5, 0.0]])})
    >>> batch.count
    2
    """

    sizes: Mapping[str, int]
    tensors: Mapping[str, Array]
    seen: dict[Factor, Labelled] = field(default_factory=dict, repr=False)

    @property
    def count(self) -> int:
        """The number of instances."""
        return max((array.shape[-1] for array in self.tensors.values()), default=1)

    def entry(self, atom: Atom) -> Labelled:
        """A tensor at its indices; an index that occurs twice gives the diagonal."""
        tensor, indices = atom
        if tensor.is_delta:
            array: Array = np.eye(self.sizes[tensor.alphabets[0]])[..., None]
        elif tensor.is_size:
            array = np.array([float(self.sizes[tensor.counted])])
        elif tensor.name in self.tensors:
            array = self.tensors[tensor.name]
        else:
            raise UnknownName(f"the batch has no array for {tensor}")
        if array.ndim != len(indices) + 1:
            raise InvalidInput(f"{tensor} takes an array of shape (*letters, B), not {array.shape}")
        distinct = tuple(dict.fromkeys(indices))
        if len(distinct) < len(indices):
            array = np.einsum(f"{_letters(indices, distinct)}...->{_letters(distinct)}...", array)
        return Labelled(distinct, array)


def read_polynomial(polynomial: Polynomial, batch: Batch) -> Labelled:
    """The polynomial on every instance, over the letters of its free indices.

    >>> from pmlsym.calculus import Tensor, atom, sum_over
    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> P, W = Tensor("P", ("X",)), Tensor("W", ("X", "Y"))
    >>> arrays = {"P": np.array([[0.5], [0.5]]), "W": np.array([[[1.0], [0.0]], [[0.5], [0.5]]])}
    >>> mass = sum_over(atom(P, x) * atom(W, x, y), x)
    >>> read_polynomial(mass, Batch({"X": 2, "Y": 2}, arrays)).array.ravel()
    array([0.75, 0.25])
    """
    indices = free_indices(polynomial)
    total: Array | None = None
    for monomial, coefficient in polynomial:
        term = _read_monomial(monomial, batch)
        array = term.along(indices)
        tick(OPERATION * (1 + len(monomial)) + array.size // CELLS)
        tick(OPERATION * (1 + len(monomial)) + array.size // CELLS)
        if coefficient != 1:
            array = array * float(coefficient)
        total = array if total is None else total + array
    return Labelled(indices, np.zeros(1) if total is None else total)


def read_factor(factor: Factor, batch: Batch) -> Labelled:
    """One closed sum of a product of atoms."""
    if factor not in batch.seen:
        batch.seen[factor] = _contract([batch.entry(atom) for atom in factor])
    return batch.seen[factor]


def product(items: Sequence[Labelled]) -> Labelled:
    """The product of several, over the letters of all."""
    if len(items) == 1:
        return items[0]
    indices = tuple(sorted({i for item in items for i in item.indices}))
    arrays = [item.along(indices) for item in items]
    return Labelled(indices, reduce(np.multiply, arrays) if arrays else np.ones(1))


@lru_cache(maxsize=1 << 12)
def free_indices(polynomial: Polynomial) -> tuple[Index, ...]:
    """The free indices of a polynomial, sorted."""
    return polynomial.free


def _read_monomial(monomial: Monomial, batch: Batch) -> Labelled:
    return product([read_factor(factor, batch) for factor in monomial])


def _contract(operands: list[Labelled]) -> Labelled:
    """Sum the bound indices out, the one first whose sum leaves the smallest array."""
    while True:
        bound = sorted({i for item in operands for i in item.indices if i.is_bound})
        if not bound:
            return product(operands)
        index = min(bound, key=lambda i: (_size_after(i, operands), i))
        touching = [item for item in operands if index in item.indices]
        apart = [item for item in operands if index not in item.indices]
        elsewhere = {i for item in apart for i in item.indices}
        while len(touching) > 2:
            left, right = min(combinations(touching, 2), key=_union_size)
            touching = [t for t in touching if t is not left and t is not right]
            touching.append(product([left, right]))
        summed = {i for t in touching for i in t.indices if i.is_bound and i not in elsewhere}
        operands = [*apart, _sum_out(touching, summed)]


def _letters(indices: Sequence[Index], among: Sequence[Index] = ()) -> str:
    """The subscripts of the indices for einsum."""
    own = list(among or indices)
    return "".join(ascii_letters[own.index(i)] for i in indices)


def _size_after(index: Index, operands: Sequence[Labelled]) -> int:
    sizes = _sizes([item for item in operands if index in item.indices])
    return prod(n for i, n in sizes.items() if i != index)


def _union_size(pair: tuple[Labelled, ...]) -> int:
    return prod(_sizes(pair).values())


def _sizes(items: Sequence[Labelled]) -> dict[Index, int]:
    return {i: n for t in items for i, n in zip(t.indices, t.array.shape, strict=False)}


def _sum_out(touching: Sequence[Labelled], summed: set[Index]) -> Labelled:
    if len(touching) == 1:
        (item,) = touching
        kept = tuple(i for i in item.indices if i not in summed)
        axes = tuple(k for k, i in enumerate(item.indices) if i in summed)
        return Labelled(kept, item.array.sum(axis=axes))
    left, right = touching
    kept = tuple(sorted({*left.indices, *right.indices} - summed))
    count = max(left.array.shape[-1], right.array.shape[-1])
    shared = set(left.indices) & set(right.indices)
    if count < FEW and shared <= summed:
        return Labelled(kept, _matrix_products(left, right, kept, count))
    every = (*kept, *sorted(summed))
    sides = f"{_letters(left.indices, every)}...,{_letters(right.indices, every)}..."
    return Labelled(kept, np.einsum(f"{sides}->{_letters(kept)}...", left.array, right.array))


def _matrix_products(left: Labelled, right: Labelled, kept: tuple[Index, ...], count: int) -> Array:
    shared = [i for i in left.indices if i in right.indices]
    axes = ([left.indices.index(i) for i in shared], [right.indices.index(i) for i in shared])
    order = [i for i in (*left.indices, *right.indices) if i not in shared]
    lone = {i for i in order if i not in kept}
    result = [
        np.tensordot(
            left.array[..., k % left.array.shape[-1]],
            right.array[..., k % right.array.shape[-1]],
            axes=axes,
        )
        for k in range(count)
    ]
    stacked = Labelled(tuple(order), np.stack(result, axis=-1))
    if lone:
        stacked = _sum_out([stacked], lone)
    return stacked.along(kept)
