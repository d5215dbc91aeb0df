"""The log domain: values on batches where probabilities are far below what products of floats hold.

    log(a*b) = log a + log b,      log(a + b) = max + log(1 + exp(-|log a - log b|))

Entries are given as logarithms, -inf for zero. A polynomial without negative coefficients becomes
sums and log-sums, so a mass of 1e-300 times an entry of 1e-300 is no zero. What is read is the
logarithm of the value, which for a leakage is the leakage itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.value import Larger, Largest, Ratio, Smallest, Total, Value
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.readings.batched import letters_of
from pmlsym.readings.batched_polynomial import Array, Labelled

Logs = Mapping[Tensor, NDArray[np.floating]]


def evaluate_logs(value: Value, arrays: Logs, *, sizes: Mapping[str, int] | None = None) -> Array:
    """The logarithm of the value on every instance, from arrays of logarithms of entries.

    Shapes are those of `evaluate_batch`; the result is NaN where no letter counts.
    Raises InvalidInput at a wrong shape or at a logarithm that is NaN or +inf, Unsupported where
    the value has negative terms or is no maximum, minimum or sum of ratios.

    >>> from pmlsym.calculus import atom
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> tiny = np.array([[-1e4, -2e4]])
    >>> evaluate_logs(Largest((x,), Ratio(atom(p, x))), {p: tiny})
    array([-10000.])
    """
    known = letters_of(arrays, sizes or {})
    tensors = {}
    for tensor, given in arrays.items():
        array = np.asarray(given, dtype=np.float64)
        if not (array < np.inf).all():
            raise InvalidInput(f"{tensor} has an entry that is no logarithm of a finite number")
        tensors[tensor.name] = array.transpose(*range(1, array.ndim), 0)
    count = next(iter(tensors.values())).shape[-1]
    with np.errstate(invalid="ignore", divide="ignore"):
        item = _LogReading(known, tensors).value(value)
    letters = item.array.shape[:-1]
    return np.moveaxis(np.broadcast_to(item.array, (*letters, count)), -1, 0)


class _LogReading:
    """Arrays (*letters, B) of logarithms, and what is read from them."""

    def __init__(self, sizes: Mapping[str, int], tensors: Mapping[str, Array]) -> None:
        self.sizes = sizes
        self.tensors = tensors

    def value(self, value: Value) -> Labelled:
        """The logarithm of a value; NaN where nothing counts."""
        match value:
            case Ratio(numerator, denominator):
                above, below = self.polynomial(numerator), self.polynomial(denominator)
                indices = _together(above, below)
                upper, lower = above.along(indices), below.along(indices)
                ratio = np.where(lower == -np.inf, np.inf, upper - lower)
                both = (upper == -np.inf) & (lower == -np.inf)
                return Labelled(indices, np.where(both, np.nan, ratio))
            case Largest(over, body, where) | Smallest(over, body, where):
                item, inside = self.value(body), self.polynomial(where)
                indices = _together(item, inside)
                shown = np.where(inside.along(indices) > -np.inf, item.along(indices), np.nan)
                rule = np.fmax if isinstance(value, Largest) else np.fmin
                axes, kept = _split(indices, over)
                return Labelled(kept, rule.reduce(shown, axis=axes) if axes else shown)
            case Larger(bodies):
                items = [self.value(body) for body in bodies]
                indices = _together(*items)
                arrays = np.broadcast_arrays(*(item.along(indices) for item in items))
                return Labelled(indices, np.fmax.reduce(arrays))
            case Total(over, body):
                item = self._expanded(self.value(body), over)
                axes, kept = _split(item.indices, over)
                return Labelled(kept, _log_sum(item.array, axes))
        raise Unsupported(f"{type(value).__name__} has no reading in the log domain")

    def polynomial(self, polynomial: Polynomial) -> Labelled:
        """The logarithm of a polynomial with positive coefficients."""
        terms = []
        for monomial, coefficient in polynomial:
            if coefficient < 0:
                raise Unsupported("a difference has no reading in the log domain")
            parts = [self.factor(factor) for factor in monomial]
            parts.append(Labelled((), np.array([log(coefficient)])))
            terms.append(_product(parts))
        if not terms:
            return Labelled((), np.array([-np.inf]))
        indices = _together(*terms)
        arrays = np.broadcast_arrays(*(term.along(indices) for term in terms))
        return Labelled(indices, np.logaddexp.reduce(arrays))

    def factor(self, factor: Factor) -> Labelled:
        """A closed sum of products, its bound indices summed out one after the other."""
        operands = [self._entry(tensor, indices) for tensor, indices in factor]
        for index in sorted({i for item in operands for i in item.indices if i.is_bound}):
            touching = [item for item in operands if index in item.indices]
            joined = _product(touching)
            axes, kept = _split(joined.indices, (index,))
            summed = Labelled(kept, _log_sum(joined.array, axes))
            operands = [*(item for item in operands if index not in item.indices), summed]
        return _product(operands)

    def _entry(self, tensor: Tensor, indices: Sequence[Index]) -> Labelled:
        if tensor.is_delta:
            array = np.where(np.eye(self.sizes[tensor.alphabets[0]]) > 0, 0.0, -np.inf)[..., None]
        elif tensor.is_size:
            array = np.array([log(self.sizes[tensor.name.strip("|")])])
        elif tensor.name in self.tensors:
            array = self.tensors[tensor.name]
        else:
            raise InvalidInput(f"there is no array for {tensor}")
        distinct = tuple(dict.fromkeys(indices))
        if len(distinct) < len(indices):
            raise Unsupported(f"{tensor} at one letter twice has no reading in the log domain")
        return Labelled(distinct, array)

    def _expanded(self, item: Labelled, over: Sequence[Index]) -> Labelled:
        missing = tuple(i for i in over if i not in item.indices)
        shape = (*(self.sizes[i.alphabet] for i in missing), *item.array.shape)
        return Labelled((*missing, *item.indices), np.broadcast_to(item.array, shape))


def _product(items: Sequence[Labelled]) -> Labelled:
    indices = _together(*items)
    total = np.zeros(1)
    for item in items:
        total = total + item.along(indices)
    return Labelled(indices, total)


def _log_sum(array: Array, axes: tuple[int, ...]) -> Array:
    for axis in sorted(axes, reverse=True):
        array = np.logaddexp.reduce(array, axis=axis)
    return array


def _split(
    indices: Sequence[Index], over: Sequence[Index]
) -> tuple[tuple[int, ...], tuple[Index, ...]]:
    axes = tuple(k for k, i in enumerate(indices) if i in over)
    return axes, tuple(i for i in indices if i not in over)


def _together(*items: Labelled) -> tuple[Index, ...]:
    return tuple(sorted({i for item in items for i in item.indices}))
