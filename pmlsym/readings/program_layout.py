"""Where the registers of a plan lie, one after the other, in one row of numbers."""

from __future__ import annotations

from math import prod

from pmlsym.calculus.tensor import Index
from pmlsym.readings.program import Place, Program, Step

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
