"""The most an outcome can tell about T when, on average, it tells at most alpha about B.

For a secret S with prior p and rows T(s, w), B(s, x), over the splits p = sum_y P_Y(y) r_y,

    largest I(T; Y) = E u(T r)   subject to   I(B; Y) = E D(B r || B p) <= alpha,

with u(q) = H(T p) - H(q). Both terms are convex in r, so that the allowance is no polytope and its
best mechanism has no finite list of posteriors. It is bracketed instead. From above, the simplex of
q = T r is cut into cells: on a cell u is at most its interpolation from the corners, and D is at
least each of its tangents, sum_x b(x) (l(x) - log (B p)(x)) for any l with sum_x e^l(x) <= 1. That
leaves a linear program in the mass R and the leakage t of each cell; its dual is rounded to
rationals, raised until it is feasible, and read as an exact bound. Cells in use are split, tangents
are added where the mass is. From below, the posteriors met on the way are combined by an exact
program into a mechanism whose leakage is proven to be at most alpha.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_diag, csr_matrix, hstack, vstack

from pmlsym.design.bracket import Bracket, entropy, exponential, logarithm, total
from pmlsym.design.cells import Corners, Floats, entropies, first_cells, halves, in_floats
from pmlsym.design.distribution import Masses, output_masses
from pmlsym.linear.matrix import Matrix, Vector, dot
from pmlsym.linear.program import best_combination

_SHORT = 96
_GRID = 2**40
_NOTHING = 1e-9


@dataclass(frozen=True)
class LeakageProblem:
    """A prior, the rows T(s, w) to tell, the rows B(s, x) to hide, and the allowance in nats."""

    prior: Masses
    told: Matrix
    hidden: Matrix
    allowance: Fraction

    def value(self, posterior: Vector) -> Bracket:
        """u(T r) = H(T p) - H(T r).

        >>> half, one, no = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> problem = LeakageProblem((half, half), ((one, no), (no, one)), ((one,), (one,)), no)
        >>> round(float(problem.value((one, no))), 6)
        0.693147
        """
        before = entropy(output_masses(self.prior, self.told), precision=_SHORT)
        return before - entropy(output_masses(posterior, self.told), precision=_SHORT)

    def leakage(self, posterior: Vector) -> Bracket:
        """D(B r || B p).

        >>> half, one, no = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> problem = LeakageProblem((half, half), ((one,), (one,)), ((one, no), (no, one)), no)
        >>> problem.leakage((half, half)).contains(Fraction(0))
        True
        """
        before = output_masses(self.prior, self.hidden)
        after = output_masses(posterior, self.hidden)
        if after == before:
            return Bracket.exactly(0)
        surprise = total(
            logarithm(b, precision=_SHORT).scaled(-a)
            for a, b in zip(after, before, strict=True)
            if a
        )
        return surprise - entropy(after, precision=_SHORT)


@dataclass(frozen=True)
class AllowedDisclosure:
    """A mechanism within the allowance, and a proven bound on every other.

    `value` is its I(T; Y) and `leakage` its I(B; Y); `cells` is how many cells the bound used.
    """

    weights: Masses
    posteriors: tuple[Vector, ...]
    value: Bracket
    leakage: Bracket
    bound: Fraction
    cells: int

    @property
    def capacity(self) -> Bracket:
        """The largest I(T; Y) within the allowance, between proven ends."""
        return Bracket(min(self.value.lower, self.bound), self.bound)


def disclose_within(
    problem: LeakageProblem,
    *,
    seeds: Iterable[Vector] = (),
    rounds: int = 60,
    tolerance: float = 1e-6,
    budget: float = 20.0,
) -> AllowedDisclosure:
    """The largest I(T; Y) with I(B; Y) <= alpha, bracketed within `rounds` or `budget` seconds.

    `seeds` are posteriors to start from; the search stops when the bracket is below `tolerance`.

    >>> half, one, no = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> flip = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 10), Fraction(9, 10)))
    >>> problem = LeakageProblem((half, half), ((one, no), (no, one)), flip, Fraction(1, 10))
    >>> found = disclose_within(problem)
    >>> round(float(found.capacity), 5), float(found.capacity.width) < 1e-5
    (0.18832, True)
    """
    size = len(problem.prior)
    units = [tuple(Fraction(int(s == k)) for s in range(size)) for k in range(size)]
    met = dict.fromkeys([problem.prior, *units, *seeds])
    outer = _Outer(problem)
    until = time.monotonic() + budget
    best = outer.solve()
    for _ in range(rounds):
        met.update(dict.fromkeys(outer.posteriors()))
        if time.monotonic() > until or best.floor - outer.reached(tuple(met)) < tolerance:
            break
        outer.refine(tolerance / 4)
        found = outer.solve()
        best = found if found.floor < best.floor else best
    weights, posteriors = _combined(problem, outer.chosen(tuple(met), [problem.prior, *units]))
    split = list(zip(weights, posteriors, strict=True))
    return AllowedDisclosure(
        weights,
        posteriors,
        total(problem.value(r).scaled(w) for w, r in split),
        total(problem.leakage(r).scaled(w) for w, r in split),
        best.exact_bound(problem),
        len(best.cells),
    )


@dataclass(frozen=True)
class _Cell:
    """A simplex of values q, its corners exact, and the tangents l in use on it."""

    corners: Corners
    tangents: tuple[Vector, ...]


@dataclass(frozen=True)
class _Relaxation:
    """A solved outer program: its value in floats, and the dual of each cell."""

    floor: float
    cells: tuple[_Cell, ...]
    slopes: Floats
    shares: tuple[Floats, ...]

    def exact_bound(self, problem: LeakageProblem) -> Fraction:
        """sum_s p(s) max_c [(T z_c)(s) - G_c(s)] + price * alpha, for any duals z_c and G_c."""
        surprise = [
            logarithm(b, precision=_SHORT).upper if b else Fraction(0)
            for b in output_masses(problem.prior, problem.hidden)
        ]
        values: dict[Vector, Fraction] = {}
        whole = entropy(output_masses(problem.prior, problem.told), precision=_SHORT).upper
        prices: list[Fraction] = []
        price = Fraction(0)
        for cell, slope, shares in zip(self.cells, self.slopes, self.shares, strict=True):
            for corner in cell.corners:
                if corner not in values:
                    values[corner] = whole - entropy(corner, precision=_SHORT).lower
            exact = tuple(Fraction(value) for value in slope.tolist())
            lift = max(values[corner] - dot(exact, corner) for corner in cell.corners)
            used = [
                (Fraction(share), _proper(tangent))
                for share, tangent in zip(shares.tolist(), cell.tangents, strict=True)
                if share > 0
            ]
            price = max(price, sum((share for share, _ in used), Fraction(0)))
            rate = [
                sum((share * (tangent[x] - surprise[x]) for share, tangent in used), Fraction(0))
                for x in range(len(surprise))
            ]
            needed = [
                lift + dot(exact, told) - dot(rate, hidden)
                for told, hidden in zip(problem.told, problem.hidden, strict=True)
            ]
            prices = [max(a, b) for a, b in zip(prices, needed, strict=True)] if prices else needed
        return min(whole, dot(problem.prior, prices) + price * problem.allowance)


def _proper(tangent: Vector) -> Vector:
    """The tangent lowered until sum_x e^l(x) <= 1 is proven."""
    excess = sum((exponential(value, precision=_SHORT).upper for value in tangent), Fraction(0))
    drop = logarithm(excess, precision=_SHORT).upper
    return tuple(value - drop for value in tangent)


class _Outer:
    """The linear program over cells, in floats."""

    def __init__(self, problem: LeakageProblem) -> None:
        self.prior = np.array([float(p) for p in problem.prior])
        self.told, self.hidden = in_floats(problem.told), in_floats(problem.hidden)
        self.allowance = float(problem.allowance)
        law = self.prior @ self.hidden
        self.surprise = np.log(np.where(law > 0, law, 1.0))
        first = (self._tangent(self.prior),)
        self.cells = tuple(_Cell(c, first) for c in first_cells(len(problem.told[0]), at_least=16))
        self.solution: Floats = np.zeros((0, 0))

    def _tangent(self, posterior: Floats) -> Vector:
        law = np.maximum(posterior @ self.hidden, 1e-9)
        return tuple(Fraction(value) for value in np.log(law / law.sum()).tolist())

    def _value(self, laws: Floats) -> Floats:
        return np.asarray(entropies(self.prior @ self.told) - entropies(laws))

    def solve(self) -> _Relaxation:
        """Solve over the present cells; variables of a cell: corner weights, R(s), t."""
        values, size = self.told.shape[1], len(self.prior)
        width, count = values + size + 1, len(self.cells)
        costs, equal, tangent_rows = [], [], []
        for cell in self.cells:
            corners = in_floats(cell.corners)
            costs.append(np.concatenate([-self._value(corners), np.zeros(size + 1)]))
            equal.append(np.hstack([-corners.T, self.told.T, np.zeros((values, 1))]))
            rows = (in_floats(cell.tangents) - self.surprise) @ self.hidden.T
            tangent_rows.append(
                np.hstack([np.zeros((len(rows), values)), rows, -np.ones((len(rows), 1))])
            )
        one = np.hstack([np.zeros((size, values)), np.eye(size), np.zeros((size, 1))])
        leak = np.zeros(width)
        leak[-1] = 1.0
        # The solver takes sparse matrices; its type stubs do not know it.
        below: Any = vstack([block_diag(tangent_rows), csr_matrix(np.tile(leak, count))])
        equations: Any = vstack([block_diag(equal), hstack([csr_matrix(one)] * count)])
        found = linprog(
            np.concatenate(costs),
            A_ub=below,
            b_ub=np.append(np.zeros(sum(map(len, tangent_rows))), self.allowance),
            A_eq=equations,
            b_eq=np.append(np.zeros(values * count), self.prior),
            method="highs",
        )
        if found.x is None:
            # Only numbers beyond the solver's tolerances come here; zero duals are still sound.
            shares = tuple(np.zeros(len(cell.tangents)) for cell in self.cells)
            return _Relaxation(np.inf, self.cells, np.zeros((count, values)), shares)
        self.solution = np.asarray(found.x).reshape(count, width)
        slopes = np.asarray(found.eqlin.marginals)[: values * count].reshape(count, values)
        cuts = np.cumsum([len(cell.tangents) for cell in self.cells])
        shares = tuple(np.split(-np.asarray(found.ineqlin.marginals), cuts)[:-1])
        reached = -float(np.concatenate(costs) @ found.x)
        return _Relaxation(reached, self.cells, slopes, shares)

    def posteriors(self) -> list[Vector]:
        """R / mass of every cell in use, as short rationals."""
        values = self.told.shape[1]
        found = []
        for masses in self.solution[:, values:-1]:
            if masses.sum() > _NOTHING:
                kept = np.where(masses > _NOTHING * masses.sum(), masses, 0.0) / masses.sum()
                grid = [round(float(mass) * _GRID) for mass in kept]
                found.append(tuple(Fraction(mass, sum(grid)) for mass in grid))
        return found

    def _over(self, points: Sequence[Vector]) -> tuple[float, Floats]:
        """The best combination of the points within the allowance: its value and weights."""
        rows = in_floats(list(points))
        laws = rows @ self.hidden
        leaks = -entropies(laws) - laws @ self.surprise
        values = self._value(rows @ self.told)
        found = linprog(
            -values,
            A_ub=leaks[None],
            b_ub=[self.allowance],
            A_eq=rows.T,
            b_eq=self.prior,
            method="highs",
        )
        if found.x is None:
            return -np.inf, np.zeros(len(points))
        return float(values @ found.x), np.asarray(found.x)

    def reached(self, points: Sequence[Vector]) -> float:
        """The value of the best combination of the points."""
        return self._over(points)[0]

    def chosen(self, points: Sequence[Vector], always: Sequence[Vector]) -> tuple[Vector, ...]:
        """The points that the best combination uses, and those always kept."""
        weights = self._over(points)[1]
        used = [point for point, w in zip(points, weights, strict=True) if w > _NOTHING]
        return tuple(dict.fromkeys([*used, *always]))

    def refine(self, enough: float) -> None:
        """Add a tangent at the posterior of each cell in use to all of them; split the loose."""
        values = self.told.shape[1]
        masses = self.solution[:, values:-1].sum(axis=1)
        used = np.flatnonzero(masses > _NOTHING)
        mean = np.maximum(self.solution[:, values:-1], 0.0)[used] / masses[used, None]
        lines = [self._tangent(posterior) for posterior in mean]
        cells = [cell for k, cell in enumerate(self.cells) if masses[k] <= _NOTHING]
        for k, posterior in zip(used.tolist(), mean, strict=True):
            corners = self.cells[k].corners
            lines_here = tuple(dict.fromkeys([*self.cells[k].tangents, *lines]))
            share = self.solution[k, :values] / masses[k]
            ends = self._value(in_floats(corners))
            loose = float(share @ ends - self._value(posterior @ self.told))
            parts = [corners] if loose < enough else halves(corners, float(share[0]))
            cells += [_Cell(part, lines_here) for part in parts]
        self.cells = tuple(cells)


def _combined(
    problem: LeakageProblem, points: Sequence[Vector]
) -> tuple[Masses, tuple[Vector, ...]]:
    """The best exact combination of the points whose proven leakage is within the allowance."""
    leaks = [_grid(problem.leakage(point).upper, up=True) for point in points]
    costs = [_grid(problem.value(point).lower, up=False) for point in points]
    columns = [(*point, leak) for point, leak in zip(points, leaks, strict=True)]
    slack = (*(Fraction(0),) * len(problem.prior), Fraction(1))
    found = best_combination(
        [*columns, slack], [*costs, Fraction(0)], (*problem.prior, problem.allowance)
    )
    kept = [(w, point) for w, point in zip(found.weights, points, strict=False) if w > 0]
    return tuple(w for w, _ in kept), tuple(point for _, point in kept)


def _grid(value: Fraction, *, up: bool) -> Fraction:
    """The value rounded to a multiple of 2^-60, in the safe direction."""
    scaled = value * 2**60
    return Fraction(-(-scaled // 1) if up else scaled // 1, 2**60)
