"""The form that is evaluated most, in one pass: the largest ratio of a channel to its mixture.

    max over x, y with p(x)W(x,y) > 0 of    W(x,y) / sum_x' p(x')W(x',y)

That is exp of pointwise maximal leakage. A value of this form is recognised by its structure and
then read without planning each chunk again, in buffers that are used again and stay in the cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.language.value import Largest, Ratio, Value

Floats = NDArray[Any]

KEPT = 48_000
"""How many entries of channels a chunk holds, so that its buffers stay in the cache."""

FEW = 16
"""Batches of fewer instances are read one by one."""

BLOCK = 1 << 16
"""How many entries of a single large channel are read at once."""


@dataclass(frozen=True)
class MixtureRatio:
    """The prior and the channel of a value of this form."""

    prior: Tensor
    channel: Tensor


@lru_cache(maxsize=1 << 8)
def mixture_ratio_of(value: Value) -> MixtureRatio | None:
    """The prior and the channel if the value is of this form, else None.

    >>> from pmlsym.calculus import Index, atom, sum_over
    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> p, W = (Tensor("p", ("X",), nonnegative=True), Tensor("W", ("X", "Y"), nonnegative=True))
    >>> entry, mass = atom(W, x, y), sum_over(atom(p, x) * atom(W, x, y), x)
    >>> mixture_ratio_of(Largest((x, y), Ratio(entry, mass), atom(p, x)))
    MixtureRatio(prior=p(X), channel=W(X, Y))
    """
    if not (isinstance(value, Largest) and isinstance(value.body, Ratio)):
        return None
    above = _single(value.body.numerator)
    below = _single(value.body.denominator)
    if above is None or below is None or len(above) != 1 or len(below) != 2:
        return None
    ((channel, letters),) = above
    if len(letters) != 2 or set(value.over) != set(letters) or letters[0] == letters[1]:
        return None
    (x, y), atoms = letters, dict(below)
    prior = next((tensor for tensor in atoms if tensor != channel), None)
    if prior is None or len(prior.alphabets) != 1 or channel not in atoms:
        return None
    (bound,), (first, second) = atoms[prior], atoms[channel]
    nonnegative = prior.is_nonnegative and channel.is_nonnegative
    if not (bound.is_bound and first == bound and second == y and nonnegative):
        return None
    mass, entry = ((prior, (x,)),), ((channel, (x, y)),)
    conditions = {tuple(factor) for factor in _factors(value.where)}
    is_support = conditions in ({mass}, {mass, entry})
    return MixtureRatio(prior, channel) if is_support else None


def largest_ratios(prior: Floats, channel: Floats) -> Floats:
    """The largest ratio of each instance, of priors (B, n) and channels (B, n, m).

    NaN where no letter counts.

    >>> largest_ratios(np.array([[0.5, 0.5]]), np.array([[[1.0, 0.0], [0.5, 0.5]]])).round(3)
    array([2.])
    """
    count, letters, outcomes = channel.shape
    found = np.empty(count, dtype=np.result_type(prior, channel))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        if count < FEW:
            for k in range(count):
                found[k] = _of_one(prior[k], channel[k])
            return found
        step = min(count, max(1, KEPT // (letters * outcomes)))
        buffers = _Buffers(step, letters, outcomes, found.dtype)
        for start in range(0, count, step):
            own = slice(start, start + step)
            buffers.read(prior[own], channel[own], found[own])
    return found


class _Buffers:
    """Arrays that every chunk uses again."""

    def __init__(self, count: int, letters: int, outcomes: int, dtype: Any) -> None:
        widths = [letters // 2]
        while widths[-1] > 1:
            widths.append(widths[-1] // 2)
        self.halves = [np.empty((count, w, outcomes), dtype) for w in widths if w]
        self.mass = np.empty((count, 1, outcomes), dtype)
        self.ratio = np.empty((count, outcomes), dtype)
        self.kept = np.empty((count, letters, outcomes), dtype)

    def read(self, prior: Floats, channel: Floats, found: Floats) -> None:
        """One chunk."""
        count = len(prior)
        mass = np.matmul(prior[:, None], channel, out=self.mass[:count])[:, 0]
        if not prior.min() > 0:
            inside = (prior > 0)[:, :, None]
            channel = np.multiply(channel, inside, out=self.kept[:count])
        most = self._over_letters(channel, count)
        ratio = np.divide(most, mass, out=self.ratio[:count])
        _over_outcomes(ratio, found)
        if np.isnan(found).any():
            ratio[(most == 0) & (mass == 0)] = 0.0
            _over_outcomes(ratio, found)
            found[found == 0] = np.nan

    def _over_letters(self, channel: Floats, count: int) -> Floats:
        """The maximum over the letters, half against half."""
        current = channel
        for buffer in self.halves:
            size, half = current.shape[1], current.shape[1] // 2
            best = np.maximum(current[:, :half], current[:, half : 2 * half], out=buffer[:count])
            if size % 2:
                np.maximum(best[:, 0], current[:, -1], out=best[:, 0])
            current = best
        return current[:, 0]


def _over_outcomes(ratio: Floats, found: Floats) -> None:
    if ratio.shape[1] > len(ratio):
        np.maximum.reduce(ratio, axis=1, out=found)
        return
    np.copyto(found, ratio[:, 0])
    for y in range(1, ratio.shape[1]):
        np.maximum(found, ratio[:, y], out=found)


def _of_one(prior: Floats, channel: Floats) -> Any:
    """One large channel, in blocks of rows that are still in the cache when read again."""
    if not prior.min() > 0:
        prior, channel = prior[prior > 0], channel[prior > 0]
    if not len(prior):
        return np.nan
    rows = max(1, BLOCK // channel.shape[1])
    mass, most = prior[:rows] @ channel[:rows], channel[:rows].max(axis=0)
    part = np.empty_like(most)
    for start in range(rows, len(prior), rows):
        block = channel[start : start + rows]
        mass += np.dot(prior[start : start + rows], block, out=part)
        np.maximum(most, np.maximum.reduce(block, axis=0, out=part), out=most)
    best = np.fmax.reduce(np.divide(most, mass, out=part))
    return best if best > 0 else np.nan


def _single(polynomial: Polynomial) -> Factor | None:
    """The only factor of the only monomial, its coefficient one."""
    terms = list(polynomial)
    if len(terms) != 1 or terms[0][1] != 1 or len(terms[0][0]) != 1:
        return None
    return terms[0][0][0]


def _factors(where: Polynomial) -> list[Factor]:
    terms = list(where)
    return list(terms[0][0]) if len(terms) == 1 and terms[0][1] > 0 else []
