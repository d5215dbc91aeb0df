"""The steps of a plan as loops over numbers, compiled by numba; `program` says what each does.

The work holds K instances: register after register, in each number after number, and of each number
that of every instance, so that inner loops are long and become vector instructions. A step runs
through its dimensions like an odometer, its last one in a loop of its own. Places are unsigned:
numba asks of every signed one whether it counts from the end, and gives up vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.readings.compiling import compiled
from pmlsym.readings.program import KINDS

Floats = NDArray[Any]
Places = NDArray[np.uint64]

FILL, ADD, TIMES, MOST, LEAST, RATIO, WEIGH = map(
    KINDS.index, ("fill", "add", "times", "most", "least", "ratio", "weigh")
)
SHARE, DIVIDE, BOTH, LARGER, SMALLER = map(
    KINDS.index, ("share", "divide", "both", "larger", "smaller")
)
LOG, EXP, EXCEEDS, EVENT, EXCESS = map(KINDS.index, ("log", "exp", "exceeds", "event", "excess"))

ROOT = 0x3FE6A09E667F3BCD
"""The bits of the root of 1/2."""

SMALLEST = 2.2250738585072014e-308
"""The smallest normal number."""

LOG_HIGH, LOG_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""log 2, so that a small multiple of the first is exact."""

R1, R2, R3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
R4, R5, R6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
R7 = 1.479819860511658591e-01
"""R = R1 s^2 + R2 s^4 + .. + R7 s^14."""


@compiled()
def run(
    table: Places, numbers: Floats, dims: int, work: Floats, count: int, result: int, found: Floats
) -> None:
    """All steps on `count` instances; the result is written as it is asked for, instances first."""
    extents, strides = np.empty(dims + 1, np.uint64), np.empty((4, dims + 1), np.uint64)
    at, apart = np.empty(4, np.uint64), np.uint64(count)
    for s in range(len(table)):
        used = _dimensions(table[s], dims, apart, extents, strides)
        for k in range(4):
            at[k] = table[s, 2 + 5 * dims + k] * apart
        kind, letters = table[s, 0], table[s, 1]
        _follow(kind, letters, apart, numbers[s], work, extents[:used], strides[:, :used], at)
    for b in range(count):
        for k in range(found.shape[1]):
            found[b, k] = work[(result + k) * count + b]


@compiled()
def _dimensions(step: Places, dims: int, count: Any, extents: Places, strides: Places) -> int:
    """The dimensions of a step, the instances last; those in a row in memory are one. How many."""
    used = 0
    for d in range(dims + 1):
        extent = step[2 + d] if d < dims else count
        if extent == 1 and not (d == dims and used == 0):
            continue
        is_joined = used > 0
        for k in range(4):
            stride = step[2 + (k + 1) * dims + d] * count if d < dims else np.uint64(1)
            strides[k, used] = stride
            is_joined = is_joined and strides[k, used - 1] == stride * extent
        if is_joined:
            used -= 1
            extent *= extents[used]
            strides[:, used] = strides[:, used + 1]
        extents[used] = extent
        used += 1
    return used


@compiled()
def _follow(  # noqa: C901 - a branch for each kind, and nothing else
    kind: int,
    letters: int,
    apart: Any,
    number: float,
    w: Floats,
    extents: Places,
    strides: Places,
    at: Places,
) -> None:
    """One step through all its dimensions; what it does is asked once, and not in every row."""
    n, rows = extents[len(extents) - 1], np.uint64(1)
    digits, by = np.zeros(len(extents), np.uint64), strides[:, len(extents) - 1].copy()
    for extent in extents[: len(extents) - 1]:
        rows *= extent
    if kind == ADD:
        for _ in range(rows):
            _add(number, w, n, at, by)
            _next(at, digits, extents, strides)
    elif kind == TIMES:
        for _ in range(rows):
            _times(number, w, n, at, by)
            _next(at, digits, extents, strides)
    elif kind == WEIGH:
        for _ in range(rows):
            _weigh(w, n, at, by)
            _next(at, digits, extents, strides)
    elif kind == MOST:
        for _ in range(rows):
            _most(w, n, at, by)
            _next(at, digits, extents, strides)
    elif kind == LEAST:
        for _ in range(rows):
            _least(w, n, at, by)
            _next(at, digits, extents, strides)
    elif kind == RATIO:
        for _ in range(rows):
            _ratio(number, w, n, at, by)
            _next(at, digits, extents, strides)
    else:
        for _ in range(rows):
            _rarer(kind, letters, apart, number, w, n, at, by)
            _next(at, digits, extents, strides)


@compiled()
def _next(at: Places, digits: Places, extents: Places, strides: Places) -> None:
    """Move on to the next row, as an odometer does."""
    for d in range(len(extents) - 2, -1, -1):
        digits[d] += np.uint64(1)
        for k in range(4):
            at[k] += strides[k, d]
        if digits[d] < extents[d]:
            return
        digits[d] = 0
        for k in range(4):
            at[k] -= strides[k, d] * extents[d]


