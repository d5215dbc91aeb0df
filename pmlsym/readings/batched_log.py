"""The log domain: values on batches where probabilities are far below what products of floats hold.

    log(a*b) = log a + log b,      log(a + b) = max + log(1 + exp(-|log a - log b|))

Entries are given as logarithms, -inf for zero, so a mass of 1e-300 times an entry of 1e-300 is no
zero. Numbers inside a value may be negative, as differences and logarithms are: each is a logarithm
of its size with a sign (`batched_signed`). What is read is the logarithm of the value, which for a
leakage is the leakage itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from math import log, prod

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Quotient,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.readings.batched_input import letters_of
from pmlsym.readings.batched_polynomial import Array, Labelled
from pmlsym.readings.batched_signed import (
    EXCESS,
    Signed,
    added,
    exceeds,
    larger,
    largest,
    nonnegative,
    product,
    quotient,
    split,
    summed,
    together,
)
from pmlsym.readings.batched_value import ROUNDING

Logs = Mapping[Tensor, NDArray[np.floating]]


def evaluate_logs(
    value: Value,
    arrays: Logs,
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
) -> Array:
    """The logarithm of the value on every instance, from arrays of logarithms of entries.

    Shapes and `defined` are those of `evaluate_batch`. The result is -inf where the value is zero,
    or below zero by rounding, NaN where it is negative or no letter counts.
    Raises InvalidInput at a wrong shape or at a logarithm that is NaN or +inf, Unsupported at an
    excess ratio, which has no reading here.

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
    with np.errstate(invalid="ignore", divide="ignore", over="ignore", under="ignore"):
        reading = _LogReading(known, tensors)
        for definition in defined:
            reading.define(definition)
        item = reading.value(value)
        nearly = np.where(item.logs <= log(ROUNDING), -np.inf, np.nan)
        shown = np.where(item.signs < 0, nearly, item.logs)
    letters = shown.shape[:-1]
    return np.moveaxis(np.broadcast_to(shown, (*letters, count)), -1, 0)


