"""Where a nondecreasing function of one real variable changes its sign, between exact points.

    isolate(value, low, high, width)  ->  (before, after),   value(before) < 0 < value(after)

`value` is read in balls at the precision that is set: a sign counts only where its ball leaves zero
out. Points come from the false position with halved weights (Illinois), and from bisection at every
third step, so that no shape of the function stalls them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from flint import arb

Function = Callable[[arb], arb]


def isolate(value: Function, low: arb, high: arb, width: arb) -> tuple[arb | None, arb | None]:
    """Exact points before and after the change of sign, about `width` apart.

    `low <= high` are exact. The first is None where no point is surely before it, the second where
    none is surely after it.

    >>> before, after = isolate(lambda y: y * y - 2, arb(0), arb(2), arb(2) ** -40)
    >>> bool(before**2 < 2) and bool(after**2 > 2) and bool(after - before < arb(2) ** -40)
    True
    """
    ends, values = [low, high], [value(low), value(high)]
    if values[0] > 0 or values[1] < 0:
        return (None, low) if values[0] > 0 else (high, None)
    sure = [bool(values[0] < 0), bool(values[1] > 0)]
    weights, last = list(values), None
    for step in count():
        at = _between(ends, weights, step)
        if ends[1] - ends[0] < width or not ends[0] < at < ends[1]:
            break
        found = value(at)
        side = 1 if found > 0 else 0 if found < 0 else None
        if side is None:
            _step_out(value, at, ends, sure, width)
            break
        if side == last:
            weights[1 - side] = weights[1 - side] / 2
        ends[side], weights[side], sure[side], last = at, found, True, side
    return (ends[0] if sure[0] else None), (ends[1] if sure[1] else None)


def _between(ends: list[arb], weights: list[arb], step: int) -> arb:
    """A point between the ends: of the secant, or the middle."""
    low, high = ends
    middle = ((low + high) / 2).mid()
    if step % 3 == 2 or not (weights[0] < 0 < weights[1]):
        return middle
    at = (low - weights[0] * (high - low) / (weights[1] - weights[0])).mid()
    return at if at.is_finite() and low < at < high else middle


def _step_out(value: Function, at: arb, ends: list[arb], sure: list[bool], width: arb) -> None:
    """Around a point whose sign is not seen, the nearest points whose signs are."""
    for side, sign in ((0, -1), (1, 1)):
        step = width / 4
        while (point := (at + sign * step).mid()) > ends[0] and point < ends[1]:
            if value(point) * sign > 0:
                ends[side], sure[side] = point, True
                break
            step = step * 8
