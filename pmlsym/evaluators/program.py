"""A value planned once for given alphabets: a short list of steps on numbers in registers.

A register holds one number for each letter of its indices; a step runs through all letters of its
operands and writes its result at the letters of `out`, so letters that `out` does not have are
summed over, or compared. With a, b, c the operands and k the number of a step:

    fill     out = k                                times    out = k a b
    add      out = out + k a b                      ratio    out = a / b; of 0/0, k if c > 0
    most     out = largest of out and a, where b > 0 and c > 0           least, likewise
    both     out = 1 where a > 0 and b > 0          share    out = a / b where b > 0, else k
    weigh    out = a b where a /= 0, else 0         divide   out = a / b, none where b = 0
    larger   out = max(a, b)                        smaller  out = min(a, b)
    log, exp                                        exceeds  out = 1 where a > b (1 + k)
    event, excess     the worst sets of letters: FractionalEvent, ExcessRatio; k is rounding
    contraction       that of rows a, at masses b or over all; k is how many inputs there are
    concentrated      of rows a and b; k is how many indices their letters have

A number without a value is NaN. `most` and `least` ignore NaN, which leaves out letters that do not
count. `program_plan` makes programs; `program_arrays` runs them by whole arrays, `program_numbers`
number by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pmlsym.calculus.tensor import Index

Indices = tuple[Index, ...]

ROUNDING, SINGLE_ROUNDING = 1e-13, 5e-5
"""The relative excess of a body over a level that rounding alone never causes: some hundred units
in the last place of the entries, in double and in single precision."""


@dataclass(frozen=True, slots=True)
class Place:
    """A register at letters: an index for each axis; an index that occurs twice is a diagonal."""

    register: int
    indices: Indices


@dataclass(frozen=True, slots=True)
class Step:
    """One operation at all letters of its operands."""

    kind: str
    out: Place
    operands: tuple[Place, ...] = ()
    number: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Registers by the sizes of their axes, the registers of tensors, constants, and the steps."""

    shapes: tuple[tuple[int, ...], ...]
    tensors: tuple[tuple[str, int], ...]
    constants: Mapping[int, tuple[float, ...]]
    steps: tuple[Step, ...]
    result: Place