@compiled()
def _rarer(
    kind: int, letters: int, apart: Any, number: float, w: Floats, n: int, at: Places, by: Places
) -> None:
    """The other steps along their last dimension."""
    if kind == LOG:
        _log(w, n, at, by)
    elif kind in (EVENT, EXCESS):
        _worst_sets(kind == EVENT, number, letters, apart, w, n, at, by)
    else:
        for k in range(n):
            a, b = w[at[1] + k * by[1]], w[at[2] + k * by[2]]
            w[at[0] + k * by[0]] = _number(kind, number, a, b)


@compiled()
def _number(kind: int, number: float, a: float, b: float) -> Any:
    """What they make of single numbers."""
    if kind == FILL:
        return number
    if kind == EXP:
        return np.exp(a)
    if kind == SHARE:
        return a / b if b > 0 else number
    if kind == DIVIDE:
        return np.nan if b == 0 else a / b
    if kind == BOTH:
        return 1.0 if a > 0 and b > 0 else 0.0
    if kind == EXCEEDS:
        return 1.0 if a > b * (1 + number) else 0.0
    if a != a or b != b:
        return np.nan
    if kind == LARGER:
        return max(a, b)
    return min(a, b)


@compiled(in_any_order=True)
def _add(number: float, w: Floats, n: int, at: Places, by: Places) -> None:
    """out + k a b; sums in any order, so that several terms are added at once."""
    o, a, b = at[0], at[1], at[2]
    so, sa, sb = by[0], by[1], by[2]
    if so == 0:
        total = 0.0
        if sa == 1 and sb == 0:
            for k in range(n):
                total += w[a + k]
            total *= w[b]
        else:
            for k in range(n):
                total += w[a + k * sa] * w[b + k * sb]
        w[o] += number * total
    elif so == 1 and sa == 1 and sb == 1:
        for k in range(n):
            w[o + k] += number * w[a + k] * w[b + k]
    elif so == 1 and sa == 1 and sb == 0:
        scale = number * w[b]
        for k in range(n):
            w[o + k] += scale * w[a + k]
    elif so == 1 and sa == 0 and sb == 1:
        scale = number * w[a]
        for k in range(n):
            w[o + k] += scale * w[b + k]
    else:
        for k in range(n):
            w[o + k * so] += number * w[a + k * sa] * w[b + k * sb]


@compiled()
def _times(number: float, w: Floats, n: int, at: Places, by: Places) -> None:
    """k a b."""
    o, a, b = at[0], at[1], at[2]
    so, sa, sb = by[0], by[1], by[2]
    if so == 1 and sa == 1 and sb == 1:
        for k in range(n):
            w[o + k] = number * w[a + k] * w[b + k]
    elif so == 1 and sa == 0 and sb == 1:
        scale = number * w[a]
        for k in range(n):
            w[o + k] = scale * w[b + k]
    else:
        for k in range(n):
            w[o + k * so] = number * w[a + k * sa] * w[b + k * sb]


@compiled()
def _weigh(w: Floats, n: int, at: Places, by: Places) -> None:
    """a b, and zero where a is not positive, whatever b is there."""
    o, a, b = at[0], at[1], at[2]
    so, sa, sb = by[0], by[1], by[2]
    if so == 1 and sa == 1 and sb == 1:
        for k in range(n):
            weight, other = w[a + k], w[b + k]
            w[o + k] = weight * other if weight > 0 else 0.0
    else:
        for k in range(n):
            weight, other = w[a + k * sa], w[b + k * sb]
            w[o + k * so] = weight * other if weight > 0 else 0.0


@compiled()
def _most(w: Floats, n: int, at: Places, by: Places) -> None:
    """The larger of out and a; a number counts more than none."""
    o, a, b, c = at[0], at[1], at[2], at[3]
    so, sa, sb, sc = by[0], by[1], by[2], by[3]
    if so == 1 and sa == 1 and sb == 1 and sc == 1:
        for k in range(n):
            best, new = w[o + k], w[a + k]
            counts = (w[b + k] > 0) & (w[c + k] > 0) & (new == new)
            w[o + k] = new if counts & (not best >= new) else best
    elif so == 1 and sa == 1 and sb == 0 and sc == 0:
        if w[b] > 0 and w[c] > 0:
            for k in range(n):
                best, new = w[o + k], w[a + k]
                w[o + k] = best if best >= new or new != new else new
    else:
        for k in range(n):
            if w[b + k * sb] > 0 and w[c + k * sc] > 0:
                best, new = w[o + k * so], w[a + k * sa]
                w[o + k * so] = best if best >= new or new != new else new


@compiled()
def _least(w: Floats, n: int, at: Places, by: Places) -> None:
    """The smaller of out and a; a number counts more than none."""
    o, a, b, c = at[0], at[1], at[2], at[3]
    so, sa, sb, sc = by[0], by[1], by[2], by[3]
    if so == 1 and sa == 1 and sb == 1 and sc == 1:
        for k in range(n):
            best, new = w[o + k], w[a + k]
            counts = (w[b + k] > 0) & (w[c + k] > 0) & (new == new)
            w[o + k] = new if counts & (not best <= new) else best
    elif so == 1 and sa == 1 and sb == 0 and sc == 0:
        if w[b] > 0 and w[c] > 0:
            for k in range(n):
                best, new = w[o + k], w[a + k]
                w[o + k] = best if best <= new or new != new else new
    else:
        for k in range(n):
            if w[b + k * sb] > 0 and w[c + k * sc] > 0:
                best, new = w[o + k * so], w[a + k * sa]
                w[o + k * so] = best if best <= new or new != new else new


