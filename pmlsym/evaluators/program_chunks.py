"""A plan run on any number of instances, of any size: in chunks, and large instances in slices.

Arrays come with the instances first: priors (B, n), channels (B, n, m), and so on; (1, ..) where
all instances share one. NumPy reads them in chunks that fit the processor's cache, and an instance
larger than that in slices of an alphabet over which the plan gathers,

    most over x of f(x)  =  most over slices S of  most over x in S of f(x),      sums likewise,

so that no array of its own size is made; a single small instance is read number by number. A
library that brings its namespace gets all at once.
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
    aligned,
)
from pmlsym.evaluators.program_numbers import NumberProgram, small_program

CHUNK = 1 << 17
"""How many numbers a chunk holds: a megabyte, which fits a second-level cache."""

FEW, LONG = 16, 32
"""As many instances are turned in memory, so that loops run along them. Fewer are read apart, and
so are those whose last alphabet has LONG letters: loops run as fast along these, and to turn them
would cost more than to read them."""

WIDE, NEAR = 32, 1 << 12
"""Instances of so many numbers are turned in blocks, which fit the nearest cache."""

LARGE = 2
"""An instance of more than LARGE chunks is read in slices, to save memory."""

KEPT = 1 << 12
"""Parts of fewer numbers than this keep what nothing reads any more."""

LAST = {axes: (*range(1, axes), 0) for axes in range(1, 33)}
"""The order of axes that puts the first one last."""

Key = TypeVar("Key")


def in_chunks(
    arrays: Mapping[Key, Array], count: int, chunk: int = CHUNK, made: int = 0
) -> Iterator[dict[Key, Array]]:
    """NumPy's arrays, instances last, in parts of about `chunk` numbers, which fit the cache.

    They count with the numbers that are `made` of each instance.

    >>> [part["p"].shape for part in in_chunks({"p": np.ones((5, 3))}, 5, 6)]
    [(3, 2), (3, 2), (3, 1)]
    """
    width = made + sum(array[0].size for array in arrays.values() if len(array) > 1)
    step = max(1, min(count, chunk // max(1, width)))
    shared = {key: _in_order(a) for key, a in arrays.items() if len(a) == 1 or step == count}
    for start in range(0, count, step):
        yield shared | {
            key: _in_order(array[start : start + step])
            for key, array in arrays.items()
            if key not in shared
        }


def _in_order(array: Array) -> Array:
    """The same numbers with the instances last; in memory too, where loops run along them."""
    count, width = len(array), array[:1].size
    if count < FEW or array.shape[-1] >= LONG:
        return _turned(array, NUMPY)
    if width < WIDE:
        return np.ascontiguousarray(_turned(array, NUMPY))
    rows, block = array.reshape(count, width), max(FEW, NEAR // width)
    found = np.empty((width, count), array.dtype)
    for start in range(0, count, block):
        found[:, start : start + block] = rows[start : start + block].T
    return found.reshape(*array.shape[1:], count)


def _turned(array: Array, library: Library) -> Array:
    """The same numbers with the instances last."""
    return array if array.ndim == 1 else library.permuted(array, LAST[array.ndim])


def _is_one(array: Array) -> bool:
    """Whether it is of one instance, in double precision."""
    return bool(array.shape[0] == 1 and array.dtype.char == "d")


@dataclass(frozen=True, eq=False)
class ArrayProgram:
    """A plan whose steps are prepared for the arrays of a library."""

    program: Program
    library: Library
    _known: dict[Any, dict[int, Array]] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, arrays: Mapping[str, Array], *, chunk: int = CHUNK) -> Array:
        """The result on every instance, (B, *letters), from arrays by name."""
        if self._small is not None and all(map(_is_one, arrays.values())):
            tick(OPERATION)
            row = self._small({name: array.ravel().tolist() for name, array in arrays.items()})
            return np.array(row).reshape(1, *self.program.shapes[self.program.result.register])
        given = {r: arrays[name] for name, r in self.program.tensors}
        count = max([array.shape[0] for array in arrays.values()])
        library = self.library
        with np.errstate(all="ignore"):
            if library.is_numpy and count > 1:
                each = in_chunks(given, count, chunk, self._made)
                parts = [self._read(part, chunk) for part in each]
                found = parts[0] if len(parts) == 1 else np.concatenate(parts)
            else:
                found = self._read({r: _turned(a, library) for r, a in given.items()}, chunk)
        if found.shape[0] == count:
            return found
        shape = self.program.shapes[self.program.result.register]
        return library.xp.broadcast_to(found, (count, *shape))

    def _read(self, given: dict[int, Array], chunk: int) -> Array:
        """The result of one part, instances first."""
        width = sum([array.size for array in given.values()])
        tick(OPERATION * len(self._actions) + width // CELLS)
        registers = given | self._constants([*given.values()])
        if width > LARGE * chunk and self.library.is_numpy:
            is_one = all(array.shape[-1] == 1 for array in given.values())
            if is_one and self._slices is not None:
                self._slices.run(registers, chunk * width // (width + self._made))
                return self._result(registers)
        for action, dead in self._actions:
            action(registers)
            if width > KEPT:
                for register in dead:
                    registers[register] = None
        return self._result(registers)

    def _constants(self, arrays: Sequence[Array]) -> dict[int, Array]:
        """The numbers of the plan as arrays (*letters, 1), of the type of these and beside them.

        What a step fills is marked already."""
        device = None if self.library.is_numpy or not arrays else arrays[0].device
        key = (*[array.dtype for array in arrays], device)
        found = self._known.get(key)
        if found is None:
            xp, shapes = self.library.xp, self.program.shapes
            options = {} if device is None else {"device": device}
            kind = xp.result_type(*arrays) if arrays else xp.float64
            found = self._known[key] = {
                register: xp.reshape(xp.asarray(own, dtype=kind, **options), (*shapes[register], 1))
                for register, own in self.program.constants.items()
            } | {s.out.register: s.number for s in self.program.steps if s.kind == "fill"}
        return found

    @cached_property
    def _made(self) -> int:
        """How many numbers the steps make of an instance."""
        made = {step.out.register for step in self.program.steps}
        return sum(prod(self.program.shapes[register]) for register in made)

    @cached_property
    def _small(self) -> NumberProgram | None:
        return small_program(self.program) if self.library.is_numpy else None

    @cached_property
    def _result(self) -> Callable[[Registers], Array]:
        place = self.program.result
        take, own = aligned(place, place.indices, self.library), len(place.indices)
        if not own:
            return take
        return lambda registers: self.library.permuted(take(registers), (own, *range(own)))

    @cached_property
    def _actions(self) -> list[tuple[Action, tuple[int, ...]]]:
        """What is done, and the registers that nothing reads afterwards."""
        steps = self.program.steps
        last = {place.register: k for k, s in enumerate(steps) for place in (s.out, *s.operands)}
        last[self.program.result.register] = len(steps)
        dead: list[list[int]] = [[] for _ in range(len(steps) + 1)]
        for register, k in last.items():
            dead[k].append(register)
        prepared = [action_of(step, self.program, self.library) for step in steps]
        return [
            (action, tuple(own))
            for step, action, own in zip(steps, prepared, dead, strict=False)
            if step.kind != "fill"
        ]

    @cached_property
    def _slices(self) -> Slices | None:
        """The slices of an alphabet that may be cut, the outermost in memory where several are."""
        shapes, inputs = self.program.shapes, {r for _, r in self.program.tensors}
        axes = {
            (axis - len(place.indices), index.alphabet): shapes[place.register][axis]
            for step in self.program.steps
            for place in step.operands
            if place.register in inputs
            for axis, index in enumerate(place.indices)
        }
        for (_, alphabet), letters in sorted(axes.items()):
            found = slices_of(self.program, alphabet, letters, self.library)
            if found is not None:
                return found
        return None


@dataclass(frozen=True, eq=False)
class Slices:
    """The steps before, within and after slices of an alphabet; `axes` of registers to be cut."""

    letters: int
    axes: Mapping[int, int]
    before: Sequence[Action]
    within: Sequence[Action]
    after: Sequence[Action]

    def run(self, registers: Registers, chunk: int) -> None:
        """All steps, those within once for each slice."""
        for action in self.before:
            action(registers)
        whole = {register: registers[register] for register in self.axes}
        largest = max((array.size for array in whole.values()), default=1)
        step = max(1, min(self.letters, chunk * self.letters // largest))
        for start in range(0, self.letters, step):
            for register, axis in self.axes.items():
                own = (slice(None),) * axis + (slice(start, start + step),)
                registers[register] = whole[register][own]
            for action in self.within:
                action(registers)
        for action in self.after:
            action(registers)


def slices_of(program: Program, alphabet: str, letters: int, library: Library) -> Slices | None:
    """The slices of an alphabet, where each is read by itself and then only gathered; else None.

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
        part = _part_of(step, alphabet, cut.keys(), gathered)
        if part is None:
            return None
        parts[part].append(step)
    result = program.result
    if result.register in cut or any(r in cut for r in program.constants):
        return None
    axes = {}
    for _, register in program.tensors:
        if register in cut:
            own = [k for k, i in enumerate(cut[register]) if i.alphabet == alphabet]
            axes[register] = own[0]
    if not axes or not parts[1]:
        return None
    return Slices(letters, axes, *([action_of(s, program, library) for s in p] for p in parts))


def _part_of(step: Step, alphabet: str, cut: Any, gathered: set[int]) -> int | None:
    """Whether a step stands before (0), within (1) or after (2) the slices; None if nowhere."""
    places: tuple[Place, ...] = (step.out, *step.operands)
    own = [i for place in places for i in place.indices if i.alphabet == alphabet]
    if len(set(own)) > 1 or any(place.indices.count(i) > 1 for i in own for place in places):
        return None
    reads = {place.register for place in step.operands}
    is_cut = bool(own)
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
