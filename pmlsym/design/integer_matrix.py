"""Linear algebra over the integers, without a fraction: what the double description starts from.

Vectors are returned as the primitive integer vectors on their rays.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

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


def integer_rows(rows: Sequence[Sequence[Fraction]]) -> list[Integers]:
    """Each rational row times the least common multiple of its denominators.

    >>> integer_rows([(Fraction(1, 2), Fraction(1, 3))])
    [(3, 2)]
    """
    found = []
    for row in rows:
        scale = lcm(*{value.denominator for value in row})
        found.append(tuple([value.numerator * (scale // value.denominator) for value in row]))
    return found


def integer_null_space(rows: Sequence[Integers], *, width: int) -> tuple[list[Integers], list[int]]:
    """A basis of {v : M v = 0} for a matrix with `width` columns, and its free coordinates.

    The k-th vector is positive at the k-th free coordinate and zero at the other free ones.

    >>> integer_null_space([(2, 2)], width=2)
    ([(-1, 1)], [1])
    """
    if not rows:
        units = [tuple([int(i == k) for i in range(width)]) for k in range(width)]
        return units, list(range(width))
    reduced, scale, pivots = _row_reduce(rows)
    if scale < 0:
        reduced, scale = [[-value for value in row] for row in reduced], -scale
    free = [k for k in range(width) if k not in pivots]
    basis = []
    for k in free:
        vector = [0] * width
        vector[k] = scale
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = -row[k]
        basis.append(primitive(vector))
    return basis, free


def _row_reduce(rows: Sequence[Integers]) -> tuple[list[list[int]], int, list[int]]:
    """The nonzero rows of the reduced echelon form, all multiplied by one scale; the pivots."""
    width = len(rows[0])
    matrix, scale, rank = fmpz_mat(len(rows), width, [v for row in rows for v in row]).rref()
    entries = [int(value) for value in matrix.entries()[: width * int(rank)]]
    table = [entries[start : start + width] for start in range(0, len(entries), width)]
    factor = int(scale)
    return table, factor, [row.index(factor) for row in table]
