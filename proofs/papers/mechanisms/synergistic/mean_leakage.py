"""The most an outcome can tell about T when, on average, it tells at most alpha about B.

For a secret S with prior p and rows T(s, w), B(s, x), over the splits p = sum_y P_Y(y) r_y,

    largest I(T; Y) = E u(T r)   subject to   I(B; Y) = E D(B r || B p) <= alpha,

with u(q) = H(T p) - H(q). Both terms are convex in r, so that the allowance is no polytope and its
best mechanism has no finite list of posteriors. It is bracketed instead. From above, by the program
over cells of q = T r: D is at least each of its tangents, sum_x b(x) (l(x) - log (B p)(x)) with
sum_x e^l(x) <= 1, so that the leakage t of a cell is linear in its mass R. Cells in use are split,
tangents are added where the mass is. From below, the posteriors met on the way are combined by an
exact program into a mechanism whose leakage is proven to be at most alpha.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pmlsym.calculus.effort import passed, until
from pmlsym.linear.floating import minimise
from pmlsym.linear.matrix import Matrix, Vector, dot, identity
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms.bracket import Bracket, entropy, exponential, logarithm, total
from pmlsym.model.distribution import Masses, output_masses
from proofs.papers.mechanisms.cell_program import (
    GRID,
    NOTHING,
    Cell,
    CellProgram,
    Floats,
    cells_to_begin,
    entropies,
    in_floats,
    scale_of,
)

_SHORT = 96


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
    effort: float = 20.0,
) -> AllowedDisclosure:
    """The largest I(T; Y) with I(B; Y) <= alpha, bracketed within `rounds` or `effort` units.

    `seeds` are posteriors to start from; the search stops when the bracket is below `tolerance`.

    >>> half, one, no = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> flip = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 10), Fraction(9, 10)))
    >>> problem = LeakageProblem((half, half), ((one, no), (no, one)), flip, Fraction(1, 10))
    >>> found = disclose_within(problem)
    >>> round(float(found.capacity), 5), float(found.capacity.width) < 1e-5
    (0.18832, True)
    """
    size = len(problem.prior)
    certain = identity(size)
    met = dict.fromkeys([problem.prior, *certain, *seeds])
    hidden = _Hidden(problem)
    first = (hidden.tangent(problem.prior),)
    cells = cells_to_begin(len(problem.told[0]), at_least=16, tangents=first)
    program = CellProgram(problem.prior, problem.told, hidden, cells)
    best = program.solve()
    with until(effort):
        for _ in range(rounds):
            if best is None:
                break
            reached = _posteriors(program)
            met.update(dict.fromkeys(reached))
            small = best.ceiling - _over(program, problem, tuple(met))[0] < tolerance
            if small or passed():
                break
            program.refine(tolerance / 4, [hidden.tangent(posterior) for posterior in reached])
            found = program.solve()
            if found is None:
                break
            best = found if found.ceiling < best.ceiling else best
    _, shares = _over(program, problem, tuple(met))
    used = [point for point, w in zip(met, shares, strict=True) if w > NOTHING]
    weights, posteriors = _combined(problem, tuple(dict.fromkeys([*used, problem.prior, *certain])))
    split = list(zip(weights, posteriors, strict=True))
    return AllowedDisclosure(
        weights,
        posteriors,
        total(problem.value(r).scaled(w) for w, r in split),
        total(problem.leakage(r).scaled(w) for w, r in split),
        entropy(program.law).upper if best is None else program.bound(best),
        len(program.cells if best is None else best.cells),
    )


class _Hidden:
    """The leakage of R about B is at least each of its tangents, and at most t."""

    def __init__(self, problem: LeakageProblem) -> None:
        self.hidden, self.allowance = problem.hidden, problem.allowance
        self.equal = np.zeros((0, len(problem.prior)))
        law = output_masses(problem.prior, problem.hidden)
        self.surprise = [logarithm(b, precision=_SHORT).upper if b else Fraction(0) for b in law]
        scale = in_floats([scale_of(problem.prior)])[0]
        self._scaled = in_floats(problem.hidden) * scale[:, None]
        self._logs = np.array([float(value) for value in self.surprise])

    def tangent(self, posterior: Vector) -> Vector:
        """The l of the tangent at a posterior, log(B r), in short rationals."""
        law = in_floats([output_masses(posterior, self.hidden)])[0]
        law = np.maximum(law, 1e-9)
        return tuple(Fraction(value) for value in np.log(law / law.sum()).tolist())

    def rows(self, cell: Cell) -> Floats:
        """sum_x (B R)(x) (l(x) - log (B p)(x)), for each tangent of the cell."""
        return np.asarray((in_floats(cell.tangents) - self._logs) @ self._scaled.T)

    def rates(self, cell: Cell, equal: Floats, below: Floats) -> tuple[list[Fraction], Fraction]:
        """What the tangents at these shares take off each letter, and the sum of the shares."""
        used = [
            (Fraction(round(share * GRID), GRID), _proper(tangent))
            for share, tangent in zip(below.tolist(), cell.tangents, strict=True)
            if share * GRID >= 1
        ]
        rate = [
            sum((share * (tangent[x] - surprise) for share, tangent in used), Fraction(0))
            for x, surprise in enumerate(self.surprise)
        ]
        return [-dot(rate, row) for row in self.hidden], sum((s for s, _ in used), Fraction(0))


def _proper(tangent: Vector) -> Vector:
    """The tangent lowered until sum_x e^l(x) <= 1 is proven."""
    excess = sum((exponential(value, precision=_SHORT).upper for value in tangent), Fraction(0))
    drop = logarithm(excess, precision=_SHORT).upper
    return tuple(value - drop for value in tangent)


def _posteriors(program: CellProgram) -> list[Vector]:
    """R / mass of every cell in use, as short rationals."""
    joints = program.masses * in_floats([scale_of(program.prior)])[0]
    found = []
    for masses in joints:
        if masses.sum() > NOTHING:
            kept = np.where(masses > NOTHING * masses.sum(), masses, 0.0) / masses.sum()
            grid = [round(float(mass) * GRID) for mass in kept]
            found.append(tuple(Fraction(mass, sum(grid)) for mass in grid))
    return found


def _over(
    program: CellProgram, problem: LeakageProblem, points: Sequence[Vector]
) -> tuple[float, Floats]:
    """The best combination of the points within the allowance, in floats: value and weights."""
    rows = in_floats(list(points))
    laws = rows @ in_floats(problem.hidden)
    before = in_floats([output_masses(problem.prior, problem.hidden)])[0]
    leaks = -entropies(laws) - laws @ np.log(np.where(before > 0, before, 1.0))
    values = program.value(rows @ in_floats(problem.told))
    prior = in_floats([problem.prior])[0]
    allowance = [float(problem.allowance)]
    found = minimise(-values, rows.T, prior, below=leaks[None], bound=allowance)
    if found is None:
        return -np.inf, np.zeros(len(points))
    return -found.value, found.point


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
