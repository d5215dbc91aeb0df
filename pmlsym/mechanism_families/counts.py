"""Mechanisms whose letters and outcomes are the counts 0 .. n, with powers of distances as entries.

At a given n they are written out; if n is open, the entries are known by the order of the counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import (
    Mechanism,
    masses_of_counts,
    matrix_mechanism,
    polynomial_mechanism,
)
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    CountEntry,
    Parameter,
    PowerOf,
    integer,
    quotient,
    unsized,
)


def matrix_on_counts(
    text: str,
    rows: Sequence[Sequence[Ratio]],
    parameters: Sequence[Parameter],
    settings: Mapping[str, object],
    outcome_names: Sequence[str] = (),
) -> Mechanism:
    """The family's mechanism with a row for each count 0 .. n, its outcomes numbered from 0."""
    return matrix_mechanism(
        rows,
        parameters,
        text=text,
        settings=settings,
        outcome_names=outcome_names or tuple(map(str, range(len(rows[0])))),
        notes=(masses_of_counts(len(rows) - 1),),
    )


def mechanism_on_counts(
    text: str,
    n: int | None,
    level: Parameter,
    entry: CountEntry,
    *,
    settings: Mapping[str, object],
    outcome_names: tuple[str, ...] = (),
) -> Mechanism:
    """The family's mechanism on counts 0 .. n with these entries; n stays symbolic if None.

    Outcomes are named by the counts unless other names are given. Raises InvalidInput where n is
    not positive.
    """
    table = Tensor("W", ("X", "X"), positive=True, stochastic=(1,))
    entries = CountEntries(table, level.tensor, "n", entry)
    if n is not None:
        if n < 1:
            raise InvalidInput(f"n = {n}: a count needs at least the values 0 and 1")
        return matrix_on_counts(text, entries.table({"n": n}), [level], settings, outcome_names)
    x, y, last = Index("X", "x"), Index("X", "y"), integer("n", "the largest count", 1)
    power = PowerOf(quotient(level.scalar), last.scalar, grows=True)
    data = [
        last.at(),
        level.at(),
        Data(size_tensor("X"), quotient(last.scalar + 1)),
        Data(Tensor(f"{level.tensor}^n", positive=True), power),
        unsized(entries),
    ]
    return polynomial_mechanism(atom(table, x, y), (x, y), data, text=text, settings=settings)
