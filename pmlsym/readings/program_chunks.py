"""A plan run on any number of instances, of any size: in chunks, and large instances in slices.

Arrays come with the instances first: priors (B, n), channels (B, n, m), and so on; (1, ..) where
all instances share one. NumPy reads them in chunks that fit the processor's cache, and an instance
larger than that in slices of an alphabet over which the plan gathers,

    most over x of f(x)  =  most over slices S of  most over x in S of f(x),      sums likewise,

so that no array of its own size is made. A library that brings its namespace gets all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeVar

import numpy as np

from pmlsym.readings.array_library import NUMPY, Array, Library
from pmlsym.readings.program import Place, Program, Step
from pmlsym.readings.program_arrays import Action, Registers, action_of, aligned

CHUNK = 1 << 16
"""How many numbers a chunk holds: half a megabyte, which fits a second-level cache."""

SHORT = 6
"""Rows of fewer entries than this are turned in memory, so that loops run along the instances."""

LARGE = 2
"""An instance of more than LARGE chunks is read in slices, to save memory."""

Key = TypeVar("Key")


def in_chunks(
    arrays: Mapping[Key, Array], count: int, chunk: int = CHUNK
) -> Iterator[dict[Key, Array]]:
    """NumPy's arrays, instances last, in parts of about `chunk` numbers, which fit the cache.

    >>> [part["p"].shape for part in in_chunks({"p": np.ones((5, 3))}, 5, 6)]
    [(3, 2), (3, 2), (3, 1)]
    """
    width = sum(array[0].size for array in arrays.values() if len(array) > 1)
    step = max(1, min(count, chunk // max(1, width)))
    shared = {key: _in_order(a) for key, a in arrays.items() if len(a) == 1 or step == count}
    for start in range(0, count, step):
        yield shared | {
            key: _in_order(array[start : start + step])
            for key, array in arrays.items()
            if key not in shared
        }


def _in_order(array: Array) -> Array:
    """The same numbers with the instances last; in memory too, where rows are short."""
    turned = _turned(array, NUMPY)
    is_short = 1 < array.ndim and array.shape[-1] < SHORT and len(array) > 1
    return np.ascontiguousarray(turned) if is_short else turned


def _turned(array: Array, library: Library) -> Array:
    """The same numbers with the instances last."""
    return array if array.ndim == 1 else library.permuted(array, (*range(1, array.ndim), 0))


@dataclass(frozen=True, eq=False)
class ArrayProgram:
    """A plan whose steps are prepared for the arrays of a library."""

    program: Program
    library: Library

    def __call__(self, arrays: Mapping[str, Array], *, chunk: int = CHUNK) -> Array:
        """The result on every instance, (B, *letters), from arrays by name."""
        given = {r: arrays[name] for name, r in self.program.tensors}
        count = max(array.shape[0] for array in arrays.values())
        with np.errstate(all="ignore"):
            if self.library.is_numpy:
                parts = [self._read(part, chunk) for part in in_chunks(given, count, chunk)]
            else:
                turned = {r: _turned(array, self.library) for r, array in given.items()}
                parts = [self._read(turned, chunk)]
        if len(parts) == 1:
            (found,) = parts
            shape = self.program.shapes[self.program.result.register]
            is_whole = found.shape[0] == count
            return found if is_whole else self.library.xp.broadcast_to(found, (count, *shape))
        return np.concatenate(parts)

    def _read(self, given: Mapping[int, Array], chunk: int) -> Array:
        """The result of one part, instances first."""
        registers: Registers = dict(given)
        numbers_like = self._numbers_like([*given.values()])
        for register, numbers in self.program.constants.items():
            registers[register] = numbers_like(numbers, self.program.shapes[register])
        largest = max(given.values(), key=lambda array: prod(array.shape))
        slices = None
        if self.library.is_numpy and largest.shape[-1] == 1 and largest.size > LARGE * chunk:
            slices = self._slices
        if slices is None:
            for action, dead in self._actions:
                action(registers)
                for register in dead:
                    registers[register] = None
        else:
            slices.run(registers, chunk)
        return self._result(registers)

    def _numbers_like(self, arrays: Sequence[Array]) -> Callable[..., Array]:
        """What makes arrays (*letters, 1) of the type of these arrays, beside them."""
        xp, first = self.library.xp, [*arrays, np.empty(0)][0]
        options = {"dtype": xp.result_type(*arrays) if arrays else first.dtype}
        if not self.library.is_numpy:
            options["device"] = first.device
        return lambda numbers, shape: xp.reshape(xp.asarray(numbers, **options), (*shape, 1))

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
        return [(action, tuple(own)) for action, own in zip(prepared, dead, strict=False)]

    @cached_property
    def _slices(self) -> Slices | None:
        """The slices of the alphabet of most letters that may be cut."""
        sizes = {
            index.alphabet: letters
            for step in self.program.steps
            for place in (step.out, *step.operands)
            for index, letters in zip(
                place.indices, self.program.shapes[place.register], strict=False
            )
        }
        for alphabet in sorted(sizes, key=lambda a: -sizes[a]):
            found = slices_of(self.program, alphabet, sizes[alphabet], self.library)
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
    >>> from pmlsym.calculus.index import Index
    >>> from pmlsym.language.nodes import Measure
    >>> from pmlsym.language.value import Largest, Ratio
    >>> from pmlsym.readings.array_library import NUMPY
    >>> from pmlsym.readings.program_plan import program_of
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> plan = program_of(Measure("", Largest((x,), Ratio(atom(p, x)))), {"X": 3})
    >>> found = slices_of(plan, "X", 3, NUMPY)
    >>> len(found.before), len(found.within), len(found.after)
    (1, 1, 1)
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
