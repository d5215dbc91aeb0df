"""The linear program over cells of a latent's laws, in floats, and the exact bound of its dual.

A cell is a simplex of laws of the latent W; cells cover the simplex of laws exactly, however they
are cut. On a cell, u(q) = H(P_W) - H(q) is at most its interpolation from the corners v. A split
p = sum_c R_c gives each cell c a joint mass R_c whose law T R_c lies in the cone of the cell, so

    max sum_c sum_v m_c(v) u(v)      subject to   T R_c = sum_v m_c(v) v,   sum_c R_c = p

bounds every mechanism, also under further linear conditions on each R_c, which a `Side` gives. The
bound is as tight as the cells are small where the posteriors lie. The dual, rounded to rationals
and made feasible by raising prices, is the proven bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pmlsym.linear.floating import minimise
from pmlsym.linear.matrix import Matrix, Vector, dot, identity
from pmlsym.mechanisms.bracket import entropy
from pmlsym.model.distribution import Masses, output_masses

Floats = NDArray[np.float64]

Corners = tuple[Vector, ...]

GRID = 2**40
"""Duals and masses in floats are rounded to multiples of 1/GRID, twelve digits."""

NOTHING = 1e-9
"""A mass that counts as none: the tolerance of the solver."""

_SMALLEST = Fraction(1, 10**8)


@dataclass(frozen=True)
class Cell:
    """A simplex of laws, its corners exact, and the tangents of a leakage in use on it."""

    corners: Corners
    tangents: tuple[Vector, ...] = ()


class Side(Protocol):
    """The conditions on the joint mass R of a cell: equal . R = 0 and rows(cell) . R <= t.

    The numbers t >= 0 of all cells add up to at most `allowance`; they are 0 where it is None. Rows
    in floats are in the variables of the program, R over `scale_of(prior)`.
    """

    equal: Floats

    @property
    def allowance(self) -> Fraction | None:
        """The most that the numbers t may add up to."""
        ...

    def rows(self, cell: Cell) -> Floats:
        """The rows that must be at most t."""
        ...

    def rates(self, cell: Cell, equal: Floats, below: Floats) -> tuple[list[Fraction], Fraction]:
        """For each letter the sum of the exact rows at prices near these, and the price of t.

        Prices of `equal` may be anything, those of rows are >= 0; any such prices give a bound.
        """
        ...


@dataclass(frozen=True)
class CellDual:
    """The value of a solved program in floats, and the prices of each cell's rows."""

    ceiling: float
    cells: tuple[Cell, ...]
    slopes: Floats
    equal: Floats
    below: tuple[Floats, ...]


