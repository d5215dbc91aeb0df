"""Linear programs in floats, by HiGHS: good for choosing, never for deciding.

    minimise  costs . u   subject to   equal u = right,  below u <= bound,  u >= 0 or free

The one place where the solver is called; what comes of a float is decided by rationals elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil, inf
from typing import TYPE_CHECKING, Any

from pmlsym.calculus.effort import STEPS, seconds_left
from pmlsym.calculus.meter import tick

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


AVAILABLE = find_spec("scipy") is not None
"""Whether HiGHS is there at all: in a browser it may not be, and exact methods stand in for it."""

LATE = 0.01
"""Seconds behind the fence at which HiGHS stops by itself: whoever asks then finds it passed."""

STOPPED = 1
"""The status of a program that met a limit."""

CALL = 1000
"""Steps for a program, however small."""

ROWS = 8
"""The rows of a program that take a step in an iteration."""


@dataclass(frozen=True)
class Floating:
    """A solved program: the point, the least value, and the prices of both kinds of rows.

    A price is the derivative of the least value by the right side of its row.
    """

    point: Floats
    value: float
    equal_prices: Floats
    below_prices: Floats


def minimise(
    costs: Any,
    equal: Any,
    right: Any,
    *,
    below: Any = None,
    bound: Any = None,
    free: Sequence[bool] = (),
    effort: float | None = None,
    seconds: float | None = None,
) -> Floating | None:
    """The solution that HiGHS gives, or None where it fails or needs more than it may.

    Matrices may be sparse; without `free` every variable is nonnegative. No rows `below` may be
    given as a matrix without rows. The simplex method is not random: its iterations count as
    `effort`, of which there is as much as anywhere else, and the clock is only a fence.

    >>> found = minimise([1.0, 2.0], [[1.0, 1.0]], [1.0])
    >>> found.point.tolist(), found.equal_prices.tolist()
    ([1.0, 0.0], [1.0])
    """
    import numpy as np
    from scipy.optimize import linprog

    if below is not None and not below.shape[0]:
        below = bound = None
    rows = right.shape[0] if hasattr(right, "shape") else len(right)
    rows += 0 if below is None else below.shape[0]
    iteration = 1 + rows // ROWS
    tick(CALL)
    solve: Any = linprog  # its type stubs know no sparse matrix
    found = solve(
        costs,
        A_eq=equal,
        b_eq=right,
        A_ub=below,
        b_ub=bound,
        bounds=[(None if f else 0, None) for f in free] or (0, None),
        method="highs",
        options=_options(iteration, effort, seconds),
    )
    tick(iteration * int(found.nit))
    if found.status == STOPPED and effort is not None:
        tick(ceil(effort * STEPS))
    if found.status != 0 or found.x is None:
        return None
    loose = np.zeros(0) if below is None else np.asarray(found.ineqlin.marginals)
    return Floating(np.asarray(found.x), found.fun, np.asarray(found.eqlin.marginals), loose)


def _options(iteration: int, effort: float | None, seconds: float | None) -> dict[str, float]:
    found: dict[str, float] = {}
    if effort is not None:
        found["maxiter"] = max(0, int(effort * STEPS / iteration))
    seconds = min(seconds_left(), inf if seconds is None else seconds)
    if seconds < inf:
        found["time_limit"] = max(0.0, seconds) + LATE
    return found
