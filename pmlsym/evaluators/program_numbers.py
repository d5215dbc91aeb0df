"""A plan on one small instance, run number by number, which is faster than a call of NumPy.

Each step is prepared as the places of its result and its operands, for all letters, in one row of
numbers. Infinities are those of floats: a/0 is infinite, log 0 is -inf, 0/0 is NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, product
from math import exp, inf, log, nan, prod

from pmlsym.calculus.tensor import Index
from pmlsym.evaluators.program import Place, Program, Step

Row = list[float]
Rows = Sequence[tuple[int, ...]]

MOST = 300
"""The most numbers that all steps of a small plan read."""


class NumberProgram:
    """A plan prepared for single instances; `number_program_of` says whether it is small enough."""

    def __init__(self, program: Program) -> None:
        """Prepare all steps."""
        sizes = [prod(shape) for shape in program.shapes]
        begin = [0, *accumulate(sizes)]
        self._row = [0.0] * begin[-1]
        for register, numbers in program.constants.items():
            self._row[begin[register] : begin[register] + len(numbers)] = numbers
        self._inputs = [(name, begin[register]) for name, register in program.tensors]
        self._steps = [
            (RULES[step.kind], _row_places(step, program, begin), step.number)
            for step in program.steps
        ]
        first = begin[program.result.register]
        self._result = slice(first, first + sizes[program.result.register])

    def __call__(self, entries: Mapping[str, Row]) -> Row:
        """The numbers of the result, from those of the tensors in the order of their letters."""
        row = self._row.copy()
        for name, begin in self._inputs:
            numbers = entries[name]
            row[begin : begin + len(numbers)] = numbers
        for rule, rows, number in self._steps:
            rule(row, rows, number)
        return row[self._result]


def number_program_of(program: Program) -> NumberProgram | None:
    """The plan as a function of single numbers, if it is small and has rules; else None.

    >>> from pmlsym.calculus import Index, Tensor, atom
    >>> from pmlsym.language.value import Largest, Ratio
    >>> from pmlsym.evaluators.program_plan import program_of
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> plan = program_of(Largest((x,), Ratio(atom(p, x))), {"X": 3})
    >>> number_program_of(plan)({"p": [0.2, 0.5, 0.3]})
    [0.5]
    """
    looked_at = sum(prod(_index_sizes(step, program).values()) for step in program.steps)
    if looked_at > MOST or not all(step.kind in RULES for step in program.steps):
        return None
    return NumberProgram(program)


def _index_sizes(step: Step, program: Program) -> dict[Index, int]:
    """The number of letters of each index of a float plan's step."""
    return {
        index: letters
        for place in (step.out, *step.operands)
        for index, letters in zip(place.indices, program.shapes[place.register], strict=False)
    }


def _strides(place: Place, shape: tuple[int, ...]) -> dict[Index, int]:
    """The distance, in a plan's row of floats, to the next letter of each index of a place."""
    strides: dict[Index, int] = {}
    for axis, index in enumerate(place.indices):
        strides[index] = strides.get(index, 0) + prod(shape[axis + 1 :])
    return strides


def _row_places(step: Step, program: Program, begin: Sequence[int]) -> Rows:
    """The places, in a plan's row of floats, of a step's result and operands at all letters."""
    sizes = _index_sizes(step, program)
    starts = [
        (begin[place.register], _strides(place, program.shapes[place.register]))
        for place in (step.out, *step.operands)
    ]
    return [
        tuple(
            first + sum(by.get(i, 0) * k for i, k in zip(sizes, letters, strict=True))
            for first, by in starts
        )
        for letters in product(*map(range, sizes.values()))
    ]


def _add(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step out + k a b, on single floats."""
    for out, a, b in rows:
        row[out] += number * row[a] * row[b]


def _times(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step k a b, on single floats."""
    for out, a, b in rows:
        row[out] = number * row[a] * row[b]


def _most(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step on single floats: the largest of out and a where b, c > 0.

    NaN does not count.
    """
    for out, a, b, c in rows:
        new = row[a]
        if row[b] > 0 and row[c] > 0 and new == new and not row[out] >= new:
            row[out] = new


def _least(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step on single floats: the smallest of out and a where b, c > 0.

    NaN does not count.
    """
    for out, a, b, c in rows:
        new = row[a]
        if row[b] > 0 and row[c] > 0 and new == new and not row[out] <= new:
            row[out] = new


def _ratio(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step a / b, on single floats; of 0/0 it is the step's number if c > 0."""
    for out, a, b, c in rows:
        if row[b]:
            row[out] = row[a] / row[b]
        else:
            row[out] = _over_zero(row[a]) if row[a] or not row[c] > 0 else number


def _over_zero(a: float) -> float:
    """The float a / 0 in a plan's ratio: inf, -inf or NaN."""
    return inf if a > 0 else -inf if a < 0 else nan


def _rule_of_one(rule: Callable[[float], float]) -> Callable[[Row, Rows, float], None]:
    """The step, run on single floats, that applies a function of floats to one operand."""

    def run(row: Row, rows: Rows, number: float) -> None:
        """Compute a step's function of one float at all places of the row of registers."""
        for out, a in rows:
            row[out] = rule(row[a])

    return run


def _rule_of_two(
    rule: Callable[[float, float, float], float],
) -> Callable[[Row, Rows, float], None]:
    """The step, run on single floats, that applies a function of floats to two operands."""

    def run(row: Row, rows: Rows, number: float) -> None:
        """Compute a step's function of two floats at all places of the row of registers."""
        for out, a, b in rows:
            row[out] = rule(row[a], row[b], number)

    return run


def _fill(row: Row, rows: Rows, number: float) -> None:
    """Run a plan's step on single floats: write its own number at all places."""
    for (out,) in rows:
        row[out] = number


def _log(a: float) -> float:
    """The logarithm of a float in a plan's step; -inf at zero, NaN below."""
    return (log(a) if a < inf else a) if a > 0 else -inf if a == 0 else nan


def _exp(a: float) -> float:
    """The exponential of a float in a plan's step; inf beyond all floats."""
    try:
        return exp(a)
    except OverflowError:
        return inf


def _extreme_of_two(a: float, b: float, most: bool) -> float:
    """The larger or the smaller of two floats in a plan's step; NaN if one is NaN."""
    return nan if a != a or b != b else max(a, b) if most else min(a, b)


RULES: Mapping[str, Callable[[Row, Rows, float], None]] = {
    "fill": _fill,
    "add": _add,
    "times": _times,
    "most": _most,
    "least": _least,
    "ratio": _ratio,
    "weigh": _rule_of_two(lambda a, b, k: a * b if a else 0.0),
    "share": _rule_of_two(lambda a, b, k: a / b if b > 0 else k),
    "divide": _rule_of_two(lambda a, b, k: a / b if b else nan),
    "both": _rule_of_two(lambda a, b, k: 1.0 if a > 0 and b > 0 else 0.0),
    "larger": _rule_of_two(lambda a, b, k: _extreme_of_two(a, b, True)),
    "smaller": _rule_of_two(lambda a, b, k: _extreme_of_two(a, b, False)),
    "exceeds": _rule_of_two(lambda a, b, k: 1.0 if a > b * (1 + k) else 0.0),
    "log": _rule_of_one(_log),
    "exp": _rule_of_one(_exp),
}
"""The rules of all steps except worst sets, which need sorting, and contractions."""