@compiled()
def _ratio(number: float, w: Floats, n: int, at: Places, by: Places) -> None:
    """a / b; where both are zero, k if c is positive, else none."""
    o, a, b, c = at[0], at[1], at[2], at[3]
    so, sa, sb, sc = by[0], by[1], by[2], by[3]
    if so == 1 and sa == 1 and sb == 1:
        for k in range(n):
            none = (w[a + k] == 0) & (w[b + k] == 0)
            w[o + k] = np.nan if none else w[a + k] / w[b + k]
    else:
        for k in range(n):
            w[o + k * so] = w[a + k * sa] / w[b + k * sb]
    if sc == 0 and not w[c] > 0:
        return
    for k in range(n):
        if w[c + k * sc] > 0 and w[a + k * sa] == 0 and w[b + k * sb] == 0:
            w[o + k * so] = number


@compiled()
def _log(w: Floats, n: int, at: Places, by: Places) -> None:
    """The logarithm: log x = e log 2 + f - f^2/2 + s (f^2/2 + R), x = 2^e (1 + f), s = f/(2 + f).

    R is a polynomial in s^2, which leaves less than a unit in the last place. This is the method of
    FreeBSD's e_log.c, in a form that becomes vector instructions; a call for each number does not.
    """
    o, a, so, sa = at[0], at[1], by[0], by[1]
    if so != 1 or sa != 1:
        for k in range(n):
            w[o + k * so] = np.log(w[a + k * sa])
        return
    bits = w.view(np.int64)
    for k in range(n):  # first the significand, between the roots of 1/2 and 2
        bits[o + k] = bits[a + k] - (((bits[a + k] - ROOT) >> 52) << 52)
    special = 0
    for k in range(n):
        x, f = w[a + k], w[o + k] - 1.0
        e = np.float64(np.int32((bits[a + k] - ROOT) >> 52))
        s = f / (2.0 + f)
        z = s * s
        y = z * z
        r = z * (R1 + y * (R3 + y * (R5 + y * R7))) + y * (R2 + y * (R4 + y * R6))
        half = 0.5 * f * f
        w[o + k] = e * LOG_HIGH - ((half - (s * (half + r) + e * LOG_LOW)) - f)
        special += not ((x >= SMALLEST) & (x < np.inf))
    if special:
        for k in range(n):
            if not w[a + k] >= SMALLEST or w[a + k] == np.inf:
                w[o + k] = np.log(w[a + k])


@compiled()
def _worst_sets(
    is_event: bool,
    rounding: float,
    letters: int,
    apart: int,
    w: Floats,
    n: int,
    at: Places,
    by: Places,
) -> None:
    o, a, b, c = at[0], at[1], at[2], at[3]
    so, sa, sb, sc = by[0], by[1], by[2], by[3]
    part, mass = np.empty(letters), np.empty(letters)
    for k in range(n):
        for x in range(letters):
            part[x] = w[a + k * sa + x * apart]
            mass[x] = w[b + k * sb + x * apart]
        if is_event:
            w[o + k * so] = _worst_event(part, mass, w[c + k * sc], rounding)
        else:
            w[o + k * so] = _worst_excess(part, mass, w[c + k * sc], rounding)


@compiled()
def _worst_event(part: Floats, mass: Floats, wanted: float, rounding: float) -> float:
    """Take the letters by decreasing part/mass until their mass is `wanted`, the last in part."""
    ratio = np.where(mass > 0, part / mass, -np.inf)
    order = np.argsort(-ratio, kind="mergesort")
    before, whole, total = 0.0, 0.0, 0.0
    for k in order:
        taken = min(max(wanted - before, 0.0), mass[k])
        if taken > 0:
            total += ratio[k] * taken
        if not mass[k] > 0:
            total += part[k]
        whole += taken
        before += mass[k]
    best = total / whole if wanted > 0 else ratio[order[0]]
    if whole >= wanted * (1 - rounding) and best > -np.inf:
        return best
    return np.nan


@compiled()
def _worst_excess(part: Floats, mass: Floats, delta: float, rounding: float) -> float:
    """The best prefix of the letters in the order of part/mass, those without mass first."""
    none = np.where(part > 0, np.inf, -np.inf)
    ratio = np.where(mass > 0, part / mass, none)
    kept, weight, best = -delta, 0.0, -np.inf
    for k in np.argsort(-ratio, kind="mergesort"):
        kept += part[k]
        weight += mass[k]
        excess = 0.0 if abs(kept) <= rounding else kept
        if weight > 0:
            best = max(best, excess / weight)
        elif excess > 0:
            best = np.inf
    return best
