"""The loop of `mixture_ratio` compiled by numba, which the extra `fast` installs.

Each channel is read once: its mixture and its largest entries grow letter by letter. The first call
compiles, which takes about a second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.errors import Unsupported

Floats = NDArray[Any]


def largest_ratios_compiled(prior: Floats, channel: Floats) -> Floats:
    """What `mixture_ratio.largest_ratios` gives, by a compiled loop.

    Raises Unsupported where numba is not installed.
    """
    found = np.empty(len(channel), dtype=np.result_type(prior, channel))
    _compiled()(prior, channel, found)
    return found


@cache
def _compiled() -> Callable[[Floats, Floats, Floats], None]:
    try:
        numba = import_module("numba")
    except ImportError:
        raise Unsupported("numba is not installed; pip install 'pmlsym[fast]'") from None
    compiled: Callable[[Floats, Floats, Floats], None] = numba.njit(_loop)
    return compiled


def _loop(prior: Floats, channel: Floats, found: Floats) -> None:
    count, letters, outcomes = channel.shape
    mass, most = np.empty(outcomes, channel.dtype), np.empty(outcomes, channel.dtype)
    for b in range(count):
        mass[:] = 0.0
        most[:] = 0.0
        for x in range(letters):
            p = prior[b, x]
            if p > 0.0:
                for y in range(outcomes):
                    entry = channel[b, x, y]
                    mass[y] += p * entry
                    most[y] = max(most[y], entry)
        best = 0.0
        for y in range(outcomes):
            if mass[y] > 0.0:
                best = max(best, most[y] / mass[y])
            elif most[y] > 0.0:
                best = np.inf
        found[b] = best if best > 0.0 else np.nan
