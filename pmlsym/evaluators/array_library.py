"""Array libraries for plans: NumPy, or another through its namespace of the array API standard.

Arrays are (*letters, B), the instances last; for arrays from callers that is a view. NumPy
contracts by einsum; of another library (`__array_namespace__`) only functions of the array API
standard are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from string import ascii_letters
from typing import Any

import numpy as np

from pmlsym.calculus.tensor import Index

Array = Any
"""An array of any library."""

Indices = tuple[Index, ...]

FEW = 16
SMALL = 4096
"""Products of fewer entries than this are summed by one einsum, in any order in memory."""

RUN, TOGETHER = 1024, (16, 8, 4, 3, 2)
"""The most numbers in a loop of NumPy; and how many letters a loop may take together."""


@dataclass(frozen=True, eq=False)
class Library:
    """A namespace of arrays, with functions that the standard lacks or that NumPy has faster.

    An extremum, also of two arrays, is NaN only where all entries are. `sum_before` and `order`
    work along the first axis; `sum_before` adds up the entries before each. `single` is the type of
    floats of single precision.
    """

    xp: Any
    permuted: Callable[[Array, tuple[int, ...]], Array]
    extremum: Callable[[Array, tuple[int, ...], bool], Array]
    extreme_of: Callable[[Array, Array, bool], Array]
    sum_of_products: Callable[[Array, Array, Contraction], Array]
    sum_before: Callable[[Array], Array]
    order: Callable[[Array], Array]
    everywhere: Callable[[Array], bool]
    single: Any
    is_numpy: bool = False


def library_of_arrays(arrays: Iterable[object]) -> Library:
    """The library of these arrays, NumPy or another, with which a float plan is run on them."""
    for array in arrays:
        if not isinstance(array, np.ndarray) and hasattr(array, "__array_namespace__"):
            return library_of(array.__array_namespace__())
    return NUMPY


def has_namespace(array: object, xp: Any) -> bool:
    """Whether an array brings this namespace of the array API standard."""
    return hasattr(array, "__array_namespace__") and array.__array_namespace__() is xp


def as_numpy_array(array: Any) -> Any:
    """An array of any library as one of NumPy; device 1 of DLPack is the processor itself."""
    if array.__dlpack_device__()[0] == 1:
        return np.from_dlpack(array)
    return np.from_dlpack(array, device="cpu")  # since NumPy 2.1


@cache
def library_of(xp: Any) -> Library:
    """The library, for running plans, of a namespace of the array API standard."""

    def extremum(array: Array, axes: tuple[int, ...], most: bool) -> Array:
        """The extreme of an array along axes; NaN only where all entries are."""
        there = ~xp.isnan(array)
        shown = xp.where(there, array, -xp.inf if most else xp.inf)
        best = xp.max(shown, axis=axes) if most else xp.min(shown, axis=axes)
        return xp.where(xp.any(there, axis=axes), best, xp.nan)

    def extreme_of(left: Array, right: Array, most: bool) -> Array:
        """The extreme of two arrays, entry by entry; NaN only where both are."""
        first = (left > right if most else left < right) | xp.isnan(right)
        return xp.where(first, left, right)

    return Library(
        xp,
        xp.permute_dims,
        extremum,
        extreme_of,
        lambda left, right, how: how.by_matrix_products(xp, xp.permute_dims, left, right),
        lambda array: xp.cumulative_sum(array, axis=0, include_initial=True)[:-1, ...],
        lambda array: xp.argsort(array, axis=0),
        lambda mask: bool(xp.all(mask)),
        xp.float32,
    )


@dataclass(frozen=True, eq=False)
class Contraction:
    """A sum of products of two arrays over the letters that `kept` does not have."""

    left: Indices
    right: Indices
    kept: Indices

    @cached_property
    def subscripts(self) -> str:
        """The subscripts of this sum of products of two arrays for NumPy's einsum."""
        every = list(dict.fromkeys((*self.left, *self.right)))
        sides = [
            "".join(ascii_letters[every.index(i)] for i in indices) + "..."
            for indices in (self.left, self.right, self.kept)
        ]
        return f"{sides[0]},{sides[1]}->{sides[2]}"

    def by_matrix_products(self, xp: Any, permuted: Any, left: Array, right: Array) -> Array:
        """The sum of products of two arrays, as products of matrices for each instance.

        >>> x, y = Index("X", "x"), Index("Y", "y")
        >>> p, w = np.array([[0.5], [0.5]]), np.array([[[1.0], [0.0]], [[0.5], [0.5]]])
        >>> Contraction((x,), (x, y), (y,)).by_matrix_products(np, np.transpose, p, w).ravel()
        array([0.75, 0.25])
        """
        shared = tuple(i for i in self.left if i in self.right)
        alike = tuple(i for i in shared if i in self.kept)
        summed = tuple(i for i in shared if i not in self.kept)
        left, rows = _sum_out(xp, left, self.left, {*self.kept, *shared})
        right, columns = _sum_out(xp, right, self.right, {*self.kept, *shared})
        above = tuple(i for i in rows if i not in shared)
        beside = tuple(i for i in columns if i not in shared)
        first, left_sizes = _as_matrices(xp, permuted, left, rows, (alike, above, summed))
        second, right_sizes = _as_matrices(xp, permuted, right, columns, (alike, summed, beside))
        product = xp.matmul(first, second)
        sizes = {**left_sizes, **right_sizes}
        letters = (*alike, *above, *beside)
        shape = (product.shape[0], *(sizes[i] for i in letters))
        axes = (*(1 + letters.index(i) for i in self.kept), 0)
        return permuted(xp.reshape(product, shape), axes)


