"""Whether arrays are what their tensors declare: shapes, then entries, before anything is computed.

Rows have to sum to one within a tolerance: 1e-9, or 1e-5 where the arrays are np.float32.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput

Floats = NDArray[Any]

NOTHING = {(), (0,)}
"""The first axes of an array without instances."""

FEW = 64
"""So few numbers are looked at one by one: a call of NumPy takes longer than they do."""

CHUNK = 1 << 15
"""How many entries are looked at at once: they stay in the cache for the next look."""


def floats_of(tensor: Tensor, given: object) -> Floats:
    """The entries as floats of their own precision, np.float64 unless they are np.float32.

    An array of another library that brings its namespace comes through DLPack, which copies only
    what is on another device. Raises InvalidInput where it is no array of numbers that floats hold.

    >>> floats_of(Tensor("p", ("X",)), [[1, 0]]).dtype
    dtype('float64')
    """
    array = given if isinstance(given, np.ndarray) else None
    try:
        if array is None and hasattr(given, "__array_namespace__"):
            array = _from_library(given)
        array = np.asarray(given) if array is None else array
        if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8):
            return array
        if array.dtype.kind in "biufO":
            return array.astype(np.float64)
    except (BufferError, OverflowError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidInput(f"the entries of {tensor.name} are no numbers: {error}") from None
    raise InvalidInput(f"the entries of {tensor.name} are {array.dtype}; give it floats")


def _from_library(given: Any) -> Floats:
    """The array where NumPy reads; device type 1 of DLPack is the processor itself."""
    here: Floats
    if given.__dlpack_device__()[0] == 1:
        here = np.from_dlpack(given)
    else:  # since NumPy 2.1
        here = np.from_dlpack(given, device="cpu")  # type: ignore[call-arg,unused-ignore]
    return here


def letters_of(arrays: Mapping[Tensor, Floats], sizes: Mapping[str, int]) -> dict[str, int]:
    """How many letters each alphabet has, by the shapes of the arrays.

    Raises InvalidInput at an empty batch, a batch of another length or a wrong number of axes,
    AlphabetMismatch where two arrays disagree on an alphabet.

    >>> letters_of({Tensor("p", ("X",)): np.ones((5, 3))}, {})
    {'X': 3}
    """
    if not arrays:
        raise InvalidInput("there is no array; give one to each tensor")
    known, shapes = dict(sizes), {tensor: np.shape(array) for tensor, array in arrays.items()}
    counts = {shape[:1] for shape in shapes.values()}
    if len(counts) != 1 or counts & NOTHING:
        given = ((tensor.name, shape[0] if shape else "none") for tensor, shape in shapes.items())
        shown = ", ".join(f"{count} of {name}" for name, count in given)
        raise InvalidInput(f"every array needs one and the same number of instances, not {shown}")
    for tensor, shape in shapes.items():
        if len(shape) != 1 + len(tensor.alphabets):
            raise InvalidInput(f"{tensor} takes an array (B, *letters), not one of shape {shape}")
        for alphabet, letters in zip(tensor.alphabets, shape[1:], strict=True):
            if not letters:
                raise AlphabetMismatch(f"{tensor} gives alphabet {alphabet} no letter")
            if known.setdefault(alphabet, letters) != letters:
                raise AlphabetMismatch(
                    f"{tensor} gives alphabet {alphabet} {letters} letters,"
                    f" elsewhere it has {known[alphabet]}"
                )
    return known


def require_stochastic(arrays: Mapping[Tensor, object], *, tolerance: float | None = None) -> None:
    """Return if the entries are what their tensors declare; raise InvalidInput if not.

    Entries have to be finite and, where declared, nonnegative, at most one, and of sum one within
    the tolerance; the message names the instance, the letters and the sum.

    >>> W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    >>> require_stochastic({W: np.array([[[0.5, 0.4]]])})
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: W of instance 0 sums to 0.9 at letters (0,), not to 1
    """
    entries = {tensor: floats_of(tensor, given) for tensor, given in arrays.items()}
    letters_of(entries, {})
    for tensor, array in entries.items():
        require_well(tensor, array, tolerance or tolerance_of(array))


def tolerance_of(array: Floats) -> float:
    """By how much a row's sum may miss one."""
    return 1e-5 if array.dtype == np.float32 else 1e-9


def require_well(tensor: Tensor, array: Floats, tolerance: float) -> None:
    """`require_stochastic` of one array of floats of the right shape."""
    if not _is_well(tensor, array, tolerance):
        _refuse(tensor, array, tolerance)


def _is_well(tensor: Tensor, array: Floats, tolerance: float) -> bool:
    """Whether nothing is wrong, chunk by chunk; a NaN makes every comparison false."""
    axes = tuple(1 + k for k in tensor.stochastic)
    if array.size <= FEW and axes == (array.ndim - 1,) and tensor.is_nonnegative:
        rows = array.reshape(-1, array.shape[-1]).tolist()
        return all(min(row) >= 0 and abs(sum(row) - 1) <= tolerance for row in rows)
    step = max(1, CHUNK // max(1, array[0].size))
    for start in range(0, len(array), step):
        part = array[start : start + step]
        if tensor.is_nonnegative and not part.min() >= 0:
            return False
        if axes:
            sums = _sums(part, axes)
            if not (sums.min() >= 1 - tolerance and sums.max() <= 1 + tolerance):
                return False
        elif not np.isfinite(part).all() or (
            tensor.is_at_most_one and not part.max() <= 1 + tolerance
        ):
            return False
    return True


def _sums(part: Floats, axes: tuple[int, ...]) -> Floats:
    """Sums of rows, as a matrix product where rows lie in memory one after the other."""
    if axes == (part.ndim - 1,) and part.flags.c_contiguous:
        letters = part.shape[-1]
        return np.asarray(part.reshape(-1, letters) @ np.ones(letters, part.dtype))
    return np.asarray(part.sum(axis=axes))


def _refuse(tensor: Tensor, array: Floats, tolerance: float) -> None:
    """Say what is wrong, at the first place where it is."""
    checks = [(~np.isfinite(array), "is not finite")]
    if tensor.is_nonnegative:
        checks.append((array < 0, "is negative"))
    if tensor.is_at_most_one:
        checks.append((array > 1 + tolerance, "is above 1"))
    for wrong, what in checks:
        if wrong.any():
            place = tuple(int(k) for k in np.argwhere(wrong)[0])
            entry = f"entry {place[1:]} of {tensor.name}" if place[1:] else tensor.name
            raise InvalidInput(f"{entry} in instance {place[0]} {what}: {array[place]:.9g}")
    if tensor.stochastic:
        sums = array.sum(axis=tuple(1 + k for k in tensor.stochastic))
        wrong = np.abs(sums - 1) > tolerance
        if wrong.any():
            place = tuple(int(k) for k in np.argwhere(wrong)[0])
            raise InvalidInput(
                f"{tensor.name} of instance {place[0]} sums to {sums[place]:.9g}"
                f" at letters {place[1:]}, not to 1"
            )