class CellProgram:
    """The program over the present cells; the variables of a cell are m_c, R_c and perhaps t."""

    def __init__(self, prior: Masses, told: Matrix, side: Side, first: Sequence[Cell]) -> None:
        self.prior, self.told, self.side = prior, told, side
        self.law = output_masses(prior, told)
        self.whole = float(entropy(self.law))
        scale = in_floats([scale_of(prior)])[0]
        self.full = in_floats([prior])[0] / scale
        self.latent = in_floats(told) * scale[:, None]
        self.cells = list(first)
        self.solution: Floats = np.zeros((0, 0))

    def value(self, laws: Floats) -> Floats:
        """u(q) = H(T p) - H(q), in floats."""
        return np.asarray(self.whole - entropies(laws))

    @property
    def masses(self) -> Floats:
        """The R_c of the last solution, over the scale."""
        values = len(self.law)
        return np.maximum(self.solution[:, values : values + len(self.prior)], 0.0)

    def solve(self, effort: float | None = None) -> CellDual | None:
        """Solve over the present cells; None when the solver needs longer, or fails in floats."""
        from scipy.sparse import block_diag, csr_matrix, hstack, vstack  # slow to load

        values, size, count = len(self.law), len(self.prior), len(self.cells)
        spends = int(self.side.allowance is not None)
        equalities = len(self.side.equal)

        def padded(corners: Floats, joint: Floats, spent: float = 0.0) -> Floats:
            return np.hstack([corners, joint, np.full((len(joint), spends), spent)])

        costs, equal, below = [], [], []
        for cell in self.cells:
            corners = in_floats(cell.corners)
            costs.append(np.append(-self.value(corners), np.zeros(size + spends)))
            law = padded(-corners.T, self.latent.T)
            allowed = padded(np.zeros((equalities, values)), self.side.equal)
            equal.append(csr_matrix(np.vstack([law, allowed])))
            rows = self.side.rows(cell)
            below.append(csr_matrix(padded(np.zeros((len(rows), values)), rows, -1.0)))
        share = csr_matrix(padded(np.zeros((size, values)), np.eye(size)))
        # The solver takes sparse matrices; its type stubs do not know it.
        equations: Any = vstack([block_diag(equal), hstack([share] * count)], format="csr")
        bounds: Any = block_diag(below, format="csr")
        cuts = np.cumsum([rows.shape[0] for rows in below])
        limits = np.zeros(cuts[-1])
        if self.side.allowance is not None:
            spent = np.append(np.zeros(values + size), 1.0)
            bounds = vstack([bounds, csr_matrix(np.tile(spent, count))], format="csr")
            limits = np.append(limits, float(self.side.allowance))
        right = np.append(np.zeros((values + equalities) * count), self.full)
        every = np.concatenate(costs)
        solution_ = minimise(every, equations, right, below=bounds, bound=limits, effort=effort)
        if solution_ is None:
            return None
        self.solution = solution_.point.reshape(count, -1)
        prices = solution_.equal_prices[: (values + equalities) * count].reshape(count, -1)
        loose = tuple(np.split(-solution_.below_prices, cuts)[:-1])
        cells = tuple(self.cells)
        return CellDual(-solution_.value, cells, prices[:, :values], prices[:, values:], loose)

    def bound(self, dual: CellDual) -> Fraction:
        """sum_s p(s) max_c [z_c . T_s + lift_c + rates_c(s)] + price * allowance, at most H(T p).

        lift_c makes z_c . v + lift_c >= u(v) at each corner. True for any z_c and any rates; what
        the floats decide is only how small it is.
        """
        whole = entropy(self.law).upper
        losses: dict[Vector, Fraction] = {}
        prices: list[Fraction] = []
        price = Fraction(0)
        each = zip(dual.cells, dual.slopes, dual.equal, dual.below, strict=True)
        for cell, slope, equal, below in each:
            for corner in cell.corners:
                if corner not in losses:
                    losses[corner] = whole - entropy(corner).lower
            law = [Fraction(round(value * GRID), GRID) for value in slope.tolist()]
            lift = max(losses[corner] - dot(law, corner) for corner in cell.corners)
            rates, spent = self.side.rates(cell, equal, below)
            price = max(price, spent)
            needed = [lift + dot(law, row) + r for row, r in zip(self.told, rates, strict=True)]
            prices = [max(a, b) for a, b in zip(prices, needed, strict=True)] if prices else needed
        return min(whole, dot(self.prior, prices) + price * (self.side.allowance or 0))

    def refine(self, enough: float, tangents: Sequence[Vector] = ()) -> bool:
        """Split the cells in use whose interpolation is loose; whether there was one.

        All cells in use get the further tangents.
        """
        values, masses = len(self.law), self.masses
        cells: list[Cell] = []
        for cell, point, joint in zip(self.cells, self.solution, masses, strict=True):
            law = joint @ self.latent
            mass = float(law.sum())
            if mass <= NOTHING:
                cells.append(cell)
                continue
            share, law = point[:values] / mass, law / mass
            ends = self.value(in_floats(cell.corners))
            loose = mass * float(share @ ends - self.value(law))
            parts = [cell.corners]
            if loose >= enough / len(self.cells):
                parts = halves(cell.corners, float(share[0]))
            lines = tuple(dict.fromkeys([*cell.tangents, *tangents]))
            cells += [Cell(part, lines) for part in parts]
        changed = len(cells) > len(self.cells)
        self.cells = cells
        return changed


def cells_to_begin(values: int, *, at_least: int, tangents: tuple[Vector, ...] = ()) -> list[Cell]:
    """Cells that cover the laws on that many values: the simplex, halved into `at_least` parts.

    >>> len(cells_to_begin(2, at_least=4))
    4
    """
    cells: list[Corners] = [identity(values)]
    while len(cells) < at_least and values > 1:
        cells = [half for cell in cells for half in halves(cell)]
    return [Cell(corners, tangents) for corners in cells]


def scale_of(prior: Masses) -> Masses:
    """The unit of the joint mass of each letter, chosen so that small masses keep their digits.

    The solver drops coefficients below 1e-9; so the smallest masses share one scale.

    >>> scale_of((Fraction(1),))
    (Fraction(1, 1),)
    """
    return tuple(max(mass, _SMALLEST) for mass in prior)


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
        at = Fraction(round((part * corners[0][0] + (1 - part) * corners[1][0]) * GRID), GRID)
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
