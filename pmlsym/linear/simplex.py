"""Nonnegative solutions of sparse linear equations, exactly.

Find lambda >= 0 (or free, where allowed) with  sum_j lambda_j column_j = right, of small total
weight. Small systems go to an exact simplex method (Bland's rule, rational tableau); large ones to
HiGHS first, whose support is then solved exactly. A float never decides anything.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from pmlsym.calculus.effort import passed, units_left
from pmlsym.calculus.meter import tick
from pmlsym.linear.floating import AVAILABLE, minimise

Column = Mapping[Any, Fraction | int]

PIVOT = 2
"""Steps per entry of the tableau in an exchange of the basis."""

SET_UP = 3
"""Steps per entry of a program for HiGHS."""

SMALL = 20000  # up to this many entries of a dense tableau the exact method alone is quicker


def nonnegative_solution(
    columns: Sequence[Column],
    free: Sequence[bool],
    right: Column,
    weights: Sequence[int],
) -> dict[int, Fraction] | None:
    """The nonzero entries of a solution >= 0 of sparse linear equations.

    The result is None if no solution was found by the deadline.
    """
    rows = rows_of(columns, right)
    if len(rows) * (len(columns) + 1) <= SMALL or not AVAILABLE:
        return solve_exactly(columns, free, right, weights, hurried=True)
    approximate = float_solution(columns, free, right, weights)
    if approximate is None:
        return None
    support = list(approximate)
    chosen = [columns[j] for j in support]
    exact = solve_exactly(
        chosen,
        [free[j] for j in support],
        right,
        [weights[j] for j in support],
        hurried=True,
    )
    return None if exact is None else {support[k]: v for k, v in exact.items()}


def rows_of(columns: Sequence[Column], right: Column) -> list[Hashable]:
    """The rows of sparse linear equations, in a fixed order."""
    return sorted({r for c in columns for r in c} | set(right), key=_row_key)


@lru_cache(maxsize=1 << 16)
def _row_key(row: Hashable) -> str:
    """The text by which rows of linear equations are sorted."""
    return repr(row)


def solve_exactly(
    columns: Sequence[Column],
    free: Sequence[bool],
    right: Column,
    weights: Sequence[int],
    *,
    hurried: bool = False,
) -> dict[int, Fraction] | None:
    """The cheapest solution >= 0 of linear equations by the exact simplex method; else None.

    Two-phase simplex with a rational tableau; free variables are split in two. With `hurried` the
    result is None, or a solution that is not the cheapest, once the deadline has passed.
    """
    rows = rows_of(columns, right)
    if any(r in right and not any(r in c for c in columns) for r in rows):
        return None
    signed = [(j, 1) for j in range(len(columns))] + [(j, -1) for j, f in enumerate(free) if f]
    tableau = []
    for r in rows:
        b = _fmpq_of(right.get(r, 0))
        flip = -1 if b < 0 else 1
        entries = {
            k: _fmpq_of(flip * s * columns[j][r])
            for k, (j, s) in enumerate(signed)
            if columns[j].get(r)
        }
        tableau.append((entries, b * flip))
    basis, values = _feasible_basis(tableau, len(signed), hurried)
    if basis is None:
        return None
    cost = [weights[j] for j, _ in signed]
    solution = _lowest_weight(basis, values, cost, hurried)
    total: dict[int, Fraction] = {}
    for k, value in solution.items():
        j, s = signed[k]
        total[j] = total.get(j, 0) + s * Fraction(int(value.p), int(value.q))
    return {j: value for j, value in total.items() if value}


def _fmpq_of(value: Fraction | int) -> fmpq:
    """The rational of a simplex tableau as FLINT has it."""
    return fmpq(value.numerator, value.denominator)


Row = dict[int, fmpq]


def _feasible_basis(
    tableau: list[tuple[Row, fmpq]], width: int, hurried: bool
) -> tuple[list[tuple[int, Row]] | None, list[fmpq]]:
    """The basis and values after phase one of the simplex method; no basis if infeasible.

    It drives the artificial variables, numbered from `width`, to zero.
    """
    basis = [(width + k, dict(entries)) for k, (entries, _) in enumerate(tableau)]
    values = [b for _, b in tableau]
    while True:
        gain: Row = {}
        for (variable, row), value in zip(basis, values, strict=True):
            if variable >= width and value >= 0:
                for k, a in row.items():
                    gain[k] = gain.get(k, 0) + a
        if not any(v for (variable, _), v in zip(basis, values, strict=True) if variable >= width):
            break
        tick(PIVOT * sum(len(row) for _, row in basis))
        entering = next((k for k in sorted(gain) if gain[k] > 0), None)
        if entering is None or (passed() and hurried):
            return None, values
        _enter_basis(basis, values, entering, width)
    for at, (variable, row) in enumerate(basis):
        if variable >= width and row:
            _exchange_in_row(basis, values, at, min(row), width)
    kept = [at for at, (variable, _) in enumerate(basis) if variable < width]
    return [basis[at] for at in kept], [values[at] for at in kept]


def _lowest_weight(
    basis: list[tuple[int, Row]], values: list[fmpq], cost: list[int], hurried: bool
) -> Row:
    """The values of the basic variables after phase two of the simplex method, of least weight."""
    while not (passed() and hurried):
        reduced: Row = {}
        tick(PIVOT * sum(len(row) for _, row in basis))
        for variable, row in basis:
            for k, a in row.items():
                reduced[k] = reduced.get(k, 0) - a * cost[variable]
        inside = {variable for variable, _ in basis}
        entering = next(
            (k for k in sorted(reduced) if k not in inside and cost[k] + reduced[k] < 0), None
        )
        if entering is None or not _enter_basis(basis, values, entering, len(cost)):
            break
    return {variable: value for (variable, _), value in zip(basis, values, strict=True) if value}


def _enter_basis(
    basis: list[tuple[int, Row]], values: list[fmpq], entering: int, width: int
) -> bool:
    """Bring a variable into the simplex basis by the smallest ratio, ties by the smallest variable.

    The result is False where no row bounds the variable.
    """
    ratios = [
        (values[at] / row[entering], variable, at)
        for at, (variable, row) in enumerate(basis)
        if row.get(entering, 0) > 0
    ]
    if not ratios:
        return False
    _exchange_in_row(basis, values, min(ratios)[2], entering, width)
    return True


def _exchange_in_row(
    basis: list[tuple[int, Row]], values: list[fmpq], at: int, entering: int, width: int
) -> None:
    """Exchange the basic variable of a row of the simplex tableau.

    An artificial variable, numbered from `width` on, never returns.
    """
    variable, row = basis[at]
    pivot = row.pop(entering)
    row = {k: a / pivot for k, a in row.items()}
    if variable < width:
        row[variable] = 1 / pivot
    values[at] = values[at] / pivot
    basis[at] = (entering, row)
    for other, (name, entries) in enumerate(basis):
        factor = entries.get(entering)
        if other == at or not factor:
            continue
        del entries[entering]
        for k, a in row.items():
            entry = entries.get(k, 0) - factor * a
            if entry:
                entries[k] = entry
            else:
                entries.pop(k, None)
        values[other] -= factor * values[at]
        basis[other] = (name, entries)


def float_solution(
    columns: Sequence[Column],
    free: Sequence[bool],
    right: Column,
    weights: Sequence[int],
) -> Mapping[int, float | Fraction] | None:
    """An approximate solution of sparse linear equations by HiGHS, to choose a support by.

    Without HiGHS it is the solution of the exact method.
    """
    if not AVAILABLE:
        return solve_exactly(columns, free, right, weights, hurried=True)
    import numpy as np
    from scipy.sparse import csr_matrix

    rows = rows_of(columns, right)
    number = {r: k for k, r in enumerate(rows)}
    entries = [(number[r], j, float(a)) for j, c in enumerate(columns) for r, a in c.items()]
    tick(SET_UP * len(entries))
    if not entries:
        return None
    where, which, what = zip(*entries, strict=True)
    matrix = csr_matrix((what, (where, which)), shape=(len(rows), len(columns)))
    b = np.array([float(right.get(r, 0)) for r in rows])
    cost = [0 if f else weight for f, weight in zip(free, weights, strict=True)]
    answer = minimise(cost, matrix, b, free=free, effort=units_left())
    if answer is None:
        return None
    return {j: value for j, value in enumerate(answer.point) if abs(value) > 1e-9}
