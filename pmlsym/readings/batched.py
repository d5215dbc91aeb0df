"""The numeric reading: a value on many instances at once, with NumPy.

Tensors come as arrays with the instances first: priors (B, n), channels (B, n, m), and so on. They
are read in chunks that fit the processor's cache, short rows turned so that loops run along the
instances; a single large instance is read as it is, by matrix products. The form that PML has is
read in one pass, see `mixture_ratio`. Results are floats: they find and cross-check, and decide
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.language.value import Quotient, Value
from pmlsym.readings.batched_input import floats_of, letters_of, require_stochastic
from pmlsym.readings.batched_polynomial import Array, Batch
from pmlsym.readings.batched_slices import read_in_slices
from pmlsym.readings.batched_value import read_value, with_quotients
from pmlsym.readings.mixture_ratio import FEW, MixtureRatio, largest_ratios, mixture_ratio_of

CHUNK = 1 << 16
"""How many numbers a chunk holds: half a megabyte, which fits a second-level cache."""

SHORT = 6
"""Rows of fewer entries than this are turned, so that loops run along the instances."""

SMALL = 30
"""PML of channels of fewer entries, in short rows, is read turned as well."""

LARGE, SLICES = 2, 16
"""An instance of more than LARGE chunks is read in slices of a sixteenth, to save memory."""


def evaluate_batch(
    value: Value,
    arrays: Mapping[Tensor, NDArray[np.floating]],
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
    chunk: int = CHUNK,
    precision: type[np.floating] | None = None,
    checked: bool = True,
) -> Array:
    """The value on every instance, an array (B, ..) with one axis for each free index, sorted.

    `arrays` gives each tensor its entries: (B, n) for a prior, (B, n, m) for a channel, (B,) for a
    scalar; `defined` lists the quotients that the value mentions, `sizes` alphabets that no array
    shows. Results are inf where the value is infinite. Entries are checked first, see
    `require_stochastic`, unless `checked` is false, for entries that are known to be well: with
    others the results mean nothing. `precision` is that of the result and of the arrays while they
    are read, np.float64 or np.float32, by default that of the arrays.
    Raises InvalidInput at an empty batch, a wrong shape or wrong entries, AlphabetMismatch where
    two arrays disagree on an alphabet.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.calculus.index import Index
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> evaluate_batch(Largest((x,), Ratio(atom(p, x))), {p: np.array([[0.5, 0.5], [0.9, 0.1]])})
    array([0.5, 0.9])
    """
    entries = {tensor: floats_of(tensor, array) for tensor, array in arrays.items()}
    known = letters_of(entries, sizes or {})
    if checked:
        require_stochastic(entries)
    form = mixture_ratio_of(value)
    return evaluate_entries(value, form, entries, known, defined, chunk=chunk, precision=precision)


def evaluate_entries(
    value: Value,
    form: MixtureRatio | None,
    entries: Mapping[Tensor, Array],
    known: Mapping[str, int],
    defined: Sequence[Quotient],
    *,
    chunk: int = CHUNK,
    precision: type[np.floating] | None = None,
) -> Array:
    """`evaluate_batch` for floats that are well and of fitting shapes; `form` as it is found."""
    kind = np.result_type(*entries.values()) if precision is None else np.dtype(precision)
    if form is not None and {form.prior, form.channel} <= entries.keys():
        pair = (entries[form.prior], entries[form.channel])
        few = len(pair[1]) < FEW
        if few or pair[1].shape[-1] >= SHORT or pair[1][0].size >= SMALL:
            return largest_ratios(*(np.asarray(array, dtype=kind) for array in pair))
    parts = [
        _read(value, tensors, known, defined, chunk) for tensors in in_chunks(entries, chunk, kind)
    ]
    return parts[0].astype(kind) if len(parts) == 1 else np.concatenate(parts, dtype=kind)


def in_chunks(
    entries: Mapping[Tensor, Array], chunk: int, kind: np.dtype[Any]
) -> Iterator[dict[Tensor, Array]]:
    """The arrays, instances last, in parts of about `chunk` numbers, which fit the cache.

    >>> p = Tensor("p", ("X",))
    >>> [part[p].shape for part in in_chunks({p: np.ones((5, 3))}, 6, np.dtype(float))]
    [(3, 2), (3, 2), (3, 1)]
    """
    width = sum(array[0].size for array in entries.values())
    count = len(next(iter(entries.values())))
    step = max(1, min(count, chunk // max(1, width)))
    for start in range(0, count, step):
        yield {
            tensor: _turned(array[start : start + step].astype(kind, copy=False))
            for tensor, array in entries.items()
        }


def _read(
    value: Value,
    tensors: Mapping[Tensor, Array],
    sizes: Mapping[str, int],
    defined: Sequence[Quotient],
    chunk: int,
) -> Array:
    """The value of one part, instances first."""
    count = max(array.shape[-1] for array in tensors.values())
    width = sum(array.size for array in tensors.values())
    if width > LARGE * chunk and not defined:
        item = read_in_slices(value, tensors, sizes, max(chunk, width // SLICES))
    else:
        batch = Batch(sizes, {tensor.name: array for tensor, array in tensors.items()})
        item = read_value(value, with_quotients(batch, defined) if defined else batch)
    letters = item.array.shape[:-1]
    array = np.broadcast_to(item.array, (*letters, count))
    return array.transpose(len(letters), *range(len(letters)))


def _turned(array: NDArray[Any]) -> Array:
    """The same numbers with the instances last; in memory too, where rows are short."""
    turned = array.transpose(*range(1, array.ndim), 0)
    is_short = array.ndim > 1 and array.shape[-1] < SHORT
    return np.ascontiguousarray(turned) if is_short else turned
