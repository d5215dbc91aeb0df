"""Instances copied to where a plan runs, and looked at on the way; compiled by numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.readings.compiling import compiled

Floats = NDArray[Any]

BLOCK = 16
"""Instances that are turned at once: their rows stay in the nearest cache."""


@compiled()
def load(given: Floats, count: int, work: Floats, begin: int, row: int, tolerance: float) -> bool:
    """Copy instances into the work; whether rows of `row` entries are nonnegative, of sum one.

    A single instance stands for all; of rows of length zero nothing is asked.
    """
    held, numbers = given.shape
    target = work[begin * count : (begin + numbers) * count]
    if count == 1:
        return _load_one(given[0], target, row, tolerance)
    bad = 0
    for block in range(0, held, BLOCK):
        end = min(held, block + BLOCK)
        for k in range(numbers):
            for b in range(block, end):
                entry = given[b, k]
                target[k * count + b] = entry
                bad += entry < 0
    for k in range(numbers if held < count else 0):
        target[k * count : (k + 1) * count] = given[0, k]
    if row == 0:
        return True
    sums = np.empty(count)
    for first in range(0, numbers, row):
        sums[:] = 0.0
        for k in range(first, first + row):
            entries = target[k * count : (k + 1) * count]
            for b in range(count):
                sums[b] += entries[b]
        for b in range(count):
            bad += not abs(sums[b] - 1.0) <= tolerance
    return bad == 0


@compiled(in_any_order=True)
def _load_one(given: Floats, target: Floats, row: int, tolerance: float) -> bool:
    """The same of one instance, in one pass."""
    if row == 0:
        target[:] = given
        return True
    bad = 0
    for first in range(0, given.size, row):
        own, kept, total = given[first : first + row], target[first : first + row], 0.0
        for k in range(row):
            entry = own[k]
            kept[k] = entry
            total += entry
            bad += entry < 0
        bad += not abs(total - 1.0) <= tolerance
    return bad == 0
