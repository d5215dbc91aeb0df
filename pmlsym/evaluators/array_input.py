"""Checks of arrays before computation: their shapes and entries are as the tensors declare.

Arrays stay with their own library and are checked through its namespace. Rows have to sum to one
within a tolerance: 1e-9, or 1e-5 where the arrays are of single precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.evaluators.array_library import NUMPY, Library, as_numpy_array, has_namespace

Floats = NDArray[Any]

NOTHING = {(), (0,)}
"""The first axes of an array without instances."""

FEW = 64
"""At most this many numbers are checked one by one: more would take longer than a call of NumPy."""

CHUNK = 1 << 17
"""The entries that are checked together: they stay in the cache for the next check."""


def floats_of(tensor: Tensor, entries: Any, library: Library = NUMPY, beside: Any = None) -> Any:
    """The entries given for a tensor as an array of floats in their own precision, to evaluate on.

    An array of the library stays where it is; others are read by NumPy and moved to the device of
    `beside`. Raises InvalidInput where it is not an array of numbers that floats hold.

    >>> floats_of(Tensor("p", ("X",)), [[1, 0]]).dtype
    dtype('float64')
    """
    xp = library.xp
    if not library.is_numpy:
        if not has_namespace(entries, xp):
            floats = floats_of(tensor, entries)
            return xp.asarray(floats, dtype=getattr(xp, floats.dtype.name), device=beside.device)
        if entries.dtype in (xp.float64, xp.float32):
            return entries
        if xp.isdtype(entries.dtype, ("bool", "integral")):
            return xp.astype(entries, xp.float64)
        raise InvalidInput(f"the entries of {tensor.name} are {entries.dtype}; give it floats")
    array = entries if isinstance(entries, np.ndarray) else None
    try:
        if array is None and hasattr(entries, "__array_namespace__"):
            array = as_numpy_array(entries)
        array = np.asarray(entries) if array is None else array
        if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8):
            return array
        if array.dtype.kind in "biufO":
            return array.astype(np.float64)
    except (BufferError, OverflowError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidInput(f"the entries of {tensor.name} are no numbers: {error}") from None
    raise InvalidInput(f"the entries of {tensor.name} are {array.dtype}; give it floats")


def alphabet_sizes(arrays: Mapping[Tensor, Any], sizes: Mapping[str, int]) -> dict[str, int]:
    """The number of letters of each alphabet, by the shapes of the arrays to evaluate on.

    Raises InvalidInput at an empty batch, a batch of another length or a wrong number of axes,
    AlphabetMismatch where two arrays disagree on an alphabet.

    >>> alphabet_sizes({Tensor("p", ("X",)): np.ones((5, 3))}, {})
    {'X': 3}
    """
    if not arrays:
        raise InvalidInput("there is no array; give one to each tensor")
    counts_by_alphabet, shapes = (
        dict(sizes),
        {tensor: array.shape for tensor, array in arrays.items()},
    )
    counts = {shape[:1] for shape in shapes.values()}
    if len(counts) != 1 or counts & NOTHING:
        named = ((tensor.name, shape[0] if shape else "none") for tensor, shape in shapes.items())
        counts_text = ", ".join(f"{count} of {name}" for name, count in named)
        raise InvalidInput(
            f"every array needs one and the same number of instances, not {counts_text}"
        )
    for tensor, shape in shapes.items():
        if len(shape) != 1 + len(tensor.alphabets):
            raise InvalidInput(f"{tensor} takes an array (B, *letters), not one of shape {shape}")
        for alphabet, letters in zip(tensor.alphabets, shape[1:], strict=True):
            if not letters:
                raise AlphabetMismatch(f"{tensor} gives alphabet {alphabet} no letter")
            if counts_by_alphabet.setdefault(alphabet, letters) != letters:
                raise AlphabetMismatch(
                    f"{tensor} gives alphabet {alphabet} {letters} letters,"
                    f" elsewhere it has {counts_by_alphabet[alphabet]}"
                )
    return counts_by_alphabet


def tolerance_of(array: Any, library: Library = NUMPY) -> float:
    """How far from one, for this array's precision, the sum of a row to evaluate on may be."""
    return 1e-5 if array.dtype == library.single else 1e-9


