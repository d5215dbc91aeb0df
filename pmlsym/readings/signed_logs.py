"""Real numbers far below what floats hold: the logarithm of the size, and the sign.

    a = s exp(l),      s = -1, 0 or 1,      l = -inf where a = 0,      l = NaN where there is no a

Positive and negative terms of a sum are summed apart, by logarithms, and then subtracted. Where
they cancel to less than the rounding of the two logarithms, the sum is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pmlsym.calculus.index import Index
from pmlsym.readings.batch import Array, Labelled

CANCELLED = 2.0**-50
EXCESS = 1e-13
"""By how much a logarithm must exceed another, so that rounding alone never makes it so."""


@dataclass(frozen=True, eq=False)
class Signed:
    """Logarithms and signs, arrays (*letters, B) with the indices of their letters."""

    indices: tuple[Index, ...]
    logs: Array
    signs: Array

    def along(self, indices: Sequence[Index]) -> tuple[Array, Array]:
        """Both arrays with their letters in this order."""
        logs, signs = np.broadcast_arrays(self.logs, self.signs)
        return tuple(Labelled(self.indices, a).along(indices) for a in (logs, signs))  # type: ignore[return-value]

    def negated(self) -> Signed:
        """Minus the numbers."""
        return Signed(self.indices, self.logs, -self.signs)

    def where(self, mask: Signed, instead: float) -> Signed:
        """The numbers where the mask is positive, another one elsewhere."""
        indices, other = together(self, mask), real((), np.array([instead]))
        (logs, signs), (_, inside) = self.along(indices), mask.along(indices)
        return Signed(
            indices,
            np.where(inside > 0, logs, other.logs),
            np.where(inside > 0, signs, other.signs),
        )

    def logarithm(self) -> Signed:
        """The logarithms of the numbers; of a negative one there is none."""
        return real(self.indices, np.where(self.signs < 0, np.nan, self.logs))


def nonnegative(indices: tuple[Index, ...], logs: Array) -> Signed:
    """The numbers with these logarithms.

    >>> nonnegative((), np.array([-np.inf, 0.0])).signs
    array([0., 1.])
    """
    return Signed(indices, logs, np.where(logs == -np.inf, 0.0, 1.0))


def real(indices: tuple[Index, ...], numbers: Array) -> Signed:
    """Real numbers as they are.

    >>> real((), np.array([-1.0, 0.0])).signs
    array([-1.,  0.])
    """
    with np.errstate(divide="ignore"):
        return Signed(indices, np.log(np.abs(numbers)), np.sign(numbers))


def together(*items: Signed | Labelled) -> tuple[Index, ...]:
    """All indices of several, sorted."""
    return tuple(sorted({i for item in items for i in item.indices}))


def product(left: Signed, right: Signed) -> Signed:
    """The products; zero where one of the two is, whatever the other."""
    indices = together(left, right)
    (a, s), (b, r) = left.along(indices), right.along(indices)
    null = (s == 0) | (r == 0)
    return Signed(indices, np.where(null, -np.inf, a + b), np.where(null, 0.0, s * r))


def quotient(above: Signed, below: Signed) -> Signed:
    """The quotients; a/0 is infinite and 0/0 has no value."""
    indices = together(above, below)
    (a, s), (b, r) = above.along(indices), below.along(indices)
    logs = np.where(r == 0, np.where(s == 0, np.nan, np.inf), a - b)
    return Signed(indices, logs, np.where(r == 0, s, s * r))


def larger(left: Signed, right: Signed) -> Signed:
    """The larger numbers; a number counts more than none."""
    indices = together(left, right)
    (a, s), (b, r) = left.along(indices), right.along(indices)
    first = np.isnan(b) | (s > r) | ((s == r) & (s * a > r * b)) & ~np.isnan(a)
    return Signed(indices, np.where(first, a, b), np.where(first, s, r))


def exceeds(item: Signed, level: Signed) -> Signed:
    """One where the number is above the level, by more than rounding; else zero."""
    indices = together(item, level)
    (a, s), (b, r) = item.along(indices), level.along(indices)
    above = (s > r) | ((s == r) & (s > 0) & (a > b + EXCESS)) | ((s == r) & (s < 0) & (a < b))
    return nonnegative(indices, np.where(above, 0.0, -np.inf))


def added(items: Sequence[Signed]) -> Signed:
    """The sum of several."""
    if not items:
        return nonnegative((), np.array([-np.inf]))
    indices = together(*items)
    both = [item.along(indices) for item in items]
    logs = np.stack(np.broadcast_arrays(*(a for a, _ in both)))
    signs = np.stack(np.broadcast_arrays(*(s for _, s in both)))
    return Signed(indices, *_sum(logs, signs, (0,)))


def summed(item: Signed, over: Sequence[Index]) -> Signed:
    """The sum over letters."""
    axes, kept = split(item.indices, over)
    return Signed(kept, *_sum(*item.along(item.indices), axes)) if axes else item


def largest(item: Signed, inside: Signed, over: Sequence[Index]) -> Signed:
    """The largest number over the letters at which `inside` is positive; else none."""
    indices = together(item, inside)
    (logs, signs), (_, counts) = item.along(indices), inside.along(indices)
    logs, signs, counts = np.broadcast_arrays(logs, signs, counts)
    there = (counts > 0) & ~np.isnan(logs)
    axes, kept = split(indices, over)
    up = np.where(there & (signs > 0), logs, -np.inf).max(axis=axes)
    down = np.where(there & (signs < 0), logs, np.inf).min(axis=axes)
    found = np.where(there, signs, -2.0).max(axis=axes)
    best = np.where(found > 0, up, np.where(found == 0, -np.inf, down))
    return Signed(kept, np.where(found < -1, np.nan, best), found)


def split(
    indices: Sequence[Index], over: Sequence[Index]
) -> tuple[tuple[int, ...], tuple[Index, ...]]:
    """The axes of the letters ranged over, and the other indices."""
    axes = tuple(k for k, i in enumerate(indices) if i in over)
    return axes, tuple(i for i in indices if i not in over)


def _sum(logs: Array, signs: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    """Positive and negative terms apart, then their difference: its size exact near one as well."""
    up = _log_sum(np.where(signs > 0, logs, -np.inf), axes)
    down = _log_sum(np.where(signs < 0, logs, -np.inf), axes)
    none = np.isnan(logs).any(axis=axes)
    high, gap = np.maximum(up, down), np.abs(up - down)
    rounding = CANCELLED * np.maximum(np.abs(up), np.abs(down))
    gone = (high == -np.inf) | ((gap <= rounding) & np.isfinite(gap))
    size = np.where(gap == np.inf, high, high + np.log(-np.expm1(-gap)))
    sign = np.where(up > down, 1.0, -1.0)
    undefined = none | (np.minimum(up, down) == np.inf)
    return np.where(undefined, np.nan, np.where(gone, -np.inf, size)), np.where(gone, 0.0, sign)


def _log_sum(logs: Array, axes: tuple[int, ...]) -> Array:
    for axis in sorted(axes, reverse=True):
        logs = np.logaddexp.reduce(logs, axis=axis)
    return logs
