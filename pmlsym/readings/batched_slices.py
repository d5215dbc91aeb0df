"""Large instances read in slices of one alphabet, so that no array of their own size is made.

    max_{x, y} f(x, y)  =  max over slices S of Y of  max_{x, y in S} f(x, y),      sums likewise

That is right where the outcome y is the only letter of its alphabet in the value: then each slice
of the arrays is an instance of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

import numpy as np

from pmlsym.calculus.index import Index
from pmlsym.calculus.tensor import Tensor
from pmlsym.language.value import (
    Larger,
    Largest,
    Log,
    Smallest,
    Total,
    Value,
    letters_of,
    polynomials_of,
)
from pmlsym.readings.batched_polynomial import Array, Batch, Labelled
from pmlsym.readings.batched_value import read_value

COMBINED: Mapping[type, Callable[[Array, Array], Array]] = {
    Largest: np.fmax,
    Smallest: np.fmin,
    Total: np.add,
}


def read_in_slices(
    value: Value, tensors: Mapping[Tensor, Array], sizes: Mapping[str, int], entries: int
) -> Labelled:
    """The value, from arrays (*letters, B) cut to about so many entries at once.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.language.value import Ratio
    >>> y, q = Index("Y", "y"), Tensor("q", ("Y",))
    >>> arrays = {q: np.array([[1.0], [3.0], [2.0]])}
    >>> read_in_slices(Largest((y,), Ratio(atom(q, y))), arrays, {"Y": 3}, 1).array
    array([3.])
    """
    match value:
        case Log(body):
            item = read_in_slices(body, tensors, sizes, entries)
            with np.errstate(divide="ignore", invalid="ignore"):
                return Labelled(item.indices, np.log(item.array))
        case Larger(bodies):
            items = [read_in_slices(body, tensors, sizes, entries) for body in bodies]
            if all(not item.indices for item in items):
                return Labelled((), reduce(np.fmax, [item.array for item in items]))
        case Largest(over) | Smallest(over) | Total(over):
            cut = [i for i in over if _is_alone(i, value, tensors)]
            if cut:
                return _combined(
                    value, max(cut, key=lambda i: sizes[i.alphabet]), tensors, sizes, entries
                )
    return read_value(value, Batch(sizes, {t.name: array for t, array in tensors.items()}))


def _combined(
    value: Value,
    index: Index,
    tensors: Mapping[Tensor, Array],
    sizes: Mapping[str, int],
    entries: int,
) -> Labelled:
    letters = sizes[index.alphabet]
    largest = max((a.size for t, a in tensors.items() if index.alphabet in t.alphabets), default=1)
    step = max(1, min(letters, entries * letters // max(1, largest)))
    rule, found = COMBINED[type(value)], None
    for start in range(0, letters, step):
        own = slice(start, min(letters, start + step))
        arrays = {t.name: _cut(t, array, index.alphabet, own) for t, array in tensors.items()}
        part = read_value(value, Batch({**sizes, index.alphabet: own.stop - start}, arrays))
        array = part.array if found is None else rule(found.array, part.array)
        found = Labelled(part.indices, array)
    assert found is not None
    return found


def _cut(tensor: Tensor, array: Array, alphabet: str, own: slice) -> Array:
    if alphabet not in tensor.alphabets:
        return array
    return array[tuple(own if a == alphabet else slice(None) for a in tensor.alphabets)]


def _is_alone(index: Index, value: Value, tensors: Mapping[Tensor, Array]) -> bool:
    """Whether no other letter of its alphabet, and no size of it, is in the value."""
    for polynomial in polynomials_of(value):
        for monomial, _ in polynomial:
            for tensor, indices in (atom for factor in monomial for atom in factor):
                if tensor.counted == index.alphabet:
                    return False
                if tensor.is_delta and index in indices:
                    return False
                if any(i.alphabet == index.alphabet and i != index for i in indices):
                    return False
                if tensor not in tensors and not (tensor.is_delta or tensor.is_size):
                    return False
    return all(i == index or i.alphabet != index.alphabet for i in letters_of(value))