def _sum_out(xp: Any, array: Array, indices: Indices, kept: set[Index]) -> tuple[Array, Indices]:
    """An array summed over all indices but those to keep, with the indices that are left."""
    axes = tuple(k for k, i in enumerate(indices) if i not in kept)
    if not axes:
        return array, indices
    return xp.sum(array, axis=axes), tuple(i for i in indices if i in kept)


def _as_matrices(
    xp: Any, permuted: Any, array: Array, indices: Indices, groups: Sequence[Indices]
) -> tuple[Array, dict[Index, int]]:
    """An array of a plan as matrices (B, *alike, rows, columns), and the sizes of its letters."""
    sizes = dict(zip(indices, array.shape[:-1], strict=True))
    turned = permuted(array, (len(indices), *(indices.index(i) for group in groups for i in group)))
    alike, *sides = groups
    shape = [*(sizes[i] for i in alike), *(prod(sizes[i] for i in side) for side in sides)]
    return xp.reshape(turned, (turned.shape[0], *shape)), sizes


def _sum_of_products(left: Array, right: Array, how: Contraction) -> Array:
    """The sum of products of NumPy's arrays, by einsum or by matrices, whichever is faster."""
    if max(left.size, right.size) < SMALL:
        return np.einsum(how.subscripts, left, right)
    along = all(a.strides[-1] == a.itemsize or a.shape[-1] == 1 for a in (left, right))
    if along and max(left.shape[-1], right.shape[-1]) >= FEW:
        return np.einsum(how.subscripts, left, right)
    return how.by_matrix_products(np, np.transpose, left, right)


def _extremum(array: Array, axes: tuple[int, ...], most: bool) -> Array:
    """The extreme of NumPy's array over these axes, by long loops where instances are apart.

    NumPy runs a loop for each row of the result. Where instances are apart in memory, several
    letters of the axis side by side make the loops longer; a second reduction joins these letters.
    """
    rule, apart = np.fmax if most else np.fmin, array.transpose(-1, *range(array.ndim - 1))
    if len(axes) == 1 and array.size >= SMALL and apart.flags.c_contiguous:
        axis, width = 1 + axes[0], prod(apart.shape[2 + axes[0] :])
        letters = apart.shape[axis]
        together = next((k for k in TOGETHER if letters % k == 0 and k * width <= RUN), 1)
        if width >= FEW and 1 < together < letters:
            before, after = apart.shape[:axis], apart.shape[axis + 1 :]
            rows = apart.reshape(-1, letters // together, together * width)
            some = rule.reduce(rows, axis=1).reshape(*before, together, *after)
            return np.moveaxis(rule.reduce(some, axis=axis), 0, -1)
    return rule.reduce(array, axis=axes)


NUMPY = Library(
    np,
    lambda array, axes: array.transpose(axes),
    _extremum,
    lambda left, right, most: (np.fmax if most else np.fmin)(left, right),
    _sum_of_products,
    lambda array: np.cumsum(array, axis=0) - array,
    lambda array: np.argsort(array, axis=0, kind="stable"),
    lambda mask: mask.all(),
    np.dtype(np.float32),
    is_numpy=True,
)
