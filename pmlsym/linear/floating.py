"""Linear programs in floats, solved by HiGHS: good for choosing, never for deciding.

    minimise  costs . u   subject to   equal u = right,  below u <= bound,  u >= 0 or free

This is the only caller of the solver. Whatever its floats suggest, rationals decide elsewhere.
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
"""Whether HiGHS is installed: in a browser it may be missing, and exact methods replace it."""

LATE = 0.01
"""Seconds after the fence at which HiGHS stops: the caller then finds that the fence has passed."""

STOPPED = 1
"""The status of a program that met a limit."""

CALL = 1000
"""The steps of work that even the smallest program counts."""

ROWS = 8
"""Rows of a program that count as one step in an iteration."""


@dataclass(frozen=True)
class FloatSolution:
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
) -> FloatSolution | None:
    """The solution of a linear program in floats by HiGHS; None where it fails or needs too much.

    Matrices may be sparse; without `free` every variable is nonnegative. `below` may be a matrix
    without rows. The simplex method is not random: its iterations count as
    `effort`; the clock is only a fence.

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
    solve: Any = linprog  # its type stubs do not know sparse matrices
    result = solve(
        costs,
        A_eq=equal,
        b_eq=right,
        A_ub=below,
        b_ub=bound,
        bounds=[(None if f else 0, None) for f in free] or (0, None),
        method="highs",
        options=_highs_options(iteration, effort, seconds),
    )
    tick(iteration * int(result.nit))
    if result.status == STOPPED and effort is not None:
        tick(ceil(effort * STEPS))
    if result.status != 0 or result.x is None:
        return None
    below_prices = np.zeros(0) if below is None else np.asarray(result.ineqlin.marginals)
    return FloatSolution(
        np.asarray(result.x), result.fun, np.asarray(result.eqlin.marginals), below_prices
    )


def _highs_options(iteration: int, effort: float | None, seconds: float | None) -> dict[str, float]:
    """The limits on iterations and seconds within which HiGHS solves a linear program."""
    options: dict[str, float] = {}
    if effort is not None:
        options["maxiter"] = max(0, int(effort * STEPS / iteration))
    seconds = min(seconds_left(), inf if seconds is None else seconds)
    if seconds < inf:
        options["time_limit"] = max(0.0, seconds) + LATE
    return options
