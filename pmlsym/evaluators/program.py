"""A value planned once for given alphabets: a short list of steps on numbers in registers.

A register holds one number for each letter of its indices; a step runs through all letters of its
operands and writes its result at the letters of `out`, so a letter that `out` does not have is
summed over, or compared over. With a, b, c the operands and k the number of a step:

    fill     out = k                                times    out = k a b
    add      out = out + k a b                      ratio    out = a / b; of 0/0, k if c > 0
    most     out = largest of out and a, where b > 0 and c > 0           least, likewise
    both     out = 1 where a > 0 and b > 0          share    out = a / b where b > 0, else k
    weigh    out = a b where a /= 0, else 0         divide   out = a / b, none where b = 0
    larger   out = max(a, b)                        smaller  out = min(a, b)
    log, exp                                        exceeds  out = 1 where a > b (1 + k)
    event, excess     the worst sets of letters: FractionalEvent, ExcessRatio; k is rounding
    contraction       that of rows a, at masses b or over all; k is how many inputs there are

What has no value is NaN. `most` and `least` pass over it: that is how letters that do not count are
left out. The layout of a program says where its registers lie in one row of numbers.
`program_plan` makes programs; `program_arrays` runs them by whole arrays, `program_logs` in the log
domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from pmlsym.calculus.tensor import Index

Indices = tuple[Index, ...]

ROUNDING, SINGLE_ROUNDING = 1e-13, 5e-5
"""What a body must exceed a level by, relatively, so that rounding alone never makes it so: some
hundred units in the last place of the entries, in double and in single precision."""

KINDS = (
    *("fill", "add", "times", "most", "least", "ratio", "weigh", "share", "divide", "both"),
    *("larger", "smaller", "log", "exp", "exceeds", "event", "excess", "contraction"),
)
"""The kinds of steps: what a table of numbers has in place of their names."""


@dataclass(frozen=True, slots=True)
class Place:
    """A register at letters: an index for each of its axes; one that occurs twice is a diagonal."""

    register: int
    indices: Indices


@dataclass(frozen=True, slots=True)
class Step:
    """What is done for all letters of the operands."""

    kind: str
    out: Place
    operands: tuple[Place, ...] = ()
    number: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Registers by the sizes of their axes, those that tensors fill, constants, and the steps."""

    shapes: tuple[tuple[int, ...], ...]
    tensors: tuple[tuple[str, int], ...]
    constants: Mapping[int, tuple[float, ...]]
    steps: tuple[Step, ...]
    result: Place


OPERANDS = 4
"""The result of a step counts with its three operands."""


def places(step: Step) -> tuple[Place, ...]:
    """Where the result and three operands are; for those that are missing, what nothing reads."""
    return (step.out, *step.operands, *(Place(0, ()),) * 3)[:OPERANDS]


def strides(place: Place, shape: tuple[int, ...]) -> dict[Index, int]:
    """How far it is to the next letter of each index."""
    found: dict[Index, int] = {}
    for axis, index in enumerate(place.indices):
        found[index] = found.get(index, 0) + prod(shape[axis + 1 :])
    return found


def extents(step: Step, program: Program) -> dict[Index, int]:
    """How many letters each index of a step has."""
    return {
        index: letters
        for place in (step.out, *step.operands)
        for index, letters in zip(place.indices, program.shapes[place.register], strict=False)
    }


def allotted(program: Program) -> tuple[dict[int, int], int]:
    """Where registers begin, and how many numbers they hold together.

    A register takes the room of others that nothing reads any more, but for input and constants.
    """
    last = {place.register: k for k, step in enumerate(program.steps) for place in places(step)}
    last[program.result.register] = len(program.steps)
    begin, end, free = dict[int, int](), 0, list[tuple[int, int]]()
    for register in (*program.constants, *(k for _, k in program.tensors)):
        begin[register], end = end, end + prod(program.shapes[register])
    kept = set(begin)
    for k, step in enumerate(program.steps):
        register = step.out.register
        if register not in begin:
            size = prod(program.shapes[register])
            room = min((own for own in free if own[0] >= size), default=(size, end))
            begin[register] = room[1]
            if room in free:
                free.remove(room)
                free.append((room[0] - size, room[1] + size))
            else:
                end += size
        for place in set(places(step)):
            if last[place.register] == k and place.register not in kept:
                kept.add(place.register)
                free.append((prod(program.shapes[place.register]), begin[place.register]))
    return begin, end