class _LogReading:
    """Arrays (*letters, B) of logarithms, and what is read from them."""

    def __init__(self, sizes: Mapping[str, int], tensors: Mapping[str, Array]) -> None:
        self.sizes = sizes
        self.tensors = dict(tensors)

    def define(self, definition: Quotient) -> None:
        """Give a tensor its entries total/weight, uniform ones where the weight is zero."""
        tensor, indices = definition.tensor, definition.indices
        weight, _ = self.polynomial(definition.weight).along(indices)
        above, _ = self.polynomial(definition.total).along(indices)
        letters = prod(self.sizes[tensor.alphabets[k]] for k in tensor.stochastic)
        entries = np.where(weight > -np.inf, above - weight, -log(letters))
        shape = (*(self.sizes[name] for name in tensor.alphabets), entries.shape[-1])
        self.tensors[tensor.name] = np.broadcast_to(entries, shape)

    def value(self, value: Value) -> Signed:
        """The numbers that a value has; none where nothing counts."""
        match value:
            case Ratio(numerator, denominator):
                return quotient(self.polynomial(numerator), self.polynomial(denominator))
            case Largest(over, body, where):
                return largest(self.value(body), self.polynomial(where), over)
            case Smallest(over, body, where):
                flipped = largest(self.value(body).negated(), self.polynomial(where), over)
                return flipped.negated()
            case Larger(bodies):
                return reduce(larger, [self.value(body) for body in bodies])
            case Total(over, body):
                return summed(self._expanded(self.value(body), over), over)
            case Weighted(weight, body):
                return product(self.polynomial(weight), self.value(body))
            case Log(body):
                return self.value(body).logarithm()
            case Exceeds(body, level):
                return exceeds(self.value(body), self.polynomial(level))
            case FractionalEvent():
                return self._fractional_event(value)
        raise Unsupported(f"{value.words} has no reading in the log domain")

    def polynomial(self, polynomial: Polynomial) -> Signed:
        """The numbers of a polynomial, its negative terms subtracted."""
        terms = []
        for monomial, coefficient in polynomial:
            parts = [self.factor(factor) for factor in monomial]
            parts.append(Labelled((), np.array([log(abs(coefficient))])))
            item = _product(parts)
            term = nonnegative(item.indices, item.array)
            terms.append(term if coefficient > 0 else term.negated())
        return added(terms)

    def factor(self, factor: Factor) -> Labelled:
        """The logarithm of a closed sum of products, one bound index summed out after the other."""
        operands = [self._entry(tensor, indices) for tensor, indices in factor]
        for index in sorted({i for item in operands for i in item.indices if i.is_bound}):
            joined = _product([item for item in operands if index in item.indices])
            axes, kept = split(joined.indices, (index,))
            array = np.logaddexp.reduce(joined.array, axis=axes[0])
            apart = [item for item in operands if index not in item.indices]
            operands = [*apart, Labelled(kept, array)]
        return _product(operands)

    def _entry(self, tensor: Tensor, indices: Sequence[Index]) -> Labelled:
        if tensor.is_delta:
            array = np.where(np.eye(self.sizes[tensor.alphabets[0]]) > 0, 0.0, -np.inf)[..., None]
        elif tensor.is_size:
            array = np.array([log(self.sizes[tensor.counted])])
        elif tensor.name in self.tensors:
            array = self.tensors[tensor.name]
        else:
            raise InvalidInput(f"there is no array for {tensor}")
        distinct = tuple(dict.fromkeys(indices))
        if len(distinct) < len(indices):
            raise Unsupported(f"{tensor} at one letter twice has no reading in the log domain")
        return Labelled(distinct, array)

    def _expanded(self, item: Signed, over: Sequence[Index]) -> Signed:
        missing = tuple(i for i in over if i not in item.indices)
        letters = tuple(self.sizes[i.alphabet] for i in missing)
        both = item.along(item.indices)
        shown = (np.broadcast_to(array, (*letters, *array.shape)) for array in both)
        return Signed((*missing, *item.indices), *shown)

    def _fractional_event(self, value: FractionalEvent) -> Signed:
        """Take letters by decreasing part/mass until their mass is delta, the last in part."""
        items = [self.polynomial(p) for p in (value.part, value.mass, value.delta)]
        others = tuple(i for i in together(*items) if i not in value.over)
        items = [self._expanded(item, value.over) for item in items]
        arrays = np.broadcast_arrays(*(i.along((*value.over, *others))[0] for i in items))
        upper, lower, goal = (a.reshape(-1, *a.shape[len(value.over) :]) for a in arrays)
        wanted = goal[0]
        ratio = np.where(lower > -np.inf, upper - lower, -np.inf)
        order = np.argsort(-ratio, axis=0, kind="stable")
        ratio = np.take_along_axis(ratio, order, axis=0)
        masses = np.take_along_axis(lower, order, axis=0)
        reached = np.logaddexp.accumulate(masses, axis=0)
        before = np.concatenate([np.full_like(reached[:1], -np.inf), reached[:-1]])
        left = np.where(before < wanted, wanted + np.log1p(-np.exp(before - wanted)), -np.inf)
        taken = np.minimum(masses, left)
        whole = np.logaddexp.reduce(taken, axis=0)
        massless = np.logaddexp.reduce(np.where(lower > -np.inf, -np.inf, upper), axis=0)
        mean = np.logaddexp(np.logaddexp.reduce(taken + ratio, axis=0), massless) - whole
        some = wanted > -np.inf
        best = np.where(some, mean, ratio[0])
        enough = np.where(some, whole >= wanted - EXCESS, reached[-1] > -np.inf)
        return nonnegative(others, np.where(enough, best, np.nan))


def _product(items: Sequence[Labelled]) -> Labelled:
    indices = tuple(sorted({i for item in items for i in item.indices}))
    return Labelled(indices, reduce(np.add, [item.along(indices) for item in items]))
