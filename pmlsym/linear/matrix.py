"""Exact linear algebra over the rationals: rank, null space, independent rows, one solution.

Matrices are tuples of rows of `Fraction`, or of integers where only their rays matter; python-flint
does the elimination. No float occurs, so a rank or a null space is exact, unlike the truncated
singular value decomposition of [PSP, eqs. 9-11] that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq, fmpq_mat, fmpz_mat

from pmlsym.calculus.meter import tick

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]
Integers = tuple[int, ...]


def rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """The rank of a rational matrix, given by its rows.

    >>> rank([(Fraction(1), Fraction(2)), (Fraction(2), Fraction(4))])
    1
    """
    return len(row_reduce(rows)[1])


def null_space(rows: Sequence[Sequence[Fraction]], *, width: int) -> Matrix:
    """A rational basis of {v : M v = 0} for a matrix with `width` columns.

    >>> null_space([(Fraction(1), Fraction(1))], width=2) == ((-1, 1),)
    True
    """
    basis, free = integer_null_space(integer_rows(rows), width=width)
    return tuple(
        tuple([Fraction(value, vector[k]) for value in vector])
        for vector, k in zip(basis, free, strict=True)
    )


def row_reduce(rows: Sequence[Sequence[Fraction]]) -> tuple[Matrix, tuple[int, ...]]:
    """The nonzero rows of a rational matrix's reduced echelon form, with their pivot columns.

    >>> row_reduce([(Fraction(2), Fraction(4)), (Fraction(1), Fraction(2))])
    (((Fraction(1, 1), Fraction(2, 1)),), (0,))
    """
    if not rows:
        return (), ()
    reduced, scale, pivots = _integer_row_reduce(integer_rows(rows))
    table = tuple(tuple([Fraction(value, scale) for value in row]) for row in reduced)
    return table, tuple(pivots)


def independent_rows(rows: Sequence[Sequence[Fraction]]) -> tuple[int, ...]:
    """The indices of the first rows of a rational matrix that form a basis of its row space.

    >>> independent_rows([(Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)),
    ...                   (Fraction(0), Fraction(1))])
    (0, 2)
    """
    if not rows:
        return ()
    transposed = tuple(zip(*rows, strict=True))
    return row_reduce(transposed)[1]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Vector | None:
    """The rational solution of a square linear system, or None where its matrix is singular.

    >>> solve([(Fraction(2), Fraction(0)), (Fraction(0), Fraction(4))], (Fraction(1), Fraction(1)))
    (Fraction(1, 2), Fraction(1, 4))
    """
    size = len(right)
    tick(size * size)
    system = fmpq_mat(size, size, [_fmpq_of(value) for row in rows for value in row])
    try:
        answer = system.solve(fmpq_mat(size, 1, [_fmpq_of(value) for value in right]))
    except ZeroDivisionError:
        return None
    return tuple([Fraction(int(entry.p), int(entry.q)) for entry in answer.entries()])


def multiply(rows: Sequence[Sequence[Fraction]], vector: Sequence[Fraction]) -> Vector:
    """The product M v of a rational matrix and a vector.

    >>> multiply([(Fraction(1), Fraction(2))], (Fraction(1), Fraction(1, 2)))
    (Fraction(2, 1),)
    """
    return tuple(dot(row, vector) for row in rows)


def units(places: Iterable[int], width: int) -> Matrix:
    """The matrix whose rows each have a one at one of these places, and zeros elsewhere.

    >>> units([1], 2)
    ((Fraction(0, 1), Fraction(1, 1)),)
    """
    return tuple(tuple([Fraction(int(x == column)) for x in range(width)]) for column in places)


def identity(size: int) -> Matrix:
    """The identity matrix of this size, in rationals.

    >>> identity(1)
    ((Fraction(1, 1),),)
    """
    return units(range(size), size)


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


def primitive(values: Sequence[int]) -> Integers:
    """The integer vector divided by the greatest common divisor of its entries.

    >>> primitive((4, 0, -6))
    (2, 0, -3)
    """
    divisor = gcd(*values)
    if divisor < 2:
        return tuple(values)
    return tuple([value // divisor for value in values])


def integer_rows(rows: Sequence[Sequence[Fraction]]) -> list[Integers]:
    """The rows of a rational matrix in integers, each times the lcm of its denominators.

    >>> integer_rows([(Fraction(1, 2), Fraction(1, 3))])
    [(3, 2)]
    """
    scaled = []
    for row in rows:
        scale = lcm(*{value.denominator for value in row})
        scaled.append(tuple([value.numerator * (scale // value.denominator) for value in row]))
    return scaled


def integer_null_space(rows: Sequence[Integers], *, width: int) -> tuple[list[Integers], list[int]]:
    """An integer basis of {v : M v = 0} for an integer matrix, and its free coordinates.

    The k-th vector is positive at the k-th free coordinate and zero at the other free ones.

    >>> integer_null_space([(2, 2)], width=2)
    ([(-1, 1)], [1])
    """
    if not rows:
        units = [tuple([int(i == k) for i in range(width)]) for k in range(width)]
        return units, list(range(width))
    reduced, scale, pivots = _integer_row_reduce(rows)
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


def _fmpq_of(value: Fraction) -> fmpq:
    """The entry of a rational matrix as FLINT has it."""
    return fmpq(value.numerator, value.denominator)


def _integer_row_reduce(rows: Sequence[Integers]) -> tuple[list[list[int]], int, list[int]]:
    """The reduced echelon form of an integer matrix, times one scale, with that and the pivots."""
    width = len(rows[0])
    tick(len(rows) * width)
    matrix, scale, rank = fmpz_mat(len(rows), width, [v for row in rows for v in row]).rref()
    entries = [int(value) for value in matrix.entries()[: width * int(rank)]]
    table = [entries[start : start + width] for start in range(0, len(entries), width)]
    factor = int(scale)
    return table, factor, [row.index(factor) for row in table]
