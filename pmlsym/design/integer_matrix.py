"""Linear algebra over the integers, without a fraction: what the double description starts from.

Vectors are returned as the primitive integer vectors on their rays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from flint import fmpz_mat

Integers = tuple[int, ...]


def primitive(values: Sequence[int]) -> Integers:
    """The vector divided by the greatest common divisor of its entries.

    >>> primitive((4, 0, -6))
    (2, 0, -3)
    """
    divisor = gcd(*values)
    if divisor < 2:
        return tuple(values)
    return tuple([value // divisor for value in values])


def integer_null_space(rows: Sequence[Integers], *, width: int) -> list[Integers]:
    """A basis of {v : M v = 0} for a matrix with `width` columns.

    >>> integer_null_space([(2, 2)], width=2)
    [(-1, 1)]
    """
    if not rows:
        return [tuple(int(i == k) for i in range(width)) for k in range(width)]
    reduced, scale, pivots = _row_reduce(rows)
    if scale < 0:
        reduced, scale = [[-value for value in row] for row in reduced], -scale
    basis = []
    for k in range(width):
        if k not in pivots:
            vector = [0] * width
            vector[k] = scale
            for row, pivot in zip(reduced, pivots, strict=True):
                vector[pivot] = -row[k]
            basis.append(primitive(vector))
    return basis


def independent_integer_rows(rows: Sequence[Integers]) -> list[int]:
    """Indices of the first rows that form a basis of the row space.

    >>> independent_integer_rows([(1, 1), (2, 2), (0, 1)])
    [0, 2]
    """
    return _row_reduce(list(zip(*rows, strict=True)))[2]


def integer_inverse_columns(rows: Sequence[Integers]) -> list[Integers]:
    """The columns of the inverse of an invertible matrix, each as a primitive positive multiple.

    >>> integer_inverse_columns([(2, 0), (0, -4)])
    [(1, 0), (0, -1)]
    """
    size = len(rows)
    beside = [(*row, *(int(i == k) for k in range(size))) for i, row in enumerate(rows)]
    reduced, scale, pivots = _row_reduce(beside)
    if pivots != list(range(size)):
        raise ZeroDivisionError("the matrix has no inverse")
    sign = 1 if scale > 0 else -1
    return [primitive([sign * row[size + k] for row in reduced]) for k in range(size)]


def _row_reduce(rows: Sequence[Integers]) -> tuple[list[list[int]], int, list[int]]:
    """The nonzero rows of the reduced echelon form, all multiplied by one scale; the pivots."""
    width = len(rows[0])
    matrix, scale, rank = fmpz_mat(len(rows), width, [v for row in rows for v in row]).rref()
    entries = [int(value) for value in matrix.entries()]
    table = [entries[width * i : width * (i + 1)] for i in range(int(rank))]
    pivots = [next(k for k, value in enumerate(row) if value) for row in table]
    return table, int(scale), pivots
