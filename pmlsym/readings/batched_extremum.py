"""Maxima and minima of batches over letters, in the order of the memory.

NumPy's own reduction along an axis that is neither first nor last in memory is several times slower
than comparing slices. So letters far apart in memory are compared half with half, and letters that
lie beside each other one by one, each comparison running along the instances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
FEW = 16


def extremum_over(array: Floats, axes: Sequence[int], most: bool) -> Floats:
    """The largest (or smallest) entries over these axes of an array (*letters, B).

    >>> extremum_over(np.array([[1.0, 5.0], [3.0, 2.0], [2.0, 2.0]]), (0,), True)
    array([3., 5.])
    """
    if not axes:
        return array
    contiguous = array.strides[-1] == array.itemsize or array.shape[-1] < FEW
    if contiguous or not all(array.shape[axis] for axis in axes):
        return np.asarray(array.max(axis=tuple(axes)) if most else array.min(axis=tuple(axes)))
    rule: Callable[..., Floats] = np.maximum if most else np.minimum
    far_first = sorted(axes, key=lambda axis: -abs(array.strides[axis]))
    turned = np.moveaxis(array, far_first, range(len(far_first)))
    for _ in far_first:
        turned = _along_first(turned, rule)
    return turned


def _along_first(array: Floats, rule: Callable[..., Floats]) -> Floats:
    """The extremum over the first axis."""
    if _is_innermost(array):
        best: Floats = array[0].copy()
        for entry in array[1:]:
            rule(best, entry, out=best)
        return best
    while len(array) > 1:
        half = len(array) // 2
        best = rule(array[:half], array[half : 2 * half])
        if len(array) % 2:
            rule(best[0], array[-1], out=best[0])
        array = best
    return np.asarray(array[0])


def _is_innermost(array: Floats) -> bool:
    own = abs(array.strides[0])
    return all(own <= abs(s) for n, s in zip(array.shape, array.strides, strict=True) if n > 1)
