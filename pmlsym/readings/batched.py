"""The numeric reading: a value on many instances at once, with NumPy.

Tensors come as arrays with the instances first: priors (B, n), channels (B, n, m), and so on. They
are read in chunks that fit the processor's cache, short rows turned so that loops run along the
instances; a single large instance is read as it is, by matrix products. The form that PML has is
read in one pass, see `mixture_ratio`. Results are floats: they find and cross-check, and decide
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.value import Quotient, Value
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.readings.batched_polynomial import Array, Batch
from pmlsym.readings.batched_value import read_value, with_quotients
from pmlsym.readings.mixture_ratio import largest_ratios, mixture_ratio_of
from pmlsym.readings.mixture_ratio_compiled import largest_ratios_compiled

CHUNK = 1 << 16
"""How many numbers a chunk holds: half a megabyte, which fits a second-level cache."""

SHORT = 6
"""Rows of fewer entries than this are turned, so that loops run along the instances."""


def evaluate_batch(
    value: Value,
    arrays: Mapping[Tensor, NDArray[np.floating]],
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
    chunk: int = CHUNK,
    precision: type[np.floating] = np.float64,
    compiled: bool = False,
) -> Array:
    """The value on every instance, an array (B, ..) with one axis for each free index, sorted.

    `arrays` gives each tensor its entries: (B, n) for a prior, (B, n, m) for a channel, (B,) for a
    scalar; `defined` lists the quotients that the value mentions, `sizes` alphabets that no array
    shows. Results are inf where the value is infinite. Entries are not checked here, see
    `require_stochastic`. `precision` is that of the result and of the arrays while they are read,
    np.float64 or np.float32; `compiled` reads PML by a loop that numba compiles.
    Raises InvalidInput at an empty batch or a wrong shape, AlphabetMismatch where two arrays
    disagree on an alphabet, Unsupported where numba is asked for and not installed.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.calculus.index import Index
    >>> from pmlsym.calculus.value import Largest, Ratio
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> evaluate_batch(Largest((x,), Ratio(atom(p, x))), {p: np.array([[0.5, 0.5], [0.9, 0.1]])})
    array([0.5, 0.9])
    """
    named = {tensor.name: np.asarray(array) for tensor, array in arrays.items()}
    known = letters_of(arrays, sizes or {})
    count = next(iter(named.values())).shape[0]
    form = mixture_ratio_of(value)
    if form is not None and (compiled or named[form.channel.name].shape[-1] >= SHORT):
        rule = largest_ratios_compiled if compiled else largest_ratios
        pair = (named[form.prior.name], named[form.channel.name])
        return rule(*(np.asarray(array, dtype=precision) for array in pair))
    width = sum(array[0].size for array in named.values())
    step = max(1, min(count, chunk // max(1, width)))

    parts = []
    for start in range(0, count, step):
        tensors = {
            name: _turned(array[start : start + step].astype(precision, copy=False))
            for name, array in named.items()
        }
        batch = Batch(known, tensors)
        item = read_value(value, with_quotients(batch, defined) if defined else batch)
        letters = item.array.shape[:-1]
        array = np.broadcast_to(item.array, (*letters, min(step, count - start)))
        parts.append(array.transpose(len(letters), *range(len(letters))))
    return np.concatenate(parts, dtype=precision)


def letters_of(
    arrays: Mapping[Tensor, NDArray[np.floating]], sizes: Mapping[str, int]
) -> dict[str, int]:
    """How many letters each alphabet has, by the shapes of the arrays.

    Raises InvalidInput at an empty batch, a batch of another length or a wrong number of axes,
    AlphabetMismatch where two arrays disagree on an alphabet.
    """
    known = dict(sizes)
    counts = {np.shape(array)[:1] for array in arrays.values()}
    if len(counts) != 1 or counts & {(), (0,)}:
        raise InvalidInput(f"every array needs one and the same number of instances, not {counts}")
    for tensor, array in arrays.items():
        shape = np.shape(array)
        if len(shape) != 1 + len(tensor.alphabets):
            raise InvalidInput(f"{tensor} takes an array (B, *letters), not one of shape {shape}")
        for alphabet, letters in zip(tensor.alphabets, shape[1:], strict=True):
            if known.setdefault(alphabet, letters) != letters or not letters:
                raise AlphabetMismatch(
                    f"{tensor} gives alphabet {alphabet} {letters} letters,"
                    f" elsewhere it has {known[alphabet]}"
                )
    return known


def require_stochastic(
    arrays: Mapping[Tensor, NDArray[np.floating]], *, tolerance: float = 1e-9
) -> None:
    """Return if the entries are what their tensors declare; raise InvalidInput if not.

    Entries have to be finite and, where declared, nonnegative, at most one, and of sum one within
    the tolerance; the message names the instance, the letters and the sum.

    >>> W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    >>> require_stochastic({W: np.array([[[0.5, 0.4]]])})
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: W of instance 0 sums to 0.9 at letters (0,), not to 1
    """
    letters_of(arrays, {})
    for tensor, given in arrays.items():
        array = np.asarray(given)
        if not np.issubdtype(array.dtype, np.floating):
            array = array.astype(np.float64)
        low, high = array.min(), array.max()
        if not (np.isfinite(low) and np.isfinite(high)):
            _refuse(tensor, array, ~np.isfinite(array), "is not finite")
        if tensor.is_nonnegative and low < 0:
            _refuse(tensor, array, array < 0, "is negative")
        if tensor.is_at_most_one and high > 1 + tolerance:
            _refuse(tensor, array, array > 1 + tolerance, "is above 1")
        if tensor.stochastic:
            sums = array.sum(axis=tuple(1 + k for k in tensor.stochastic))
            wrong = np.abs(sums - 1) > tolerance
            if wrong.any():
                place = tuple(int(k) for k in np.argwhere(wrong)[0])
                raise InvalidInput(
                    f"{tensor.name} of instance {place[0]} sums to {sums[place]:.9g}"
                    f" at letters {place[1:]}, not to 1"
                )


def _refuse(
    tensor: Tensor, array: NDArray[np.floating], wrong: NDArray[np.bool_], what: str
) -> None:
    place = tuple(int(k) for k in np.argwhere(wrong)[0])
    raise InvalidInput(
        f"entry {place[1:]} of {tensor.name} in instance {place[0]} {what}: {array[place]:.9g}"
    )


def _turned(array: NDArray[Any]) -> Array:
    """The same numbers with the instances last; in memory too, where rows are short."""
    turned = array.transpose(*range(1, array.ndim), 0)
    is_short = array.ndim > 1 and array.shape[-1] < SHORT
    return np.ascontiguousarray(turned) if is_short else turned
