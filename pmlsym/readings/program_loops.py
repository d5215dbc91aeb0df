"""A plan run by loops that numba compiles, which the extra `fast` installs.

One function runs every plan: it takes the steps as tables of places and strides, instance by
instance, in registers that stay in the cache, so no quantity needs a compilation of its own. The
function is compiled at its first use, which takes some seconds, and kept on the disk by numba where
there is a folder for it. Arrays are read once: what is copied to where a plan runs is checked on
the way. Parts of a large batch are read by several threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.readings.array_input import require_well, tolerance_of
from pmlsym.readings.compiling import compiled
from pmlsym.readings.program import (
    KINDS,
    OPERANDS,
    Program,
    Step,
    allotted,
    extents,
    places,
    strides,
)

Floats = NDArray[Any]

CHUNK = 1 << 17
"""How many numbers the registers hold together: a megabyte, in a second-level cache."""

FEW = 64
"""Fewer instances than this are not read together: inner loops run along their letters."""

WORTH_A_THREAD = 1 << 18
"""How many numbers a thread has to read to be worth its start, which takes a tenth of a ms."""

SETS = ("event", "excess")


@dataclass(frozen=True, eq=False)
class Loops:
    """The tables of a plan: where registers begin, and each step as a row of numbers.

    A row has the kind, the number of letters of a set, for each of `dims` dimensions its extent and
    the strides of the result and three operands, and where those four begin. `inputs` says where
    the numbers of a tensor begin and how many they are; `constants` come before all others.
    """

    inputs: Mapping[str, tuple[int, int]]
    constants: Floats
    width: int
    table: NDArray[np.uint64]
    numbers: Floats
    dims: int
    result: tuple[int, int]
    letters: tuple[int, ...]


def loops_of(program: Program) -> Loops:
    """The tables of a plan.

    Raises Unsupported where numba is not installed.
    """
    _compiled()
    begin, width = allotted(program)
    inputs = {name: (begin[r], prod(program.shapes[r])) for name, r in program.tensors}
    dims = max([1, *(len(_dimensions(step, program)) for step in program.steps)])
    table = [_row_of(step, program, dims, begin) for step in program.steps]
    shape = program.shapes[program.result.register]
    return Loops(
        inputs,
        np.array([number for numbers in program.constants.values() for number in numbers]),
        width,
        np.array(table, dtype=np.uint64).reshape(len(table), 2 + 5 * dims + OPERANDS),
        np.array([step.number for step in program.steps], dtype=np.float64),
        dims,
        (begin[program.result.register], prod(shape)),
        shape,
    )


def run_loops(
    loops: Loops, entries: Mapping[Tensor, Floats], *, checked: bool, threads: int | None = None
) -> Floats:
    """The quantity on every instance, (B, *letters), from arrays (B, *letters) or (1, *letters).

    Raises InvalidInput as `require_well` does, where entries are to be checked.
    """
    count = max(map(len, entries.values()), default=1)
    found = np.empty((count, loops.result[1]))
    inputs = [_Input.of(loops, tensor, array, checked) for tensor, array in entries.items()]
    parts = _parts(count, loops.width, threads)
    if len(parts) == 1:
        _run_part(loops, inputs, found, *parts[0])
    else:
        with ThreadPoolExecutor(len(parts)) as pool:
            waiting = [pool.submit(_run_part, loops, inputs, found, *part) for part in parts]
            for part in waiting:
                part.result()
    return found.reshape(count, *loops.letters)


def _parts(count: int, width: int, threads: int | None) -> list[tuple[int, int]]:
    """The instances of each thread."""
    if threads is None:
        worth = count * width // WORTH_A_THREAD
        threads = min(_processors(), worth) if worth > 1 else 1
    parts = max(1, min(count, threads))
    ends = [count * k // parts for k in range(parts + 1)]
    return list(pairwise(ends))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, eq=False)
class _Input:
    """An array (B, numbers) with the length of its rows, and by how much they may miss one.

    Of rows of length zero nothing is asked.
    """

    tensor: Tensor
    given: Floats
    flat: Floats
    begin: int
    row: int
    tolerance: float

    @classmethod
    def of(cls, loops: Loops, tensor: Tensor, array: Floats, checked: bool) -> _Input:
        begin, numbers = loops.inputs.get(tensor.name, (0, 0))
        tolerance = tolerance_of(array)
        asked = tensor.stochastic
        rows = asked and asked == tuple(range(asked[0], array.ndim - 1)) and tensor.is_nonnegative
        row = prod(array.shape[1 + asked[0] :]) if checked and rows and numbers else 0
        if checked and not row:
            require_well(tensor, array, tolerance)
        flat = array.reshape(len(array), -1)
        return cls(tensor, array, flat[:, :numbers], begin, row, tolerance)


def _run_part(loops: Loops, inputs: Sequence[_Input], found: Floats, start: int, stop: int) -> None:
    """The instances from start to stop, in chunks."""
    load, run = _compiled()
    together = CHUNK // loops.width
    together = min(stop - start, together if together >= FEW else 1)
    work = np.empty(loops.width * together)
    for first in range(start, stop, together):
        count = min(together, stop - first)
        if first == start or count < together:
            held = len(loops.constants)
            work[: held * count].reshape(held, count)[:] = loops.constants[:, None]
        for given in inputs:
            own = given.flat[first : first + count] if len(given.flat) > 1 else given.flat
            if given.flat.shape[1] and not load(
                own, count, work, given.begin, given.row, given.tolerance
            ):
                require_well(given.tensor, given.given, given.tolerance)
        part = found[first : first + count]
        run(loops.table, loops.numbers, loops.dims, work, count, loops.result[0], part)


@cache
def _compiled() -> tuple[Callable[..., bool], Callable[..., None]]:
    """What copies and what runs; numba takes half a second to import."""
    from pmlsym.readings.compiling import has_numba
    from pmlsym.readings.program_steps import run

    if not has_numba():
        raise Unsupported("numba is not installed; pip install 'pmlsym[fast]'")
    return load, run


def _set_of(step: Step) -> tuple[Index, ...]:
    """The letters that a step takes together: the last ones of its first two operands."""
    return step.operands[0].indices[len(step.out.indices) :] if step.kind in SETS else ()


def _dimensions(step: Step, program: Program) -> list[tuple[int, ...]]:
    """Extent and strides of each dimension, the nearest in memory last, those in a row as one."""
    by_place = [strides(place, program.shapes[place.register]) for place in places(step)]
    taken = _set_of(step)
    rows = [
        (letters, *(own.get(index, 0) for own in by_place))
        for index, letters in extents(step, program).items()
        if letters > 1 and index not in taken
    ]
    rows.sort(key=lambda row: max(row[1:]), reverse=True)
    joined: list[tuple[int, ...]] = []
    for row in rows:
        if joined and all(f == s * row[0] for f, s in zip(joined[-1][1:], row[1:], strict=True)):
            row = (joined.pop()[0] * row[0], *row[1:])
        joined.append(row)
    return joined


def _row_of(step: Step, program: Program, dims: int, begin: Mapping[int, int]) -> list[int]:
    """A step as a row of the table; dimensions that it has not come first, with one letter."""
    rows = _dimensions(step, program)
    rows = [(1, *(0,) * OPERANDS)] * (dims - len(rows)) + rows
    extent = extents(step, program)
    letters = prod(extent[index] for index in _set_of(step))
    columns = [n for column in zip(*rows, strict=True) for n in column]
    begins = [begin[place.register] for place in places(step)]
    return [KINDS.index(step.kind), letters, *columns, *begins]


BLOCK = 16
"""Instances that are turned at once: their rows stay in the nearest cache."""


@compiled()
def load(given: Floats, count: int, work: Floats, begin: int, row: int, tolerance: float) -> bool:
    """Copy instances into the work; whether rows of `row` entries are nonnegative, of sum one.

    A single instance stands for all; of rows of length zero nothing is asked.
    """
    held, numbers = given.shape
    target = work[begin * count : (begin + numbers) * count]
    if count == 1:
        return _load_one(given[0], target, row, tolerance)
    bad = 0
    for block in range(0, held, BLOCK):
        end = min(held, block + BLOCK)
        for k in range(numbers):
            for b in range(block, end):
                entry = given[b, k]
                target[k * count + b] = entry
                bad += entry < 0
    for k in range(numbers if held < count else 0):
        target[k * count : (k + 1) * count] = given[0, k]
    if row == 0:
        return True
    sums = np.empty(count)
    for first in range(0, numbers, row):
        sums[:] = 0.0
        for k in range(first, first + row):
            entries = target[k * count : (k + 1) * count]
            for b in range(count):
                sums[b] += entries[b]
        for b in range(count):
            bad += not abs(sums[b] - 1.0) <= tolerance
    return bad == 0


@compiled(in_any_order=True)
def _load_one(given: Floats, target: Floats, row: int, tolerance: float) -> bool:
    """The same of one instance, in one pass."""
    if row == 0:
        target[:] = given
        return True
    bad = 0
    for first in range(0, given.size, row):
        own, kept, total = given[first : first + row], target[first : first + row], 0.0
        for k in range(row):
            entry = own[k]
            kept[k] = entry
            total += entry
            bad += entry < 0
        bad += not abs(total - 1.0) <= tolerance
    return bad == 0
