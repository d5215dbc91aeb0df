"""The log domain: a plan on numbers far below what products of floats hold.

    a = s exp(l),      s = -1, 0 or 1,      l = -inf where a = 0,      l = NaN where there is no a

Entries are given as logarithms, so a mass of 1e-300 times an entry of 1e-300 is no zero. What is
read is the logarithm of the value, which for a leakage is the leakage itself. Arrays of such
numbers are a library to the steps of a plan. Positive and negative terms of a sum are summed apart,
by logarithms, and then subtracted; where they cancel to less than the rounding of the two
logarithms, the sum is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.array_input import letters_of
from pmlsym.evaluators.array_library import Contraction, Library
from pmlsym.evaluators.program import ROUNDING, Place
from pmlsym.evaluators.program_arrays import aligned
from pmlsym.evaluators.program_chunks import ArrayProgram
from pmlsym.evaluators.program_plan import program_of
from pmlsym.language.fold import walk
from pmlsym.language.value import ExcessRatio, Quotient, Value

Floats = NDArray[np.float64]

CANCELLED = 2.0**-50


def evaluate_logs(
    value: Value,
    arrays: Mapping[Tensor, NDArray[np.floating]],
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
) -> Floats:
    """The logarithm of the value on every instance, from arrays of logarithms of entries.

    `arrays` gives each tensor its entries: (B, n) for a prior, (B, n, m) for a channel, (B,) for a
    scalar; `defined` lists the quotients that the value mentions, `sizes` alphabets that no array
    shows. The result is -inf where the value is zero, or below zero by rounding, NaN where it is
    negative or no letter counts; it has an axis for each free index, sorted.
    Raises InvalidInput at a wrong shape or at a logarithm that is NaN or +inf, Unsupported at an
    excess ratio, which has no reading here.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.calculus.tensor import Index
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> tiny = np.array([[-1e4, -2e4]])
    >>> evaluate_logs(Largest((x,), Ratio(atom(p, x))), {p: tiny})
    array([-10000.])
    """
    given = {tensor: np.asarray(array, dtype=np.float64) for tensor, array in arrays.items()}
    known, entries = letters_of(given, sizes or {}), {}
    for tensor, array in given.items():
        if not (array < np.inf).all():
            raise InvalidInput(f"{tensor} has an entry that is no logarithm of a finite number")
        entries[tensor.name] = _nonnegative(array)
    for part in walk(value):
        if isinstance(part, ExcessRatio):  # whose rounding is that of sums near one
            raise Unsupported(f"{part.words} has no reading in the log domain")
    program = program_of(value, known, defined=defined)
    found = ArrayProgram(program, LOGS)(entries)
    nearly = np.where(found.logs <= log(ROUNDING), -np.inf, np.nan)
    shown: Floats = np.where(found.signs < 0, nearly, found.logs)
    return shown


@dataclass(frozen=True, eq=False)
class SignedLogs:
    """An array of numbers by their logarithms and signs, with the operations of arrays.

    A sum keeps the logarithms of its positive and of its negative part, for what is added to it.
    """

    logs: Floats
    signs: Floats
    parts: tuple[Floats, Floats] | None = None

    dtype = np.dtype(np.float64)
    device = None

    @property
    def shape(self) -> tuple[int, ...]:
        """That of both arrays."""
        return self.logs.shape

    @property
    def ndim(self) -> int:
        """How many axes there are."""
        return self.logs.ndim

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.logs.size

    def each(self, rule: Callable[..., Any]) -> SignedLogs:
        """What a rule that moves entries makes of both arrays."""
        return SignedLogs(rule(self.logs), rule(self.signs))

    def __getitem__(self, place: Any) -> SignedLogs:
        return self.each(lambda array: array[place])

    def __neg__(self) -> SignedLogs:
        return SignedLogs(self.logs, -self.signs)

    def __mul__(self, other: SignedLogs | float) -> SignedLogs:
        """The products; zero where one of the two is, whatever the other."""
        right = _numbers(other)
        null = (self.signs == 0) | (right.signs == 0)
        logs = np.where(null, -np.inf, self.logs + right.logs)
        return SignedLogs(logs, np.where(null, 0.0, self.signs * right.signs))

    def __truediv__(self, other: SignedLogs) -> SignedLogs:
        """The quotients; a/0 is infinite and 0/0 has no value."""
        over_zero = np.where(self.signs == 0, np.nan, np.inf)
        logs = np.where(other.signs == 0, over_zero, self.logs - other.logs)
        return SignedLogs(logs, np.where(other.signs == 0, self.signs, self.signs * other.signs))

    def __add__(self, other: SignedLogs) -> SignedLogs:
        (up, down), (high, low) = self.split(), other.split()
        none = np.isnan(self.logs) | np.isnan(other.logs)
        return _difference(np.logaddexp(up, high), np.logaddexp(down, low), none)

    def split(self) -> tuple[Floats, Floats]:
        """The logarithms of the positive and of the negative part."""
        if self.parts is not None:
            return self.parts
        up, down = (np.where(sign * self.signs > 0, self.logs, -np.inf) for sign in (1, -1))
        return up, down

    def __sub__(self, other: SignedLogs) -> SignedLogs:
        return self + -other

    def __eq__(self, other: object) -> Any:
        right = _numbers(other)
        return (self.signs == right.signs) & ((self.signs == 0) | (self.logs == right.logs))

    def __gt__(self, other: SignedLogs | float) -> Any:
        right = _numbers(other)
        above = (self.signs == right.signs) & (self.signs * self.logs > right.signs * right.logs)
        there = ~(np.isnan(self.logs) | np.isnan(right.logs))
        return there & ((self.signs > right.signs) | above)

    def __lt__(self, other: SignedLogs | float) -> Any:
        return _numbers(other) > self

    def __ge__(self, other: SignedLogs | float) -> Any:
        return (self > other) | (self == other)


def _numbers(given: Any) -> SignedLogs:
    """Real numbers as they are."""
    if isinstance(given, SignedLogs):
        return given
    with np.errstate(divide="ignore"):
        return SignedLogs(np.log(np.abs(given)), np.sign(np.asarray(given, dtype=np.float64)))


def _nonnegative(logs: Floats) -> SignedLogs:
    """The numbers with these logarithms."""
    return SignedLogs(logs, np.where(logs == -np.inf, 0.0, 1.0))


def _where(mask: Any, left: Any, right: Any) -> SignedLogs:
    a, b = _numbers(left), _numbers(right)
    return SignedLogs(np.where(mask, a.logs, b.logs), np.where(mask, a.signs, b.signs))


def _broadcast(*arrays: SignedLogs) -> list[SignedLogs]:
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return [array.each(lambda own: np.broadcast_to(own, shape)) for array in arrays]


def _sum(array: SignedLogs, axis: int | tuple[int, ...]) -> SignedLogs:
    axes = (axis,) if isinstance(axis, int) else axis
    up, down = (_log_sum(part, axes) for part in array.split())
    return _difference(up, down, np.isnan(array.logs).any(axis=axes))


def _difference(up: Floats, down: Floats, none: Any) -> SignedLogs:
    """Positive part less negative part: its size exact near one as well."""
    high, gap = np.maximum(up, down), np.abs(up - down)
    rounding = CANCELLED * np.maximum(np.abs(up), np.abs(down))
    gone = (high == -np.inf) | ((gap <= rounding) & np.isfinite(gap))
    size = np.where(gap == np.inf, high, high + np.log(-np.expm1(-gap)))
    undefined = none | (np.minimum(up, down) == np.inf)
    logs = np.where(undefined, np.nan, np.where(gone, -np.inf, size))
    signs = np.where(gone, 0.0, np.where(up > down, 1.0, -1.0))
    return SignedLogs(logs, signs, (up, down))


def _log_sum(logs: Floats, axes: tuple[int, ...]) -> Floats:
    for axis in sorted(axes, reverse=True):
        logs = np.logaddexp.reduce(logs, axis=axis)
    return logs


def _sum_of_products(left: SignedLogs, right: SignedLogs, how: Contraction) -> SignedLogs:
    summed = [i for i in dict.fromkeys((*how.left, *how.right)) if i not in how.kept]
    order = (*summed, *how.kept)
    first, second = (
        aligned(Place(0, own), order, LOGS)({0: array})
        for own, array in ((how.left, left), (how.right, right))
    )
    return _sum(first * second, tuple(range(len(summed))))


def _extremum(array: SignedLogs, axes: tuple[int, ...], most: bool) -> SignedLogs:
    """The largest number, or the smallest, but for those that are none."""
    if not most:
        return -_extremum(-array, axes, True)
    there = ~np.isnan(array.logs)
    up = np.where(there & (array.signs > 0), array.logs, -np.inf).max(axis=axes)
    down = np.where(there & (array.signs < 0), array.logs, np.inf).min(axis=axes)
    signs = np.where(there, array.signs, -2.0).max(axis=axes)
    best = np.where(signs > 0, up, np.where(signs == 0, -np.inf, down))
    return SignedLogs(np.where(signs < -1, np.nan, best), signs)


def _extreme_of(left: SignedLogs, right: SignedLogs, most: bool) -> SignedLogs:
    return _where((left > right if most else left < right) | np.isnan(right.logs), left, right)


def _sum_before(array: SignedLogs) -> SignedLogs:
    """Of nonnegative numbers, those before each along the first axis."""
    sums = np.logaddexp.accumulate(array.logs, axis=0)
    return _nonnegative(np.concatenate([np.full_like(sums[:1], -np.inf), sums[:-1]]))


def _order(array: SignedLogs) -> Any:
    """From the smallest number to the largest, if of the positive ones all are infinite."""
    above = np.where(array.signs == 0, 1e300, np.inf)
    key = np.where(array.signs < 0, -array.logs, above)
    return np.argsort(key, axis=0, kind="stable")


LOGS = Library(
    SimpleNamespace(
        inf=np.inf,
        nan=np.nan,
        where=_where,
        isnan=lambda array: np.isnan(array.logs),
        any=np.any,
        sum=_sum,
        log=lambda array: _numbers(np.where(array.signs < 0, np.nan, array.logs)),
        exp=lambda array: _nonnegative(array.signs * np.exp(array.logs)),
        ones_like=lambda array: _numbers(np.ones(array.shape)),
        asarray=lambda numbers, dtype: _numbers(np.array(numbers)),
        result_type=lambda *arrays: SignedLogs.dtype,
        reshape=lambda array, shape: array.each(lambda own: np.reshape(own, shape)),
        broadcast_to=lambda array, shape: array.each(lambda own: np.broadcast_to(own, shape)),
        broadcast_arrays=_broadcast,
        take_along_axis=lambda array, order, axis: array.each(
            lambda own: np.take_along_axis(own, order, axis=axis)
        ),
    ),
    permuted=lambda array, axes: array.each(lambda own: np.transpose(own, axes)),
    extremum=_extremum,
    extreme_of=_extreme_of,
    sum_of_products=_sum_of_products,
    sum_before=_sum_before,
    order=_order,
    everywhere=np.all,
    single=np.dtype(np.float32),
)
