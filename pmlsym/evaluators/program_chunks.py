"""Runs of a plan on any number of instances of any size: in chunks, and large instances in slices.

Arrays have the instances first: priors (B, n), channels (B, n, m), and so on; (1, ..) where all
instances share one. NumPy reads them in chunks that fit the processor's cache. It reads a larger
instance in slices of an alphabet that the plan gathers over,

    most over x of f(x)  =  most over slices S of  most over x in S of f(x),      sums likewise,

so that no second array of that size is made; a single small instance is read number by number.
Another library gets all instances together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, TypeVar

import numpy as np

from pmlsym.calculus.meter import tick
from pmlsym.evaluators.array_library import NUMPY, Array, Library
from pmlsym.evaluators.program import Place, Program, Step
from pmlsym.evaluators.program_arrays import (
    CELLS,
    OPERATION,
    Action,
    Registers,
    action_of,
    reader_in_order,
)
from pmlsym.evaluators.program_numbers import NumberProgram, number_program_of

CHUNK = 1 << 17
"""The numbers in a chunk: a megabyte, which fits a second-level cache."""

FEW, LONG = 16, 32
"""From FEW instances on, arrays are transposed in memory, so that loops run along instances. Arrays
whose last alphabet has LONG letters are not: loops run as fast along these letters, and transposing
would cost more than reading."""

WIDE, NEAR = 32, 1 << 12
"""Instances of at least WIDE numbers are transposed in blocks of NEAR, which fit a small cache."""

LARGE = 2
"""An instance of more than this many chunks is read in slices, to save memory."""

KEPT = 1 << 12
"""A part with fewer numbers than this keeps even the registers that are not read again."""

LAST = {axes: (*range(1, axes), 0) for axes in range(1, 33)}
"""The order of axes that puts the first one last."""

Key = TypeVar("Key")


def in_chunks(
    arrays: Mapping[Key, Array], count: int, chunk: int = CHUNK, made: int = 0
) -> Iterator[dict[Key, Array]]:
    """The arrays that a plan is run on, instances last, in parts that fit the processor's cache.

    Each instance also counts the numbers that are `made` from it.

    >>> [part["p"].shape for part in in_chunks({"p": np.ones((5, 3))}, 5, 6)]
    [(3, 2), (3, 2), (3, 1)]
    """
    width = made + sum(array[0].size for array in arrays.values() if len(array) > 1)
    step = max(1, min(count, chunk // max(1, width)))
    shared = {
        key: _instances_last_in_memory(a)
        for key, a in arrays.items()
        if len(a) == 1 or step == count
    }
    for start in range(0, count, step):
        yield shared | {
            key: _instances_last_in_memory(array[start : start + step])
            for key, array in arrays.items()
            if key not in shared
        }


def _instances_last_in_memory(array: Array) -> Array:
    """An array for a float plan with the instances last, also in memory if loops run along them."""
    count, width = len(array), array[:1].size
    if count < FEW or array.shape[-1] >= LONG:
        return _instances_last(array, NUMPY)
    if width < WIDE:
        return np.ascontiguousarray(_instances_last(array, NUMPY))
    rows, block = array.reshape(count, width), max(FEW, NEAR // width)
    turned = np.empty((width, count), array.dtype)
    for start in range(0, count, block):
        turned[:, start : start + block] = rows[start : start + block].T
    return turned.reshape(*array.shape[1:], count)


def _instances_last(array: Array, library: Library) -> Array:
    """An array for a float plan with the instances last."""
    return array if array.ndim == 1 else library.permuted(array, LAST[array.ndim])


def _is_one_instance(array: Array) -> bool:
    """Whether an array for a float plan is of one instance, in double precision."""
    return bool(array.shape[0] == 1 and array.dtype.char == "d")


@dataclass(frozen=True, eq=False)
class ArrayProgram:
    """A plan whose steps are prepared for the arrays of a library."""

    program: Program
    library: Library
    _constants_by_type: dict[Any, dict[int, Array]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __call__(self, arrays: Mapping[str, Array], *, chunk: int = CHUNK) -> Array:
        """The result on every instance, (B, *letters), from arrays by name."""
        if self._number_program is not None and all(map(_is_one_instance, arrays.values())):
            tick(OPERATION)
            row = self._number_program(
                {name: array.ravel().tolist() for name, array in arrays.items()}
            )
            return np.array(row).reshape(1, *self.program.shapes[self.program.result.register])
        entries = {r: arrays[name] for name, r in self.program.tensors}
        count = max([array.shape[0] for array in arrays.values()])
        library = self.library
        with np.errstate(all="ignore"):
            if library.is_numpy and count > 1:
                each = in_chunks(entries, count, chunk, self._numbers_per_instance)
                parts = [self._read_part(part, chunk) for part in each]
                result = parts[0] if len(parts) == 1 else np.concatenate(parts)
            else:
                result = self._read_part(
                    {r: _instances_last(a, library) for r, a in entries.items()}, chunk
                )
        if result.shape[0] == count:
            return result
        shape = self.program.shapes[self.program.result.register]
        return library.xp.broadcast_to(result, (count, *shape))

    def _read_part(self, entries: dict[int, Array], chunk: int) -> Array:
        """The float plan's result on one part of the instances, which come first."""
        width = sum([array.size for array in entries.values()])
        tick(OPERATION * len(self._actions) + width // CELLS)
        registers = entries | self._constants([*entries.values()])
        if width > LARGE * chunk and self.library.is_numpy:
            is_one = all(array.shape[-1] == 1 for array in entries.values())
            if is_one and self._slices is not None:
                self._slices.run(registers, chunk * width // (width + self._numbers_per_instance))
                return self._read_result(registers)
        for action, dead in self._actions:
            action(registers)
            if width > KEPT:
                for register in dead:
                    registers[register] = None
        return self._read_result(registers)

    def _constants(self, arrays: Sequence[Array]) -> dict[int, Array]:
        """The numbers of the plan as arrays (*letters, 1), of the type and device of `arrays`.

        Registers that a `fill` step begins are marked.
        """
        device = None if self.library.is_numpy or not arrays else arrays[0].device
        key = (*[array.dtype for array in arrays], device)
        constants = self._constants_by_type.get(key)
        if constants is None:
            xp, shapes = self.library.xp, self.program.shapes
            options = {} if device is None else {"device": device}
            kind = xp.result_type(*arrays) if arrays else xp.float64
            constants = self._constants_by_type[key] = {
                register: xp.reshape(
                    xp.asarray(numbers, dtype=kind, **options), (*shapes[register], 1)
                )
                for register, numbers in self.program.constants.items()
            } | {s.out.register: s.number for s in self.program.steps if s.kind == "fill"}
        return constants

    @cached_property
    def _numbers_per_instance(self) -> int:
        """The count of numbers that the float plan's steps make from an instance."""
        made = {step.out.register for step in self.program.steps}
        return sum(prod(self.program.shapes[register]) for register in made)

    @cached_property
    def _number_program(self) -> NumberProgram | None:
        """The plan run number by number, if it is small and the library is NumPy."""
        return number_program_of(self.program) if self.library.is_numpy else None

    @cached_property
    def _read_result(self) -> Callable[[Registers], Array]:
        """A function that reads the float plan's result from registers, instances first."""
        place = self.program.result
        read, letters = reader_in_order(place, place.indices, self.library), len(place.indices)
        if not letters:
            return read
        return lambda registers: self.library.permuted(read(registers), (letters, *range(letters)))

    @cached_property
    def _actions(self) -> list[tuple[Action, tuple[int, ...]]]:
        """The actions of the plan's steps, each with registers that nothing reads afterwards."""
        steps = self.program.steps
        last = {place.register: k for k, s in enumerate(steps) for place in (s.out, *s.operands)}
        last[self.program.result.register] = len(steps)
        dead: list[list[int]] = [[] for _ in range(len(steps) + 1)]
        for register, k in last.items():
            dead[k].append(register)
        shapes, constants = self.program.shapes, self.program.constants
        prepared = [action_of(step, shapes, constants, self.library) for step in steps]
        return [
            (action, tuple(unread))
            for step, action, unread in zip(steps, prepared, dead, strict=False)
            if step.kind != "fill"
        ]

    @cached_property
    def _slices(self) -> Slices | None:
        """The slices of one alphabet in which the plan can be run; None if there are none."""
        shapes, inputs = self.program.shapes, {r for _, r in self.program.tensors}
        axes = {
            (axis - len(place.indices), index.alphabet): shapes[place.register][axis]
            for step in self.program.steps
            for place in step.operands
            if place.register in inputs
            for axis, index in enumerate(place.indices)
        }
        # Axes count from the last one, so the outermost in memory are first.
        for (_, alphabet), letters in sorted(axes.items()):
            slices = slices_of(self.program, alphabet, letters, self.library)
            if slices is not None:
                return slices
        return None


@dataclass(frozen=True, eq=False)
class Slices:
    """Steps before, within and after slices of an alphabet, and the axes of registers to cut."""

    letters: int
    axes: Mapping[int, int]
    before: Sequence[Action]
    within: Sequence[Action]
    after: Sequence[Action]

    def run(self, registers: Registers, chunk: int) -> None:
        """Run all steps of a plan, those within once for each slice of an alphabet."""
        for action in self.before:
            action(registers)
        whole = {register: registers[register] for register in self.axes}
        largest = max((array.size for array in whole.values()), default=1)
        step = max(1, min(self.letters, chunk * self.letters // largest))
        for start in range(0, self.letters, step):
            for register, axis in self.axes.items():
                cut = (slice(None),) * axis + (slice(start, start + step),)
                registers[register] = whole[register][cut]
            for action in self.within:
                action(registers)
        for action in self.after:
            action(registers)


def slices_of(program: Program, alphabet: str, letters: int, library: Library) -> Slices | None:
    """The slices of an alphabet in which a plan can be run, if it gathers over it; else None.

    >>> from pmlsym.calculus import Tensor, atom
    >>> from pmlsym.calculus.tensor import Index
    >>> from pmlsym.language.value import Largest, Ratio
    >>> from pmlsym.evaluators.array_library import NUMPY
    >>> from pmlsym.evaluators.program_plan import program_of
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> plan = program_of(Largest((x,), Ratio(atom(p, x))), {"X": 3})
    >>> found = slices_of(plan, "X", 3, NUMPY)
    >>> len(found.before), len(found.within), len(found.after)
    (1, 1, 0)
    """
    cut = {
        place.register: place.indices
        for step in program.steps
        for place in (step.out, *step.operands)
        if any(index.alphabet == alphabet for index in place.indices)
    }
    gathered: set[int] = set()
    parts: tuple[list[Step], list[Step], list[Step]] = ([], [], [])
    for step in program.steps:
        part = _position_of(step, alphabet, cut.keys(), gathered)
        if part is None:
            return None
        parts[part].append(step)
    result = program.result
    if result.register in cut or any(r in cut for r in program.constants):
        return None
    axes = {}
    for _, register in program.tensors:
        if register in cut:
            cut_axes = [k for k, i in enumerate(cut[register]) if i.alphabet == alphabet]
            axes[register] = cut_axes[0]
    if not axes or not parts[1]:
        return None
    actions = (
        [action_of(step, program.shapes, program.constants, library) for step in part]
        for part in parts
    )
    return Slices(letters, axes, *actions)


def _position_of(step: Step, alphabet: str, cut: Any, gathered: set[int]) -> int | None:
    """The place of a plan's step, 0, 1 or 2: before, within or after slices; None if nowhere."""
    places: tuple[Place, ...] = (step.out, *step.operands)
    cut_indices = [i for place in places for i in place.indices if i.alphabet == alphabet]
    if len(set(cut_indices)) > 1 or any(
        place.indices.count(i) > 1 for i in cut_indices for place in places
    ):
        return None
    reads = {place.register for place in step.operands}
    is_cut = bool(cut_indices)
    if not is_cut:
        if reads & gathered:
            gathered.add(step.out.register)
            return 2
        return 0
    if reads & gathered:
        return None
    if step.out.register in cut:
        return 1
    if step.kind not in ("add", "most", "least"):
        return None
    gathered.add(step.out.register)
    return 1
