"""Cells: simplices that cover the laws of a latent W, on which a convex utility is interpolated.

On a cell, u(q) = H(P_W) - H(q) is at most its interpolation from the corners, which is linear in
the weights of the corners: so the best mechanism is bounded by a linear program, as tightly as the
cells are small where its posteriors lie. Corners are exact and the cells cover the simplex exactly,
however they are cut.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pmlsym.linear.matrix import Vector, identity

Floats = NDArray[np.float64]
Corners = tuple[Vector, ...]

_GRID = 2**40


def first_cells(values: int, *, at_least: int) -> list[Corners]:
    """The simplex of laws on so many values, halved until there are `at_least` cells.

    >>> [[str(q) for q in corner] for corner in first_cells(2, at_least=2)[0]]
    [['1/2', '1/2'], ['0', '1']]
    """
    cells: list[Corners] = [identity(values)]
    while len(cells) < at_least and values > 1:
        cells = [half for cell in cells for half in halves(cell)]
    return cells


def halves(corners: Corners, share: float = 0.5) -> list[Corners]:
    """The cell cut across its longest edge; a segment is cut where its mass is.

    `share` is the weight of the first corner of a segment. A cell too small to cut is returned.

    >>> (left, right) = halves(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), 0.25)
    >>> str(left[0][0]), str(right[1][0])
    ('1/4', '1/4')
    """
    if len(corners) < 2:
        return [corners]
    first, second = max(
        combinations(range(len(corners)), 2),
        key=lambda pair: sum(
            abs(a - b) for a, b in zip(corners[pair[0]], corners[pair[1]], strict=True)
        ),
    )
    if len(corners) == 2:
        part = Fraction(share if 0.1 < share < 0.9 else 0.5)
        at = Fraction(round((part * corners[0][0] + (1 - part) * corners[1][0]) * _GRID), _GRID)
        point: Vector = (at, 1 - at)
    else:
        point = tuple((a + b) / 2 for a, b in zip(corners[first], corners[second], strict=True))
    if point in corners:
        return [corners]
    return [
        tuple(point if k == end else corner for k, corner in enumerate(corners))
        for end in (first, second)
    ]


def in_floats(rows: tuple[Vector, ...] | list[Vector]) -> Floats:
    """Exact rows as an array.

    >>> in_floats([(Fraction(1, 2), Fraction(1, 2))]).tolist()
    [[0.5, 0.5]]
    """
    return np.array([[float(entry) for entry in row] for row in rows])


def entropies(laws: Floats) -> Floats:
    """The entropy of every row, in floats.

    >>> entropies(np.array([[0.5, 0.5], [1.0, 0.0]])).round(6).tolist()
    [0.693147, 0.0]
    """
    safe = np.where(laws > 0, laws, 1.0)
    return np.asarray(np.sum(safe * np.log(1 / safe), axis=-1))
