"""A value on arrays by tensor, which no quantity has to name: what the tests of readings read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.evaluators.array_input import (
    alphabet_sizes,
    floats_of,
    require_declared_entries,
    tolerance_of,
)
from pmlsym.evaluators.array_library import NUMPY
from pmlsym.evaluators.program_chunks import CHUNK, ArrayProgram
from pmlsym.evaluators.program_plan import program_of
from pmlsym.language.value import Quotient, Value


def evaluate_batch(
    value: Value,
    arrays: Mapping[Tensor, Any],
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
    chunk: int = CHUNK,
    checked: bool = True,
) -> Any:
    """The value on every instance, (B, ..), from checked arrays (B, ..)."""
    entries = {tensor: floats_of(tensor, array) for tensor, array in arrays.items()}
    known = alphabet_sizes(entries, sizes or {})
    if checked:
        require_stochastic(entries)
    program = program_of(value, known, defined=defined)
    used = {tensor.name: array for tensor, array in entries.items()}
    return ArrayProgram(program, NUMPY)(used, chunk=chunk)


def require_stochastic(arrays: Mapping[Tensor, Any]) -> None:
    """Raise InvalidInput unless the entries are what their tensors declare."""
    for tensor, array in arrays.items():
        require_declared_entries(tensor, array, tolerance_of(array))
