"""Exact linear algebra over the rationals: rank, null space, independent rows, one solution.

Matrices are tuples of rows of `Fraction`; python-flint does the elimination. Nothing here is
a float, so a rank or a null space is a fact, unlike the truncated singular value decomposition
of [PSP, eqs. 9-11] that it replaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]


def rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """The rank of a rational matrix, given by its rows.

    >>> rank([(Fraction(1), Fraction(2)), (Fraction(2), Fraction(4))])
    1
    """
    return int(_to_flint(rows).rank()) if rows else 0


def null_space(rows: Sequence[Sequence[Fraction]], *, width: int) -> Matrix:
    """A basis of {v : M v = 0} for a matrix with `width` columns.

    >>> null_space([(Fraction(1), Fraction(1))], width=2) == ((-1, 1),)
    True
    """
    if not rows:
        return tuple(_unit(k, width) for k in range(width))
    reduced, pivots = row_reduce(rows)
    free = [k for k in range(width) if k not in pivots]
    basis = []
    for k in free:
        vector = [Fraction(0)] * width
        vector[k] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = -row[k]
        basis.append(tuple(vector))
    return tuple(basis)


def row_reduce(rows: Sequence[Sequence[Fraction]]) -> tuple[Matrix, tuple[int, ...]]:
    """The nonzero rows of the reduced echelon form, with their pivot columns.

    >>> row_reduce([(Fraction(2), Fraction(4)), (Fraction(1), Fraction(2))])
    (((Fraction(1, 1), Fraction(2, 1)),), (0,))
    """
    reduced, rank_found = _to_flint(rows).rref()
    table = _from_flint(reduced)[: int(rank_found)]
    return table, tuple(next(k for k, entry in enumerate(row) if entry) for row in table)


def independent_rows(rows: Sequence[Sequence[Fraction]]) -> tuple[int, ...]:
    """Indices of the first rows that form a basis of the row space.

    >>> independent_rows([(Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)),
    ...                   (Fraction(0), Fraction(1))])
    (0, 2)
    """
    if not rows:
        return ()
    transposed = tuple(zip(*rows, strict=True))
    return row_reduce(transposed)[1]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Vector | None:
    """The solution of a square system, or None when the matrix is singular.

    >>> solve([(Fraction(2), Fraction(0)), (Fraction(0), Fraction(4))], (Fraction(1), Fraction(1)))
    (Fraction(1, 2), Fraction(1, 4))
    """
    try:
        answer = _to_flint(rows).solve(_to_flint([(entry,) for entry in right]))
    except ZeroDivisionError:
        return None
    return tuple(row[0] for row in _from_flint(answer))


def inverse(rows: Sequence[Sequence[Fraction]]) -> Matrix:
    """The inverse of a square matrix; raises ZeroDivisionError when it is singular.

    >>> inverse([(Fraction(2),)])
    ((Fraction(1, 2),),)
    """
    return _from_flint(_to_flint(rows).inv())


def multiply(rows: Sequence[Sequence[Fraction]], vector: Sequence[Fraction]) -> Vector:
    """The product M v.

    >>> multiply([(Fraction(1), Fraction(2))], (Fraction(1), Fraction(1, 2)))
    (Fraction(2, 1),)
    """
    return tuple(dot(row, vector) for row in rows)


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The inner product of two rational vectors.

    >>> dot((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))
    Fraction(11, 1)
    """
    total = Fraction(0)
    for a, b in zip(left, right, strict=True):
        if a and b:
            total += a * b
    return total


def _unit(k: int, width: int) -> Vector:
    return tuple(Fraction(int(i == k)) for i in range(width))


def _to_flint(rows: Sequence[Sequence[Fraction]]) -> fmpq_mat:
    width = len(rows[0]) if rows else 0
    entries = [fmpq(entry.numerator, entry.denominator) for row in rows for entry in row]
    return fmpq_mat(len(rows), width, entries)


def _from_flint(matrix: fmpq_mat) -> Matrix:
    width = int(matrix.ncols())
    entries = [Fraction(int(entry.p), int(entry.q)) for entry in matrix.entries()]
    return tuple(tuple(entries[start : start + width]) for start in range(0, len(entries), width))