def require_declared_entries(
    tensor: Tensor, array: Any, tolerance: float, library: Library = NUMPY
) -> None:
    """Raise InvalidInput unless an array to evaluate on has the entries its tensor declares.

    Entries have to be finite and, where declared, nonnegative, at most one, and of sum one within
    the tolerance; the message names the instance, the letters and the sum.

    >>> W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    >>> require_declared_entries(W, np.array([[[0.5, 0.4]]]), 1e-9)
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: W of instance 0 sums to 0.9 at letters (0,), not to 1
    """
    if not _is_as_declared(tensor, array, tolerance, library):
        _raise_first_fault(tensor, array if library.is_numpy else as_numpy_array(array), tolerance)


def _is_as_declared(tensor: Tensor, array: Any, tolerance: float, library: Library) -> bool:
    """Whether an array of floats, on which values are computed, is as its tensor declares.

    A NaN makes every comparison false.
    """
    axes, xp = tuple(1 + k for k in tensor.stochastic), library.xp
    is_last = axes == (array.ndim - 1,)
    if library.is_numpy and array.size <= FEW and is_last and tensor.is_nonnegative:
        for row in array.reshape(-1, array.shape[-1]).tolist():
            if not (min(row) >= 0 and abs(sum(row) - 1) <= tolerance):
                return False
        return True
    if library.is_numpy and is_last and array.flags.c_contiguous:
        array, axes = array.reshape(-1, array.shape[-1]), (1,)  # chunks of rows, also of one
    width = array.size // array.shape[0]
    step = max(1, CHUNK // width) if library.is_numpy else array.shape[0]
    for start in range(0, array.shape[0], step):
        part = array[start : start + step, ...]
        if tensor.is_nonnegative and not bool(xp.min(part) >= 0):
            return False
        if axes:
            sums = _row_sums(part, axes, library)
            if not (xp.min(sums) >= 1 - tolerance and xp.max(sums) <= 1 + tolerance):
                return False
        elif not bool(xp.all(xp.isfinite(part))) or (
            tensor.is_at_most_one and not bool(xp.max(part) <= 1 + tolerance)
        ):
            return False
    return True


def _row_sums(part: Any, axes: tuple[int, ...], library: Library) -> Any:
    """The sums of rows of an array to evaluate on, by a matrix product where that is faster."""
    if library.is_numpy and axes == (part.ndim - 1,) and part.flags.c_contiguous:
        letters = part.shape[-1]
        return part.reshape(-1, letters) @ np.ones(letters, part.dtype)
    return library.xp.sum(part, axis=axes)


def _raise_first_fault(tensor: Tensor, array: Floats, tolerance: float) -> None:
    """Raise InvalidInput at the first float, or sum, of an array that is not as declared."""
    checks = [(~np.isfinite(array), "is not finite")]
    if tensor.is_nonnegative:
        checks.append((array < 0, "is negative"))
    if tensor.is_at_most_one:
        checks.append((array > 1 + tolerance, "is above 1"))
    for wrong, what in checks:
        if wrong.any():
            at = tuple(int(k) for k in np.argwhere(wrong)[0])
            entry = f"entry {at[1:]} of {tensor.name}" if at[1:] else tensor.name
            raise InvalidInput(f"{entry} in instance {at[0]} {what}: {array[at]:.9g}")
    if tensor.stochastic:
        sums = array.sum(axis=tuple(1 + k for k in tensor.stochastic))
        wrong = np.abs(sums - 1) > tolerance
        if wrong.any():
            at = tuple(int(k) for k in np.argwhere(wrong)[0])
            raise InvalidInput(
                f"{tensor.name} of instance {at[0]} sums to {sums[at]:.9g}"
                f" at letters {at[1:]}, not to 1"
            )
