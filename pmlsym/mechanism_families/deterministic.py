"""Deterministic maps: the outcome is a function of the letter.

W(x,y) = D(x,y) in {0, 1},    q(y) = sum_x p(x)D(x,y), the prior mass of the block of y
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import Incidence, at_most, letters_of, unsized


def deterministic(map: Sequence[int] | None = None) -> Mechanism:
    """The family's mechanism that is a deterministic map onto m >= 2 outcomes: any, or this one.

    `map` lists the outcome, 0, 1, .., of every letter.
    Raises InvalidInput unless the outcomes are 0 .. m-1, each taken.

    >>> deterministic([0, 1, 1]).channel
    deterministic
    """
    x, y = Index("X", "x"), Index("Y", "y")
    table = Tensor("D", ("X", "Y"), indicator=True, stochastic=(1,))
    size = letters_of("X", "k", "number of letters")
    count = letters_of("Y", "m", "number of outcomes")
    if map is None:
        onto = at_most("m <= k", count.scalar, size.scalar)
        count = replace(count, facts=(onto,), notes=("m <= k",))
        data = [size.at(), count.at(), unsized(Incidence(table, "q", _rows_of_map))]
    else:
        if sorted(set(map)) != list(range(len(set(map)))):
            raise InvalidInput(f"the map {list(map)} has to take each of the values 0, 1, .., m-1")
        rows = tuple(tuple(int(value == y) for y in range(max(map) + 1)) for value in map)
        data = [Data(table, rows)]
    return polynomial_mechanism(atom(table, x, y), (x, y), data, text="deterministic")


def deterministic_onto(k: int | None = None, m: int | None = None) -> Mechanism:
    """The family's mechanism of any map onto m outcomes, or of one map at given k and m.

    >>> deterministic_onto(3, 2).channel
    deterministic
    """
    if k is None and m is None:
        return deterministic()
    letters, outcomes = k or m or 2, m or k or 2
    if outcomes > letters:
        raise InvalidInput(f"m = {outcomes} outcomes of k = {letters} letters: m is at most k")
    return deterministic([min(x, outcomes - 1) for x in range(letters)])


def _rows_of_map(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The 0/1 entries of the deterministic family at k letters and m outcomes."""
    k, m = sizes["k"], sizes["m"]
    return tuple(tuple(int(min(x, m - 1) == y) for y in range(m)) for x in range(k))
