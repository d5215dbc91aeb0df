"""The linear program over points, solved exactly: maximise c.u with V u = p, u >= 0.

HiGHS finds a basis in floats; the basis is re-solved over the rationals, and exact simplex pivots
(Bland's rule) finish where the floats were not optimal. The columns are points of total mass one,
such as the vertices of a polytope of priors, and p is a distribution, so the program is bounded.
[PSP, eq. 17; Bertsimas and Tsitsiklis, Introduction to Linear Optimization, ch. 3]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.meter import tick
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.linear.floating import AVAILABLE, minimise
from pmlsym.linear.matrix import Vector, dot, independent_rows, solve
from pmlsym.linear.simplex import solve_exactly


@dataclass(frozen=True)
class ProgramSolution:
    """An optimal basic solution and the dual that proves it.

    `weights[k]` belongs to column k and is positive for at most rank(V) columns; `dual` satisfies
    dual . V_k >= c_k for every column with equality on the basis, so dual . p = c . u is optimal.

    >>> ProgramSolution((Fraction(1),), (Fraction(2),), Fraction(2)).value
    Fraction(2, 1)
    """

    weights: Vector
    dual: Vector
    value: Fraction


def best_combination(
    columns: Sequence[Vector], costs: Sequence[Fraction], right: Vector
) -> ProgramSolution:
    """An exactly optimal solution of the linear program max c.u, V u = p, u >= 0.

    Raises InvalidInput when p is not a convex combination of the columns.

    >>> corners = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    >>> prior = (Fraction(1, 4), Fraction(3, 4))
    >>> found = best_combination(corners, (Fraction(3), Fraction(5)), prior)
    >>> found.value, found.dual
    (Fraction(9, 2), (Fraction(3, 1), Fraction(5, 1)))
    """
    if not columns:
        raise InvalidInput("there are no points to combine")
    rows = independent_rows(tuple(zip(*columns, strict=True)))
    short = [tuple(column[k] for k in rows) for column in columns]
    target = tuple(right[k] for k in rows)
    basis = _floating_basis(short, costs, target)
    if basis is None:
        basis = _feasible_basis(short, target)
    basis, weights, dual = _pivot_to_optimum(short, costs, target, basis)
    full_weights = [Fraction(0)] * len(columns)
    for k, weight in zip(basis, weights, strict=True):
        full_weights[k] = weight
    full_dual = [Fraction(0)] * len(right)
    for k, price in zip(rows, dual, strict=True):
        full_dual[k] = price
    answer = ProgramSolution(tuple(full_weights), tuple(full_dual), dot(full_dual, right))
    _require_optimal(answer, columns, costs, right)
    return answer


def _floating_basis(
    columns: Sequence[Vector], costs: Sequence[Fraction], right: Vector
) -> list[int] | None:
    """A basis near a linear program's optimum found in floats, if feasible in rationals."""
    if not AVAILABLE:
        return None
    import numpy as np

    matrix = np.array([[float(v) for v in column] for column in columns]).T
    prices = np.array([float(c) for c in costs])
    solution = minimise(-prices, matrix, np.array([float(v) for v in right]))
    if solution is None:
        return None
    primal = solution.point.tolist()
    reduced = -solution.equal_prices @ matrix - prices
    order = sorted(range(len(columns)), key=lambda k: (primal[k] <= 1e-9, abs(reduced[k])))
    chosen = order[: 4 * len(right) + 8]
    basis = [chosen[k] for k in independent_rows([columns[k] for k in chosen])]
    if len(basis) < len(right):
        basis = [order[k] for k in independent_rows([columns[k] for k in order])]
    weights = _basic_weights(columns, right, basis)
    return basis if weights is not None and min(weights) >= 0 else None


def _feasible_basis(columns: Sequence[Vector], right: Vector) -> list[int]:
    """A feasible basis of a linear program by the exact simplex method, completed to a basis.

    Raises InvalidInput where the right side is not a convex combination of the columns.
    """
    sparse = [dict(enumerate(column)) for column in columns]
    count = len(columns)
    solution = solve_exactly(sparse, [False] * count, dict(enumerate(right)), [0] * count)
    if solution is None:
        raise InvalidInput("the prior is no convex combination of the given points")
    order = [*solution, *(k for k in range(count) if k not in solution)]
    return [order[k] for k in independent_rows([columns[k] for k in order])]


def _pivot_to_optimum(
    columns: Sequence[Vector], costs: Sequence[Fraction], right: Vector, basis: list[int]
) -> tuple[list[int], Vector, Vector]:
    """The optimal basis of a linear program by exact simplex pivots (Bland's rule), with its dual.

    The pivots are exact, so they end.
    """
    basis = list(basis)
    while True:
        tick(len(right) * (len(columns) + len(right)))
        weights = _basic_weights(columns, right, basis)
        dual = solve([columns[k] for k in basis], tuple(costs[k] for k in basis))
        if weights is None or dual is None:
            raise InvalidCertificate("a basis of a linear program is not independent")
        entering = next(
            (k for k, column in enumerate(columns) if costs[k] > dot(dual, column)), None
        )
        if entering is None:
            return basis, weights, dual
        direction = _basic_weights(columns, columns[entering], basis)
        if direction is None:
            raise InvalidCertificate("a basis of a linear program is not independent")
        ratios = [(weights[i] / step, basis[i], i) for i, step in enumerate(direction) if step > 0]
        # Columns of mass one keep the feasible set bounded, so some step is positive.
        basis[min(ratios)[2]] = entering


def _basic_weights(columns: Sequence[Vector], right: Vector, basis: Sequence[int]) -> Vector | None:
    """The weights of a linear program's basic columns whose sum is the right side; or None."""
    return solve(tuple(zip(*(columns[k] for k in basis), strict=True)), right)


def _require_optimal(
    answer: ProgramSolution,
    columns: Sequence[Vector],
    costs: Sequence[Fraction],
    right: Vector,
) -> None:
    """Raise InvalidCertificate unless a linear program's solution and dual prove each other.

    Optimality is then a matter of arithmetic: both are feasible, and their values are equal.
    """
    used = [k for k, weight in enumerate(answer.weights) if weight]
    sums = [sum(answer.weights[k] * columns[k][x] for k in used) for x in range(len(right))]
    if sums != list(right) or not all(answer.weights[k] > 0 for k in used):
        raise InvalidCertificate("the solution of a linear program is not feasible")
    if not all(dot(answer.dual, v) >= c for v, c in zip(columns, costs, strict=True)):
        raise InvalidCertificate("the dual of a linear program does not bound every column")
    if sum(answer.weights[k] * costs[k] for k in used) != answer.value:
        raise InvalidCertificate("a linear program and its dual have different values")
